// A note is there when the session is opened again: listed, and shown to the model.
import assert from "node:assert/strict";

export const real = true;
export default async ({ open }) => {
  const note = { action: "remember", tier: "session", kind: "objective", text: "Ship the importer this week" };
  const stage = await open({ turns: [{ calls: [["memory", note]] }, { text: "Noted." }] });
  const pi = await stage.pi();
  await pi.prompt("note it");
  assert.match(stage.results().at(-1), /^Noted [0-9a-f]{12} — objective in this session, on this branch\.$/);
  await pi.prompt("and now?");
  assert.match(stage.model.asked.at(-1).messages.at(-2).text, /## Session notes\n.*Ship the importer this week/);
  const { sessionFile } = pi.state;
  await pi.end();
  assert.equal(stage.entries("pi-persona-mind-session-note").length, 1);

  const again = await stage.pi("--session", sessionFile);
  assert.match(await again.report("notes"), /Ship the importer this week/);
  await again.prompt("still?");
  assert.match(stage.model.asked.at(-1).messages.at(-2).text, /Ship the importer this week/);
  assert.deepEqual(again.errors, []);
};
