/**
 * Output of a program, kept up to a limit: its beginning and its end.
 *
 * @module
 */

/** Collects a stream within a limit. */
export interface BoundedOutput {
  /** Takes a chunk. */
  push(chunk: Uint8Array): void;
  /** Bytes seen so far. */
  readonly size: number;
  /** Whether bytes were left out. */
  readonly truncated: boolean;
  /** What was kept: the head, then the tail. */
  bytes(): Uint8Array;
  /** The same as text, decoded once, with a note where bytes were left out. */
  text(): string;
}

/** Where a UTF-8 text can be cut at or before `end` without halving a character. */
function wholeEnd(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(4, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const need = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return need > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

function wholeStart(bytes: Uint8Array): number {
  let at = 0;
  while (at < Math.min(3, bytes.length) && ((bytes[at] ?? 0) & 0xc0) === 0x80) at++;
  return at;
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

function render(head: Uint8Array, tail: Uint8Array, size: number): string {
  const decoder = new TextDecoder();
  if (size <= head.length + tail.length) return decoder.decode(joined([head, tail]));
  const before = head.subarray(0, wholeEnd(head));
  const after = tail.subarray(wholeStart(tail));
  const left = size - before.length - after.length;
  return `${decoder.decode(before)}\n[${left} bytes left out]\n${decoder.decode(after)}`;
}

/** Output that was collected elsewhere: its head, its tail and how much there was in all. */
export function keptOutput(head: Uint8Array, tail: Uint8Array, size: number): BoundedOutput {
  return {
    push(): void {
      throw new TypeError("Cannot add to output that has ended");
    },
    size,
    truncated: size > head.length + tail.length,
    bytes: () => joined([head, tail]),
    text: () => render(head, tail, size),
  };
}

/**
 * Makes one that keeps at most `limit` bytes, half from each end.
 *
 * @example The middle goes, the size is known, no character is halved
 * ```ts
 * import { boundedOutput } from "./bounded_output.ts";
 * import { assertEquals } from "@std/assert";
 * const out = boundedOutput(8);
 * for (const text of ["abcd", "éfgh", "ijkl"]) out.push(new TextEncoder().encode(text));
 * assertEquals([out.size, out.truncated], [13, true]);
 * assertEquals(out.text(), "abcd\n[5 bytes left out]\nijkl");
 * ```
 */
export function boundedOutput(limit: number): BoundedOutput {
  const headMax = Math.ceil(limit / 2);
  const tailMax = limit - headMax;
  const head = new Uint8Array(headMax > 65_536 ? 65_536 : headMax);
  let headBuffer = head;
  let headSize = 0;
  let tail: Uint8Array[] = [];
  let tailSize = 0;
  let size = 0;

  function grow(need: number): void {
    if (need <= headBuffer.length) return;
    const next = new Uint8Array(Math.min(headMax, Math.max(need, headBuffer.length * 2)));
    next.set(headBuffer.subarray(0, headSize));
    headBuffer = next;
  }
  function keepTail(chunk: Uint8Array): void {
    const last = chunk.length > tailMax ? chunk.slice(chunk.length - tailMax) : chunk.slice();
    tail.push(last);
    tailSize += last.length;
    while (tailSize - (tail[0]?.length ?? 0) >= tailMax && tail.length > 1) {
      tailSize -= tail.shift()?.length ?? 0;
    }
    if (tail.length > 256) tail = [joined(tail)];
  }
  function ends(): { first: Uint8Array; last: Uint8Array } {
    const all = joined(tail);
    return { first: headBuffer.subarray(0, headSize), last: all.subarray(Math.max(0, all.length - tailMax)) };
  }
  return {
    push(chunk: Uint8Array): void {
      size += chunk.length;
      const take = Math.min(chunk.length, headMax - headSize);
      if (take > 0) {
        grow(headSize + take);
        headBuffer.set(chunk.subarray(0, take), headSize);
        headSize += take;
      }
      if (take < chunk.length && tailMax > 0) keepTail(chunk.subarray(take));
    },
    get size(): number {
      return size;
    },
    get truncated(): boolean {
      return size > limit;
    },
    bytes(): Uint8Array {
      const { first, last } = ends();
      return joined([first, last]);
    },
    text(): string {
      const { first, last } = ends();
      return render(first, last, size);
    },
  };
}
