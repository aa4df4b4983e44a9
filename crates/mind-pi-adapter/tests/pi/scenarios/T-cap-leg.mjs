// A delegated worker's prompt is nobody's wish to remember.
import assert from "node:assert/strict";

export const real = true;
export default async ({ open }) => {
  const stage = await open({ env: { PI_PERSONA_LEG: "1" } });
  const pi = await stage.pi();
  await pi.prompt("Remember that the staging port is 7101");
  assert.doesNotMatch(JSON.stringify(stage.model.asked[0].messages), /\[mind\]|mind-memory/);
  assert.doesNotMatch(stage.mind("recall", "staging port"), /7101/);
  assert.deepEqual(pi.calls("host_input"), []);
};
