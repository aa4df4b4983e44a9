// Cards in the transcript and rows of our tools: cleaned, fitted to the width, and never throwing.
import type { Theme, ToolDefinition } from "@earendil-works/pi-coding-agent";
import { type Component, truncateToWidth, wrapTextWithAnsi } from "@earendil-works/pi-tui";

const COMPACT_LINES = 3;
const COMPACT_COLUMNS = 100;
/** What Pi leaves free beside its own messages. */
const PADDING = 1;
const SEQUENCES = /\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?|\x1b[PX^_][^\x1b]*(?:\x1b\\)?|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?|\x1b./g;
const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g;

interface Card {
  title: string;
  body: string;
}

/** Text with nothing in it that could move the cursor, change a colour or turn the reading direction. */
export const clean = (text: string): string => text.replace(SEQUENCES, "").replaceAll("\t", "    ").replace(CONTROLS, "");

/** The card in an entry's data, whatever that is. */
export function cardOf(data: unknown): Card {
  const { version, title, body } = (data ?? {}) as Record<string, unknown>;
  const named = typeof title === "string" && title !== "" ? clean(title) : "mind card";
  return { title: named, body: version === 1 && typeof body === "string" ? clean(body) : "" };
}

/** Title and first lines, or everything wrapped. */
export function lines(card: Card, width: number, expanded: boolean, hint: string): string[] {
  const body = card.body === "" ? [] : card.body.split("\n");
  const columns = Math.max(1, Math.min(width, expanded ? width : COMPACT_COLUMNS));
  const title = truncateToWidth(card.title, columns, "…");
  if (expanded) return [title, ...body.flatMap((line) => (line === "" ? [""] : wrapTextWithAnsi(line, columns)))];
  const more = body.length - COMPACT_LINES;
  const shown = body.slice(0, COMPACT_LINES).map((line) => truncateToWidth(line, columns, "…"));
  return [title, ...shown, ...(more > 0 ? [truncateToWidth(`… +${more} more lines (${hint})`, columns, "…")] : [])];
}

/** Pi 1.4 has no `keyHint`. */
type KeyHint = { keyHint?: (keybinding: "app.tools.expand", description: string) => string };
const hintOf = (options: KeyHint): string => clean(options.keyHint?.("app.tools.expand", "to expand") ?? "ctrl+o to expand");

const component = (render: (width: number) => string[]): Component => ({ invalidate: () => {}, render: guarded(render) });
const guarded = (render: (width: number) => string[]) => (width: number): string[] => {
  try {
    return render(width);
  } catch {
    return ["mind card"];
  }
};

export const drawCard = (entry: { data?: unknown }, options: { expanded: boolean } & KeyHint, theme: Theme): Component =>
  component((width) => {
    const [title = "", ...rest] = lines(cardOf(entry.data), width - PADDING, options.expanded, hintOf(options));
    return [theme.fg("accent", title), ...rest].map((line) => " ".repeat(Math.min(PADDING, width - 1)) + line);
  });

/** How a row of one of our tools looks; what was saved is one line, collapsed or expanded. */
export const row = (label: string): Pick<ToolDefinition, "renderCall" | "renderResult"> => ({
  renderCall: (args, theme) => {
    const { action } = (args ?? {}) as { action?: unknown };
    const title = clean(typeof action === "string" ? `${label} ${action}` : label);
    return component((width) => [theme.fg("toolTitle", truncateToWidth(title, width, "…"))]);
  },
  renderResult: (result, options, _theme, context) => {
    const details = (result.details ?? {}) as { ok?: boolean; action?: string; summary?: string };
    const whole = result.content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
    const saved = details.ok === true && details.action === "remember";
    const [title = "", ...body] = (saved || !options.expanded ? details.summary ?? whole : whole).split("\n");
    return component((width) => lines({ title: clean(title), body: clean(body.join("\n")) }, width, options.expanded, hintOf(context as KeyHint)));
  },
});
