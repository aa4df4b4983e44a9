import assert from "node:assert/strict";
import { test } from "node:test";
import { Effects } from "../src/effects.ts";

const bind = { manager: 1, sessionId: "s1", sessionFile: "/s1.jsonl", ownerToken: 4, leafId: "leaf-1" };
const entry = (id, more = {}) => ({ id, type: "append_entry", customType: "note", data: { id }, bind: { ...bind, ...more } });

/** A session that writes down all that is done to it. */
function createHost() {
  const done = [];
  const host = {
    state: "live", leg: false, sessionId: "s1", done, calls: [],
    now: { ...bind, owner: { token: 4, companion: [{}] } },
    ref: () => ({ ...host.now, owner: { ...host.now.owner } }),
    call: async (name, input) => void host.calls.push([name, input]),
    pi: {
      appendEntry: (_type, data) => (done.push(["append", data.id]), (host.now.leafId = `entry-${data.id}`)),
      events: { emit: (channel, event) => done.push([channel, event]) },
    },
    ctx: {
      hasUI: true,
      sessionManager: { getLeafId: () => host.now.leafId },
      ui: { notify: (text, level) => done.push([level, text]), setStatus: (key, text) => done.push([key, text]) },
    },
  };
  return { host, effects: new Effects(host), done };
}

test("effects are carried out in order, and the append is reported with its entry", () => {
  const { effects, done } = createHost();
  const results = effects.run([
    { id: "e1", type: "set_status", text: "mind 1L" }, entry("e2"), { id: "e3", type: "notify", level: "info", text: "noted" }, { id: "e4", type: "set_status", text: null },
  ]);
  assert.deepEqual(done, [["mind", "mind 1L"], ["append", "e2"], ["info", "noted"], ["mind", undefined]]);
  assert.deepEqual(results, [{ effectId: "e2", outcome: "applied", onDisk: false, entryId: "entry-e2", leafId: "entry-e2" }]);
});

test("any difference to what the effect is bound to appends nothing", () => {
  const cases = [
    [{ manager: 2 }, "session"], [{ sessionId: "s2" }, "session"], [{ sessionFile: null }, "session"], [{ ownerToken: 5 }, "owner"], [{ leafId: "leaf-2" }, "leaf"],
  ];
  for (const [difference, reason] of cases) {
    const { effects, done } = createHost();
    assert.deepEqual(effects.run([entry("e1", difference)]), [{ effectId: "e1", outcome: "refused", reason }]);
    assert.deepEqual(done, []);
  }
  const { host, effects, done } = createHost();
  host.state = "closed";
  assert.deepEqual(effects.run([entry("e1")])[0].reason, "closed");
  assert.deepEqual(done, []);
});

test("a card is bound to no leaf", () => {
  const { effects } = createHost();
  assert.equal(effects.run([entry("e1", { leafId: undefined })])[0].outcome, "applied");
});

test("the second of two notes bound to one leaf is refused", () => {
  const { effects } = createHost();
  assert.deepEqual(effects.run([entry("e1"), entry("e2")]).map(({ outcome, reason }) => reason ?? outcome), ["applied", "leaf"]);
});

test("a host that throws fails that effect and no other", () => {
  const { host, effects, done } = createHost();
  host.pi.appendEntry = () => {
    throw new Error("stale");
  };
  const results = effects.run([entry("e1"), { id: "e2", type: "notify", level: "info", text: "on" }, { id: "e3", type: "dance" }]);
  assert.deepEqual(results, [{ effectId: "e1", outcome: "failed", reason: "exception" }, { effectId: "e3", outcome: "refused", reason: "unknown_effect" }]);
  assert.deepEqual(done, [["info", "on"]]);
});

test("a warning is shown once; nothing is shown in a leg or without a person", () => {
  const { host, effects, done } = createHost();
  effects.run([1, 2].map((id) => ({ id, type: "notify", level: "warning", text: "careful" })));
  assert.deepEqual(done, [["warning", "careful"]]);
  host.leg = true;
  effects.run([{ id: "e", type: "notify", level: "error", text: "x" }, { id: "f", type: "set_status", text: "y" }]);
  [host.leg, host.ctx.hasUI] = [false, false];
  effects.run([{ id: "e", type: "notify", level: "error", text: "x" }, { id: "f", type: "set_status", text: "y" }]);
  assert.equal(done.length, 1);
});

test("what the host half has to say stands before the engine's status until a good answer", () => {
  const { effects, done } = createHost();
  effects.run([{ id: "e1", type: "set_status", text: "mind 1L" }]);
  effects.override("mind: no engine");
  effects.run([{ id: "e2", type: "set_status", text: "mind 2L" }]);
  effects.answered("host_settled");
  effects.answered("host_settled");
  effects.override("mind: no memory this run (host.deadline)");
  effects.answered("host_settled");
  effects.answered("host_run_start");
  const shown = ["mind 1L", "mind: no engine", "mind: no engine", "mind 2L", "mind: no memory this run (host.deadline)", "mind 2L"];
  assert.deepEqual(done.map(([, text]) => text), shown);
});

test("a timer fires once, is replaced by its like, and can be stopped", async () => {
  const { host, effects } = createHost();
  const arm = (timerId, delayMs) => ({ id: timerId, type: "arm_timer", timerId, delayMs });
  effects.run([arm("a", 60_000), arm("a", 0), arm("b", 0), arm("c", 60_000), { id: "x", type: "cancel_timer", timerId: "b" }]);
  effects.run([arm("d", 5)]);
  while (host.calls.length < 2) await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(host.calls, [["host_timer", { timerId: "a" }], ["host_timer", { timerId: "d" }]]);
  effects.clear();
});

test("activity has six fields and goes out only where a companion answers", () => {
  const { host, effects, done } = createHost();
  const event = { id: "e1", type: "activity", activityId: "act-5c1d9e2f7a30", phase: "stage", state: "staged", target: "project" };
  effects.run([event]);
  assert.deepEqual(done, [["pi-persona:activity:v1", { version: 1, sessionId: "s1", activityId: "act-5c1d9e2f7a30", phase: "stage", state: "staged", target: "project" }]]);
  host.now.owner.companion = [];
  effects.run([event]);
  assert.equal(done.length, 1);
});
