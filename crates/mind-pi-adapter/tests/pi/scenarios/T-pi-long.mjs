// Twenty turns with facts, notes, branches, a fork, a killed engine, a killed Pi and a reload: nothing that was acknowledged is missing. (PI-100, SN-36)
import assert from "node:assert/strict";
import { extension, hand, poll } from "../stage.mjs";

export const real = true;
export const long = 30;
export default async ({ open }) => {
  const remember = (text, more = {}) => ({ calls: [["memory", { action: "remember", text, tier: "project-long", ...more }]] });
  const turns = [];
  const facts = [];
  for (let turn = 1; turn <= 20; turn += 1) {
    const text = `Fact number ${turn}: the service of turn ${turn} listens on ${7100 + turn}`;
    facts.push(text);
    turns.push(remember(text), { text: `Noted ${turn}.` });
  }
  const stage = await open({ turns, extensions: [extension, hand] });
  let pi = await stage.pi();
  let asked = 0;
  const turn = async (count) => {
    for (let done = 0; done < count; done += 1) await pi.prompt(`turn ${(asked += 1)}`);
  };

  await turn(4);
  await pi.report("remember tier=session kind=note the plan is B");
  await turn(3);
  const { entries } = await pi.command({ type: "get_entries" });
  const answers = entries.filter((entry) => entry.type === "message" && entry.message.role === "assistant");
  await pi.prompt(`/navigate ${answers[1].id}`);
  assert.doesNotMatch(await pi.report("notes"), /the plan is B/);
  await turn(2);

  const [{ start }] = pi.trace;
  process.kill(start, "SIGKILL");
  await poll(() => !stage.left().some(({ pid }) => pid === start));
  await turn(3);

  await pi.prompt("/again");
  await pi.until(() => pi.calls("host_session_open").length >= 3, "the session after a reload");
  await turn(2);
  await pi.report("remember tier=session kind=note the plan is C");
  await turn(1);

  const { sessionFile } = pi.state;
  pi.child.kill("SIGKILL");
  await pi.exited;
  pi = await stage.pi("--session", sessionFile);
  assert.match(await pi.report("notes"), /the plan is C/);
  await turn(3);
  const { messages } = await pi.command({ type: "get_fork_messages" });
  await pi.command({ type: "fork", entryId: messages.at(-1).entryId });
  assert.match(await pi.report("notes"), /the plan is C/);
  await turn(2);

  const acknowledged = new Set(stage.results().flatMap((text) => /^Remembered ([0-9a-f]{12})/.exec(text)?.[1] ?? []));
  assert.equal(acknowledged.size, 20);
  const kept = stage.mind("export").trim().split("\n").map((line) => JSON.parse(line));
  for (const id of acknowledged) assert.ok(kept.some((fact) => fact.id === id), id);
  for (const fact of facts) assert.ok(kept.some(({ text }) => text === fact), fact);
  assert.deepEqual(pi.errors, []);
  await pi.end();
  assert.deepEqual(stage.left(), []);
};
