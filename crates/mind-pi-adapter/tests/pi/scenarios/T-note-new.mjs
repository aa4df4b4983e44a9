// A new session starts without notes.
import assert from "node:assert/strict";

export const real = true;
export default async ({ open }) => {
  const stage = await open();
  const pi = await stage.pi();
  await pi.prompt("one");
  await pi.report("remember tier=session kind=note the plan is B");
  await pi.command({ type: "new_session" });
  assert.doesNotMatch(await pi.report("notes"), /the plan is B/);
  await pi.prompt("here");
  assert.doesNotMatch(JSON.stringify(stage.model.asked.at(-1).messages), /the plan is B/);
};
