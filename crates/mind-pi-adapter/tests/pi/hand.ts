// A second extension for scenarios: commands only an extension can carry out, and the reference companion where MIND_FAKE asks for it.
import { CH, fakePersona } from "../../extension/test/fake-persona.mjs";

export default (pi) => {
  const over = process.env.MIND_FAKE ? JSON.parse(process.env.MIND_FAKE) : undefined;
  const fakes = [];
  let queries;

  // A provider answers from its factory on, and is ready when its session is.
  const early = over && pi.events.on(CH.owner, ({ sessionId, respond }) => respond({ version: 1, provider: "pi-persona", sessionId, ready: false, persona: null, generation: 0 }));
  const present = over && pi.events.on(CH.companion, ({ sessionId, respond }) => {
    const { providerVersion = "1.17.5", role = "supervisor", capabilities = ["memory", "settings", "activity", "mind-worker"] } = over;
    respond({ version: 1, provider: "pi-persona", providerVersion, sessionId, enabled: true, role, capabilities });
  });
  pi.events.on(CH.owner, () => {
    if (queries !== undefined && (queries += 1) === 2) fakes[0].change({ persona: "ops" });
  });

  pi.on("session_start", (_event, ctx) => {
    if (!over || fakes.length > 0) return;
    const start = () => {
      early();
      present();
      for (let count = over.count ?? 1; count > 0; count -= 1) fakes.push(fakePersona(pi.events, ctx.sessionManager.getSessionId(), over));
      for (const fake of fakes) fake.change({});
    };
    if (over.lateMs) setTimeout(start, over.lateMs);
    else start();
  });
  pi.on("tool_execution_start", () => {
    if (over?.changeInCall) queries = 0;
  });
  pi.on("session_shutdown", () => fakes.splice(0).forEach((fake) => fake.dispose()));

  const command = (name, handler) => pi.registerCommand(name, { description: name, handler });
  command("navigate", async (id, ctx) => void (await ctx.navigateTree(id)));
  command("again", async (_args, ctx) => void (await ctx.reload()));
  command("speak", async (text) => pi.sendUserMessage(text));
  command("append", async (json) => {
    const [type, data] = JSON.parse(json);
    pi.appendEntry(type, data);
  });
  command("change", async (json) => fakes[0].change(JSON.parse(json)));
  command("complete", async (output) => {
    for (const id of fakes[0].runs.keys()) fakes[0].complete(id, output);
  });
  command("reveal", async (_args, ctx) => {
    const { runs, activities } = fakes[0];
    ctx.ui.notify(JSON.stringify({ runs: [...runs.values()], activities, settings: fakes[0].collect() }), "info");
  });
};
