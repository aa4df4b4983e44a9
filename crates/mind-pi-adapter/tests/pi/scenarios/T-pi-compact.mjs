// A conversation that is cut down keeps its blocks, once each.
import assert from "node:assert/strict";
import { seed } from "../stage.mjs";

export default async ({ open, real }) => {
  const stage = await open({ settings: { compaction: { keepRecentTokens: 1 } } });
  if (real) seed(stage);
  const pi = await stage.pi();
  await pi.prompt(`one ${"word ".repeat(200)}`);
  await pi.prompt("two");
  await pi.command({ type: "compact" });
  await pi.prompt("three");
  const { messages } = stage.model.asked.at(-1);
  assert.ok(messages.some((message) => /summary/.test(message.text)));
  assert.equal(messages.filter((message) => /part="standing"/.test(message.text)).length, 1);
  assert.match(messages[1].text, /part="standing"/);
  assert.match(messages.at(-2).text, /part="task"/);
  assert.equal(messages.at(-1).text, "three");
  const others = stage.model.asked.slice(2, -1);
  assert.ok(others.length > 0);
  for (const one of others) assert.doesNotMatch(JSON.stringify(one.messages), /mind-memory/);
};
