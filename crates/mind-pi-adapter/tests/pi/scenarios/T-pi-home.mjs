// Started in the home directory there is no project: its tiers are refused, and what is the person's works.
import assert from "node:assert/strict";

export const real = true;
export default async ({ open }) => {
  const fact = (text, tier) => ["memory", { action: "remember", text, tier }];
  const stage = await open({ git: false, turns: [{ calls: [fact("The harbour opens at six", "project"), fact("I prefer tabs", "persona")] }] });
  stage.project = stage.home;
  const pi = await stage.pi();
  await pi.prompt("keep them");
  assert.match(stage.results()[0], /\(scope\.no_project\)\. Next: /);
  assert.match(stage.results()[1], /^Remembered/);
  await pi.until(() => pi.statuses.at(-1) === "mind 1L", "a line without project");
};
