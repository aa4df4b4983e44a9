import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { test } from "node:test";
import { CHANNEL, ask, canonical } from "../src/bus.ts";
import { CH, fakePersona } from "./fake-persona.mjs";

/** A bus as Pi has it: listeners run at once up to their first `await`, and what they throw stays with them. */
function createBus() {
  const emitter = new EventEmitter();
  return {
    emit: (channel, event) => void emitter.emit(channel, event),
    on: (channel, handler) => {
      const safe = async (event) => {
        try {
          await handler(event);
        } catch {
          // As in Pi, where it is logged.
        }
      };
      emitter.on(channel, safe);
      return () => emitter.off(channel, safe);
    },
  };
}

test("the channels are those of the reference provider", () => {
  const { loaded, ownerChanged, workerStart, workerSettled, workerCancel, settings, ...same } = CHANNEL;
  assert.deepEqual({ ...same, changed: ownerChanged, collect: settings, start: workerStart, settled: workerSettled, cancel: workerCancel }, CH);
  assert.equal(loaded, "mind:loaded:v1");
});

test("the provider's answers arrive as they are", () => {
  const bus = createBus();
  fakePersona(bus, "s1", { persona: "ops", generation: 4 });
  const [owner] = ask(bus, CHANNEL.owner, { version: 1, sessionId: "s1" });
  assert.deepEqual(owner, { version: 1, provider: "pi-persona", sessionId: "s1", ready: true, persona: "ops", generation: 4 });
  assert.deepEqual(ask(bus, CHANNEL.owner, { version: 1, sessionId: "other" }), []);
});

test("two answers at most, none after an await, none of a listener that throws", async () => {
  const bus = createBus();
  const heard = (...listeners) => {
    const off = listeners.map((listener) => bus.on("q", listener));
    const answers = ask(bus, "q", {});
    for (const stop of off) stop();
    return answers;
  };
  assert.deepEqual(heard(({ respond }) => [1, 2, 3].forEach(respond)), [1, 2]);
  assert.deepEqual(heard(async ({ respond }) => (await null, respond("late"))), []);
  assert.deepEqual(heard(() => { throw new Error("bad"); }, ({ respond }) => respond("good")), ["good"]);
  await null;
});

test("what JSON cannot carry, or not in 8,192 bytes, is null", () => {
  const bus = createBus();
  const round = {};
  round.self = round;
  let answer;
  bus.on("q", ({ respond }) => respond(answer));
  const heard = (value) => ((answer = value), ask(bus, "q", {})[0]);
  assert.deepEqual([heard(round), heard(1n), heard(undefined), heard(() => {})], [null, null, null, null]);
  assert.equal(heard("x".repeat(8190)).length, 8190);
  assert.equal(heard("x".repeat(8191)), null);
  assert.equal(heard("é".repeat(4096)), null);
});

test("the order of keys makes no difference", () => {
  assert.equal(canonical([{ b: 1, a: { d: 2, c: 3 } }]), canonical([{ a: { c: 3, d: 2 }, b: 1 }]));
});
