// A clone has the notes; forgetting one there leaves the session it was made from alone.
import assert from "node:assert/strict";

export const real = true;
export default async ({ open }) => {
  const stage = await open();
  const pi = await stage.pi();
  await pi.prompt("one");
  const [id] = /[0-9a-f]{12}/.exec(await pi.report("remember tier=session kind=note the plan is B"));
  await pi.command({ type: "clone" });
  assert.match(await pi.report("notes"), /the plan is B/);
  assert.match(await pi.report(`forget ${id}`), /Forgot .* on this branch/);
  assert.doesNotMatch(await pi.report("notes"), /the plan is B/);
  await pi.command({ type: "switch_session", sessionPath: pi.state.sessionFile });
  assert.match(await pi.report("notes"), /the plan is B/);
  assert.deepEqual(pi.errors, []);
};
