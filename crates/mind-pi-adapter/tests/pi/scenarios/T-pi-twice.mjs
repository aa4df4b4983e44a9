// Pi 1.4.0 sends two session starts for one new session; there is one child and one open for each session all the same. (PI-15, PI-16)
import assert from "node:assert/strict";
import { seed } from "../stage.mjs";

export default async ({ open, real }) => {
  const stage = await open();
  if (real) seed(stage);
  const pi = await stage.pi();
  await pi.prompt("in the first session");
  await pi.command({ type: "new_session" });
  await pi.prompt("in the second");
  assert.equal(pi.calls("host_session_open").length, 2);
  assert.equal(pi.calls("host_session_close").length, 1);
  assert.equal(pi.trace.filter((one) => one.start).length, 2);
  assert.equal(stage.left().filter(({ command }) => command.includes("--profile host")).length, 1);
  const blocks = stage.model.asked[1].messages.filter((message) => /part=/.test(message.text));
  assert.equal(blocks.length, 2);
  assert.deepEqual(pi.errors, []);
};
