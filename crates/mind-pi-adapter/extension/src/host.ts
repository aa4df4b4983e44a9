// One Pi session's side of the engine: who and where we are, and calls that always come to something.
import { existsSync } from "node:fs";
import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
import { type Search, findBinary } from "./binary.ts";
import { CHANNEL, ask, canonical, isObject } from "./bus.ts";
import { Engine, failed } from "./client.ts";
import { Effects } from "./effects.ts";
import type { Answer, Calls, HostReference, SessionOpen } from "./protocol.ts";
import { branchNotes, openInput, noteEvents } from "./session.ts";
import { NO_ENGINE, WHAT_TO_DO } from "./texts.ts";

const DEADLINE_MS: Record<keyof Calls, number> = {
  host_session_open: 3000, host_settings: 500, host_session_events: 500, host_tree_changed: 500, host_owner_changed: 500,
  host_input: 750, host_message: 250, host_agent_start: 250, host_run_start: 750, host_tool_call: 10_000, host_tool_result: 250,
  host_command: 10_000, host_settled: 2000, host_timer: 2000, host_worker_settled: 5000, host_effects_done: 5000, host_session_close: 500,
};
const REPEATED: (keyof Calls)[] = ["host_run_start", "host_settings"];
const LOST = ["host.engine_lost", "host.deadline"];
const STARTS = 3;
const STARTS_WITHIN_MS = 60_000;
const ROUNDS = 3;

export class Host {
  readonly pi: ExtensionAPI;
  readonly entry: string;
  readonly leg: boolean;
  readonly effects: Effects;
  ctx!: ExtensionContext;
  /** `spare` is a second copy of this extension, which does nothing. */
  state: "waiting" | "live" | "spare" | "closed" = "waiting";
  sessionId = "";
  opened: Answer | undefined;
  search: Search | undefined;
  engine: Engine | undefined;
  /** The last answer of `host_settings`. */
  values: object | undefined;
  /** What a spare copy says. */
  twice: string | undefined;
  /** The names of the tools registered so far. */
  readonly offered = new Set<string>();
  onOpened: (answer: Answer) => void = () => {};
  #settings: Record<string, unknown> | undefined;
  #ready: Promise<Engine | undefined> | undefined;
  #reason: SessionOpen["reason"] = "startup";
  #previous: string | undefined;
  #starts: number[] = [];
  #refused = false;
  #managers = new Map<object, number>();
  #token = 1;
  #lastSeen: string | undefined;

  constructor(pi: ExtensionAPI, entry: string, leg: boolean) {
    [this.pi, this.entry, this.leg] = [pi, entry, leg];
    this.effects = new Effects(this);
  }

  /** What stands under `mind` in Pi's settings, read once a session. */
  get settings(): Record<string, unknown> {
    const { mind } = (this.#settings ? {} : this.pi.getSettings()) as { mind?: unknown };
    return (this.#settings ??= isObject(mind) ? mind : {});
  }

  /** Starts an engine anew and opens this session with it; with no engine to be had, that is said once. */
  async open(reason: SessionOpen["reason"], previous?: string): Promise<boolean> {
    this.effects.clear();
    await this.engine?.end();
    [this.engine, this.#ready, this.#settings] = [undefined, undefined, undefined];
    [this.#reason, this.#previous, this.#starts, this.#refused] = [reason, previous, [], false];
    return (await this.#engine()) !== undefined;
  }

  raiseToken(): void {
    this.#token += 1;
  }

  /** Who and where we are, asked anew; throws when Pi has replaced the session. */
  ref(): HostReference {
    const session = this.ctx.sessionManager;
    const manager = this.#managers.get(session) ?? this.#managers.size + 1;
    this.#managers.set(session, manager);
    const sessionId = session.getSessionId();
    const sessionFile = session.getSessionFile() ?? null;
    const standalone = (process.env.MIND_COMPANION ?? this.settings.companion) === "standalone";
    const query = (channel: string, extra: object): unknown[] =>
      standalone ? [] : ask(this.pi.events, channel, { version: 1, sessionId, ...extra });
    const companion = query(CHANNEL.companion, { requester: { name: "mind", version: "0.1.0" } });
    const memoryOwner = query(CHANNEL.owner, {});
    const seen = canonical([manager, sessionId, sessionFile, companion, memoryOwner]);
    if (this.#lastSeen !== undefined && this.#lastSeen !== seen) this.#token += 1;
    this.#lastSeen = seen;
    const notes = branchNotes(session);
    return {
      manager, sessionId, sessionFile, onDisk: sessionFile !== null && existsSync(sessionFile), leafId: session.getLeafId(),
      notes: { count: notes.length, last: notes.at(-1)?.id ?? null }, owner: { token: this.#token, companion, memoryOwner },
    };
  }

  /** Asks the engine, does what it answers, and gives the answer that is to be shown. Never throws. */
  async call<K extends keyof Calls>(name: K, input: Calls[K], signal?: AbortSignal, ms = DEADLINE_MS[name]): Promise<Answer> {
    try {
      const until = performance.now() + ms;
      const left = (): number => until - performance.now();
      let answer = await this.#once(name, input, left(), signal);
      if (answer.code === "host.events_needed") {
        await this.#once("host_session_events", { events: noteEvents(this.ctx.sessionManager) }, DEADLINE_MS.host_session_events);
        answer = await this.#once(name, input, left(), signal);
      } else if (REPEATED.includes(name) && LOST.includes(answer.code ?? "") && left() > 0) {
        answer = await this.#once(name, input, left(), signal);
      }
      if (answer.ok) this.effects.answered(name);
      return await this.#carryOut(answer);
    } catch {
      return failed("owner.changed");
    }
  }

  /** Ends the engine of this session and takes nothing from it any more. */
  async close(reason: string): Promise<void> {
    const { engine } = this;
    const farewell = engine && this.opened && this.state === "live" ? { ref: this.ref(), reason } : undefined;
    this.state = "closed";
    this.raiseToken();
    this.effects.clear();
    if (farewell) await engine?.call("host_session_close", farewell, DEADLINE_MS.host_session_close);
    await engine?.end();
  }

  async #once<K extends keyof Calls>(name: K, input: Calls[K], ms: number, signal?: AbortSignal): Promise<Answer> {
    const until = performance.now() + ms;
    const engine = await within(this.#engine(), ms);
    if (!engine) return failed(this.state === "closed" ? "owner.changed" : "host.engine_missing");
    const ref = this.ref();
    const answer = await engine.call(name, { ref, ...input }, until - performance.now(), signal);
    const stale = this.state === "closed" || this.ref().owner.token !== ref.owner.token;
    return stale ? failed("owner.changed") : answer;
  }

  async #carryOut(first: Answer): Promise<Answer> {
    let [shown, answer] = [first, first];
    for (let round = 0; round < ROUNDS; round += 1) {
      const results = this.effects.run(answer.effects ?? []);
      if (results.length === 0 && !answer.awaitEffects) return shown;
      const awaited = answer.awaitEffects;
      answer = await this.#once("host_effects_done", { results }, DEADLINE_MS.host_effects_done);
      if (awaited) shown = answer;
    }
    return shown.awaitEffects ? failed("host.engine_lost") : shown;
  }

  #engine(): Promise<Engine | undefined> {
    if (this.state === "closed" || (this.#ready && !this.engine?.dead)) return this.#ready ?? Promise.resolve(undefined);
    const now = performance.now();
    this.#starts = this.#starts.filter((at) => now - at < STARTS_WITHIN_MS);
    if (this.#refused || this.#starts.length >= STARTS) return Promise.resolve(undefined);
    this.#starts.push(now);
    this.#ready = this.#start(now + DEADLINE_MS.host_session_open);
    return this.#ready;
  }

  async #start(until: number): Promise<Engine | undefined> {
    this.search = findBinary({ env: process.env, platform: process.platform, arch: process.arch, entry: this.entry }, this.settings.binary);
    const { binary } = this.search;
    if (!binary) return this.#without(`${NO_ENGINE}. ${WHAT_TO_DO}`);
    const engine = new Engine(binary, this.ctx.sessionManager.getCwd(), () => this.effects.clear());
    this.engine = engine;
    const left = (): number => until - performance.now();
    const greeted = await engine.greet(left());
    const ref = this.ref();
    const answer = greeted ? await engine.call("host_session_open", { ref, ...openInput(this, this.#reason, this.#previous) }, left()) : failed("host.engine_lost");
    if (!answer.ok || this.state === "closed") {
      this.#refused = answer.code === "host.protocol_mismatch";
      void engine.end();
      return this.#without(this.#refused ? answer.message ?? NO_ENGINE : `${NO_ENGINE}. ${WHAT_TO_DO}`);
    }
    [this.opened, this.#reason, this.#previous] = [answer, "respawn", undefined];
    this.effects.answered("host_session_open");
    this.onOpened(answer);
    // Not awaited: the reports it makes are calls, and calls wait for this very start.
    if (this.ref().owner.token === ref.owner.token) this.#carryOut(answer).catch(() => {});
    return engine;
  }

  #without(warning: string): undefined {
    this.effects.override(NO_ENGINE);
    this.effects.warn(warning);
  }
}

async function within<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(resolve, ms, undefined)));
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
