// The persona changes in the middle of a run: the next model call has the other's memory, and an answer for the one before is dropped.
import assert from "node:assert/strict";
import { extension, hand } from "../stage.mjs";

export const real = true;
export default async ({ open }) => {
  const settings = { mind: { companion: "persona" } };
  const remember = (stage) => {
    stage.remember("dev rides a bicycle", "--tier", "persona", "--persona", "dev");
    stage.remember("ops rides a tram", "--tier", "persona", "--persona", "ops");
  };
  let release;
  const until = new Promise((resolve) => (release = resolve));
  const stage = await open({ extensions: [extension, hand], env: { MIND_FAKE: "{}" }, settings, turns: [{ calls: [["bash", { command: "true" }]], until }] });
  remember(stage);
  const pi = await stage.pi();
  const run = pi.prompt("who rides?");
  await stage.model.until(1);
  await pi.prompt('/change {"persona":"ops"}');
  release();
  await run;
  assert.match(stage.model.asked[0].messages[1].text, /bicycle/);
  assert.match(stage.model.asked[1].messages[1].text, /tram/);
  assert.doesNotMatch(JSON.stringify(stage.model.asked[1].messages), /bicycle/);

  const recall = { calls: [["memory", { action: "recall", query: "rides" }]] };
  const other = await open({ extensions: [extension, hand], env: { MIND_FAKE: '{"changeInCall":true}' }, settings, turns: [recall] });
  remember(other);
  const called = await other.pi();
  await called.prompt("look it up");
  assert.deepEqual(other.results(), ["The owner of this memory changed; repeat it for the present persona."]);
  assert.deepEqual(called.errors, []);
};
