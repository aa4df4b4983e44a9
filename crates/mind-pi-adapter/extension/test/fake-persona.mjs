// The reference provider of the companion channels, for tests; copy it freely. `bus` is `pi.events` or anything with the same `on` and `emit`.
export const CH = {
  companion: "pi-persona:companion:v1", owner: "pi-persona:memory-owner:v1",
  changed: "pi-persona:memory-owner-changed:v1", collect: "pi-persona:settings:collect:v1",
  activity: "pi-persona:activity:v1", start: "pi-persona:mind-worker-start:v1",
  cancel: "pi-persona:mind-worker-cancel:v1", settled: "pi-persona:mind-worker-settled:v1",
};

export function fakePersona(bus, sessionId, over = {}) {
  const s = { providerVersion: "1.17.5", enabled: true, role: "supervisor",
    capabilities: ["memory", "settings", "activity", "mind-worker"],
    ready: true, persona: "dev", generation: 1, admit: true, ...over };
  const runs = new Map(), activities = [], off = [];
  const head = () => ({ version: 1, provider: "pi-persona", sessionId });
  const owner = () => ({ ...head(), ready: s.ready, persona: s.ready ? s.persona : null, generation: s.generation });
  const mine = (q) => q.version === 1 && q.sessionId === sessionId;
  const on = (channel, handler) => off.push(bus.on(channel, handler));

  on(CH.companion, (q) => {
    if (mine(q)) q.respond({ ...head(), providerVersion: s.providerVersion, enabled: s.enabled, role: s.role, capabilities: s.capabilities });
  });
  on(CH.owner, (q) => { if (mine(q)) q.respond(owner()); });
  on(CH.activity, (event) => activities.push(event));
  on(CH.start, (q) => {
    if (!mine(q)) return;
    const { respond, ...request } = q;
    if (s.admit) runs.set(q.runId, request);
    respond({ ...head(), runId: q.runId, accepted: s.admit, ...(s.admit ? {} : { reason: "busy" }) });
  });
  on(CH.cancel, (c) => { if (mine(c)) settle(c.runId, { status: "cancelled" }); });

  function settle(runId, result) {
    const run = runs.get(runId);
    if (!run) return;
    runs.delete(runId);
    bus.emit(CH.settled, { ...head(), runId, model: run.model, attempts: 1, ...result });
  }
  function change(next) {
    Object.assign(s, next, { generation: s.generation + 1 });
    bus.emit(CH.changed, owner());
  }
  return {
    runs, activities, change,
    complete: (runId, output, extra = {}) => settle(runId, { status: "completed", output, ...extra }),
    fail: (runId, reason = "provider_error") => settle(runId, { status: "failed", reason }),
    collect() { const got = []; bus.emit(CH.collect, { version: 1, sessionId, contribute: (c) => got.push(c) }); return got; },
    dispose: () => off.splice(0).forEach((f) => f()),
  };
}
