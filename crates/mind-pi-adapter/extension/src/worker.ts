// A review's model run: in this session or in the companion. It settles exactly once, or not at all when the session is over.
import { CHANNEL, ask, isObject, say } from "./bus.ts";
import type { Host } from "./host.ts";
import type { Effect, Model, WorkerSettled } from "./protocol.ts";
import { modelOf } from "./session.ts";

const OUTPUT_UNITS = 65_536;
type RunWorker = Extract<Effect, { type: "run_worker" }>;
type Outcome = Omit<WorkerSettled, "runId" | "elapsedMs">;

interface Run {
  settle: (outcome: Outcome) => void;
  stop: () => void;
  provider?: string;
}

export class Workers {
  readonly #host: Host;
  readonly #runs = new Map<string, Run>();

  constructor(host: Host) {
    this.#host = host;
  }

  start(work: RunWorker): void {
    const { runId, via } = work;
    const began = performance.now();
    const aborter = new AbortController();
    const timer = setTimeout(() => this.#end(runId, { status: "failed", reason: "deadline" }), work.deadlineMs).unref();
    const settle = (outcome: Outcome): void => {
      clearTimeout(timer);
      if (!this.#runs.delete(runId)) return;
      const long = (outcome.output?.length ?? 0) > OUTPUT_UNITS;
      const elapsedMs = Math.round(performance.now() - began);
      void this.#host.call("host_worker_settled", { runId, elapsedMs, ...(long ? { status: "failed", reason: "too_long" } : outcome) });
    };
    const cancel = (): void => say(this.#host.pi.events, CHANNEL.workerCancel, { version: 1, sessionId: this.#host.sessionId, runId });
    const run: Run = { settle, stop: via === "companion" ? cancel : () => aborter.abort() };
    this.#runs.set(runId, run);
    if (via === "companion") this.#ask(work, run);
    else void this.#here(work, aborter.signal).catch((): Outcome => ({ status: "failed", reason: "provider_error" })).then(settle);
  }

  cancel(runId: string): void {
    this.#end(runId, { status: "cancelled" });
  }

  /** Ends them all and tells nobody: the session they were for is over. */
  clear(): void {
    const runs = [...this.#runs.values()];
    this.#runs.clear();
    for (const run of runs) run.stop();
  }

  /** The companion says a run has ended; only the first such event of the accepted run, session and provider counts. */
  settled(event: Record<string, unknown>): void {
    const run = this.#runs.get(String(event.runId));
    if (event.version !== 1 || event.sessionId !== this.#host.sessionId || run?.provider === undefined || run.provider !== event.provider) return;
    const text = (field: unknown): string | undefined => (typeof field === "string" ? field : undefined);
    run.settle({
      status: event.status === "completed" || event.status === "cancelled" ? event.status : "failed",
      output: text(event.output), reason: text(event.reason), resultRef: text(event.resultRef),
      attempts: Number.isSafeInteger(event.attempts) ? Number(event.attempts) : undefined, model: isModel(event.model) ? event.model : undefined,
    });
  }

  /** Settled before it is stopped: a companion may answer the stop at once, and for us the run has ended by then. */
  #end(runId: string, outcome: Outcome): void {
    const run = this.#runs.get(runId);
    run?.settle(outcome);
    run?.stop();
  }

  #ask({ id: _id, type: _type, via: _via, ...request }: RunWorker, run: Run): void {
    const { pi, sessionId } = this.#host;
    const { runId } = request;
    const refuse = (reason: string): void => this.#end(runId, { status: "refused", reason });
    const [answer, ...more] = ask(pi.events, CHANNEL.workerStart, { version: 1, sessionId, ...request });
    if (answer === undefined || more.length > 0) return refuse(more.length > 0 ? "ambiguous" : "no_answer");
    if (!isObject(answer) || answer.version !== 1 || answer.sessionId !== sessionId || answer.runId !== runId) return refuse("malformed");
    if (typeof answer.provider !== "string" || typeof answer.accepted !== "boolean") return refuse("malformed");
    if (answer.accepted) run.provider = answer.provider;
    else run.settle({ status: "refused", reason: typeof answer.reason === "string" ? answer.reason : "other" });
  }

  async #here({ model, systemPrompt, prompt, maxOutputTokens: maxTokens }: RunWorker, signal: AbortSignal): Promise<Outcome> {
    const { ctx } = this.#host;
    const present = modelOf(ctx);
    const { provider, id, thinking = "off" } = model;
    const asked = present?.provider === provider && present.id === id && present.thinking === thinking;
    if (!ctx.model || !asked) return { status: "refused", reason: "model_unavailable" };
    const reasoning = ctx.thinkingLevel === "off" ? undefined : ctx.thinkingLevel;
    const context = { systemPrompt, messages: [{ role: "user" as const, content: prompt, timestamp: Date.now() }] };
    const result = await ctx.modelRegistry.streamSimple(ctx.model, context, { maxTokens, signal, ...(reasoning ? { reasoning } : {}) }).result();
    if (result.stopReason !== "stop") return { status: "failed", reason: "provider_error", model };
    const output = result.content.map((part) => (part.type === "text" ? part.text : "")).join("");
    const { input, output: written, cacheRead, cacheWrite } = result.usage;
    return { status: "completed", output, model, usage: { input, output: written, cacheRead, cacheWrite } };
  }
}

const isModel = (value: unknown): value is Model =>
  isObject(value) && [value.provider, value.id, value.thinking ?? "off"].every((part) => typeof part === "string");
