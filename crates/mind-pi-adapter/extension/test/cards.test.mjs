import assert from "node:assert/strict";
import { test } from "node:test";
import { visibleWidth } from "@earendil-works/pi-tui";
import { cardOf, clean, drawCard, lines, row } from "../src/cards.ts";

const theme = { fg: (_colour, text) => text };
const card = (body, more = {}) => ({ data: { version: 1, kind: "report", title: "mind · notes", body, ...more } });
/** A card without the column that is free at its left. */
const draw = (entry, expanded, width = 40, more = {}) =>
  drawCard(entry, { expanded, ...more }, theme).render(width).map((line) => {
    assert.ok(width === 1 || line.startsWith(" "), line);
    assert.ok(visibleWidth(line) <= width, line);
    return width === 1 ? line : line.slice(1);
  });

test("compact: title, three lines, and how many more", () => {
  assert.deepEqual(draw(card("a\nb\nc\nd\ne"), false), ["mind · notes", "a", "b", "c", "… +2 more lines (ctrl+o to expand)"]);
  assert.deepEqual(draw(card("a"), false), ["mind · notes", "a"]);
  const hinted = draw(card("a\nb\nc\nd"), false, 60, { keyHint: (_id, text) => `F9 ${text}` });
  assert.equal(hinted.at(-1), "… +1 more lines (F9 to expand)");
});

test("a compact line is at most a hundred columns, or the width", () => {
  const wide = card("漢".repeat(200));
  assert.ok(visibleWidth(draw(wide, false, 300)[1]) <= 100);
  for (const width of [1, 2, 7, 40]) for (const line of draw(wide, false, width)) assert.ok(visibleWidth(line) <= width, `${width}: ${line}`);
});

test("expanded: everything, wrapped, nothing lost", () => {
  const body = `${"word ".repeat(40)}\n\n${"x".repeat(95)}`;
  const drawn = draw(card(body), true);
  assert.equal(drawn.slice(1).join("").replaceAll(" ", ""), body.replaceAll(/[ \n]/g, ""));
  for (const line of drawn) assert.ok(visibleWidth(line) <= 40, line);
});

test("nothing in a text can move the cursor or turn the reading direction", () => {
  const cases = [
    ["\x1b[31mred\x1b[0m", "red"], ["\x1b]8;;http://x\x07link\x1b]8;;\x1b\\", "link"], ["\x1bPq#0\x1b\\after", "after"], ["a\tb", "a    b"],
    ["a\x00\x07\x7f\x85b\r", "ab"], ["\u202eevil\u2066x\u2069", "evilx"], ["one\ntwo", "one\ntwo"], ["\x9b2Jx", "x"], ["tail\x1b[", "tail"], ["tail\x1b", "tail"],
  ];
  for (const [raw, plain] of cases) assert.equal(clean(raw), plain, JSON.stringify(raw));
});

test("another version or a broken card shows its title or a word", () => {
  for (const [data, title] of [[{ version: 2, title: "later" }, "later"], [null, "mind card"], ["x", "mind card"], [{ version: 1, title: 5, body: 7 }, "mind card"], [undefined, "mind card"]]) {
    assert.deepEqual(draw({ data }, false), [title]);
    assert.deepEqual(draw({ data }, true), [title]);
  }
  assert.deepEqual(cardOf({ version: 1, title: "t", body: "b" }), { title: "t", body: "b" });
  assert.deepEqual(lines({ title: "t", body: "" }, 10, false, ""), ["t"]);
});

test("a saved fact is one line and does not repeat its title", () => {
  const { renderCall, renderResult } = row("Memory");
  const result = { content: [{ type: "text", text: "Remembered 6d7b7855bcd3 — note in project.\nmore" }], details: { ok: true, action: "remember", summary: "note saved in project" } };
  assert.deepEqual(renderCall({ action: "remember", text: "x" }, theme, {}).render(80), ["Memory remember"]);
  for (const expanded of [false, true]) assert.deepEqual(renderResult(result, { expanded }, theme, {}).render(80), ["note saved in project"]);
  const refused = { content: [{ type: "text", text: "Not stored: too long (fact.too_long)." }], details: { ok: false, action: "remember", summary: "refused" } };
  assert.deepEqual(renderResult(refused, { expanded: true }, theme, {}).render(80), ["Not stored: too long (fact.too_long)."]);
  assert.deepEqual(renderCall(undefined, theme, {}).render(3).map(clean), ["Me…"]);
  assert.deepEqual(renderResult({ content: [], details: undefined }, { expanded: false }, theme, {}).render(80), [""]);
});
