// A killed engine comes back with the next call; one that always dies is left alone after three starts.
import assert from "node:assert/strict";
import { poll, seed, stub } from "../stage.mjs";

export default async ({ open, real }) => {
  const stage = await open();
  if (real) seed(stage);
  const pi = await stage.pi();
  await pi.prompt("before");
  const [{ start }] = pi.trace;
  process.kill(start, "SIGKILL");
  await poll(() => !stage.left().some(({ pid }) => pid === start));
  await pi.prompt("after");
  assert.match(stage.model.asked[1].messages[1].text, /part="standing"/);
  assert.equal(pi.trace.filter((one) => one.start).length, 2);
  assert.equal(pi.calls("host_session_open").length, 2);
  assert.deepEqual(pi.errors, []);
  await pi.end();
  assert.deepEqual(stage.left(), []);

  const doomed = await open({ binary: stub, env: { MIND_STUB: "dies" } });
  const other = await doomed.pi();
  for (const prompt of ["one", "two", "three"]) await other.prompt(prompt);
  assert.equal(other.trace.filter((one) => one.start).length, 3);
  assert.equal(doomed.model.asked.length, 3);
  assert.equal(other.warnings.length, 1);
  assert.deepEqual(other.errors, []);
};
