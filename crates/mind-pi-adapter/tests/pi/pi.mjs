// One real Pi process over its RPC protocol: commands, events, what it showed, and what it traced.
import { spawn } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

const PATIENCE_MS = 20_000;

export class Pi {
  events = [];
  /** What extensions showed: `notify`, `setStatus`. */
  shown = [];
  stderr = "";
  stdout = "";
  exit;
  #pending = new Map();
  #watching = new Set();
  #next = 1;

  constructor({ node, cli, args, cwd, env }) {
    this.child = spawn(node, [cli, ...args], { cwd, env, stdio: "pipe" });
    this.exited = new Promise((resolve) => this.child.on("close", (code, signal) => resolve(this.#over(code, signal))));
    this.child.stderr.setEncoding("utf8").on("data", (text) => this.#look((this.stderr += text)));
    let rest = "";
    this.child.stdout.setEncoding("utf8").on("data", (text) => {
      this.stdout += text;
      const lines = (rest + text).split("\n");
      rest = lines.pop();
      for (const line of lines) if (line.startsWith("{")) this.#take(JSON.parse(line));
    });
    this.child.stdin.on("error", () => {});
  }

  get notices() {
    return this.shown.filter((one) => one.method === "notify").map((one) => one.message);
  }

  get warnings() {
    return this.shown.filter((one) => one.method === "notify" && one.notifyType === "warning").map((one) => one.message);
  }

  get statuses() {
    return this.shown.filter((one) => one.method === "setStatus" && one.statusKey === "mind").map((one) => one.statusText);
  }

  get errors() {
    return this.events.filter((event) => event.type === "extension_error");
  }

  get trace() {
    return this.stderr.split("\n").filter((line) => line.startsWith("mind-trace ")).map((line) => JSON.parse(line.slice(11)));
  }

  calls(name) {
    return this.trace.filter((one) => one.call === name);
  }

  /** Waits until the condition holds; looked at whenever anything comes from Pi. */
  until(condition, what = String(condition)) {
    if (condition()) return Promise.resolve();
    return heeded((resolve, reject) => {
      const watch = { condition, resolve, reject };
      const timer = setTimeout(() => (this.#watching.delete(watch), reject(new Error(`waited in vain for ${what}\n${this.stderr.slice(-1500)}`))), PATIENCE_MS);
      watch.resolve = () => (clearTimeout(timer), resolve());
      watch.reject = (error) => (clearTimeout(timer), reject(error));
      this.#watching.add(watch);
    });
  }

  async command(command) {
    const id = `s${this.#next++}`;
    const response = heeded((resolve, reject) => this.#pending.set(id, { resolve, reject }));
    if (this.exit) throw new Error(`Pi has ended: ${this.stderr.slice(-1500)}`);
    this.child.stdin.write(`${JSON.stringify({ id, ...command })}\n`);
    const reply = await response;
    if (!reply.success) throw new Error(`${command.type}: ${reply.error}`);
    return reply.data ?? {};
  }

  /** Sends a prompt or a command and waits until Pi is settled. */
  async prompt(message, extra = {}) {
    const settled = this.settled + 1;
    const { disposition } = await this.command({ type: "prompt", message, ...extra });
    if (disposition === "started") await this.until(() => this.settled >= settled, "agent_settled");
    return disposition;
  }

  /** The cards of this kind in the session; Pi 1.4.0 sends no event for those a session begins with. */
  async cardsOf(kind) {
    const { entries } = await this.command({ type: "get_entries" });
    return entries.filter(({ customType, data }) => customType === "mind-card" && data.kind === kind).map(({ data }) => data);
  }

  /** Sends `/mind …` and gives the text of the card it left. */
  async report(args) {
    const before = this.cards.length;
    await this.prompt(`/mind ${args}`);
    await this.until(() => this.cards.length > before, `a card for /mind ${args}`);
    return this.cards.at(-1).body;
  }

  get cards() {
    const entries = this.events.filter((event) => event.type === "entry_appended").map((event) => event.entry);
    return entries.filter((entry) => entry.customType === "mind-card").map((entry) => entry.data);
  }

  get settled() {
    return this.events.filter((event) => event.type === "agent_settled").length;
  }

  async end() {
    this.child.stdin.end();
    const timer = setTimeout(() => this.child.kill("SIGKILL"), PATIENCE_MS);
    await this.exited;
    clearTimeout(timer);
    return this.exit;
  }

  #take(message) {
    if (message.type === "response") {
      this.#pending.get(message.id)?.resolve(message);
      this.#pending.delete(message.id);
    } else if (message.type === "extension_ui_request") this.shown.push(message);
    else this.events.push(message);
    this.#look();
  }

  #look() {
    for (const watch of this.#watching) {
      if (!watch.condition()) continue;
      this.#watching.delete(watch);
      watch.resolve();
    }
  }

  #over(code, signal) {
    this.exit = { code, signal };
    const error = new Error(`Pi ended (${code ?? signal}): ${this.stderr.slice(-1500)}`);
    this.#look();
    for (const waiting of [...this.#pending.values(), ...this.#watching]) waiting.reject(error);
  }
}

/** A promise that may fail after a scenario has failed already, when nobody waits for it any more. */
function heeded(work) {
  const promise = new Promise(work);
  promise.catch(() => {});
  return promise;
}

/** The processes that were started with this environment variable and still run. */
export function processesWith(name, value) {
  const needle = `${name}=${value}`;
  const pids = readdirSync("/proc").filter((entry) => /^\d+$/.test(entry));
  return pids.flatMap((pid) => {
    try {
      if (!readFileSync(join("/proc", pid, "environ"), "utf8").split("\0").includes(needle)) return [];
      if (/\) Z /.test(readFileSync(join("/proc", pid, "stat"), "utf8"))) return [];
      return [{ pid: Number(pid), command: readFileSync(join("/proc", pid, "cmdline"), "utf8").replaceAll("\0", " ").trim() }];
    } catch {
      return [];
    }
  });
}
