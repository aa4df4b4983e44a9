// In print mode a report goes to standard error and the answer alone to standard output.
import assert from "node:assert/strict";
import { seed } from "../stage.mjs";

export default async ({ open, real }) => {
  const stage = await open({ env: { MIND_PI_TRACE: undefined }, turns: [{ text: "The answer." }] });
  if (real) seed(stage);
  const report = await stage.shot("-p", "/mind doctor");
  assert.deepEqual(report.exit, { code: 0, signal: null });
  assert.equal(report.stdout, "");
  assert.match(report.stderr, /doctor|engine/);
  const asked = await stage.shot("-p", "a question");
  assert.deepEqual(asked.exit, { code: 0, signal: null });
  assert.equal(asked.stdout, "The answer.\n");
  assert.match(stage.model.asked[0].messages[1].text, /part="standing"/);
  const json = await stage.shot("--mode", "json", "/mind help");
  assert.ok(json.events.some((event) => event.type === "entry_appended" && event.entry.customType === "mind-card"));
  assert.deepEqual(stage.left(), []);
};
