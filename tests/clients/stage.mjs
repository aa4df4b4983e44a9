// A throwaway machine: home, project and memory of their own, and nothing else of the caller's environment.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

export const binary = resolve(process.argv[2] ?? "");
export const here = import.meta.dirname;

export function stage() {
  const root = mkdtempSync(join(tmpdir(), "mind-clients-"));
  const home = join(root, "home");
  const project = join(root, "project");
  mkdirSync(home);
  mkdirSync(join(project, ".git"), { recursive: true });
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    MIND_HOME: join(root, "memory"),
    PI_CODING_AGENT_DIR: join(home, ".pi/agent"),
  };
  const mind = (...words) => execFileSync(binary, words, { cwd: project, env, encoding: "utf8" });
  return { root, home, project, env, mind, clear: () => rmSync(root, { recursive: true, force: true }) };
}
