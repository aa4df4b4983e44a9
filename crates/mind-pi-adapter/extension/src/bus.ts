// Pi's event bus: what other extensions say about whose memory this is. Nothing is judged here.
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

type Bus = ExtensionAPI["events"];

export const CHANNEL = {
  loaded: "mind:loaded:v1",
  companion: "pi-persona:companion:v1", owner: "pi-persona:memory-owner:v1", ownerChanged: "pi-persona:memory-owner-changed:v1",
  settings: "pi-persona:settings:collect:v1", activity: "pi-persona:activity:v1",
  workerStart: "pi-persona:mind-worker-start:v1", workerSettled: "pi-persona:mind-worker-settled:v1", workerCancel: "pi-persona:mind-worker-cancel:v1",
};
const ANSWERS = 2;
const ANSWER_BYTES = 8192;

/** Work that may fail without anybody noticing: an exception that reached Pi would end it, or the run. It begins at once, as a bus needs it. */
export const careful = <A extends unknown[], R>(work: (...args: A) => R) => async (...args: A): Promise<Awaited<R> | undefined> => {
  try {
    return await work(...args);
  } catch {
    return undefined;
  }
};

/** Asks every extension at once; only what arrives before `emit` returns is an answer. */
export function ask(bus: Bus, channel: string, query: object): unknown[] {
  const heard: unknown[] = [];
  let open = true;
  const respond = (answer: unknown): void => void (open && heard.length < ANSWERS && heard.push(plain(answer)));
  say(bus, channel, { ...query, respond });
  open = false;
  return heard;
}

/** Emits, and keeps what a listener throws away from the caller. */
export function say(bus: Bus, channel: string, event: object): void {
  try {
    bus.emit(channel, event);
  } catch {
    // A bus that throws has nothing to answer.
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The same JSON for the same value, whatever the order of its keys. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => (isObject(part) ? Object.fromEntries(Object.keys(part).sort().map((key) => [key, part[key]])) : part));

function plain(answer: unknown): unknown {
  try {
    const json = JSON.stringify(answer);
    return json !== undefined && Buffer.byteLength(json) <= ANSWER_BYTES ? JSON.parse(json) : null;
  } catch {
    return null;
  }
}
