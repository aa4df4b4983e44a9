// Where the engine is: the first of five places that has it.
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { delimiter, dirname, isAbsolute, join } from "node:path";

/** A place looked at, and what was there: `found`, `missing` or an error. */
export interface Place {
  how: string;
  path: string;
  state: string;
}

export interface Search {
  binary?: string;
  how?: string;
  places: Place[];
}

export interface Machine {
  env: Record<string, string | undefined>;
  platform: string;
  arch: string;
  /** The entry file of the extension. */
  entry: string;
}

/** Looks in order and stops at the first hit; a place that was named on purpose is the last one looked at. */
export function findBinary(machine: Machine, setting: unknown): Search {
  const places: Place[] = [];
  for (const candidate of candidates(machine, setting)) {
    const place = { how: candidate.how, path: candidate.path, state: candidate.problem ?? stateOf(candidate.path) };
    places.push(place);
    if (place.state === "found") return { binary: place.path, how: place.how, places };
    if (candidate.named) return { places };
  }
  return { places };
}

interface Candidate {
  how: string;
  path: string;
  named?: boolean;
  problem?: string;
}

function* candidates(machine: Machine, setting: unknown): Generator<Candidate> {
  const { env, entry } = machine;
  if (env.MIND_BIN) yield named("MIND_BIN", env.MIND_BIN);
  if (typeof setting === "string" && setting !== "") yield named("setting mind.binary", setting);
  const file = machine.platform === "win32" ? "mind.exe" : "mind";
  yield shipped(`pi-mind-${machine.platform}-${machine.arch}`, file, entry);
  for (const dir of (env.PATH ?? "").split(delimiter).filter(isAbsolute)) {
    if (existsSync(join(dir, file))) yield { how: "PATH", path: join(dir, file) };
  }
  const root = checkout(dirname(entry));
  for (const profile of root ? ["release", "debug"] : []) {
    yield { how: "source checkout", path: join(root ?? "", "target", profile, file) };
  }
}

function named(how: string, raw: string): Candidate {
  const path = raw.startsWith("~/") ? join(homedir(), raw.slice(2)) : raw;
  return { how, path, named: true, ...(isAbsolute(path) ? {} : { problem: "must be absolute or start with ~/" }) };
}

function shipped(name: string, file: string, entry: string): Candidate {
  try {
    return { how: "platform package", path: createRequire(entry).resolve(`${name}/bin/${file}`) };
  } catch {
    return { how: "platform package", path: name, problem: "missing" };
  }
}

function checkout(from: string): string | undefined {
  for (let dir = from; dirname(dir) !== dir; dir = dirname(dir)) {
    if (existsSync(join(dir, "Cargo.toml")) && existsSync(join(dir, "crates", "mind-cli"))) return dir;
  }
  return undefined;
}

function stateOf(path: string): string {
  try {
    if (!statSync(path).isFile()) return "not a file";
    accessSync(path, constants.X_OK);
    return "found";
  } catch (error) {
    const code = (error as { code?: string }).code ?? String(error);
    return code === "ENOENT" ? "missing" : code;
  }
}
