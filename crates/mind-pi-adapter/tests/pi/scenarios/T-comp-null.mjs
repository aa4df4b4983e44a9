// A companion without a persona is an answer: the default memory.
import assert from "node:assert/strict";
import { extension, hand } from "../stage.mjs";

export const real = true;
export default async ({ open }) => {
  const stage = await open({ extensions: [extension, hand], env: { MIND_FAKE: '{"persona":null}' }, settings: { mind: { companion: "persona" } } });
  stage.remember("nobody rides a horse", "--tier", "persona");
  const pi = await stage.pi();
  await pi.prompt("who rides?");
  assert.match(stage.model.asked[0].messages[1].text, /nobody rides a horse/);
};
