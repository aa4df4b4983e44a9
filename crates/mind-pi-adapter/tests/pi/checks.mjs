// What needs no Pi process: types against both versions, the unit tests on both, and how long the extension is (PI-2, PI-3).
import { spawn } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { extension, here, node, VERSIONS } from "./stage.mjs";

const TOTAL_LINES = 1_250;
const FILE_LINES = 200;
const modules = { "1.4.0": join(here, "node_modules/pi-1.4"), "1.6.0": here };
const configs = { "1.4.0": "tsconfig.1.4.json", "1.6.0": "tsconfig.json" };
const tests = readdirSync(join(extension, "test")).filter((name) => name.endsWith(".test.mjs")).map((name) => join(extension, "test", name));

for (const version of Object.keys(VERSIONS)) {
  await Promise.all([
    run(`types ${version}`, [join(here, "node_modules/typescript/bin/tsc"), "-p", configs[version]]),
    run(`units ${version}`, ["--import", join(extension, "test/resolve.mjs"), "--test", ...tests], { PI_MODULES: modules[version] }),
  ]);
}
size();

function run(name, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(node, args, { cwd: here, env: { ...process.env, ...env } });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (said += text));
    child.on("close", (code) => resolve(report(name, code === 0, said)));
  });
}

function size() {
  const files = ["extensions", "src"].flatMap((folder) => readdirSync(join(extension, folder)).map((name) => join(folder, name)));
  const written = files.filter((name) => name !== join("src", "protocol.ts"));
  const lines = written.map((name) => [name, readFileSync(join(extension, name), "utf8").split("\n").length - 1]);
  const total = lines.reduce((sum, [, count]) => sum + count, 0);
  const long = lines.filter(([, count]) => count > FILE_LINES).map(([name, count]) => `${name}: ${count} lines`);
  report(`size: ${total} lines`, total < TOTAL_LINES && long.length === 0, `below ${TOTAL_LINES}, a file at most ${FILE_LINES}\n${long.join("\n")}`);
}

function report(name, passed, said) {
  console.log(`${name}: ${passed ? "passed" : "FAILED"}`);
  if (passed) return;
  console.log(said.replaceAll(/^✔.*\n/gm, ""));
  process.exitCode = 1;
}
