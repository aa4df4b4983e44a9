// Takes the pictures of the README with the real engine in real Pi: node pictures.mjs BINARY [FOLDER] (needs tmux).
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { here, Stage } from "./stage.mjs";
import { picture } from "./svg.mjs";
import { Terminal } from "./terminal.mjs";

const [binary, folder = join(here, "../../../../docs/pictures")] = process.argv.slice(2);
const turns = [
  { text: "Staging listens on 7101; the smoke test needs that port free, so stop the old container first." },
  { calls: [["memory", { action: "remember", kind: "gotcha", text: "The old container keeps port 7101 until it is stopped" }]] },
  { text: "Kept. I stop it before each smoke test from now on." },
];
const stage = await Stage.open({ version: "1.6.0", binary: resolve(binary), turns, env: { MIND_PI_TRACE: undefined, COLORTERM: "truecolor" }, settings: { quietStartup: true, theme: "dark" } });
stage.project = join(stage.home, "demo");
mkdirSync(join(stage.project, ".git"), { recursive: true });
// Pi asks for these two by name and warns on the screen where they are missing.
for (const name of ["fd", "rg"]) chmodSync(stage.write(`bin/${name}`, `#!/bin/sh\necho ${name} 15.0.0\n`), 0o755);
stage.env.PATH = `${join(stage.root, "bin")}:${stage.env.PATH}`;
stage.remember("Staging listens on port 7101", "-k", "note", "--tier", "project-long");
stage.remember("Run the full checks before each commit", "-k", "convention");
stage.remember("I prefer short answers", "-k", "preference", "--tier", "persona");
stage.remember("CI is red on main because of the runner image", "--tier", "project");
stage.mind("backlog", "add", "look at the flaky smoke test again");

mkdirSync(folder, { recursive: true });
const terminal = new Terminal(stage);
const take = async (name, pattern) => {
  await terminal.shows(pattern);
  writeFileSync(join(folder, `${name}.svg`), picture(terminal.screen(true).replaceAll(stage.home, "~")));
  console.log(`${name}\n${terminal.screen().trimEnd()}\n`);
};
const enter = (text) => (terminal.type(text), terminal.key("Enter"));

await terminal.shows(/mind 3L·1S · backlog 1/);
enter("Which port does staging use, and what do I have to watch out for?");
await terminal.shows(/old container first/);
enter("Keep that in mind for the smoke test.");
await take("session", /before each smoke test from now on/);
enter("/mind");
await take("card-compact", /more lines/);
terminal.key("C-o");
await take("card-expanded", /backlog/);
terminal.close();
await stage.close();
