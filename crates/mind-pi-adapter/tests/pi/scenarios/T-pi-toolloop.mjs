// Every model call of one run sees the same blocks, and the engine is asked once.
import assert from "node:assert/strict";
import { seed } from "../stage.mjs";

export default async ({ open, real }) => {
  const turns = [{ calls: [["bash", { command: "true" }]] }, { calls: [["memory", { action: "recall" }]] }, { text: "Done." }];
  const stage = await open({ turns });
  if (real) seed(stage);
  const pi = await stage.pi();
  await pi.prompt("look around");
  const blocks = stage.model.asked.map(({ messages }) => messages.slice(1, 3).map((message) => message.text));
  assert.equal(blocks.length, 3);
  assert.deepEqual(blocks[1], blocks[0]);
  assert.deepEqual(blocks[2], blocks[0]);
  assert.equal(pi.calls("host_run_start").length, 1);
  assert.equal(pi.calls("host_tool_call").length, 1);
};
