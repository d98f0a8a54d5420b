import { assertEquals, assertThrows } from "@std/assert";
import { bytePattern, countByte, findBytes } from "../../lib/core/find_bytes.ts";
import { fc } from "../support/fast_check.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

Deno.test("property: bytes are found where a text search finds them", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", '"', ":", "é"), maxLength: 60 });
  const wanted = fc.string({ unit: fc.constantFrom("a", "b", '"', "é"), minLength: 1, maxLength: 4 });
  fc.assert(fc.property(text, wanted, fc.nat(60), (text, wanted, from) => {
    const whole = bytes(text);
    // One character a byte, so that places are the same.
    const latin = (one: Uint8Array) => String.fromCharCode(...one);
    assertEquals(
      findBytes(whole, bytePattern(wanted), from),
      latin(whole).indexOf(latin(bytes(wanted)), Math.min(from, whole.length)),
    );
  }));
});

Deno.test("property: bytes are counted at any offset, also long runs of them", () => {
  const data = fc.uint8Array({ max: 3, maxLength: 60 });
  fc.assert(fc.property(data, fc.nat(9), fc.nat(9), fc.nat(2000), (data, skip, from, run) => {
    const whole = new Uint8Array([...data, ...new Uint8Array(run).fill(2), ...data]).subarray(skip);
    const range = { from, to: Math.max(from, whole.length - 3) };
    for (const byte of [0, 2, 255]) {
      const wanted = whole.subarray(range.from, range.to).filter((one) => one === byte).length;
      assertEquals(countByte(whole, byte, { from, to: Math.min(range.to, whole.length) }), wanted);
    }
  }));
});

Deno.test("a pattern has 1 to 255 bytes", () => {
  assertThrows(() => bytePattern(""), RangeError);
  assertThrows(() => bytePattern("é".repeat(128)), RangeError);
  assertEquals(findBytes(bytes(`x${"a".repeat(255)}`), bytePattern("a".repeat(255)), 0), 1);
});
