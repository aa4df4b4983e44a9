// What a person asks to be remembered is in the store before the model is asked, and the model is told so.
import assert from "node:assert/strict";

export const real = true;
export default async ({ open }) => {
  const seen = [];
  const stage = await open({ turns: () => (seen.push(stage.mind("recall", "staging port")), { text: "Good to know." }) });
  const pi = await stage.pi();
  await pi.prompt("Remember that the staging port is 7101");
  assert.match(seen[0], /the staging port is 7101/);
  const [{ messages }] = stage.model.asked;
  const hint = "[mind] Saved from the user's message: 48bf3e826abc (note, project-long). Do not save it again.";
  assert.ok(messages.at(-2).text.endsWith(hint), messages.at(-2).text);
  await pi.until(() => pi.notices.some((text) => text.startsWith("Captured 1: 48bf3e826abc (note, project-long)")), "the notice");
  await pi.end();
  assert.doesNotMatch(stage.sessions()[0].text, /\[mind\]/);
  assert.deepEqual(pi.errors, []);
};
