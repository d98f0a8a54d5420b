/**
 * The one text in a Python pickle, without a general unpickler: nothing in the
 * bytes is ever run.
 *
 * @module
 */
import { DataError } from "../core/errors.ts";

function refuse(found: string): never {
  throw new DataError(`Cannot read a pickle: wanted one text and nothing else, found "${found}"`, {
    code: "bad_pickle",
  });
}

/** Bytes of the length field of each opcode that holds a text. */
const TEXT_OPCODES: Readonly<Record<number, number>> = { 0x8c: 1, 0x58: 4, 0x8d: 8 };

/**
 * Reads a pickle (protocol 2 to 5) of a single text: protocol mark, frame,
 * text, memo, stop. Any other opcode is refused, among them all that would
 * import or call something.
 *
 * @throws {DataError} `bad_pickle`.
 *
 * @example
 * ```ts
 * import { readPickledText } from "./read_pickled_text.ts";
 * import { assertEquals } from "@std/assert";
 * const bytes = new Uint8Array([0x80, 4, 0x8c, 2, 0x68, 0x69, 0x94, 0x2e]);
 * assertEquals(readPickledText(bytes), "hi");
 * ```
 */
export function readPickledText(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  let text: string | null = null;
  while (at < bytes.length) {
    const opcode = bytes[at++] as number;
    const lengthBytes = TEXT_OPCODES[opcode];
    if (opcode === 0x80) at += 1; // protocol
    else if (opcode === 0x95) at += 8; // frame
    else if (opcode === 0x94) continue; // memoize
    else if (opcode === 0x71) at += 1; // binput
    else if (opcode === 0x72) at += 4; // long binput
    else if (lengthBytes !== undefined && text === null) {
      if (at + lengthBytes > bytes.length) refuse("a cut length");
      const length = lengthBytes === 1
        ? bytes[at] as number
        : lengthBytes === 4
        ? view.getUint32(at, true)
        : Number(view.getBigUint64(at, true));
      at += lengthBytes;
      if (at + length > bytes.length) refuse("a cut text");
      text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
        bytes.subarray(at, at + length),
      );
      at += length;
    } else if (opcode === 0x2e) return text ?? refuse("no text");
    else refuse(`opcode 0x${opcode.toString(16)} at byte ${at - 1}`);
  }
  return refuse("no end");
}
