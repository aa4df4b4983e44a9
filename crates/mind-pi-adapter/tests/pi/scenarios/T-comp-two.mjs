// Two companions are none.
import assert from "node:assert/strict";
import { extension, hand } from "../stage.mjs";

export const real = true;
export default async ({ open }) => {
  const stage = await open({ extensions: [extension, hand], env: { MIND_FAKE: '{"count":2}' }, settings: { mind: { companion: "persona" } } });
  const pi = await stage.pi();
  await pi.prompt("hello");
  assert.deepEqual(stage.model.asked[0].messages.map(({ role }) => role), ["system", "user"]);
  assert.equal(pi.warnings.filter((text) => text === "mind is off: more than one companion answers.").length, 1, pi.warnings.join());
};
