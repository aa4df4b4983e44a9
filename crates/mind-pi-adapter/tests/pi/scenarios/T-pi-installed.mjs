// Installed by the binary itself, Pi loads the extension by itself, and the extension finds that binary; taken out again, nothing of it is left. (PI-1, PI-3)
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { seed } from "../stage.mjs";

export const real = true;
export default async ({ open }) => {
  const stage = await open({ extensions: [], env: { MIND_BIN: undefined } });
  seed(stage);
  stage.mind("setup", "pi", "--yes");
  const pi = await stage.pi();
  await pi.prompt("hello");
  assert.match(stage.model.asked[0].messages[1].text, /The release train leaves on Thursday/);
  assert.ok(stage.model.asked[0].tools.includes("memory"));
  assert.match(await pi.report("doctor"), /found +setting mind\.binary/);
  assert.deepEqual(pi.warnings, []);
  assert.deepEqual(pi.errors, []);
  await pi.end();

  stage.mind("setup", "pi", "--remove", "--yes");
  assert.equal(existsSync(join(stage.agent, "extensions/mind")), false);
  const without = await stage.pi();
  await without.prompt("hello");
  assert.deepEqual(stage.model.asked.at(-1).messages.map(({ role }) => role), ["system", "user"]);
  assert.deepEqual(without.errors, []);
};
