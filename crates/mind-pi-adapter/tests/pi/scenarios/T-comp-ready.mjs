// With a companion, memory is its persona's, whichever extension is loaded first.
import assert from "node:assert/strict";
import { extension, hand } from "../stage.mjs";

export const real = true;
export default async ({ open }) => {
  for (const extensions of [[hand, extension], [extension, hand]]) {
    const stage = await open({ extensions, env: { MIND_FAKE: "{}" }, settings: { mind: { companion: "persona" } } });
    stage.remember("dev rides a bicycle", "--tier", "persona", "--persona", "dev");
    stage.remember("nobody rides a horse", "--tier", "persona");
    const pi = await stage.pi();
    await pi.prompt("who rides?");
    const text = JSON.stringify(stage.model.asked[0].messages);
    assert.match(text, /dev rides a bicycle/);
    assert.doesNotMatch(text, /rides a horse/);
    assert.ok(stage.model.asked[0].tools.includes("memory"));
    assert.deepEqual(pi.warnings, []);
    assert.deepEqual(pi.errors, []);
    await pi.end();
  }
};
