// What is due is said once, by a card and a toast; never to the model, and not where nobody looks.
import assert from "node:assert/strict";

export const real = true;
export const long = 5;
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
  await live.until(() => live.calls("host_effects_done").length > 0, "the report");
  const { sessionFile } = live.state;
  await live.end();
  const again = await soon.pi("--session", sessionFile);
  await again.prompt("anything?");
  assert.equal((await again.cardsOf("reminder")).length, 1);
  await again.end();
  await pi.end();

  const print = await stage.shot("-p", "hello");
  assert.doesNotMatch(print.stderr + print.stdout, /flaky/);
  const later = await stage.pi();
  await later.until(() => later.calls("host_effects_done").length > 0, "what print mode left");
  const [card] = await later.cardsOf("reminder");
  assert.match(card.body, /^1 backlog item\(s\) came due while you were away:\n.*look at the flaky test/);
};
