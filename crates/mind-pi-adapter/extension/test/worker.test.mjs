import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { test } from "node:test";
import { CHANNEL } from "../src/bus.ts";
import { Workers } from "../src/worker.ts";
import { fakePersona } from "./fake-persona.mjs";

const model = { provider: "acme", id: "large-1", thinking: "off" };
const work = (more = {}) => ({ id: "e1", type: "run_worker", runId: "r1", via: "companion", model, systemPrompt: "s", prompt: "p", maxOutputTokens: 10, deadlineMs: 60_000, ...more });

function createHost() {
  const emitter = new EventEmitter();
  const bus = { emit: (channel, event) => void emitter.emit(channel, event), on: (channel, handler) => (emitter.on(channel, handler), () => emitter.off(channel, handler)) };
  const settled = [];
  const cancelled = [];
  const host = { sessionId: "s1", pi: { events: bus }, ctx: { model: { provider: "acme", id: "large-1" }, thinkingLevel: "off" }, call: async (_name, input) => void settled.push(input) };
  const workers = new Workers(host);
  bus.on(CHANNEL.workerSettled, (event) => workers.settled(event));
  bus.on(CHANNEL.workerCancel, (event) => cancelled.push(event.runId));
  return { host, bus, workers, settled, cancelled };
}

/** As it goes over the wire. */
const outcome = ({ elapsedMs, runId, ...rest }) => JSON.parse(JSON.stringify(rest));

test("a run in the companion settles once, with what the companion says", () => {
  const { bus, workers, settled, cancelled } = createHost();
  const fake = fakePersona(bus, "s1");
  workers.start(work());
  const { version, sessionId, ...asked } = fake.runs.get("r1");
  assert.deepEqual(asked, { runId: "r1", model, systemPrompt: "s", prompt: "p", maxOutputTokens: 10, deadlineMs: 60_000 });
  fake.complete("r1", "{}", { resultRef: "ref-7" });
  bus.emit(CHANNEL.workerSettled, { version: 1, provider: "pi-persona", sessionId: "s1", runId: "r1", status: "failed" });
  assert.deepEqual(settled.map(outcome), [{ status: "completed", output: "{}", model, attempts: 1, resultRef: "ref-7" }]);
  assert.deepEqual(cancelled, []);
});

test("events for another run, session or provider do nothing", () => {
  const { bus, workers, settled } = createHost();
  const fake = fakePersona(bus, "s1");
  workers.start(work());
  const event = { version: 1, provider: "pi-persona", sessionId: "s1", runId: "r1", status: "completed", output: "x" };
  for (const wrong of [{ runId: "r2" }, { sessionId: "s2" }, { provider: "other" }, { version: 2 }]) bus.emit(CHANNEL.workerSettled, { ...event, ...wrong });
  assert.deepEqual(settled, []);
  fake.fail("r1", "deadline");
  assert.deepEqual(outcome(settled[0]), { status: "failed", reason: "deadline", model, attempts: 1 });
});

test("no answer, two answers and a bad one are refused, and a cancel follows", () => {
  const answer = { version: 1, provider: "pi-persona", sessionId: "s1", runId: "r1", accepted: true };
  const cases = [[[], "no_answer"], [[answer, answer], "ambiguous"], [[{ ...answer, runId: "r2" }], "malformed"], [[{ ...answer, accepted: 1 }], "malformed"], [["yes"], "malformed"]];
  for (const [answers, reason] of cases) {
    const { bus, workers, settled, cancelled } = createHost();
    bus.on(CHANNEL.workerStart, ({ respond }) => answers.forEach(respond));
    workers.start(work());
    assert.deepEqual([settled.map(outcome), cancelled], [[{ status: "refused", reason }], ["r1"]]);
  }
});

test("a refusal has its reason and needs no cancel", () => {
  const { bus, workers, settled, cancelled } = createHost();
  fakePersona(bus, "s1", { admit: false });
  workers.start(work());
  assert.deepEqual([settled.map(outcome), cancelled], [[{ status: "refused", reason: "busy" }], []]);
});

test("a cancelled run has ended before the companion says so", () => {
  const { bus, workers, settled, cancelled } = createHost();
  fakePersona(bus, "s1");
  workers.start(work());
  workers.cancel("r1");
  workers.cancel("r1");
  assert.deepEqual([settled.map(outcome), cancelled], [[{ status: "cancelled" }], ["r1"]]);
});

test("a run that takes too long is given up", async () => {
  const { bus, workers, settled, cancelled } = createHost();
  fakePersona(bus, "s1");
  workers.start(work({ deadlineMs: 1 }));
  while (settled.length === 0) await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual([settled.map(outcome), cancelled], [[{ status: "failed", reason: "deadline" }], ["r1"]]);
});

test("output that is too long is not passed on", () => {
  const { bus, workers, settled } = createHost();
  const fake = fakePersona(bus, "s1");
  workers.start(work());
  fake.complete("r1", "x".repeat(65_537));
  assert.deepEqual(outcome(settled[0]), { status: "failed", reason: "too_long" });
});

test("the session's model is asked with both prompts and nothing else", async () => {
  const { host, workers, settled } = createHost();
  const asked = [];
  const usage = { input: 5, output: 2, cacheRead: 1, cacheWrite: 0, totalTokens: 8 };
  host.ctx.modelRegistry = {
    streamSimple: (chosen, context, { signal, ...options }) => {
      asked.push([chosen, context.systemPrompt, context.messages.map(({ role, content }) => [role, content]), Object.keys(context), options]);
      return { result: async () => ({ stopReason: "stop", content: [{ type: "thinking" }, { type: "text", text: "{" }, { type: "text", text: "}" }], usage }) };
    },
  };
  workers.start(work({ via: "session" }));
  while (settled.length === 0) await null;
  assert.deepEqual(asked, [[host.ctx.model, "s", [["user", "p"]], ["systemPrompt", "messages"], { maxTokens: 10 }]]);
  assert.deepEqual(outcome(settled[0]), { status: "completed", output: "{}", model, usage: { input: 5, output: 2, cacheRead: 1, cacheWrite: 0 } });
});

test("another model than the one asked for, a failing one and an aborted one", async () => {
  const { host, workers, settled } = createHost();
  host.ctx.thinkingLevel = "high";
  workers.start(work({ via: "session" }));
  host.ctx.thinkingLevel = "off";
  while (settled.length < 1) await null;
  host.ctx.modelRegistry = { streamSimple: () => ({ result: async () => ({ stopReason: "length", content: [], usage: {} }) }) };
  workers.start(work({ via: "session", runId: "r2" }));
  while (settled.length < 2) await null;
  host.ctx.modelRegistry.streamSimple = () => {
    throw new Error("no key");
  };
  workers.start(work({ via: "session", runId: "r3" }));
  while (settled.length < 3) await null;
  let signal;
  host.ctx.modelRegistry.streamSimple = (_model, _context, options) => ((signal = options.signal), { result: () => new Promise(() => {}) });
  workers.start(work({ via: "session", runId: "r4" }));
  workers.cancel("r4");
  assert.equal(signal.aborted, true);
  assert.deepEqual(settled.map(({ status, reason }) => reason ?? status), ["model_unavailable", "provider_error", "provider_error", "cancelled"]);
});

test("a closed session stops its runs and reports none", () => {
  const { bus, workers, settled, cancelled } = createHost();
  const fake = fakePersona(bus, "s1");
  workers.start(work());
  workers.clear();
  fake.complete("r1", "{}");
  assert.deepEqual([settled, cancelled], [[], ["r1"]]);
});
