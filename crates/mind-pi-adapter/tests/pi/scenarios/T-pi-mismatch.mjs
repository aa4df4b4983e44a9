// An engine that speaks another host protocol is named as such, once, and is not started again and again.
import assert from "node:assert/strict";
import { stub } from "../stage.mjs";

export default async ({ open }) => {
  const stage = await open({ binary: stub, env: { MIND_STUB: "mismatch" } });
  const pi = await stage.pi();
  await pi.prompt("hello");
  await pi.prompt("again");
  assert.equal(stage.model.asked.length, 2);
  assert.deepEqual(pi.warnings, ["the extension speaks host protocol 1, this engine 2: update the extension"]);
  assert.equal(pi.trace.filter((one) => one.start).length, 1);
  assert.equal(pi.statuses.at(-1), "mind: no engine");
  assert.deepEqual(pi.errors, []);
  assert.deepEqual(await pi.end(), { code: 0, signal: null });
};
