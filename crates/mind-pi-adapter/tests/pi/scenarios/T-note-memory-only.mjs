// In a session that is never written, the receipt says that the note is not stored.
import assert from "node:assert/strict";

export const real = true;
export default async ({ open }) => {
  const note = { action: "remember", tier: "session", kind: "note", text: "the plan is B" };
  const stage = await open({ args: ["--no-session"], turns: [{ calls: [["memory", note]] }] });
  const pi = await stage.pi();
  await pi.prompt("note it");
  assert.match(stage.results().at(-1), /— note for as long as this session runs; it is not stored\.$/);
  await pi.prompt("and?");
  assert.match(stage.model.asked.at(-1).messages.at(-2).text, /the plan is B/);
  await pi.end();
  assert.deepEqual(stage.sessions(), []);
};
