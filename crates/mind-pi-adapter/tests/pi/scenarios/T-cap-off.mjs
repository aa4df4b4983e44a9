// Off is off, whoever says so.
import assert from "node:assert/strict";

export const real = true;
export default async ({ open }) => {
  const ways = [
    { env: { MIND_CAPTURE: "off" } },
    { settings: { mind: { capture: { mode: "off" } } } },
    { files: { "home/.config/mind/config.toml": '[capture]\nmode = "off"\n' } },
  ];
  for (const way of ways) {
    const stage = await open(way);
    const pi = await stage.pi();
    await pi.prompt("Remember that the staging port is 7101");
    assert.deepEqual(stage.model.asked[0].messages.map(({ role }) => role), ["system", "user"], JSON.stringify(way));
    assert.doesNotMatch(stage.mind("recall", "staging port"), /7101/);
    assert.deepEqual(pi.notices, []);
    await pi.end();
  }
};
