// Pi's events, each tied to a call. Nothing here lets an exception through to Pi.
import type { AgentSettledEvent, ContextEvent, ExtensionAPI, ExtensionContext, InputEvent, MessageEndEvent, MessageStartEvent, SessionStartEvent, SessionTreeEvent, ToolResultEvent } from "@earendil-works/pi-coding-agent";
import { CHANNEL, careful, isObject } from "./bus.ts";
import { drawCard } from "./cards.ts";
import { round, trace } from "./client.ts";
import { command, offer } from "./front.ts";
import { Host } from "./host.ts";
import { Injection, clip, textOf } from "./inject.ts";
import type { Usage } from "./protocol.ts";
import { commandName, modelOf, noteEvents } from "./session.ts";
import { NO_ENGINE, NO_MEMORY_BLOCK, WHAT_TO_DO, noMemory, renamed, twice } from "./texts.ts";

const TEXT_UNITS = 65_536;
const noUsage = (): Usage => ({ input: 0, output: 0, cacheRead: 0, cacheWrite: 0 });

/** Registers what the factory may register; starts and reads nothing. */
export function connect(pi: ExtensionAPI, entry: string): void {
  const leg = process.env.PI_PERSONA_LEG === "1" || process.env.PI_PERSONA_CHILD === "1";
  const host = new Host(pi, entry, leg);
  const record = { path: entry };
  const injection = new Injection((request, ms) => host.call("host_run_start", { request }, undefined, ms), (code) => missed(host, code));
  const subscriptions: (() => void)[] = [];
  const on = <E, R>(work: (event: E) => R) =>
    careful((event: E, ctx: ExtensionContext) => {
      if (host.state !== "live") return undefined;
      host.ctx = ctx;
      return work(event);
    });
  const listen = (channel: string, work: (event: Record<string, unknown>) => unknown): void =>
    void subscriptions.push(pi.events.on(channel, careful((event: unknown) => void (isObject(event) && work(event)))));

  pi.on("session_start", careful(async (event: SessionStartEvent, ctx: ExtensionContext) => {
    if (host.state === "closed" || host.sessionId === ctx.sessionManager.getSessionId()) return;
    host.ctx = ctx;
    injection.drop();
    await begin(host, event, record);
  }));
  pi.on("session_shutdown", careful(async ({ reason }) => {
    for (const unsubscribe of subscriptions) unsubscribe();
    await host.close(reason);
  }));
  pi.on("context", on(async (event: ContextEvent) => {
    const began = performance.now();
    const messages = await injection.apply(event.messages);
    trace({ inject: round(performance.now() - began) });
    return messages && { messages };
  }));
  listen(CHANNEL.loaded, (event) => Array.isArray(event.instances) && event.instances.push(record));
  if (leg) return;

  let usage = noUsage();
  host.onOpened = (answer) => offer(host, answer);
  pi.registerEntryRenderer("mind-card", drawCard);
  pi.registerCommand("mind", command(host));
  pi.on("session_tree", on(async ({ oldLeafId, newLeafId }: SessionTreeEvent) => {
    injection.drop();
    const leaves = { oldLeafId: oldLeafId ?? undefined, newLeafId: newLeafId ?? undefined };
    await host.call("host_tree_changed", { ...leaves, events: noteEvents(host.ctx.sessionManager) });
  }));
  pi.on("input", on(async ({ text, source, streamingBehavior: streaming, images = [] }: InputEvent) => {
    await host.call("host_input", { text: clip(text, TEXT_UNITS), source, images: images.length, streaming });
    return { action: "continue" as const };
  }));
  pi.on("message_start", on(async ({ message }: MessageStartEvent) => {
    if (message.role !== "custom" || !host.opened?.watch?.customTypes.includes(message.customType)) return;
    await host.call("host_message", { customType: message.customType, text: clip(textOf(message), TEXT_UNITS) });
  }));
  pi.on("agent_start", on(() => void host.call("host_agent_start", {})));
  pi.on("message_end", on(({ message }: MessageEndEvent) => {
    if (message.role !== "assistant") return;
    for (const key of Object.keys(usage) as (keyof Usage)[]) usage[key] += message.usage?.[key] ?? 0;
  }));
  pi.on("tool_result", on((event: ToolResultEvent) => {
    if (!host.opened?.watch?.toolResults.includes(event.toolName)) return;
    const { toolName, toolCallId: callId, parentToolCallId: parentCallId, isError } = event;
    void host.call("host_tool_result", { toolName, callId, parentCallId, isError, text: clip(textOf(event), TEXT_UNITS) });
  }));
  pi.on("agent_settled", on(({ aborted }: AgentSettledEvent) => {
    injection.drop();
    const { ctx } = host;
    void host.call("host_settled", { aborted, idle: ctx.isIdle(), pending: ctx.hasPendingMessages(), usage, model: modelOf(ctx) });
    usage = noUsage();
  }));
  listen(CHANNEL.ownerChanged, () => {
    injection.drop();
    host.raiseToken();
    if (host.state === "live" && host.opened) void host.call("host_owner_changed", {});
  });
  listen(CHANNEL.workerSettled, (event) => host.effects.workers.settled(event));
  listen(CHANNEL.settings, ({ version, sessionId, contribute }) => {
    const mine = version === 1 && sessionId === host.sessionId && typeof contribute === "function";
    if (mine && host.state === "live" && host.values) contribute({ version: 1, contributor: "mind", ...host.values });
  });
}

/** Finds out whether this copy is the one that works, and opens the session with the engine. */
async function begin(host: Host, { reason, previousSessionFile }: SessionStartEvent, record: { path: string }): Promise<void> {
  host.sessionId = host.ctx.sessionManager.getSessionId();
  const instances: { path: string }[] = [];
  host.pi.events.emit(CHANNEL.loaded, { instances });
  const [first] = instances;
  if (first && first !== record) {
    [host.state, host.twice] = ["spare", twice(first.path, record.path)];
    return host.effects.warn(host.twice);
  }
  host.state = "live";
  await host.open(reason, previousSessionFile);
  if (host.leg) return;
  const name = commandName(host);
  if (name !== "mind") host.effects.warn(renamed(`/${name}`));
  const { ok, values, sources } = await host.call("host_settings", {});
  if (ok) host.values = { values, sources };
}

/** Says that a request goes without memory; gives what the model is told. */
function missed(host: Host, code: string): string {
  const missing = code === "host.engine_missing";
  if (host.leg || (missing && !host.opened)) return "";
  host.effects.override(missing ? NO_ENGINE : noMemory(code));
  host.effects.warn(missing ? `${NO_ENGINE}. ${WHAT_TO_DO}` : noMemory(code));
  return NO_MEMORY_BLOCK;
}
