// A torn line hides notes and is said; the file is not touched, and Pi works.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const real = true;
export default async ({ open }) => {
  const stage = await open();
  const pi = await stage.pi();
  await pi.prompt("one");
  await pi.report("remember tier=session kind=note the plan is B");
  await pi.prompt("two");
  await pi.end();
  const [{ text }] = stage.sessions();
  const lines = text.split("\n");
  const at = lines.findIndex((line) => line.includes("pi-persona-mind-session-note"));
  lines.splice(at, 2, lines[at].slice(0, 60) + lines[at + 1]);
  const torn = join(stage.root, "torn.jsonl");
  writeFileSync(torn, lines.join("\n"));

  const again = await stage.pi("--session", torn);
  await again.prompt("three");
  assert.equal(stage.model.asked.length, 3);
  await again.prompt("four");
  const warned = again.warnings.filter((warning) => warning.includes("part of this session file is unreadable"));
  assert.equal(warned.length, 1, again.warnings.join());
  await again.end();
  assert.ok(readFileSync(torn, "utf8").startsWith(lines.join("\n")));
};
