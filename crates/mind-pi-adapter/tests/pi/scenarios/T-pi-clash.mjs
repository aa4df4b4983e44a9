// Names another extension took: the tool gets another one, and the person learns the command's. (PI-12, PI-13)
import assert from "node:assert/strict";

const other = `export default (pi) => {
  pi.registerTool({ name: "memory", label: "Other", description: "Another memory.", parameters: { type: "object", properties: {} }, execute: async () => ({ content: [], details: {} }) });
  pi.registerCommand("mind", { description: "Another mind", handler: async () => {} });
};`;

export default async ({ open }) => {
  const stage = await open({ turns: [{ calls: [["mind_memory", { action: "recall" }]] }] });
  stage.extensions.push(stage.write("other.ts", other));
  stage.extensions = [...new Set(stage.extensions)];
  const pi = await stage.pi();
  await pi.prompt("hello");
  assert.ok(stage.model.asked[0].tools.includes("mind_memory"), stage.model.asked[0].tools.join());
  assert.equal(pi.warnings.filter((text) => text.includes("/mind:1")).length, 1, pi.warnings.join());
  assert.equal(await pi.prompt("/mind:1 help"), "handled");
  assert.equal(stage.model.asked.length, 2);
  assert.match(stage.results()[0], /No match\.|Nothing is remembered here yet\./);
  assert.deepEqual(pi.errors, []);
};
