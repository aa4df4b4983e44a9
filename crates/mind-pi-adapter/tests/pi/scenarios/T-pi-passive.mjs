// The predecessor is loaded too: tools and command work under free names, and nothing happens by itself.
import assert from "node:assert/strict";
import { seed } from "../stage.mjs";

const predecessor = `export default (pi) => pi.registerCommand("persona-mind", { description: "The older one", handler: async () => {} });`;

export const real = true;
export default async ({ open }) => {
  const stage = await open();
  seed(stage);
  stage.extensions = [...stage.extensions, stage.write("predecessor.ts", predecessor)];
  const pi = await stage.pi();
  await pi.prompt("Remember that the staging port is 7101");
  assert.deepEqual(stage.model.asked[0].messages.map(({ role }) => role), ["system", "user"]);
  assert.ok(stage.model.asked[0].tools.includes("memory"));
  assert.doesNotMatch(stage.mind("recall", "staging port"), /7101/);
  assert.equal(pi.warnings.length, 1, pi.warnings.join());
  assert.match(await pi.report("recall release train"), /Thursday/);
  const { commands } = await pi.command({ type: "get_commands" });
  assert.equal(commands.filter(({ name }) => name.startsWith("persona-mind")).length, 1);
};
