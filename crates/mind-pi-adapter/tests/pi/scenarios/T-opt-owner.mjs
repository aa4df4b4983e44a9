// The persona changes while a review runs: nothing changes, and nobody hears of it. (O-104, W-53)
import assert from "node:assert/strict";
import { doubles, handedOver, merged, results } from "../reviews.mjs";
import { extension, hand } from "../stage.mjs";

export const real = true;
export default async ({ open }) => {
  const stage = await open({ extensions: [extension, hand], env: { MIND_FAKE: "{}" }, settings: { mind: { companion: "persona" } } });
  doubles(stage, "--persona", "dev");
  const before = stage.mind("recall", "harbour", "--persona", "dev");
  const pi = await stage.pi();
  await pi.report("optimize project-long");
  const { prompt } = await handedOver(pi);
  await pi.prompt('/change {"persona":"ops"}');
  await pi.prompt(`/complete ${merged(prompt)}`);
  await pi.prompt("hello");
  assert.deepEqual(results(pi), []);
  assert.equal(stage.mind("recall", "harbour", "--persona", "dev"), before);
  assert.deepEqual(pi.errors, []);
};
