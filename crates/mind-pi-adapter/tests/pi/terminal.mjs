// A real terminal for Pi's interactive mode, by tmux: keys in, screens out.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { poll } from "./stage.mjs";

export class Terminal {
  constructor(stage, columns = 100, rows = 30) {
    this.socket = join(stage.root, "tmux");
    const { node, cli, args, cwd, env } = stage.interactive();
    const settings = Object.entries({ ...env, TERM: "tmux-256color" }).map(([name, value]) => `${name}=${value}`);
    const size = ["-x", String(columns), "-y", String(rows)];
    const config = stage.write("tmux.conf", "set -g extended-keys on\nset -g default-terminal tmux-256color\n");
    this.#tmux("-f", config, "new-session", "-d", "-s", "pi", ...size, "-c", cwd, "env", "-i", ...settings, node, cli, ...args);
  }

  #tmux(...words) {
    return execFileSync("tmux", ["-S", this.socket, ...words], { encoding: "utf8", env: { PATH: process.env.PATH, TERM: "xterm-256color", LANG: "C.UTF-8" } });
  }

  type(text) {
    this.#tmux("send-keys", "-t", "pi", "-l", text);
  }

  key(...names) {
    this.#tmux("send-keys", "-t", "pi", ...names);
  }

  /** The screen as text, with its colours when asked. */
  screen(colours = false) {
    return this.#tmux("capture-pane", "-p", "-t", "pi", ...(colours ? ["-e", "-N"] : []));
  }

  /** Waits for words on the screen, and until the screen stands still. */
  async shows(pattern) {
    await poll(() => pattern.test(this.screen()), `${pattern} in\n${this.screen()}`);
    let before;
    await poll(() => before === (before = this.screen(true)), "a still screen");
  }

  close() {
    try {
      this.#tmux("kill-server");
    } catch {
      // It went with Pi.
    }
  }
}
