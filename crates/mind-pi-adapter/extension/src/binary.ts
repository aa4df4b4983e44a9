// Where the engine is: the first of five places that has it.
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { delimiter, dirname, isAbsolute, join } from "node:path";

/** What was found, and every place looked at with what was there: `found`, `missing` or an error. */
export interface Search {
  binary?: string;
  how?: string;
  places: { how: string; path: string; state: string }[];
}

/** What the search depends on; `entry` is the entry file of the extension. */
export interface Machine {
  env: Record<string, string | undefined>;
  platform: string;
  arch: string;
  entry: string;
}

/** Looks in order and stops at the first hit; a place that was named on purpose is the last one looked at. */
export function findBinary(machine: Machine, setting: unknown): Search {
  const places: Search["places"] = [];
  for (const [how, path, onPurpose] of candidates(machine, setting)) {
    const state = onPurpose && !isAbsolute(path) ? "must be absolute or start with ~/" : stateOf(path);
    places.push({ how, path, state });
    if (state === "found") return { binary: path, how, places };
    if (onPurpose) break;
  }
  return { places };
}

function* candidates({ env, platform, arch, entry }: Machine, setting: unknown): Generator<[how: string, path: string, onPurpose?: boolean]> {
  if (env.MIND_BIN) yield ["MIND_BIN", atHome(env.MIND_BIN), true];
  if (typeof setting === "string" && setting !== "") yield ["setting mind.binary", atHome(setting), true];
  const file = platform === "win32" ? "mind.exe" : "mind";
  yield ["platform package", shipped(`pi-mind-${platform}-${arch}/bin/${file}`, entry)];
  const folders = (env.PATH ?? "").split(delimiter).filter(isAbsolute);
  yield ["PATH", folders.map((folder) => join(folder, file)).find((path) => stateOf(path) === "found") ?? file];
  let root = dirname(entry);
  while (dirname(root) !== root && !(existsSync(join(root, "Cargo.toml")) && existsSync(join(root, "crates", "mind-cli")))) root = dirname(root);
  for (const profile of dirname(root) === root ? [] : ["release", "debug"]) yield ["source checkout", join(root, "target", profile, file)];
}

const atHome = (path: string): string => (path.startsWith("~/") ? join(homedir(), path.slice(2)) : path);

function shipped(name: string, entry: string): string {
  try {
    return createRequire(entry).resolve(name);
  } catch {
    return name;
  }
}

function stateOf(path: string): string {
  try {
    if (!isAbsolute(path)) return "missing";
    if (!statSync(path).isFile()) return "not a file";
    accessSync(path, constants.X_OK);
    return "found";
  } catch (error) {
    const { code } = error as { code?: string };
    return code === "ENOENT" || code === "ENOTDIR" ? "missing" : (code ?? "unreadable");
  }
}
