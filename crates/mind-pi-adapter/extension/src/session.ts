// What Pi's session holds that the engine has to know.
import { realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { getAgentDir, VERSION, type CustomEntry, type ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { Host } from "./host.ts";
import type { Model, NoteEvents, OpenReason, SessionEntry, SessionOpen } from "./protocol.ts";

type Session = ExtensionContext["sessionManager"];
type Registered = { name: string; sourceInfo?: { path?: string } };

const NOTE = "pi-persona-mind-session-note";
const REVIEW = "mind-review";
const [EVENTS, EVENT_BYTES, REVIEWS] = [512, 1024 * 1024, 256];

/** The entries of the session notes on the active branch, oldest first. */
export const branchNotes = (session: Session): CustomEntry[] => session.getBranch().filter(isOf(NOTE));

/** The notes of the branch, and a count of what is elsewhere or damaged. */
export function noteEvents(session: Session): NoteEvents {
  const entries = session.getEntries();
  const ids = new Set(entries.map((entry) => entry.id));
  const notes = branchNotes(session);
  const others = entries.filter(isOf(NOTE)).filter((entry) => !notes.includes(entry));
  let bytes = 0;
  const fits = (entry: CustomEntry, at: number): boolean => (bytes += size(entry)) <= EVENT_BYTES && at < EVENTS;
  const past = notes.findIndex((entry, at) => !fits(entry, at));
  return {
    branch: (past < 0 ? notes : notes.slice(0, past)).map(shown), truncated: past >= 0,
    elsewhere: { count: others.length, bytes: others.reduce((sum, entry) => sum + size(entry), 0) },
    missingParents: entries.filter(({ parentId }) => parentId !== null && !ids.has(parentId)).length,
  };
}

/** What the engine is told when the session is opened. */
export function openInput(host: Host, reason: OpenReason, previousSessionFile?: string): SessionOpen {
  const { pi, ctx, entry, leg, settings, search } = host;
  const { packages } = pi.getSettings() as { packages?: unknown };
  const foreign = (list: Registered[]): string[] => list.filter((one) => !isOwn(entry, one)).map(({ name }) => name);
  return {
    hostProtocol: 1, reason, previousSessionFile, leg, settings, model: modelOf(ctx),
    host: { name: "pi", version: VERSION, extension: ownVersion(), mode: ctx.mode, hasUi: ctx.hasUI, pid: process.pid, found: `${search?.how}: ${search?.binary}`, command: commandName(host) },
    cwd: ctx.sessionManager.getCwd(), agentDir: getAgentDir(), projectTrusted: ctx.isProjectTrusted(),
    packages: Array.isArray(packages) ? packages : [], taken: { tools: foreign(pi.getAllTools()), commands: foreign(pi.getCommands()) },
    events: noteEvents(ctx.sessionManager), reviews: ctx.sessionManager.getEntries().filter(isOf(REVIEW)).slice(-REVIEWS).map(shown),
  };
}

export const modelOf = ({ model, thinkingLevel }: ExtensionContext): Model | undefined =>
  model && { provider: model.provider, id: model.id, thinking: thinkingLevel ?? "off" };

/** The name Pi gave our command; another extension's `mind` turns ours into `mind:1` or `mind:2`. */
export const commandName = ({ pi, entry }: Host): string =>
  pi.getCommands().find((one) => /^mind(:\d+)?$/.test(one.name) && isOwn(entry, one))?.name ?? "mind";

function isOwn(entry: string, { sourceInfo }: Registered): boolean {
  const path = sourceInfo?.path ?? "";
  try {
    return path === entry || realpathSync(path) === realpathSync(entry);
  } catch {
    return false;
  }
}

function ownVersion(): string {
  try {
    return createRequire(import.meta.url)("../package.json").version;
  } catch {
    return "0.0.0";
  }
}

const isOf = (customType: string) => (entry: { type: string; customType?: string }): entry is CustomEntry =>
  entry.type === "custom" && entry.customType === customType;
const shown = ({ id, data }: CustomEntry): SessionEntry => ({ entryId: id, data: data ?? null });
const size = ({ data }: CustomEntry): number => Buffer.byteLength(JSON.stringify(data ?? null));
