// MCP Inspector on the command line: it lists the tools and calls one.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { binary, here, stage } from "./stage.mjs";

const { project, env, clear } = stage();
const cli = join(here, "node_modules/@modelcontextprotocol/inspector/cli/build/cli.js");
const ask = (...words) =>
  JSON.parse(execFileSync(process.execPath, [cli, "--cli", binary, "mcp", ...words], { cwd: project, env, encoding: "utf8" }));

assert.equal(ask("--method", "tools/list").tools.length, 8);
const call = ["--method", "tools/call", "--tool-name"];
const stored = ask(...call, "remember", "--tool-arg", "text=Tea, not coffee");
assert.equal(stored.structuredContent.outcome, "stored");
const found = ask(...call, "recall", "--tool-arg", "query=coffee");
assert.equal(found.structuredContent.hits[0].text, "Tea, not coffee");
assert.equal(ask("--method", "resources/list").resources[0].uri, "mind://context");
clear();
