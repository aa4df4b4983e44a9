// A note is on its branch: gone before it in the tree, back with it.
import assert from "node:assert/strict";
import { extension, hand } from "../stage.mjs";

export const real = true;
export default async ({ open }) => {
  const stage = await open({ extensions: [extension, hand] });
  const pi = await stage.pi();
  await pi.prompt("one");
  await pi.prompt("two");
  await pi.report("remember tier=session kind=note the plan is B");
  await pi.prompt("three");
  const { entries, leafId } = await pi.command({ type: "get_entries" });
  const answers = entries.filter((entry) => entry.type === "message" && entry.message.role === "assistant");
  const listed = async () => /the plan is B/.test(await pi.report("notes"));

  await pi.prompt(`/navigate ${answers[0].id}`);
  assert.equal(await listed(), false);
  await pi.prompt("elsewhere");
  assert.doesNotMatch(JSON.stringify(stage.model.asked.at(-1).messages), /the plan is B/);
  await pi.prompt(`/navigate ${leafId}`);
  assert.equal(await listed(), true);
  await pi.prompt("back");
  assert.match(stage.model.asked.at(-1).messages.at(-2).text, /the plan is B/);
  assert.ok(pi.calls("host_tree_changed").length >= 2);
  assert.deepEqual(pi.errors, []);
};
