import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { findBinary } from "../src/binary.ts";

const root = mkdtempSync(join(tmpdir(), "mind-binary-"));
after(() => rmSync(root, { recursive: true }));

const put = (name, mode = 0o755) => {
  const path = join(root, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, "");
  chmodSync(path, mode);
  return path;
};
const entry = put("checkout/crates/mind-pi-adapter/extension/extensions/mind.ts");
put("checkout/Cargo.toml");
mkdirSync(join(root, "checkout/crates/mind-cli"));
const find = (env, setting) => findBinary({ env, platform: "linux", arch: "x64", entry }, setting);
const release = join(root, "checkout/target/release/mind");

test("the places are tried in order", () => {
  const [set, onPath] = [put("set/mind"), put("path/mind")];
  const debug = put("checkout/target/debug/mind");
  const env = { PATH: `relative:${join(root, "empty")}:${join(root, "path")}` };
  assert.equal(find({ PATH: "" }).binary, debug);
  put("checkout/target/release/mind");
  assert.deepEqual([find({}).binary, find({}).how], [release, "source checkout"]);
  assert.equal(find(env).binary, onPath);
  const shipped = put("checkout/node_modules/pi-mind-linux-x64/bin/mind");
  assert.equal(find(env).binary, shipped);
  assert.equal(find(env, set).binary, set);
  assert.equal(find({ ...env, MIND_BIN: onPath }, set).binary, onPath);
});

test("a place named on purpose is the last one looked at", () => {
  const gone = find({ MIND_BIN: "/nowhere/mind" }, release);
  assert.deepEqual(gone, { places: [{ how: "MIND_BIN", path: "/nowhere/mind", state: "missing" }] });
  const relative = find({}, "bin/mind");
  assert.deepEqual(relative.places.map(({ state }) => state), ["must be absolute or start with ~/"]);
  assert.equal(find({ MIND_BIN: "~/no-such-mind" }).places[0].path, join(homedir(), "no-such-mind"));
  assert.equal(find({ MIND_BIN: root }).places[0].state, "not a file");
  assert.equal(find({ MIND_BIN: put("flat", 0o644) }).binary, undefined);
});
