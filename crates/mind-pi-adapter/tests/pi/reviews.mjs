// What scenarios about reviews share: facts that say one thing twice, and a model that merges the first two of a window.
import assert from "node:assert/strict";

/** Two facts each for the project, the project in the long run, and the persona. */
export function doubles(stage, ...owner) {
  for (const tier of ["project", "project-long", "persona"]) {
    stage.remember(`The ${tier} harbour opens at six in the morning`, "--tier", tier, ...owner);
    stage.remember(`In the morning at six the ${tier} harbour opens its gates`, "--tier", tier, ...owner);
  }
}

export const isReview = (text) => text.includes("Records, one JSON array on one line:");

/** A reply to a review's prompt that makes one fact of the first two. */
export function merged(prompt) {
  const records = JSON.parse(prompt.split("\n").find((line) => line.startsWith("[")));
  const [one, two] = records;
  assert.ok(two, prompt);
  return JSON.stringify({ version: 1, operations: [{ sourceIds: [one.id, two.id], kind: one.kind, text: `${one.text}, gates and all` }] });
}

/** Turns in which reviews are answered so, and everything else with a word. */
export const reviewer = (until) => ({ messages }) => (isReview(messages.at(-1).text) ? { text: merged(messages.at(-1).text), until } : { text: "Done." });

/** The cards of reviews: what is proposed, and what became of it. */
export const proposals = (pi) => pi.cards.filter(({ kind, body }) => kind === "review" && body.startsWith("Proposal"));
export const results = (pi) => pi.cards.filter(({ kind, body }) => kind === "review" && !body.startsWith("Proposal"));
