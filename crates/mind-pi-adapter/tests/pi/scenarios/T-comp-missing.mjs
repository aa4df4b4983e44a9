// A companion that was asked for and is not there: no tools, one warning, and the memory is not touched.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";

export const real = true;
export default async ({ open }) => {
  const stage = await open({ settings: { mind: { companion: "persona" } } });
  const pi = await stage.pi();
  await pi.prompt("Remember that the staging port is 7101");
  assert.deepEqual(stage.model.asked[0].tools.filter((name) => /memory|backlog/.test(name)), []);
  assert.deepEqual(stage.model.asked[0].messages.map(({ role }) => role), ["system", "user"]);
  assert.deepEqual(pi.warnings, ["mind is off: pi-persona is not running here. Enable pi-persona 1.17.5 or newer, or set mind.companion to standalone."]);
  assert.equal(existsSync(stage.memory), false);
  assert.equal(pi.statuses.at(-1), "mind: inactive (companion.missing)");
  assert.match(await pi.report("doctor"), /companion\.missing/);
};
