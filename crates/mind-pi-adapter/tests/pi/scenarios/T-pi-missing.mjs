// Without an engine Pi works as if the extension were not there, and says so once; the command says where it looked. (PI-4, PI-10, PI-82)
import assert from "node:assert/strict";
import { join } from "node:path";

export default async ({ open }) => {
  const stage = await open({ env: { MIND_BIN: "/nowhere/mind" } });
  const pi = await stage.pi();
  await pi.prompt("hello");
  await pi.prompt("again");
  assert.deepEqual(stage.model.asked[0].messages.map((message) => message.role), ["system", "user"]);
  assert.deepEqual(pi.warnings, ["mind: no engine. Set MIND_BIN, install the platform package, or cargo install mind-cli."]);
  assert.equal(pi.statuses.at(-1), "mind: no engine");
  assert.equal(await pi.prompt("/mind doctor"), "handled");
  const card = pi.events.findLast((event) => event.type === "entry_appended").entry;
  assert.match(card.data.body, /MIND_BIN: \/nowhere\/mind: missing/);
  assert.match(card.data.body, /Set MIND_BIN, install the platform package, or cargo install mind-cli\.$/);
  assert.deepEqual(pi.errors, []);
  assert.deepEqual(await pi.end(), { code: 0, signal: null });

  const relative = await open({ env: { MIND_BIN: undefined }, settings: { mind: { binary: "bin/mind" } } });
  const other = await relative.pi();
  await other.prompt("/mind");
  const body = other.events.findLast((event) => event.type === "entry_appended").entry.data.body;
  assert.match(body, /setting mind\.binary: bin\/mind: must be absolute or start with ~\//);
  assert.doesNotMatch(body, new RegExp(join("target", "debug")));
};
