// A delegated worker keeps the persona it was started with; another one never takes its place.
import assert from "node:assert/strict";
import { extension, hand } from "../stage.mjs";

export const real = true;
export default async ({ open }) => {
  const stage = await open({ extensions: [hand, extension], env: { MIND_FAKE: "{}", PI_PERSONA_LEG: "1" } });
  stage.remember("dev rides a bicycle", "--tier", "persona", "--persona", "dev");
  stage.remember("ops rides a tram", "--tier", "persona", "--persona", "ops");
  const pi = await stage.pi();
  await pi.prompt("who rides?");
  assert.match(stage.model.asked[0].messages[1].text, /bicycle/);
  await pi.prompt('/change {"persona":"ops"}');
  await pi.prompt("and now?");
  assert.doesNotMatch(JSON.stringify(stage.model.asked[1].messages), /tram/);
  assert.deepEqual(pi.warnings, []);
};
