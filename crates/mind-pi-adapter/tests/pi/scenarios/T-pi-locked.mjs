// Another program holds every lock: the prompt has its memory, and a write is refused in time.
import assert from "node:assert/strict";
import { seed } from "../stage.mjs";

export const real = true;
export const long = 12;
export default async ({ open }) => {
  const stage = await open({ turns: [{ calls: [["memory", { action: "remember", text: "The harbour opens at six", tier: "project-long" }]] }] });
  seed(stage);
  const pi = await stage.pi();
  const release = await stage.locked();
  await pi.prompt("when does it open?");
  assert.match(stage.model.asked[0].messages[1].text, /The release train leaves on Thursday/);
  assert.match(stage.results()[0], /\(store\.locked\)/);
  const [{ ms }] = pi.calls("host_tool_call");
  assert.ok(ms <= 10_000, `${ms} ms`);
  release();
  assert.deepEqual(pi.errors, []);
};
