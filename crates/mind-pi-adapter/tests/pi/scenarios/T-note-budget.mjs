// Many long notes: the one that matches comes first, all stay inside their share, and what is left out is said.
import assert from "node:assert/strict";

export const real = true;
export default async ({ open }) => {
  const note = (text, kind = "note") => ["memory", { action: "remember", tier: "session", kind, text }];
  const many = Array.from({ length: 40 }, (_, at) => note(`Filler ${at} ${"lorem ".repeat(98)}`.slice(0, 600)));
  const match = note(`The harbour pilot boards at buoy seven. ${"detail-".repeat(300)}`.slice(0, 2000));
  const stage = await open({ turns: [{ calls: [...many, match, note("Finish the chart", "objective")] }] });
  const pi = await stage.pi();
  await pi.prompt("note all of it");
  assert.ok(stage.results().every((text) => text.startsWith("Noted ")), stage.results().join("\n"));
  await pi.prompt("where does the harbour pilot board?");
  const task = stage.model.asked.at(-1).messages.at(-2).text;
  const section = task.slice(task.indexOf("## Session notes"), task.indexOf("</mind-memory>")).split(/\n(?=## )/)[0];
  assert.ok(Buffer.byteLength(section) <= 1800, `${Buffer.byteLength(section)} bytes`);
  assert.match(section.split("\n")[1], /The harbour pilot boards at buoy seven\..*" …\(\+1300 chars; read [0-9a-f]{12}\)/);
  assert.match(task, /\d+ session notes not shown/);
};
