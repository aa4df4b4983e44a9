// A lock keeps a capture waiting and the session is left meanwhile: the next one hears nothing of it.
import assert from "node:assert/strict";
import { seed } from "../stage.mjs";

export const real = true;
export default async ({ open }) => {
  const stage = await open();
  seed(stage);
  const pi = await stage.pi();
  await pi.prompt("one");
  const release = await stage.locked();
  const late = pi.command({ type: "prompt", message: "Remember that the staging port is 7101" }).catch(() => {});
  await pi.command({ type: "new_session" });
  release();
  await late;
  await pi.until(() => pi.calls("host_session_open").length === 2, "the new session");
  await pi.prompt("two");
  assert.deepEqual(pi.notices.filter((text) => /Captured|Already|Not captured/.test(text)), []);
  assert.doesNotMatch(JSON.stringify(stage.model.asked.at(-1).messages), /\[mind\]/);
  assert.deepEqual(pi.errors, []);
};
