// Line separators, emoji and control characters go through Pi, the pipe and the store and come back as they were.
import assert from "node:assert/strict";

export const real = true;
export default async ({ open }) => {
  const text = "The sign says \u2028open\u2029 \u{1f6a2}\u{1f1ee}\u{1f1f9} until 六時 — “late”";
  const stage = await open({ turns: [{ calls: [["memory", { action: "remember", text, tier: "project-long" }]] }, { calls: [["memory", { action: "recall", query: "sign says open" }]] }] });
  const pi = await stage.pi();
  await pi.prompt(`keep it: ${text}`);
  const shown = /"The sign.*"/s.exec(stage.results().at(-1))[0];
  assert.equal(JSON.parse(shown), text);
  await pi.prompt(`${text} \u2028 and?`);
  assert.equal(stage.model.asked.at(-1).messages.at(-1).text, `${text} \u2028 and?`);
  assert.match(stage.model.asked.at(-1).messages[1].text, /The sign says/);
  assert.deepEqual(pi.errors, []);
};
