// However Pi ends, nothing of it stays; and it does not wait long for a busy engine.
import assert from "node:assert/strict";
import { poll, stub } from "../stage.mjs";

export const long = 10;
export default async ({ open }) => {
  const stage = await open();
  const idle = await stage.pi();
  await idle.prompt("hello");
  const alone = performance.now();
  await idle.end();
  assert.ok(performance.now() - alone < 1500, `idle: ${performance.now() - alone} ms`);
  assert.deepEqual(stage.left(), []);
  for (const signal of ["SIGTERM", "SIGKILL"]) {
    const pi = await stage.pi();
    pi.child.kill(signal);
    await pi.exited;
    await poll(() => stage.left().length === 0, `no process after ${signal}`, 10_000);
  }

  const busy = await open({ binary: stub, env: { MIND_STUB: "stubborn" } });
  const pi = await busy.pi();
  await pi.prompt("hello");
  const began = performance.now();
  assert.deepEqual(await pi.end(), { code: 0, signal: null });
  const took = performance.now() - began;
  assert.ok(took < 3600, `busy: ${took} ms`);
  await poll(() => busy.left().length === 0);
};
