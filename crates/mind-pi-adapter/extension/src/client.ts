// The engine as a child process: one JSON line each way, a deadline on every wait, and never an exception.
import { spawn, type ChildProcess } from "node:child_process";
import { LINE_BYTES, Lines, encode, parsed, type Message } from "./frame.ts";
import type { Answer } from "./protocol.ts";

const GRACE_MS = 50;
const PROTOCOL = "2025-06-18";

/** What a call comes to when no engine answered it. */
export const failed = (code: string, message?: string): Answer => ({ ok: false, code, message });

/** Writes one line for a test or a measurement; only with `MIND_PI_TRACE=1`. */
export function trace(record: object): void {
  if (process.env.MIND_PI_TRACE === "1") process.stderr.write(`mind-trace ${JSON.stringify(record)}\n`);
}

/** A running engine. It dies once, and everything that waits for it is told at once. */
export class Engine {
  dead = false;
  stderr = "";
  readonly #child: ChildProcess | undefined;
  readonly #onLost: () => void;
  readonly #waiting = new Map<number, (message: Message) => void>();
  readonly #lines = new Lines();
  #next = 1;
  #greeted = false;
  #ending: Promise<void> | undefined;

  constructor(binary: string, cwd: string, onLost: () => void) {
    this.#onLost = onLost;
    try {
      const env = { ...process.env, MIND_HOST: "pi" };
      this.#child = spawn(binary, ["mcp", "--profile", "host"], { cwd, env, stdio: "pipe", windowsHide: true });
      this.#listen(this.#child);
      trace({ start: this.#child.pid ?? null });
    } catch (error) {
      this.#note(String(error));
      this.#die();
    }
  }

  /** Shakes hands; false when this is not a mind, and then it is ended. */
  async greet(deadlineMs: number): Promise<boolean> {
    const clientInfo = { name: "pi-mind", version: "1" };
    const reply = await this.#request("initialize", { protocolVersion: PROTOCOL, capabilities: {}, clientInfo }, deadlineMs);
    const { serverInfo, protocolVersion = "" } = reply.result ?? {};
    if (serverInfo?.name !== "mind" || protocolVersion < PROTOCOL) {
      void this.end();
      return false;
    }
    this.#greeted = true;
    this.#send({ method: "notifications/initialized" });
    return true;
  }

  /** Asks once. Whatever happens, an answer comes at most a moment after the deadline. */
  async call(name: string, input: object, deadlineMs: number, signal?: AbortSignal): Promise<Answer> {
    const began = performance.now();
    const params = { name, arguments: { ...input, deadlineMs: Math.max(1, Math.round(deadlineMs)) } };
    const reply = await this.#request("tools/call", params, deadlineMs, signal);
    const answer = reply.result?.structuredContent;
    const heard = typeof answer?.ok === "boolean" ? answer : failed(reply.failed ?? "host.engine_lost", reply.error?.message);
    trace({ call: name, ms: round(performance.now() - began), ok: heard.ok, ...(heard.ok ? {} : { code: heard.code }) });
    return heard;
  }

  /** Ends the child: end of input, then two signals a second apart. */
  end(): Promise<void> {
    this.#ending ??= this.#leave();
    return this.#ending;
  }

  async #leave(): Promise<void> {
    this.#child?.stdin?.end();
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      if (await this.#gone(1000)) return;
      this.#child?.kill(signal);
    }
    await this.#gone(200);
  }

  #gone(ms: number): Promise<boolean> {
    if (this.dead) return Promise.resolve(true);
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), ms);
      this.#child?.once("exit", () => (clearTimeout(timer), resolve(true)));
    });
  }

  #listen(child: ChildProcess): void {
    child.on("error", (error) => (this.#note(error.message), this.#die()));
    // What it wrote before it went may still be in the pipe; a grandchild may hold the pipe for ever.
    child.on("exit", () => setTimeout(() => this.#die(), GRACE_MS).unref());
    child.on("close", () => this.#die());
    child.stdout?.on("data", (chunk: Buffer) => this.#receive(chunk));
    child.stderr?.on("data", (chunk: Buffer) => this.#note(chunk.toString("utf8")));
    child.unref();
    for (const stream of [child.stdin, child.stdout, child.stderr]) {
      stream?.on("error", () => {});
      (stream as { unref?: () => void } | null)?.unref?.();
    }
  }

  #note(text: string): void {
    if (process.env.MIND_PI_TRACE === "1") process.stderr.write(text);
    this.stderr = (this.stderr + text).slice(-4000);
  }

  #die(): void {
    if (this.dead) return;
    this.dead = true;
    for (const settle of [...this.#waiting.values()]) settle({ failed: "host.engine_lost" });
    if (!this.#ending) this.#onLost();
  }

  #receive(chunk: Buffer): void {
    const lines = this.#lines.push(chunk);
    if (!lines) return void this.end();
    for (const line of lines) {
      const message = parsed(line);
      if (message) this.#take(message);
      else if (!this.#greeted) void this.end();
    }
  }

  #take(message: Message): void {
    if (message.method === undefined) this.#waiting.get(Number(message.id))?.(message);
    else if (message.id !== undefined) this.#send({ id: message.id, error: { code: -32601, message: "method not found" } });
  }

  #send(message: object): void {
    const line = `${encode({ jsonrpc: "2.0", ...message })}\n`;
    if (Buffer.byteLength(line) > LINE_BYTES) return void this.end();
    if (!this.dead && this.#child?.stdin?.writable) this.#child.stdin.write(line);
  }

  #request(method: string, params: object, deadlineMs: number, signal?: AbortSignal): Promise<Message> {
    if (this.dead || this.#ending) return Promise.resolve({ failed: "host.engine_lost" });
    if (signal?.aborted) return Promise.resolve({ failed: "host.cancelled" });
    const id = this.#next++;
    return new Promise((resolve) => {
      const settle = (message: Message): void => {
        this.#waiting.delete(id);
        clearTimeout(timer);
        signal?.removeEventListener("abort", cancel);
        resolve(message);
      };
      const cancel = (): void => {
        this.#send({ method: "notifications/cancelled", params: { requestId: id } });
        settle({ failed: "host.cancelled" });
      };
      // Not unref'd: while somebody waits, this timer alone keeps the process from ending under them.
      const timer = setTimeout(() => settle({ failed: "host.deadline" }), deadlineMs + GRACE_MS);
      signal?.addEventListener("abort", cancel, { once: true });
      this.#waiting.set(id, settle);
      this.#send({ id, method, params });
    });
  }
}

export const round = (ms: number): number => Math.round(ms * 10) / 10;
