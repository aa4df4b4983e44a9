// Loaded from two paths, one copy works and the other says so. (PI-17)
import assert from "node:assert/strict";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { extension, seed } from "../stage.mjs";

export default async ({ open, real }) => {
  const stage = await open();
  if (real) seed(stage);
  const copy = join(stage.root, "copy");
  cpSync(extension, copy, { recursive: true });
  stage.extensions = [extension, copy];
  const pi = await stage.pi();
  await pi.prompt("hello");
  const [{ messages }] = stage.model.asked;
  assert.deepEqual(messages.map((message) => message.role), ["system", "user", "user", "user"]);
  assert.equal(pi.trace.filter((one) => one.start).length, 1);
  assert.equal(pi.calls("host_input").length, 1);
  const twice = pi.warnings.filter((text) => text.includes("loaded twice"));
  assert.equal(twice.length, 1);
  assert.ok(twice[0].includes(extension) && twice[0].includes(copy), twice[0]);
  await pi.prompt("/mind:2");
  assert.equal(pi.events.findLast((event) => event.type === "entry_appended").entry.data.body, twice[0]);
  assert.deepEqual(pi.errors, []);
};
