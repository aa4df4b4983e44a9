// The blocks stand where they belong, are new for each request, and are in no session file.
import assert from "node:assert/strict";
import { seed } from "../stage.mjs";

export default async ({ open, real }) => {
  const stage = await open();
  if (real) seed(stage);
  const pi = await stage.pi();
  await pi.prompt("first question");
  await pi.prompt("second question");
  const [first, second] = stage.model.asked;
  assert.deepEqual(first.messages.map((message) => message.role), ["system", "user", "user", "user"]);
  assert.match(first.messages[1].text, /part="standing"/);
  assert.match(first.messages[2].text, /part="task"/);
  assert.equal(first.messages[3].text, "first question");
  assert.deepEqual(second.messages.map((message) => message.role), ["system", "user", "user", "assistant", "user", "user"]);
  assert.equal(second.messages[1].text, first.messages[1].text);
  assert.equal(second.messages[2].text, "first question");
  assert.match(second.messages[4].text, /part="task"/);
  assert.equal(second.messages.filter((message) => /part="task"/.test(message.text)).length, 1);
  assert.equal(pi.calls("host_run_start").length, 2);
  assert.deepEqual(await pi.end(), { code: 0, signal: null });
  assert.doesNotMatch(stage.sessions()[0].text, /mind-memory|mind-standing|mind-task/);
  assert.deepEqual(pi.errors, []);
};
