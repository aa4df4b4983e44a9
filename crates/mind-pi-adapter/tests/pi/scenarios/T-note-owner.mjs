// The persona changes between call and append: nothing is appended, and the model hears that it was not kept.
import assert from "node:assert/strict";
import { extension, hand } from "../stage.mjs";

export const real = true;
export default async ({ open }) => {
  const note = { action: "remember", tier: "session", kind: "note", text: "the plan is B" };
  const env = { MIND_FAKE: JSON.stringify({ persona: "dev", changeInCall: true }) };
  const stage = await open({ extensions: [extension, hand], env, settings: { mind: { companion: "persona" } }, turns: [{ calls: [["memory", note]] }] });
  const pi = await stage.pi();
  await pi.prompt("note it");
  assert.match(stage.results().at(-1), /owner of this memory changed/);
  const [{ entries }] = stage.sessions();
  assert.equal(entries.find((entry) => entry.message?.role === "toolResult").message.isError, true);
  assert.deepEqual(stage.entries("pi-persona-mind-session-note"), []);
  assert.deepEqual(pi.errors, []);
};
