// A tool call that does not end: the person gives it up, or the engine dies under it; both are said, and Pi goes on. (PI-28)
import assert from "node:assert/strict";
import { stub } from "../stage.mjs";

export default async ({ open }) => {
  const call = { calls: [["memory", { action: "recall" }]] };
  const stage = await open({ binary: stub, env: { MIND_STUB: "busy" }, turns: [call, call, { text: "So be it." }] });
  stage.env.MIND_STUB_LOG = stage.write("log", "");
  const pi = await stage.pi();
  const toolRuns = () => pi.events.filter((event) => event.type === "tool_execution_start").length;
  const outcome = () => pi.events.findLast((event) => event.type === "tool_execution_end");

  const given = pi.prompt("recall");
  await pi.until(() => toolRuns() === 1, "the tool call");
  await pi.command({ type: "abort" });
  await given;
  assert.equal(outcome().isError, true);
  assert.equal(outcome().result.content[0].text, "Cancelled; check with recall before repeating.");

  const lost = pi.prompt("again");
  await pi.until(() => toolRuns() === 2, "the second call");
  process.kill(pi.trace[0].start, "SIGKILL");
  await lost;
  assert.equal(outcome().isError, true);
  assert.equal(outcome().result.content[0].text, "mind stopped before it answered; check with recall before repeating.");
  assert.equal(outcome().result.details.code, "host.engine_lost");
  assert.deepEqual(pi.errors, []);
};
