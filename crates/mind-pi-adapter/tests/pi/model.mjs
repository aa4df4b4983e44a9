// A model that says what a script has for it, behind the chat-completions protocol, on the loopback. What it was sent is the truth a scenario asserts on.
import { createServer } from "node:http";

/** `turns`: a list used up in order, or a function of the request. A turn has `text`, `calls` ([name, arguments]…), `status`, or `until` (a promise to wait for). */
export async function scripted(turns) {
  const asked = [];
  const waiting = [];
  const server = createServer(async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    if (request.method !== "POST") return response.writeHead(404).end();
    const body = JSON.parse(Buffer.concat(parts));
    const seen = { at: performance.now(), body, tools: (body.tools ?? []).map((tool) => tool.function.name), messages: body.messages.map(plain) };
    asked.push(seen);
    for (const resolve of waiting.splice(0)) resolve();
    const turn = (typeof turns === "function" ? turns(seen, asked.length - 1) : turns[asked.length - 1]) ?? { text: "Done." };
    if (turn.until) await turn.until;
    if (turn.status) return response.writeHead(turn.status, { "content-type": "application/json" }).end('{"error":{"message":"scripted failure"}}');
    answer(response, turn, asked.length);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const models = {
    providers: {
      scripted: {
        baseUrl: `http://127.0.0.1:${server.address().port}/v1`, api: "openai-completions", apiKey: "none",
        models: [{ id: "scripted-1", name: "Scripted", contextWindow: 128_000, maxTokens: 8_192 }],
      },
    },
  };
  /** Resolves when that many requests have come. */
  const until = async (count) => {
    while (asked.length < count) await new Promise((resolve) => waiting.push(resolve));
  };
  return { asked, models, until, stop: () => (server.closeAllConnections(), server.close()) };
}

const textOf = (content) => (typeof content === "string" ? content : (content ?? []).map((part) => part.text ?? `[${part.type}]`).join("\n"));
const plain = (message) => ({ role: message.role === "developer" ? "system" : message.role, text: textOf(message.content), calls: message.tool_calls });

function answer(response, { text = "", calls = [], usage = {} }, index) {
  const head = { id: `scripted-${index}`, object: "chat.completion.chunk", created: 0, model: "scripted-1" };
  const chunk = (delta, finish_reason = null) => ({ ...head, choices: [{ index: 0, delta, finish_reason }] });
  const tools = calls.map(([name, args], at) => ({ index: at, id: `call-${index}-${at}`, type: "function", function: { name, arguments: JSON.stringify(args) } }));
  const chunks = [
    chunk({ role: "assistant", content: text, ...(tools.length ? { tool_calls: tools } : {}) }),
    chunk({}, tools.length ? "tool_calls" : "stop"),
    { ...head, choices: [], usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110, ...usage } },
  ];
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const one of chunks) response.write(`data: ${JSON.stringify(one)}\n\n`);
  response.end("data: [DONE]\n\n");
}
