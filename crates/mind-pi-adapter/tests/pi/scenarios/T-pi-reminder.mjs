// What is due is said once, by a card and a toast; never to the model, and not where nobody looks.
import assert from "node:assert/strict";

export const real = true;
export default async ({ open }) => {
  const stage = await open();
  const pi = await stage.pi();
  await pi.prompt("begin");
  stage.mind("backlog", "add", "--due", "1s", "look at the flaky test");
  const soon = await open({ turns: [{ calls: [["backlog", { action: "add", text: "look at the flaky test", dueInSeconds: 1 }]] }] });
  const live = await soon.pi();
  await live.prompt("queue it");
  const requests = soon.model.asked.length;
  await live.until(() => live.cards.some((card) => card.kind === "reminder"), "the reminder");
  assert.match(live.cards.find((card) => card.kind === "reminder").body, /look at the flaky test/);
  assert.equal(soon.model.asked.length, requests);
  const { sessionFile } = live.state;
  await live.end();
  const again = await soon.pi("--session", sessionFile);
  await again.prompt("anything?");
  assert.deepEqual(again.cards.filter((card) => card.kind === "reminder"), []);
  await again.end();
  await pi.end();

  const print = await stage.shot("-p", "hello");
  assert.doesNotMatch(print.stderr + print.stdout, /flaky/);
  const later = await stage.pi();
  await later.until(() => later.cards.some((card) => card.kind === "reminder" && /flaky/.test(card.body)), "the reminder that print mode left");
};
