import assert from "node:assert/strict";
import { test } from "node:test";
import { LINE_BYTES, Lines, encode, parsed } from "../src/frame.ts";

test("a line ends at LF and nowhere else", () => {
  const text = '{"a":"one\u2028two\u2029three\r"}\n{"b":"😀"}\n';
  assert.deepEqual(new Lines().push(Buffer.from(text)), text.split("\n").slice(0, 2));
});

test("characters and lines may be cut anywhere", () => {
  const bytes = Buffer.from('{"a":"é😀"}\n{"b":1}\n');
  for (let at = 0; at <= bytes.length; at += 1) {
    const lines = new Lines();
    const got = [...lines.push(bytes.subarray(0, at)), ...lines.push(bytes.subarray(at))];
    assert.deepEqual(got, ['{"a":"é😀"}', '{"b":1}'], `cut at ${at}`);
  }
});

test("a line may be as long as the limit and no longer", () => {
  const half = Buffer.alloc(LINE_BYTES / 2, 97);
  const lines = new Lines();
  assert.deepEqual([lines.push(half), lines.push(half)], [[], []]);
  assert.equal(lines.push(Buffer.from("a\n")), undefined);
});

test("what goes out is well formed", () => {
  assert.equal(encode({ a: "x\ud800y", b: ["\udc00"], c: "😀" }), '{"a":"x\ufffdy","b":["\ufffd"],"c":"😀"}');
});

test("what is no message is none", () => {
  for (const line of ["prose", "1", "null", ""]) assert.equal(parsed(line), undefined, line);
  assert.deepEqual(parsed('{"id":1}'), { id: 1 });
});
