// In mode prompt the model is asked to save; nothing is written by itself.
import assert from "node:assert/strict";

export const real = true;
export default async ({ open }) => {
  const stage = await open({ settings: { mind: { capture: { mode: "prompt" } } } });
  const pi = await stage.pi();
  await pi.prompt("Remember that the staging port is 7101");
  assert.equal(stage.model.asked[0].messages.at(-2).text, "[mind] The user asked to keep a note. Save it once with memory remember.");
  assert.doesNotMatch(stage.mind("recall", "staging port"), /7101/);
};
