// A review's model run: in this session or in the companion. It settles exactly once, or not at all when the session is over.
import { CHANNEL, ask, isObject, say } from "./bus.ts";
import type { Host } from "./host.ts";
import type { Model, RunWorker, WorkerSettled } from "./protocol.ts";
import { modelOf } from "./session.ts";

const OUTPUT_UNITS = 65_536;
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
    const cancel = (): void => say(this.#host.pi.events, CHANNEL.workerCancel, { version: 1, sessionId: this.#host.sessionId, runId });
    // Settled before it is stopped: a companion may answer the stop at once, and for us the run has ended by then.
    const finish = (outcome: Outcome): void => (run.settle(outcome), run.stop());
    const timer = setTimeout(() => finish({ status: "failed", reason: "deadline" }), work.deadlineMs).unref();
    const run: Run = {
      stop: via === "companion" ? cancel : () => aborter.abort(),
      settle: (outcome) => {
        clearTimeout(timer);
        if (!this.#runs.delete(runId)) return;
        const elapsedMs = Math.round(performance.now() - began);
        const long = (outcome.output?.length ?? 0) > OUTPUT_UNITS;
        void this.#host.call("host_worker_settled", { runId, elapsedMs, ...(long ? { status: "failed", reason: "too_long" } : outcome) });
      },
    };
    this.#runs.set(runId, run);
    if (via === "companion") this.#ask(work, run);
    else void this.#here(work, aborter.signal).catch((): Outcome => ({ status: "failed", reason: "provider_error" })).then(run.settle);
  }

  cancel(runId: string): void {
    const run = this.#runs.get(runId);
    run?.settle({ status: "cancelled" });
    run?.stop();
  }

  /** Ends them all and tells nobody: the session they were for is over. */
  clear(): void {
    const runs = [...this.#runs.values()];
    this.#runs.clear();
    for (const run of runs) run.stop();
  }

  /** The companion says a run has ended; only the first such event of the accepted run, session and provider counts. */
  settled(event: unknown): void {
    if (!isObject(event) || event.version !== 1 || event.sessionId !== this.#host.sessionId) return;
    const run = this.#runs.get(String(event.runId));
    if (run?.provider === undefined || run.provider !== event.provider) return;
    const known = event.status === "completed" || event.status === "cancelled" ? event.status : "failed";
    const outcome: Outcome = { status: known };
    if (typeof event.output === "string") outcome.output = event.output;
    if (typeof event.reason === "string") outcome.reason = event.reason;
    if (typeof event.resultRef === "string") outcome.resultRef = event.resultRef;
    if (Number.isSafeInteger(event.attempts)) outcome.attempts = Number(event.attempts);
    if (isModel(event.model)) outcome.model = event.model;
    run.settle(outcome);
  }

  #ask({ runId, via: _via, ...request }: RunWorker, run: Run): void {
    const { pi, sessionId } = this.#host;
    const refuse = (reason: string): void => (run.settle({ status: "refused", reason }), run.stop());
    const heard = ask(pi.events, CHANNEL.workerStart, { version: 1, sessionId, runId, ...request });
    const [answer] = heard;
    if (heard.length !== 1) return refuse(heard.length === 0 ? "no_answer" : "ambiguous");
    if (!isObject(answer) || answer.version !== 1 || answer.sessionId !== sessionId || answer.runId !== runId) return refuse("malformed");
    if (typeof answer.provider !== "string" || typeof answer.accepted !== "boolean") return refuse("malformed");
    if (answer.accepted) run.provider = answer.provider;
    else run.settle({ status: "refused", reason: typeof answer.reason === "string" ? answer.reason : "other" });
  }

  async #here(work: RunWorker, signal: AbortSignal): Promise<Outcome> {
    const { ctx } = this.#host;
    const { model } = work;
    const present = modelOf(ctx);
    const same = present?.provider === model.provider && present.id === model.id && present.thinking === model.thinking;
    if (!ctx.model || !same) return { status: "refused", reason: "model_unavailable" };
    const messages = [{ role: "user" as const, content: work.prompt, timestamp: Date.now() }];
    const thinking = ctx.thinkingLevel;
    const reasoning = thinking && thinking !== "off" ? { reasoning: thinking } : {};
    const options = { maxTokens: work.maxOutputTokens, signal, ...reasoning };
    const result = await ctx.modelRegistry.streamSimple(ctx.model, { systemPrompt: work.systemPrompt, messages }, options).result();
    if (result.stopReason !== "stop") return { status: "failed", reason: "provider_error", model };
    const output = result.content.map((part) => (part.type === "text" ? part.text : "")).join("");
    const { input, output: out, cacheRead, cacheWrite } = result.usage;
    return { status: "completed", output, model, usage: { input, output: out, cacheRead, cacheWrite } };
  }
}

const isModel = (value: unknown): value is Model =>
  isObject(value) && [value.provider, value.id, value.thinking].every((part) => typeof part === "string");
