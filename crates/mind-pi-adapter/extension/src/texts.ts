// The only words the host half owns; every other text comes from the engine.

/** Says in the host half's name what an engine did not get to say. */
export const TEXT: Record<string, string> = {
  "host.engine_missing": "mind: no engine",
  "host.engine_lost": "mind stopped before it answered; check with recall before repeating.",
  "host.deadline": "mind stopped before it answered; check with recall before repeating.",
  "host.cancelled": "Cancelled; check with recall before repeating.",
  "owner.changed": "The owner of this memory changed; repeat it for the present persona.",
};

export const NO_ENGINE = "mind: no engine";
export const WHAT_TO_DO = "Set MIND_BIN, install the platform package, or cargo install mind-cli.";
export const NO_MEMORY_BLOCK =
  "[mind] Memory could not be loaded for this request. Do not conclude that nothing is remembered.";

export const noMemory = (reason: string): string => `mind: no memory this run (${reason})`;
export const tooOld = (version: string): string => `mind needs Pi 1.4.0 or newer; this is ${version}.`;
export const twice = (active: string, spare: string): string => `mind is loaded twice: ${active} is used, ${spare} is not.`;
export const renamed = (command: string): string => `Another extension has /mind; use ${command}.`;
export const restarted = (version: string): string => `mind ${version} started.`;
