// What the model and the person call: the tools and the command.
import type { ExtensionCommandContext, ToolDefinition } from "@earendil-works/pi-coding-agent";
import { careful } from "./bus.ts";
import { row } from "./cards.ts";
import type { Host } from "./host.ts";
import type { Answer, ToolDefinition as ToolOffer } from "./protocol.ts";
import { NO_ENGINE, TEXT, WHAT_TO_DO, restarted } from "./texts.ts";

/** Registers the tools and the alias an engine offers; what is registered already stays. */
export function offer(host: Host, answer: Answer): void {
  const { pi } = host;
  for (const tool of host.leg ? [] : answer.tools ?? []) {
    if (host.offered.has(tool.name)) continue;
    host.offered.add(tool.name);
    try {
      pi.registerTool(toolOf(host, tool));
    } catch {
      // A tool Pi does not take is one less; the others still work.
    }
  }
  const { alias } = answer;
  const taken = pi.getCommands().some(({ name }) => name === alias || name.startsWith(`${alias}:`));
  if (alias && !taken) pi.registerCommand(alias, command(host));
}

export const command = (host: Host) => ({
  description: "Memory: what is remembered, and what it does",
  getArgumentCompletions: (prefix: string) =>
    (host.opened?.completions ?? []).filter((word) => word.startsWith(prefix)).map((word) => ({ value: word, label: word })),
  handler: careful(async (args: string, ctx: ExtensionCommandContext): Promise<void> => {
    host.ctx = ctx;
    await run(host, args.trim());
  }),
});

async function run(host: Host, args: string): Promise<void> {
  if (host.state !== "live") return show(host, host.twice ?? NO_ENGINE);
  if (args === "restart") return show(host, (await host.open("respawn")) ? restarted(host.opened?.engine ?? "") : places(host));
  const { cards } = host.effects;
  const answer = await host.call("host_command", { args, idle: host.ctx.isIdle() });
  const missing = answer.code === "host.engine_missing";
  const text = answer.text ?? (missing ? places(host) : (TEXT[answer.code ?? ""] ?? answer.message ?? NO_ENGINE));
  if (!host.ctx.hasUI) process.stderr.write(`${text}\n`);
  else if (host.effects.cards === cards) show(host, text);
}

/** Where an engine was looked for. */
function places(host: Host): string {
  const looked = host.search?.places.map(({ how, path, state }) => `${how}: ${path}: ${state}`) ?? [];
  return [NO_ENGINE, ...looked, ...(host.engine?.stderr.trim() ? [host.engine.stderr.trim()] : []), WHAT_TO_DO].join("\n");
}

function show(host: Host, text: string): void {
  if (!host.ctx.hasUI) return void process.stderr.write(`${text}\n`);
  const [title = ""] = text.split("\n");
  host.pi.appendEntry("mind-card", { version: 1, kind: "report", title: "mind", body: text });
  host.effects.notify(title, "info");
}

const toolOf = (host: Host, tool: ToolOffer): ToolDefinition => ({
  name: tool.name, label: tool.label, description: tool.description, parameters: tool.parameters as ToolDefinition["parameters"],
  promptSnippet: tool.promptSnippet, promptGuidelines: tool.promptGuidelines, executionMode: "sequential", exposure: "direct",
  ...row(tool.label),
  execute: async (callId, params, signal, _onUpdate, ctx) => {
    host.ctx = ctx;
    // Pi names a call that another tool makes after that tool's own call.
    const parentCallId = /^(.+)\/\d+$/.exec(callId)?.[1];
    const answer = await host.call("host_tool_call", { tool: tool.name, callId, parentCallId, params: params as Record<string, unknown> }, signal);
    const text = answer.text ?? TEXT[answer.code ?? ""] ?? answer.message ?? NO_ENGINE;
    const details = answer.details ?? { ok: false, code: answer.code, summary: text };
    return { content: [{ type: "text", text }], details, isError: !answer.ok };
  },
});
