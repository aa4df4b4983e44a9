// A fork carries the notes of the branch it was made from, and says where they are from.
import assert from "node:assert/strict";

export const real = true;
export default async ({ open }) => {
  const stage = await open();
  const pi = await stage.pi();
  await pi.prompt("one");
  const [id] = /[0-9a-f]{12}/.exec(await pi.report("remember tier=session kind=note the plan is B"));
  await pi.prompt("two");
  const { messages } = await pi.command({ type: "get_fork_messages" });
  await pi.command({ type: "fork", entryId: messages.at(-1).entryId });
  assert.match(await pi.report("notes"), /the plan is B/);
  assert.match(await pi.report(`read ${id}`), new RegExp(`from session ${pi.state.sessionId}`));
  await pi.prompt("in the fork");
  assert.match(stage.model.asked.at(-1).messages.at(-2).text, /the plan is B/);
  assert.deepEqual(pi.errors, []);
};
