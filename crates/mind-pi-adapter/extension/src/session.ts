// What Pi's session holds that the engine has to know.
import { realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { getAgentDir, VERSION, type CustomEntry, type ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { Host } from "./host.ts";
import type { Model, SessionEntry, SessionEvents, SessionOpen } from "./protocol.ts";

type Session = ExtensionContext["sessionManager"];
const NOTE = "pi-persona-mind-session-note";
const REVIEW = "mind-review";
const EVENTS = 512;
const EVENT_BYTES = 1024 * 1024;
const REVIEWS = 256;

/** The entries of the session notes on the active branch, oldest first. */
export const branchNotes = (session: Session): CustomEntry[] => session.getBranch().filter(isOf(NOTE));

/** The notes of the branch, and a count of what is elsewhere or damaged. */
export function sessionEvents(session: Session): SessionEvents {
  const entries = session.getEntries();
  const ids = new Set(entries.map((entry) => entry.id));
  const notes = branchNotes(session);
  const onBranch = new Set(notes.map((entry) => entry.id));
  const others = entries.filter(isOf(NOTE)).filter((entry) => !onBranch.has(entry.id));
  const branch: SessionEntry[] = [];
  let bytes = 0;
  for (const entry of notes) {
    bytes += size(entry);
    if (branch.length === EVENTS || bytes > EVENT_BYTES) break;
    branch.push(shown(entry));
  }
  return {
    branch, truncated: branch.length < notes.length,
    elsewhere: { count: others.length, bytes: others.reduce((sum, entry) => sum + size(entry), 0) },
    missingParents: entries.filter((entry) => entry.parentId !== null && !ids.has(entry.parentId)).length,
  };
}

export function openInput(host: Host, reason: SessionOpen["reason"], previousSessionFile?: string): SessionOpen {
  const { pi, ctx } = host;
  const own = (info: { sourceInfo?: { path?: string } }): boolean => isOwn(host.entry, info.sourceInfo?.path);
  const names = (list: { name: string; sourceInfo?: { path?: string } }[]): string[] => list.filter((one) => !own(one)).map((one) => one.name);
  const model = modelOf(ctx);
  const { packages } = pi.getSettings() as { packages?: unknown };
  return {
    hostProtocol: 1, reason, leg: host.leg, cwd: ctx.sessionManager.getCwd(), agentDir: getAgentDir(), projectTrusted: ctx.isProjectTrusted(),
    host: { name: "pi", version: VERSION, extension: ownVersion(), mode: ctx.mode, hasUi: ctx.hasUI, pid: process.pid },
    settings: host.settings, packages: Array.isArray(packages) ? packages : [],
    taken: { tools: names(pi.getAllTools()), commands: names(pi.getCommands()) },
    events: sessionEvents(ctx.sessionManager),
    reviews: ctx.sessionManager.getEntries().filter(isOf(REVIEW)).slice(-REVIEWS).map(shown),
    ...(model ? { model } : {}), ...(previousSessionFile ? { previousSessionFile } : {}),
  };
}

export function modelOf(ctx: ExtensionContext): Model | undefined {
  return ctx.model && { provider: ctx.model.provider, id: ctx.model.id, thinking: ctx.thinkingLevel ?? "off" };
}

function ownVersion(): string {
  try {
    return createRequire(import.meta.url)("../package.json").version;
  } catch {
    return "0.0.0";
  }
}

/** Whether something was registered by this very extension. */
export function isOwn(entry: string, path: string | undefined): boolean {
  return path !== undefined && (path === entry || realPath(path) === realPath(entry));
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

const isOf = (customType: string) => (entry: { type: string; customType?: string }): entry is CustomEntry =>
  entry.type === "custom" && entry.customType === customType;
const shown = (entry: CustomEntry): SessionEntry => ({ entryId: entry.id, data: entry.data ?? null });
const size = (entry: CustomEntry): number => Buffer.byteLength(JSON.stringify(entry.data ?? null));
