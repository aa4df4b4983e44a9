// An engine that does not answer in time costs a moment and is said to the model and the person; then it costs less.
import assert from "node:assert/strict";
import { stub } from "../stage.mjs";

export default async ({ open }) => {
  const stage = await open({ binary: stub, env: { MIND_STUB: "slow" } });
  const pi = await stage.pi();
  const waits = [];
  for (const prompt of ["one", "two", "three", "four"]) {
    await pi.prompt(prompt);
    waits.push(pi.trace.filter((one) => one.inject !== undefined).at(-1).inject);
  }
  assert.ok(waits.slice(0, 3).every((ms) => ms > 500 && ms < 1000), waits.join());
  assert.ok(waits[3] <= 200, waits.join());
  const notice = "[mind] Memory could not be loaded for this request. Do not conclude that nothing is remembered.";
  assert.deepEqual(stage.model.asked[0].messages.slice(1).map((message) => message.text), [notice, "one"]);
  assert.equal(pi.statuses.at(-1), "mind: no memory this run (host.deadline)");
  assert.equal(pi.warnings.length, 1);
  assert.deepEqual(pi.errors, []);
};
