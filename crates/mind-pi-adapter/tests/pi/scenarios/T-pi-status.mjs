// The status line says how much is remembered, from the start on.
import assert from "node:assert/strict";
import { seed } from "../stage.mjs";

export const real = true;
export default async ({ open }) => {
  const stage = await open({ turns: [{ calls: [["backlog", { action: "add", text: "look at the flaky test" }]] }] });
  seed(stage);
  const pi = await stage.pi();
  assert.equal(pi.statuses.at(-1), "mind 1L·1S");
  await pi.prompt("queue it");
  await pi.report("remember tier=session kind=note the plan is B");
  await pi.until(() => pi.statuses.at(-1) === "mind 1L·1S·1N · backlog 1", "the counts");
};
