// A delegated report that was blocked causes one toast and one hint, and its text is in neither.
import assert from "node:assert/strict";

const delegate = `export default (pi) => pi.registerTool({
  name: "delegate", label: "Delegate", description: "Hands work on.", parameters: { type: "object", properties: {} },
  execute: async () => ({ content: [{ type: "text", text: "[BLOCKED] the quay is closed" }], details: {} }),
});`;

export const real = true;
export default async ({ open }) => {
  const stage = await open({ turns: [{ calls: [["delegate", {}]] }, { text: "It was blocked." }] });
  stage.extensions = [...stage.extensions, stage.write("delegate.ts", delegate)];
  const pi = await stage.pi();
  await pi.prompt("hand it on");
  await pi.until(() => pi.calls("host_settled").length > 0, "the end of the run");
  await pi.prompt("what now?");
  assert.equal(pi.notices.filter((text) => text === "A delegated report was blocked; queue it with backlog?").length, 1, pi.notices.join());
  const task = stage.model.asked.at(-1).messages.at(-2).text;
  assert.equal(task.trim().split("\n").at(-1), "[mind] A delegated report in the last run was blocked. If work remains, queue it once with backlog add.");
  assert.doesNotMatch(task, /quay/);
};
