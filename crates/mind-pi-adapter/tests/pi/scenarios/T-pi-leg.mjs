// A delegated worker is given what stands and nothing else; the variable that only disables the companion makes no worker.
import assert from "node:assert/strict";
import { seed } from "../stage.mjs";

export default async ({ open, real }) => {
  const stage = await open({ env: { PI_PERSONA_LEG: "1" } });
  if (real) seed(stage);
  if (!real) stage.env.MIND_STUB_LOG = stage.write("log", "");
  const pi = await stage.pi();
  await pi.prompt("do a part of it");
  const [{ tools, messages }] = stage.model.asked;
  assert.deepEqual(tools.filter((name) => /mind|memory|backlog/.test(name)), []);
  const { commands } = await pi.command({ type: "get_commands" });
  assert.deepEqual(commands.filter(({ name }) => /mind/.test(name)), []);
  assert.deepEqual(messages.filter((message) => /part="task"/.test(message.text)), real ? [] : [messages[2]]);
  assert.deepEqual(pi.shown, []);
  assert.deepEqual(pi.trace.filter((one) => one.call).map((one) => one.call), ["host_session_open", "host_run_start"]);

  const whole = await open({ env: { PI_PERSONA_DISABLE: "1" } });
  const other = await whole.pi();
  await other.prompt("do it");
  assert.ok(whole.model.asked[0].tools.includes("memory"));
};
