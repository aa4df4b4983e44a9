// A follow-up is a request of its own; a message that steers a running tool loop is not. (PI-43, PI-61)
import assert from "node:assert/strict";
import { seed } from "../stage.mjs";

export default async ({ open, real }) => {
  let release;
  const until = new Promise((resolve) => (release = resolve));
  const stage = await open({ turns: [{ text: "One.", until }, { text: "Two." }] });
  if (real) seed(stage);
  const pi = await stage.pi();
  const first = pi.prompt("do it");
  await stage.model.until(1);
  assert.equal(await pi.prompt("and then this", { streamingBehavior: "followUp" }), "queued");
  release();
  await first;
  assert.equal(stage.model.asked.length, 2);
  assert.equal(pi.calls("host_run_start").length, 2);
  const task = stage.model.asked[1].messages.findIndex((message) => /part="task"/.test(message.text));
  assert.equal(stage.model.asked[1].messages[task + 1].text, "and then this");

  let free;
  const held = new Promise((resolve) => (free = resolve));
  const other = await open({ turns: [{ calls: [["bash", { command: "true" }]], until: held }, { text: "Steered." }] });
  if (real) seed(other);
  const steered = await other.pi();
  const run = steered.prompt("start");
  await other.model.until(1);
  assert.equal(await steered.prompt("rather like this", { streamingBehavior: "steer" }), "queued");
  free();
  await run;
  assert.equal(other.model.asked[1].messages.at(-1).text, "rather like this");
  assert.equal(steered.calls("host_run_start").length, 1);
  const [before, after] = other.model.asked.map(({ messages }) => messages.filter((message) => /part=/.test(message.text)).map((message) => message.text));
  assert.deepEqual(after, before);
};
