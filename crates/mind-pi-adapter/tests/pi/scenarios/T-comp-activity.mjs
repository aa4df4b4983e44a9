// What the model does about tidying is told to the companion, in six fields and no more.
import assert from "node:assert/strict";
import { doubles } from "../reviews.mjs";
import { extension, hand } from "../stage.mjs";

export const real = true;
export default async ({ open }) => {
  const stage = await open({
    extensions: [extension, hand], env: { MIND_FAKE: "{}" }, settings: { mind: { companion: "persona" } },
    turns: [{ calls: [["memory_optimize", { action: "inspect", target: "project-long" }]] }],
  });
  doubles(stage, "--persona", "dev");
  const pi = await stage.pi();
  await pi.prompt("have a look");
  await pi.prompt("/reveal");
  const { activities } = JSON.parse(pi.notices.at(-1));
  for (const activity of activities) assert.deepEqual(Object.keys(activity).sort(), ["activityId", "phase", "sessionId", "state", "target", "version"]);
  assert.deepEqual(activities.map(({ phase, state, target }) => [phase, state, target]), [["inspect", "running", "project-long"], ["inspect", "done", "project-long"]]);
  assert.equal(new Set(activities.map(({ activityId }) => activityId)).size, 1);
  assert.equal(activities[0].sessionId, pi.state.sessionId);
};
