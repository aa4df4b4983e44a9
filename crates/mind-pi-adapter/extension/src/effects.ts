// What the engine asks for, carried out in order; and what the person sees of it.
import { existsSync } from "node:fs";
import { CHANNEL, say } from "./bus.ts";
import type { Host } from "./host.ts";
import type { Calls, Effect, EffectReport } from "./protocol.ts";
import { NO_ENGINE } from "./texts.ts";
import { Workers } from "./worker.ts";

export class Effects {
  readonly workers: Workers;
  /** How many cards were put into the session. */
  cards = 0;
  readonly #host: Host;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #warned = new Set<string>();
  #line: string | null = null;
  #override: string | undefined;

  constructor(host: Host) {
    this.#host = host;
    this.workers = new Workers(host);
  }

  /** Runs them in order, and reports what the engine must hear of. */
  run(effects: Effect[]): EffectReport[] {
    return effects.flatMap((effect) => {
      try {
        return this.#one(effect) ?? [];
      } catch {
        return { effectId: effect.id, outcome: "failed" as const, reason: "exception" as const };
      }
    });
  }

  /** A good answer ends what the host half said about missing ones; that a run goes without memory stands until the next run. */
  answered(name: keyof Calls): void {
    if (this.#override === NO_ENGINE || (this.#override !== undefined && name === "host_run_start")) this.override(undefined);
  }

  override(text: string | undefined): void {
    this.#override = text;
    this.#show();
  }

  warn(text: string): void {
    if (this.#warned.has(text)) return;
    this.#warned.add(text);
    this.notify(text, "warning");
  }

  notify(text: string, level: "info" | "warning" | "error"): void {
    if (this.#visible) this.#host.ctx.ui.notify(text, level);
  }

  clear(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.workers.clear();
  }

  get #visible(): boolean {
    return this.#host.state !== "closed" && !this.#host.leg && this.#host.ctx.hasUI;
  }

  #show(): void {
    if (this.#visible) this.#host.ctx.ui.setStatus("mind", this.#override ?? this.#line ?? undefined);
  }

  #one(effect: Effect): EffectReport | void {
    switch (effect.type) {
      case "append_entry": return this.#append(effect);
      case "notify": return effect.level === "warning" ? this.warn(effect.text) : this.notify(effect.text, effect.level);
      case "set_status": return (this.#line = effect.text), this.#show();
      case "arm_timer": return this.#arm(effect.timerId, effect.delayMs);
      case "cancel_timer": return clearTimeout(this.#timers.get(effect.timerId));
      case "run_worker": return this.workers.start(effect);
      case "cancel_worker": return this.workers.cancel(effect.runId);
      case "activity": return this.#activity(effect);
      default: return { effectId: (effect as Effect).id, outcome: "refused", reason: "unknown_effect" };
    }
  }

  /** Compares and appends without a gap: nothing here waits. */
  #append(effect: Effect & { type: "append_entry" }): EffectReport {
    const { id: effectId, bind } = effect;
    const refused = (reason: EffectReport["reason"]): EffectReport => ({ effectId, outcome: "refused", reason });
    if (this.#host.state !== "live") return refused("closed");
    const { pi, ctx } = this.#host;
    const now = this.#host.ref();
    if (now.manager !== bind.manager || now.sessionId !== bind.sessionId || now.sessionFile !== bind.sessionFile) return refused("session");
    if (now.owner.token !== bind.ownerToken) return refused("owner");
    if (bind.leafId !== undefined && now.leafId !== bind.leafId) return refused("leaf");
    pi.appendEntry(effect.customType, effect.data);
    if (effect.customType === "mind-card") this.cards += 1;
    const leafId = ctx.sessionManager.getLeafId();
    const onDisk = now.sessionFile !== null && existsSync(now.sessionFile);
    return { effectId, outcome: "applied", onDisk, ...(leafId === null ? {} : { entryId: leafId, leafId }) };
  }

  #arm(timerId: string, delayMs: number): void {
    clearTimeout(this.#timers.get(timerId));
    const fire = (): void => {
      this.#timers.delete(timerId);
      void this.#host.call("host_timer", { timerId });
    };
    this.#timers.set(timerId, setTimeout(fire, delayMs).unref());
  }

  #activity({ activityId, phase, state, target }: Effect & { type: "activity" }): void {
    const { sessionId, owner } = this.#host.ref();
    if (owner.companion.length > 0) say(this.#host.pi.events, CHANNEL.activity, { version: 1, sessionId, activityId, phase, state, target });
  }
}
