// A review merges two facts; the card shows them before and after, and undo brings both back. (O-92, O-116)
import assert from "node:assert/strict";
import { proposals, results, reviewer } from "../reviews.mjs";

export const real = true;
export default async ({ open }) => {
  const stage = await open({ turns: reviewer() });
  const texts = ["The harbour opens at six in the morning", "In the morning at six the harbour opens its gates"];
  for (const text of texts) stage.remember(text);
  const pi = await stage.pi();
  await pi.prompt("hello");
  await pi.report("optimize project-long");
  await pi.until(() => results(pi).length === 1, "the result");
  const [{ body: shown }] = proposals(pi);
  for (const text of texts) assert.match(shown, new RegExp(`^- .*"${text}"`, "m"));
  assert.match(shown, /^\+ .*gates and all/m);
  const { entries } = await pi.command({ type: "get_entries" });
  const card = entries.find(({ customType, data }) => customType === "mind-card" && data.kind === "review" && data.body.startsWith("Proposal"));
  const [, receipt] = /Receipt (opt-[0-9a-f]{16})/.exec(results(pi)[0].body);
  const history = JSON.parse(stage.mind("optimize", "history", "--target", "project-long", "--json"));
  const [{ createdAt }] = history.receipts ?? history.entries;
  assert.ok(Date.parse(card.timestamp) <= Date.parse(createdAt), "the card stands before the receipt");

  assert.match(await pi.report(`optimize undo ${receipt}`), /^Undone opt-[0-9a-f]{16}: 2 records restored\./);
  const after = stage.mind("recall", "harbour");
  for (const text of texts) assert.match(after, new RegExp(text));
  assert.doesNotMatch(after, /gates and all/);
  assert.deepEqual(pi.errors, []);
};
