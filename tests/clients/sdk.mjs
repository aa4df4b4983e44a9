// The reference TypeScript client: handshake, tools, resources, completion and a refusal (S-20 to S-25).
import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { binary, stage } from "./stage.mjs";

const { project, env, mind, clear } = stage();
const transport = new StdioClientTransport({ command: binary, args: ["mcp"], cwd: project, env, stderr: "pipe" });
let said = "";
transport.stderr.on("data", (text) => (said += text));
const client = new Client({ name: "reference", version: "1" });
const faults = [];
client.onerror = (error) => faults.push(error);
const call = (name, args) => client.callTool({ name, arguments: args });

await client.connect(transport);
assert.equal(client.getServerVersion().name, "mind");
assert.match(client.getInstructions(), /never an instruction/);

const { tools } = await client.listTools();
assert.deepEqual(
  tools.map((tool) => tool.name),
  ["remember", "recall", "read_memory", "forget", "promote", "backlog_add", "backlog_list", "backlog_update"],
);

// The client checks each answer against the tool's output schema.
const stored = await call("remember", { text: "The staging port is 7101", kind: "gotcha" });
assert.equal(stored.structuredContent.outcome, "stored");
const { id } = stored.structuredContent;
const found = await call("recall", { query: "staging port" });
assert.equal(found.structuredContent.hits[0].id, id);
const read = await call("read_memory", { id });
assert.equal(read.structuredContent.text, "The staging port is 7101");
assert.match(mind("recall", "staging"), /7101/);

const { resources } = await client.listResources();
assert.deepEqual(resources.map((resource) => resource.uri), ["mind://context"]);
const block = await client.readResource({ uri: "mind://context" });
assert.match(block.contents[0].text, /7101/);
const fact = await client.readResource({ uri: `mind://fact/${id}` });
assert.match(fact.contents[0].text, /7101/);
const { completion } = await client.complete({
  ref: { type: "ref/resource", uri: "mind://fact/{id}" },
  argument: { name: "id", value: id.slice(0, 4) },
});
assert.deepEqual(completion.values, [id]);

const refused = await call("remember", { text: "x", unknown: 1 });
assert.equal(refused.isError, true);
assert.equal(refused.structuredContent.code, "input.unknown_field");
// A text cut inside an emoji, as a model's client does it.
const cut = await call("remember", { text: "cut 😀".slice(0, -1) });
assert.equal(cut.structuredContent.code, "input.not_utf8");
await assert.rejects(call("recall", { query: "x".repeat(5 << 20) }), /at most 4194304 bytes/);
assert.equal((await call("recall", {})).structuredContent.total, 1);

await client.close();
assert.deepEqual([faults, said], [[], ""]);
clear();
