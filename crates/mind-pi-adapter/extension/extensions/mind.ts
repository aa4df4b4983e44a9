// The factory: wiring only. Pi ends when a factory throws, so this one does not.
import { fileURLToPath } from "node:url";
import { type ExtensionAPI, type ExtensionContext, VERSION } from "@earendil-works/pi-coding-agent";
import { connect } from "../src/hooks.ts";
import { tooOld } from "../src/texts.ts";

export default function mind(pi: ExtensionAPI): void {
  try {
    const [major = 0, minor = 0] = VERSION.split(".").map(Number);
    if (major > 1 || (major === 1 && minor >= 4)) return connect(pi, fileURLToPath(import.meta.url));
    const say = (ctx: ExtensionContext): void => (ctx.hasUI ? ctx.ui.notify(tooOld(VERSION), "warning") : void process.stderr.write(`${tooOld(VERSION)}\n`));
    pi.registerCommand("mind", { description: "Memory", handler: async (_args, ctx) => say(ctx) });
  } catch {
    // Pi goes on as if this extension were not there.
  }
}
