import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { Engine } from "../src/client.ts";

const root = mkdtempSync(join(tmpdir(), "mind-client-"));
after(() => rmSync(root, { recursive: true }));

/** An engine whose `take(message, send)` sees every message after the greeting. */
function script(take) {
  const path = join(root, `engine-${Math.random()}.mjs`);
  const body = `#!${process.execPath}
const take = ${take};
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n");
let rest = "";
process.stdin.setEncoding("utf8").on("data", (text) => {
  const lines = (rest + text).split("\\n");
  rest = lines.pop();
  for (const line of lines) {
    const message = JSON.parse(line);
    if (message.method === "initialize") send({ id: message.id, result: { protocolVersion: "2025-06-18", serverInfo: { name: "mind" } } });
    else take(message, send);
  }
}).on("end", () => process.exit(0));
`;
  writeFileSync(path, body);
  chmodSync(path, 0o755);
  return path;
}

const answer = "({ id, params }, send, more = {}) => id !== undefined && send({ id, result: { structuredContent: { ok: true, echo: params?.arguments, ...more } } })";
async function started(take) {
  let lost = 0;
  const engine = new Engine(script(take), root, () => (lost += 1));
  assert.equal(await engine.greet(5000), true);
  return { engine, lost: () => lost };
}

test("a call comes back with its own answer, whatever characters are in it", async () => {
  const { engine } = await started(answer);
  const text = "line\u2028line\u2029 😀 \ud800";
  const [one, two] = await Promise.all([engine.call("a", { text }, 5000), engine.call("b", { n: 2 }, 5000)]);
  assert.deepEqual(one.echo, { text: "line\u2028line\u2029 😀 \ufffd", deadlineMs: 5000 });
  assert.equal(two.echo.n, 2);
  await engine.end();
  assert.deepEqual(await engine.call("c", {}, 5000), { ok: false, code: "host.engine_lost", message: undefined });
});

test("no answer costs the deadline, and one that comes late does nothing", async () => {
  const { engine } = await started(`(message, send) => message.params?.name === "slow" ? setTimeout(() => (${answer})(message, send), 120) : (${answer})(message, send)`);
  assert.equal((await engine.call("slow", {}, 1)).code, "host.deadline");
  assert.equal((await engine.call("slow", {}, 5000)).ok, true);
  await engine.end();
});

test("what is not an answer of the protocol is none", async () => {
  const { engine } = await started(`({ id }, send) => id !== undefined && send({ id, error: { code: -32603, message: "panic" } })`);
  assert.deepEqual(await engine.call("a", {}, 5000), { ok: false, code: "host.engine_lost", message: "panic" });
  await engine.end();
});

test("a death fails all that wait, at once, and is told once", async () => {
  const { engine, lost } = await started(`({ params }) => params?.name === "die" && process.exit(7)`);
  const waiting = [engine.call("wait", {}, 60_000), engine.call("wait", {}, 60_000), engine.call("die", {}, 60_000)];
  assert.deepEqual((await Promise.all(waiting)).map(({ code }) => code), Array(3).fill("host.engine_lost"));
  assert.deepEqual([engine.dead, lost()], [true, 1]);
});

test("a call that is given up tells the engine which", async () => {
  const { engine } = await started(`(message, send) => message.params?.name === "hang" ? (globalThis.id = message.id) : message.method === "notifications/cancelled" ? (globalThis.cancelled = message.params.requestId) : (${answer})(message, send, { same: globalThis.cancelled === globalThis.id })`);
  const abort = new AbortController();
  const hanging = engine.call("hang", {}, 60_000, abort.signal);
  abort.abort();
  assert.equal((await hanging).code, "host.cancelled");
  assert.equal((await engine.call("after", {}, 5000)).same, true);
  assert.equal((await engine.call("never", {}, 5000, abort.signal)).code, "host.cancelled");
  await engine.end();
});

test("what the engine asks is refused, and what it tells is not heard", async () => {
  const { engine } = await started(`(message, send) => {
    if (message.error) (${answer})({ id: globalThis.id }, send, { code: message.error.code });
    else if (message.id !== undefined) (globalThis.id = message.id, process.stdout.write("stray words\\n"), send({ method: "notifications/progress" }), send({ id: 99, method: "roots/list" }));
  }`);
  assert.equal((await engine.call("a", {}, 5000)).code, -32601);
  await engine.end();
});

test("a line too long in either direction ends the engine", async () => {
  const { engine } = await started(`({ id }) => id !== undefined && process.stdout.write("x".repeat(9 * 1024 * 1024))`);
  assert.equal((await engine.call("a", {}, 60_000)).code, "host.engine_lost");
  const { engine: other } = await started(answer);
  assert.equal((await other.call("a", { text: "x".repeat(9 * 1024 * 1024) }, 60_000)).code, "host.engine_lost");
  await Promise.all([engine.end(), other.end()]);
});

test("what cannot be started is a dead engine and no exception", async () => {
  const flat = join(root, "flat");
  writeFileSync(flat, "not a program");
  chmodSync(flat, 0o755);
  for (const [binary, cwd] of [["/nowhere/mind", root], [root, root], [flat, root], [process.execPath, "/nowhere"], ["/bin/\0mind", root]]) {
    let lost = 0;
    const engine = new Engine(binary, cwd, () => (lost += 1));
    assert.equal(await engine.greet(5000), false, binary);
    assert.notEqual(engine.stderr, "", binary);
    await engine.end();
    assert.equal(engine.dead, true);
  }
});

test("what is no mind is ended", async () => {
  const other = script(answer);
  writeFileSync(other, `#!${process.execPath}\nprocess.stdin.on("data", () => process.stdout.write('{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18","serverInfo":{"name":"other"}}}\\n')).on("end", () => process.exit(0));\n`);
  const engine = new Engine(other, root, () => {});
  assert.equal(await engine.greet(5000), false);
  await engine.end();
  assert.equal(engine.dead, true);
});
