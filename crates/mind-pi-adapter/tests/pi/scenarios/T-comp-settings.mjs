// The companion's own settings count in its sessions, and it is told at once what is in force and from where. (W-45)
import assert from "node:assert/strict";
import { extension, hand } from "../stage.mjs";

export const real = true;
export default async ({ open }) => {
  const files = { "home/.pi/agent/persona/settings.json": '{"mind":{"capture":{"mode":"prompt"}}}' };
  const stage = await open({ extensions: [hand, extension], env: { MIND_FAKE: "{}" }, files });
  const pi = await stage.pi();
  await pi.prompt("Remember that the staging port is 7101");
  assert.doesNotMatch(stage.mind("recall", "staging port", "--persona", "dev"), /7101/);
  await pi.prompt("/reveal");
  const { settings } = JSON.parse(pi.notices.at(-1));
  assert.equal(settings.length, 1);
  const [{ version, contributor, values, sources }] = settings;
  assert.deepEqual([version, contributor, values["capture.mode"], sources["capture.mode"]], [1, "mind", "prompt", "companion"]);
  assert.deepEqual([values["capture.nudge"], sources["capture.nudge"]], [true, "default"]);
};
