// The persona changes while a review runs: nothing changes, and nobody hears of it.
import assert from "node:assert/strict";
import { doubles, merged, results } from "../reviews.mjs";
import { extension, hand } from "../stage.mjs";

export const real = true;
export default async ({ open }) => {
  const stage = await open({ extensions: [extension, hand], env: { MIND_FAKE: "{}" }, settings: { mind: { companion: "persona" } } });
  doubles(stage, "--persona", "dev");
  const before = stage.mind("recall", "harbour", "--persona", "dev");
  const pi = await stage.pi();
  await pi.report("optimize project-long");
  await pi.until(() => pi.calls("host_timer").length > 0 && pi.calls("host_effects_done").length > 0, "the start of the review");
  await pi.prompt("/reveal");
  const { runs } = JSON.parse(pi.notices.at(-1));
  assert.equal(runs.length, 1);
  await pi.prompt('/change {"persona":"ops"}');
  await pi.prompt(`/complete ${merged(runs[0].prompt)}`);
  await pi.prompt("hello");
  assert.deepEqual(results(pi), []);
  assert.equal(stage.mind("recall", "harbour", "--persona", "dev"), before);
  assert.deepEqual(pi.errors, []);
};
