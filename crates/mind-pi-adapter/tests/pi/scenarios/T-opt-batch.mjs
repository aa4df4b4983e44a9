// A review of all targets: one question each, the proposal on a card before anything changes, and what became of it. (PI-44, O-100, O-102)
import assert from "node:assert/strict";
import { doubles, isReview, proposals, results, reviewer } from "../reviews.mjs";

export const real = true;
export default async ({ open }) => {
  const stage = await open({ turns: reviewer() });
  doubles(stage);
  const pi = await stage.pi();
  await pi.prompt("hello");
  assert.match(await pi.report("optimize"), /Reviewing project, project-long, persona: one bounded window per tier, one after another\./);
  await pi.until(() => results(pi).length === 3, "three results");
  assert.deepEqual(results(pi).map(({ title }) => title), ["project", "project-long", "persona"].map((target) => `mind · optimize ${target}`));
  for (const { body } of results(pi)) assert.match(body, /applied/);

  const asked = stage.model.asked.filter(({ messages }) => isReview(messages.at(-1).text));
  assert.equal(asked.length, 3);
  for (const { tools, messages } of asked) {
    assert.deepEqual(tools, []);
    assert.deepEqual(messages.map(({ role }) => role), ["system", "user"]);
    assert.match(messages[0].text, /^You review stored memory records/);
  }
  assert.equal(proposals(pi).length, 3);
  for (const [at, proposal] of proposals(pi).entries()) {
    assert.match(proposal.body, /^\+ .*gates and all/m);
    assert.ok(pi.cards.indexOf(proposal) < pi.cards.indexOf(results(pi)[at]), "a proposal stands before what became of it");
  }
  for (const tier of ["project", "project-long", "persona"]) {
    assert.match(stage.mind("recall", `${tier} harbour`), new RegExp(`${tier} harbour .*gates and all`));
  }
  assert.deepEqual(pi.errors, []);
};
