// Pi writes a session with its first message: the receipt says so, and what it says is true.
import assert from "node:assert/strict";

export const real = true;
export default async ({ open }) => {
  const stage = await open();
  const pi = await stage.pi();
  const receipt = await pi.report("remember tier=session kind=note the plan is B");
  assert.match(receipt, /on this branch\..*until then the note is only in memory\./s);
  await pi.prompt("go on");
  const { sessionFile } = pi.state;
  await pi.end();
  const again = await stage.pi("--session", sessionFile);
  assert.match(await again.report("notes"), /the plan is B/);
  await again.end();

  const silent = await open();
  const other = await silent.pi();
  assert.match(await other.report("remember tier=session kind=note lost"), /only in memory/);
  await other.end();
  assert.deepEqual(silent.sessions(), []);
};
