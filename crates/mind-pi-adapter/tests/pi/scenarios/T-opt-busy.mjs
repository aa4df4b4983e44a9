// A review does not begin beside a run. (O-101)
import assert from "node:assert/strict";
import { doubles, isReview } from "../reviews.mjs";

export const real = true;
export default async ({ open }) => {
  let release;
  const until = new Promise((resolve) => (release = resolve));
  const stage = await open({ turns: [{ text: "One.", until }] });
  doubles(stage);
  const pi = await stage.pi();
  const run = pi.prompt("hello");
  await stage.model.until(1);
  assert.match(await pi.report("optimize"), /the host is at work/);
  release();
  await run;
  assert.ok(!stage.model.asked.some(({ messages }) => isReview(messages.at(-1).text)));
};
