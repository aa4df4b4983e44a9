// A companion that is too old is named with its version.
import assert from "node:assert/strict";
import { extension, hand } from "../stage.mjs";

export const real = true;
export default async ({ open }) => {
  const stage = await open({ extensions: [hand, extension], env: { MIND_FAKE: '{"providerVersion":"1.9.20"}' } });
  const pi = await stage.pi();
  await pi.prompt("hello");
  assert.deepEqual(stage.model.asked[0].tools.filter((name) => /memory|backlog/.test(name)), []);
  assert.deepEqual(pi.warnings, ["mind is off: pi-persona 1.9.20 does not fit; 1.17.5 or newer is needed."]);
};
