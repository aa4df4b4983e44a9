// With a companion the review is its worker's: both prompts go there and its answer is applied; this session's model is not asked. (W-51, W-52, W-55)
import assert from "node:assert/strict";
import { doubles, handedOver, merged, results } from "../reviews.mjs";
import { extension, hand } from "../stage.mjs";

export const real = true;
export default async ({ open }) => {
  const stage = await open({ extensions: [extension, hand], env: { MIND_FAKE: "{}" }, settings: { mind: { companion: "persona" } } });
  doubles(stage, "--persona", "dev");
  const pi = await stage.pi();
  await pi.report("optimize project-long");
  const { version, sessionId, runId, model, systemPrompt, maxOutputTokens, deadlineMs, prompt, ...more } = await handedOver(pi);
  assert.deepEqual([version, sessionId, model, maxOutputTokens, deadlineMs, more], [1, pi.state.sessionId, { provider: "scripted", id: "scripted-1", thinking: "off" }, 16384, 180000, {}]);
  assert.match(runId, /^mind-review-project-long-[0-9a-f]{8}$/);
  assert.match(systemPrompt, /^You review stored memory records/);
  await pi.prompt(`/complete ${merged(prompt)}`);
  await pi.until(() => results(pi).length === 1, "the result");
  assert.match(results(pi)[0].body, /applied/);
  assert.match(stage.mind("recall", "project-long harbour", "--persona", "dev"), /gates and all/);
  assert.deepEqual(stage.model.asked, []);
  assert.deepEqual(pi.errors, []);
};
