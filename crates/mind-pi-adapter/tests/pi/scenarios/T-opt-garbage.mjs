// A model that answers garbage changes nothing, and the card says so without a word of it. (O-90, O-94)
import assert from "node:assert/strict";
import { isReview, proposals, results } from "../reviews.mjs";

export const real = true;
export default async ({ open }) => {
  const stage = await open({ turns: ({ messages }) => ({ text: isReview(messages.at(-1).text) ? "Sure! I dropped both: ```json {\"zanzibar\": true} ```" : "Done." }) });
  for (const text of ["The harbour opens at six in the morning", "In the morning at six the harbour opens its gates"]) stage.remember(text);
  const before = stage.mind("export");
  const pi = await stage.pi();
  await pi.prompt("hello");
  await pi.report("optimize project-long");
  await pi.until(() => results(pi).length === 1, "the result");
  assert.match(results(pi)[0].body, /^refused: review\.not_json/);
  assert.match(results(pi)[0].body, /No memory changed\.$/);
  assert.deepEqual(proposals(pi), []);
  assert.equal(stage.mind("export"), before);
  assert.ok(!stage.sessions().some(({ text }) => text.includes("zanzibar")));
  assert.deepEqual(pi.errors, []);
};
