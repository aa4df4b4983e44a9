// The engine can be started anew, also when it was not there before. (PI-25, PI-80)
import assert from "node:assert/strict";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { stub } from "../stage.mjs";

export default async ({ open, binary }) => {
  const stage = await open();
  const path = join(stage.root, "later");
  stage.env.MIND_BIN = path;
  const pi = await stage.pi();
  assert.match(await pi.report("restart"), /later: missing/);
  copyFileSync(binary === stub ? stub : binary, path);
  assert.match(await pi.report("restart"), /^mind \d+\.\d+\.\d+ started\.$/);
  await pi.prompt("hello");
  assert.ok(stage.model.asked[0].tools.includes("memory"));
  assert.notEqual(pi.statuses.at(-1), "mind: no engine");
  await pi.report("restart");
  assert.equal(stage.left().filter(({ command }) => command.includes("--profile host")).length, 1);
  assert.deepEqual(pi.errors, []);
};
