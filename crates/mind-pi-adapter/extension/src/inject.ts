// Where the two blocks go in a model request, and when they are asked for again.
import type { ContextEvent } from "@earendil-works/pi-coding-agent";
import type { Answer, RunRequest } from "./protocol.ts";

export type Message = ContextEvent["messages"][number];

const STANDING = "mind-standing";
const TASK = "mind-task";
const REQUEST_UNITS = 20_000;
const LIMIT_MS = 750;
const IMPATIENT_MS = 100;
const GRACE_MS = 50;

interface Anchor {
  role: string;
  timestamp: number;
}

interface Held {
  standing: string;
  task: string;
  anchor?: Anchor | undefined;
}

/** The blocks of the present request, held byte for byte until the next one. */
export class Injection {
  #held: Held | undefined;
  #misses = 0;
  readonly #start: (request: RunRequest, deadlineMs: number) => Promise<Answer>;
  readonly #missed: (code: string) => string;

  /** `missed` is told why a request goes without memory, and says what stands in the task block instead. */
  constructor(start: (request: RunRequest, deadlineMs: number) => Promise<Answer>, missed: (code: string) => string) {
    this.#start = start;
    this.#missed = missed;
  }

  drop(): void {
    this.#held = undefined;
  }

  /** The messages with the blocks in them; undefined when there is nothing to change. */
  async apply(messages: Message[]): Promise<Message[] | undefined> {
    const clean = messages.filter((message) => !isOurs(message));
    const next = nextAnchor(clean, this.#held);
    if (next) this.#held = await this.#ask(next);
    const held = this.#held;
    if (!held || (held.standing === "" && held.task === "")) return clean.length < messages.length ? clean : undefined;
    return insert(clean, held);
  }

  async #ask(next: { anchor: Message; request: RunRequest }): Promise<Held> {
    const anchor = { role: next.anchor.role, timestamp: next.anchor.timestamp };
    const answer = await this.#start(next.request, (this.#misses < 3 ? LIMIT_MS : IMPATIENT_MS) - GRACE_MS);
    if (answer.ok) {
      this.#misses = 0;
      return { standing: answer.standing ?? "", task: answer.task ?? "", anchor };
    }
    this.#misses += 1;
    return { standing: "", task: this.#missed(answer.code ?? "host.engine_lost"), anchor };
  }
}

/** The message a new request is about, with its text; undefined while the held blocks are still good. */
export function nextAnchor(messages: Message[], held: { anchor?: Anchor | undefined } | undefined): { anchor: Message; request: RunRequest } | undefined {
  const begin = messages.findLastIndex((message) => message.role === "assistant" || message.role === "toolResult") + 1;
  const tail = messages.slice(begin);
  const candidate = tail.find(isUser) ?? tail.find(isCustom);
  if (!held) {
    const anchor = candidate ?? messages.findLast(isUser) ?? messages.findLast(isCustom);
    return anchor && { anchor, request: requestOf(anchor, candidate ? tail : [anchor]) };
  }
  const inToolLoop = messages[begin - 1]?.role === "toolResult";
  if (!candidate || inToolLoop || same(candidate, held.anchor)) return undefined;
  return { anchor: candidate, request: requestOf(candidate, tail) };
}

/** Puts the standing block first and the task block before its anchor. */
export function insert(messages: Message[], held: Held): Message[] {
  const at = messages.findIndex((message) => same(message, held.anchor));
  const last = messages.findLastIndex((message) => isUser(message) || isCustom(message));
  const place = at >= 0 ? at : last >= 0 ? last : messages.length;
  const timestamp = held.anchor?.timestamp ?? 0;
  return [
    ...block(STANDING, held.standing, timestamp),
    ...messages.slice(0, place),
    ...block(TASK, held.task, timestamp),
    ...messages.slice(place),
  ];
}

/** The first so many UTF-16 units, without half a character at the end. */
export function clip(text: string, units: number): string {
  if (text.length <= units) return text;
  const cut = text.charCodeAt(units - 1);
  return text.slice(0, cut >= 0xd800 && cut <= 0xdbff ? units - 1 : units);
}

/** The text of a message; pictures have none. */
export function textOf(message: { content?: unknown }): string {
  const { content } = message;
  if (typeof content === "string") return content;
  const parts: { type?: string; text?: string }[] = Array.isArray(content) ? content : [];
  return parts.flatMap((part) => (part.type === "text" && typeof part.text === "string" ? [part.text] : [])).join("\n");
}

function requestOf(anchor: Message, tail: Message[]): RunRequest {
  const custom = isCustom(anchor) ? anchor : undefined;
  const whole = custom ? textOf(custom) : tail.filter(isUser).map(textOf).join("\n\n");
  const text = clip(whole, REQUEST_UNITS);
  const clipped = text.length < whole.length;
  return custom ? { role: "custom", customType: custom.customType, text, clipped } : { role: "user", text, clipped };
}

function block(customType: string, content: string, timestamp: number): Message[] {
  return content === "" ? [] : [{ role: "custom", customType, content, display: false, timestamp }];
}

const same = (message: Message, anchor: Anchor | undefined): boolean =>
  anchor !== undefined && message.role === anchor.role && message.timestamp === anchor.timestamp;
const isUser = (message: Message): message is Message & { role: "user" } => message.role === "user";
const isCustom = (message: Message): message is Message & { role: "custom" } => message.role === "custom";
const isOurs = (message: Message): boolean => isCustom(message) && [STANDING, TASK].includes(message.customType);
