// The only words the host half owns; every other text comes from the engine.
export const NO_ENGINE = "mind: no engine";
export const WHAT_TO_DO = "Set MIND_BIN, install the platform package, or cargo install mind-cli.";
export const NO_MEMORY_BLOCK = "[mind] Memory could not be loaded for this request. Do not conclude that nothing is remembered.";
const LOST = "mind stopped before it answered; check with recall before repeating.";

/** What a call comes to that no engine answered, by its code. */
export const TEXT: Record<string, string> = {
  "host.engine_missing": NO_ENGINE,
  "host.engine_lost": LOST,
  "host.deadline": LOST,
  "host.cancelled": "Cancelled; check with recall before repeating.",
  "owner.changed": "The owner of this memory changed; repeat it for the present persona.",
};

export const noMemory = (reason: string): string => `mind: no memory this run (${reason})`;
export const tooOld = (version: string): string => `mind needs Pi 1.4.0 or newer; this is ${version}.`;
export const twice = (active: string, spare: string): string => `mind is loaded twice: ${active} is used, ${spare} is not.`;
export const renamed = (command: string): string => `Another extension has /mind; use ${command}.`;
export const restarted = (version: string): string => `mind ${version} started.`;
