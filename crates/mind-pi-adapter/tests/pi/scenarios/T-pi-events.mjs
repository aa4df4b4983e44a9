// A note that came without us is noticed: the engine asks for the events, once, and goes on. (PI-11, PI-50)
import assert from "node:assert/strict";
import { extension, hand } from "../stage.mjs";

export const real = true;
export default async ({ open }) => {
  const stage = await open({ extensions: [extension, hand] });
  const pi = await stage.pi();
  await pi.prompt("one");
  const note = { id: "6d7b7855bcd3", kind: "note", text: "same text", tags: ["a", "b"], recordedAt: "2026-11-20T10:00:00.000Z", originSessionId: "01a2-demo" };
  await pi.prompt(`/append ${JSON.stringify(["pi-persona-mind-session-note", { version: 1, action: "save", note }])}`);
  await pi.prompt("two");
  assert.equal(pi.calls("host_session_events").length, 1);
  assert.match(stage.model.asked[1].messages.at(-2).text, /same text/);
};
