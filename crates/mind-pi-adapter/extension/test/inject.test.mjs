import assert from "node:assert/strict";
import { test } from "node:test";
import { Injection, clip, insert, nextAnchor } from "../src/inject.ts";

let clock = 0;
const message = (role, text, extra = {}) => ({ role, content: text, timestamp: (clock += 1), ...extra });
const user = (text) => message("user", text);
const custom = (text, customType = "pi-persona") => message("custom", text, { customType, display: true });
const assistant = () => message("assistant", [{ type: "text", text: "said" }]);
const result = () => message("toolResult", [{ type: "text", text: "done" }]);
const anchorOf = ({ role, timestamp }) => ({ anchor: { role, timestamp } });

test("the first user message after the last answer is a new request, with the text of all of them", () => {
  const [first, second] = [user("one"), user("two")];
  const next = nextAnchor([user("old"), assistant(), custom("note"), first, second], undefined);
  assert.equal(next.anchor, first);
  assert.deepEqual(next.request, { role: "user", text: "one\n\ntwo", clipped: false });
});

test("without a user message a custom one is the request", () => {
  const note = custom("3 async runs settled");
  const next = nextAnchor([user("old"), assistant(), note], anchorOf(user("else")));
  assert.deepEqual(next.request, { role: "custom", customType: "pi-persona", text: "3 async runs settled", clipped: false });
});

test("the held blocks are good in a tool loop, on a retry and for a message that steers", () => {
  const ask = user("go");
  const held = anchorOf(ask);
  assert.equal(nextAnchor([ask, assistant(), result()], held), undefined, "tool loop");
  assert.equal(nextAnchor([ask], held), undefined, "retry");
  assert.equal(nextAnchor([ask, assistant(), result(), user("steer")], held), undefined, "steered");
  assert.equal(nextAnchor([ask, assistant()], held), undefined, "nothing new");
});

test("a follow-up is a new request", () => {
  const [ask, more] = [user("go"), user("more")];
  assert.equal(nextAnchor([ask, assistant(), more], anchorOf(ask)).anchor, more);
});

test("with nothing held in a tool loop, the last request is taken again", () => {
  const [ask, note] = [user("go"), custom("n")];
  assert.equal(nextAnchor([ask, assistant(), result()], undefined).anchor, ask);
  assert.equal(nextAnchor([note, assistant(), result()], undefined).anchor, note);
  assert.equal(nextAnchor([assistant()], undefined), undefined);
});

test("the standing block is first and the task block before its anchor", () => {
  const [old, answer, ask] = [user("old"), assistant(), user("go")];
  const types = (list) => list.map(({ customType, content }) => customType ?? content);
  const put = insert([old, answer, ask], { standing: "S", task: "T", ...anchorOf(ask) });
  assert.deepEqual(types(put), ["mind-standing", "old", answer.content, "mind-task", "go"]);
  const gone = insert([old, answer], { standing: "S", task: "T", ...anchorOf(ask) });
  assert.deepEqual(types(gone), ["mind-standing", "mind-task", "old", answer.content], "the anchor was compacted away");
  assert.deepEqual(types(insert([answer], { standing: "", task: "T" })), [answer.content, "mind-task"], "nothing to stand before");
});

test("a run asks once, holds the bytes, and removes what was put in before", async () => {
  const asked = [];
  const injection = new Injection(async (request) => (asked.push(request.text), { ok: true, standing: "S", task: `T${asked.length}` }), () => "");
  const ask = user("go");
  const first = await injection.apply([ask]);
  const again = await injection.apply([...first, assistant(), result()]);
  assert.deepEqual(asked, ["go"]);
  assert.deepEqual(again.slice(0, 3), first);
  await injection.apply([ask, assistant(), user("more")]);
  injection.drop();
  await injection.apply([ask, assistant(), result()]);
  assert.deepEqual(asked, ["go", "more", "go"]);
});

test("a failed request is not tried again, and three in a row make the fourth impatient", async () => {
  const waits = [];
  let ok = false;
  const injection = new Injection(async (_request, ms) => (waits.push(ms), { ok, code: "host.deadline", standing: "", task: "" }), (code) => `notice ${code}`);
  const put = await injection.apply([user("one")]);
  assert.equal(put[0].content, "notice host.deadline");
  for (const text of ["two", "three", "four"]) await injection.apply([user(text)]);
  ok = true;
  for (const text of ["five", "six"]) await injection.apply([user(text)]);
  assert.deepEqual(waits, [700, 700, 700, 50, 50, 700]);
});

test("nothing to put in leaves the messages alone", async () => {
  const injection = new Injection(async () => ({ ok: true }), () => "");
  assert.equal(await injection.apply([user("go")]), undefined);
});

test("a cut splits no character", () => {
  assert.equal(clip("ab😀", 3), "ab");
  assert.equal(clip("ab😀", 4), "ab😀");
  const long = nextAnchor([user("x".repeat(20_001))], undefined);
  assert.deepEqual([long.request.text.length, long.request.clipped], [20_000, true]);
});
