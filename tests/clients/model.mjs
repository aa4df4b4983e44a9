// A model that says what a script has for it, behind the chat-completions protocol, on the loopback.
import { createServer } from "node:http";

export async function scripted(turns) {
  const asked = [];
  const server = createServer(async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    if (request.method !== "POST") return response.writeHead(404).end();
    asked.push(JSON.parse(Buffer.concat(parts)));
    const turn = turns[asked.length - 1] ?? { text: "(nothing left to say)" };
    const calls = turn.call && [
      { index: 0, id: `call-${asked.length}`, type: "function", function: { name: turn.call[0], arguments: JSON.stringify(turn.call[1]) } },
    ];
    const chunk = (delta, finish_reason) => ({
      id: "scripted", object: "chat.completion.chunk", created: 0, model: "scripted",
      choices: [{ index: 0, delta, finish_reason }],
    });
    const chunks = [
      chunk({ role: "assistant", content: turn.text ?? "", tool_calls: calls }, null),
      chunk({}, calls ? "tool_calls" : "stop"),
    ];
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const one of chunks) response.write(`data: ${JSON.stringify(one)}\n\n`);
    response.end("data: [DONE]\n\n");
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const models = {
    providers: {
      scripted: {
        baseUrl: `http://127.0.0.1:${server.address().port}/v1`,
        api: "openai-completions",
        apiKey: "none",
        models: [{ id: "scripted", name: "Scripted", contextWindow: 100_000, maxTokens: 4_000 }],
      },
    },
  };
  return { asked, models, stop: () => (server.closeAllConnections(), server.close()) };
}
