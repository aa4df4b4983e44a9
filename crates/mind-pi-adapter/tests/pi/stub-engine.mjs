#!/usr/bin/env node
// An engine that follows the contract's examples and keeps nothing; `MIND_STUB` says what it does wrong.
import { appendFileSync } from "node:fs";

const wrong = process.env.MIND_STUB ?? "";
if (wrong === "dies") process.exit(3);
if (wrong === "dies-late") setTimeout(() => process.exit(3), 30);
const facts = [];
const notes = [];
let owner;

const answers = {
  host_session_open: ({ ref, leg, taken, hostProtocol }) => {
    owner = ref.owner.token;
    if (wrong === "mismatch") return refuse("host.protocol_mismatch", `the extension speaks host protocol ${hostProtocol}, this engine 2: update the extension`);
    const name = taken.tools.includes("memory") ? "mind_memory" : "memory";
    const tool = {
      facility: "memory", name, label: "Memory", description: "Remembers declarative facts.", promptSnippet: "remember and recall facts",
      promptGuidelines: [`Use ${name} to keep what should outlast this session.`], executionMode: "sequential",
      parameters: { type: "object", additionalProperties: false, required: ["action"], properties: { action: { type: "string" }, text: { type: "string" }, tier: { type: "string" } } },
    };
    const effects = leg ? [] : [{ id: "e1", type: "set_status", text: "mind 1L·0S" }];
    return {
      engine: "0.1.0", state: leg ? "lean" : "active", persona: "_default", tools: leg ? [] : [tool], alias: "persona-mind",
      completions: ["help", "doctor", "notes"], watch: { customTypes: ["pi-persona"], toolResults: ["delegate"] }, effects,
    };
  },
  host_settings: () => ({ values: { "capture.mode": "auto" }, sources: { "capture.mode": "default" } }),
  host_run_start: ({ request }) => ({ standing: block("standing", facts.join(";")), task: block("task", request.text), manifest: { entries: [] } }),
  host_tool_call: ({ ref, params }) => {
    if (params.action !== "remember") return { text: "No match.", details: { ok: true, action: params.action, summary: "no match" } };
    if (params.tier === "session") return { awaitEffects: true, text: "", effects: [note(ref, params.text)] };
    facts.push(params.text);
    return { text: "Remembered 6d7b7855bcd3 — note in project.", details: { ok: true, action: "remember", id: "6d7b7855bcd3", summary: "note saved in project" } };
  },
  host_effects_done: ({ results }) => {
    const [result] = results;
    if (result?.outcome !== "applied") return { text: "", effects: [] };
    return { text: `Noted 5c73d42e0d9c — note in this session, on this branch.`, details: { ok: true, action: "remember", onDisk: result.onDisk, summary: "noted" } };
  },
  host_command: ({ ref, args }) => {
    const text = `report: ${args}`;
    const bind = bindOf(ref);
    delete bind.leafId;
    const card = { id: "c1", type: "append_entry", customType: "mind-card", data: { version: 1, kind: "report", title: `mind · ${args}`, body: text }, bind };
    return { text, effects: [card, { id: "c2", type: "notify", level: "info", text }] };
  },
};

const refuse = (code, message) => ({ ok: false, code, message });
const block = (part, text) => `<mind-memory part="${part}">\n${text}\n</mind-memory>`;
const bindOf = ({ manager, sessionId, sessionFile, leafId }) => ({ manager, sessionId, sessionFile, ownerToken: owner, leafId });
function note(ref, text) {
  owner = ref.owner.token;
  notes.push(text);
  const data = { version: 1, action: "save", note: { id: "5c73d42e0d9c", kind: "note", text, tags: [], recordedAt: "2026-11-20T10:00:00.000Z", originSessionId: ref.sessionId } };
  return { id: "n1", type: "append_entry", customType: "pi-persona-mind-session-note", data, bind: bindOf(ref) };
}

function reply({ id, method, params }) {
  if (id === undefined) return;
  if (method === "initialize") return send(id, { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "mind", version: "0.1.0" } });
  const { name, arguments: input } = params;
  if (process.env.MIND_STUB_LOG) appendFileSync(process.env.MIND_STUB_LOG, `${JSON.stringify({ name, input })}\n`);
  owner ??= input.ref.owner.token;
  if (input.ref && name !== "host_effects_done") owner = input.ref.owner.token;
  const answer = { ok: true, effects: [], ...answers[name]?.(input) };
  const structuredContent = answer;
  const deliver = () => send(id, { content: [{ type: "text", text: "" }], structuredContent, isError: !answer.ok });
  if (wrong === "slow" && name === "host_run_start") return setTimeout(deliver, 5000);
  if (wrong === "busy" && name === "host_tool_call") return;
  deliver();
}

const send = (id, result) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, result })}\n`);
let rest = "";
process.stdin.setEncoding("utf8").on("data", (text) => {
  const lines = (rest + text).split("\n");
  rest = lines.pop();
  for (const line of lines) if (line) reply(JSON.parse(line));
});
process.stdin.on("end", () => wrong !== "stubborn" && process.exit(0));
if (wrong === "stubborn") process.on("SIGTERM", () => {}), setInterval(() => {}, 1000);
