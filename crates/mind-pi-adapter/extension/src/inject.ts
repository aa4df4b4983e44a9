// Where the two blocks go in a model request, and when they are asked for again.
import type { ContextEvent } from "@earendil-works/pi-coding-agent";
import type { Answer, Request } from "./protocol.ts";

export type Message = ContextEvent["messages"][number];
type Anchor = Pick<Message, "role" | "timestamp">;

interface Held {
  standing: string;
  task: string;
  anchor?: Anchor;
}

const STANDING = "mind-standing";
const TASK = "mind-task";
const REQUEST_UNITS = 20_000;
const [LIMIT_MS, IMPATIENT_MS, GRACE_MS] = [750, 100, 50];
const PATIENT_MISSES = 3;

/** The blocks of the present request, held byte for byte until the next one. */
export class Injection {
  #held: Held | undefined;
  #misses = 0;
  readonly #start: (request: Request, deadlineMs: number) => Promise<Answer>;
  readonly #missed: (code: string) => string;

  /** `missed` is told why a request goes without memory, and says what stands in the task block instead. */
  constructor(start: (request: Request, deadlineMs: number) => Promise<Answer>, missed: (code: string) => string) {
    [this.#start, this.#missed] = [start, missed];
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

  async #ask({ anchor, request }: { anchor: Message; request: Request }): Promise<Held> {
    const answer = await this.#start(request, (this.#misses < PATIENT_MISSES ? LIMIT_MS : IMPATIENT_MS) - GRACE_MS);
    this.#misses = answer.ok ? 0 : this.#misses + 1;
    if (!answer.ok) return { anchor, standing: "", task: this.#missed(answer.code ?? "host.engine_lost") };
    return { anchor, standing: answer.standing ?? "", task: answer.task ?? "" };
  }
}

/** The message a new request is about, with its text; undefined while the held blocks are still good. */
export function nextAnchor(messages: Message[], held?: { anchor?: Anchor }): { anchor: Message; request: Request } | undefined {
  const begin = messages.findLastIndex((message) => message.role === "assistant" || message.role === "toolResult") + 1;
  const tail = messages.slice(begin);
  const candidate = tail.find(isUser) ?? tail.find(isCustom);
  if (held && (!candidate || messages[begin - 1]?.role === "toolResult" || same(candidate, held.anchor))) return undefined;
  const anchor = candidate ?? messages.findLast(isUser) ?? messages.findLast(isCustom);
  return anchor && { anchor, request: requestOf(anchor, candidate ? tail : [anchor]) };
}

/** Puts the standing block first and the task block before its anchor. */
export function insert(messages: Message[], held: Held): Message[] {
  const at = messages.findIndex((message) => same(message, held.anchor));
  const last = messages.findLastIndex((message) => isUser(message) || isCustom(message));
  const place = [at, last].find((index) => index >= 0) ?? messages.length;
  const block = (customType: string, content: string): Message[] =>
    content === "" ? [] : [{ role: "custom", customType, content, display: false, timestamp: held.anchor?.timestamp ?? 0 }];
  return [...block(STANDING, held.standing), ...messages.slice(0, place), ...block(TASK, held.task), ...messages.slice(place)];
}

/** The first so many UTF-16 units, without half a character at the end. */
export function clip(text: string, units: number): string {
  const half = text.length > units && /[\ud800-\udbff]/.test(text.charAt(units - 1));
  return text.slice(0, half ? units - 1 : units);
}

/** The text of a message; pictures have none. */
export function textOf({ content }: { content?: unknown }): string {
  if (typeof content === "string") return content;
  const parts: { type?: string; text?: string }[] = Array.isArray(content) ? content : [];
  return parts.flatMap((part) => (part.type === "text" && typeof part.text === "string" ? [part.text] : [])).join("\n");
}

function requestOf(anchor: Message, tail: Message[]): Request {
  const whole = isCustom(anchor) ? textOf(anchor) : tail.filter(isUser).map(textOf).join("\n\n");
  const text = clip(whole, REQUEST_UNITS);
  const rest = { text, clipped: text.length < whole.length };
  return isCustom(anchor) ? { role: "custom", customType: anchor.customType, ...rest } : { role: "user", ...rest };
}

const same = (message: Message, anchor?: Anchor): boolean => message.role === anchor?.role && message.timestamp === anchor.timestamp;
const isUser = (message: Message): message is Message & { role: "user" } => message.role === "user";
const isCustom = (message: Message): message is Message & { role: "custom" } => message.role === "custom";
const isOurs = (message: Message): boolean => isCustom(message) && [STANDING, TASK].includes(message.customType);
