// Another persona between two prompts: its memory, and nothing of the one before.
import assert from "node:assert/strict";
import { extension, hand } from "../stage.mjs";

export const real = true;
export default async ({ open }) => {
  const stage = await open({ extensions: [extension, hand], env: { MIND_FAKE: "{}" }, settings: { mind: { companion: "persona" } } });
  stage.remember("dev rides a bicycle", "--tier", "persona", "--persona", "dev");
  stage.remember("ops rides a tram", "--tier", "persona", "--persona", "ops");
  const pi = await stage.pi();
  await pi.prompt("who rides?");
  assert.match(stage.model.asked[0].messages[1].text, /bicycle/);
  await pi.prompt('/change {"persona":"ops"}');
  await pi.prompt("and now?");
  const text = JSON.stringify(stage.model.asked[1].messages);
  assert.match(text, /ops rides a tram/);
  assert.doesNotMatch(text, /bicycle/);
  assert.deepEqual(pi.warnings, []);
};
