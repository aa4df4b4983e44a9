// JSON-RPC lines: how bytes become messages and messages bytes.
import type { Answer } from "./protocol.ts";

export const LINE_BYTES = 8 * 1024 * 1024;
const NEWLINE = 10;

/** What comes from the engine; `failed` stands for an answer that will not come. */
export interface Message {
  id?: number | string | null;
  method?: string;
  result?: { structuredContent?: Answer; protocolVersion?: string; serverInfo?: { name?: string } };
  error?: { message?: string };
  failed?: string;
}

/** Cuts a byte stream at LF only: JSON may hold U+2028, and a character may be split between two chunks. */
export class Lines {
  #parts: Buffer[] = [];
  #bytes = 0;

  /** The lines this chunk completes; undefined once a line is longer than may be. */
  push(chunk: Buffer): string[] | undefined {
    const lines: string[] = [];
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      if (!this.#add(chunk.subarray(from, at))) return undefined;
      lines.push(Buffer.concat(this.#parts).toString("utf8"));
      [this.#parts, this.#bytes, from] = [[], 0, at + 1];
    }
    return this.#add(chunk.subarray(from)) ? lines : undefined;
  }

  #add(part: Buffer): boolean {
    this.#parts.push(part);
    this.#bytes += part.length;
    return this.#bytes <= LINE_BYTES;
  }
}

/** One line of JSON in which no string is ill-formed: a lone surrogate would make the whole line unreadable. */
export const encode = (message: object): string =>
  JSON.stringify(message, (_key, value) => (typeof value === "string" ? value.toWellFormed() : value));

/** The message in a line; undefined when it is none. */
export function parsed(line: string): Message | undefined {
  try {
    const message: unknown = JSON.parse(line);
    return typeof message === "object" && message !== null ? message : undefined;
  } catch {
    return undefined;
  }
}
