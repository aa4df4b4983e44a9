// A companion that is ready a while after the start: the first prompt has memory, and nobody was warned.
import assert from "node:assert/strict";
import { extension, hand } from "../stage.mjs";

export const real = true;
export default async ({ open }) => {
  const stage = await open({ extensions: [extension, hand], env: { MIND_FAKE: '{"lateMs":500}' }, settings: { mind: { companion: "persona" } } });
  stage.remember("dev rides a bicycle", "--tier", "persona", "--persona", "dev");
  const pi = await stage.pi();
  await pi.until(() => pi.calls("host_owner_changed").length > 0, "the companion");
  await pi.prompt("who rides?");
  assert.match(stage.model.asked[0].messages[1].text, /dev rides a bicycle/);
  assert.deepEqual(pi.warnings, []);
};
