// A companion that turns up later takes over, once, and that is said.
import assert from "node:assert/strict";
import { extension } from "../stage.mjs";

const late = `import { fakePersona } from "${extension}/test/fake-persona.mjs";
export default (pi) => pi.registerCommand("appear", { description: "appear", handler: async (_args, ctx) => fakePersona(pi.events, ctx.sessionManager.getSessionId()).change({}) });`;

export const real = true;
export default async ({ open }) => {
  const stage = await open();
  stage.remember("dev rides a bicycle", "--tier", "persona", "--persona", "dev");
  stage.remember("nobody rides a horse", "--tier", "persona");
  stage.extensions = [...stage.extensions, stage.write("late.ts", late)];
  const pi = await stage.pi();
  await pi.prompt("who rides?");
  assert.match(stage.model.asked[0].messages[1].text, /horse/);
  await pi.prompt("/appear");
  await pi.prompt("and now?");
  const text = JSON.stringify(stage.model.asked[1].messages);
  assert.match(text, /dev rides a bicycle/);
  assert.doesNotMatch(text, /horse/);
  assert.deepEqual(pi.warnings, ["pi-persona appeared: memory now follows its persona."]);
};
