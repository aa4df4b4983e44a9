// A prompt in print mode may be a program's: the model is asked, nothing is written.
import assert from "node:assert/strict";

export const real = true;
export default async ({ open }) => {
  const stage = await open({ turns: [{ text: "Fine." }] });
  const shot = await stage.shot("-p", "Remember that the staging port is 7101");
  assert.equal(shot.stdout, "Fine.\n");
  assert.match(stage.model.asked[0].messages.at(-2).text, /\[mind\] The user asked to keep a note\./);
  assert.doesNotMatch(stage.mind("recall", "staging port"), /7101/);
};
