// The tools' schemas are plain, and a call without a field it needs is told which, twice alike.
import assert from "node:assert/strict";

export const real = true;
export default async ({ open }) => {
  const needs = [
    ["memory", { action: "remember" }, "text"], ["memory", { action: "read" }, "id"], ["memory", { action: "forget" }, "id"], ["memory", { action: "promote" }, "id"],
    ["backlog", { action: "add" }, "text"], ["backlog", { action: "take" }, "id"], ["backlog", { action: "done" }, "id"], ["backlog", { action: "drop" }, "id"],
    ["memory_optimize", { action: "apply" }, "planId"], ["memory_optimize", { action: "undo" }, "receiptId"],
  ];
  const stage = await open({ turns: [{ calls: [...needs, needs[0], ["memory", { action: "read", id: "0".repeat(12), text: "x" }]] }] });
  const pi = await stage.pi();
  await pi.prompt("try them");
  const tools = stage.model.asked[0].body.tools.map((tool) => tool.function).filter(({ name }) => ["memory", "backlog", "memory_optimize"].includes(name));
  assert.equal(tools.length, 3);
  for (const { name, parameters } of tools) {
    const { type, additionalProperties, required } = parameters;
    assert.deepEqual({ type, additionalProperties, required }, { type: "object", additionalProperties: false, required: ["action"] }, name);
    assert.deepEqual(["oneOf", "anyOf", "allOf", "not", "if"].filter((key) => key in parameters), [], name);
  }
  const results = stage.results();
  needs.forEach(([, , field], at) => assert.match(results[at], new RegExp(`${field}.*\\(input\\.missing_field\\)`), results[at]));
  assert.equal(results[needs.length], results[0]);
  assert.match(results.at(-1), /text.*\(input\.unknown_field\)/);
};
