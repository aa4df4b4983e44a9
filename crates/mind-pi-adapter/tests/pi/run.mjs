// Runs the scenarios in real Pi, both versions, a few at once; one line each, and the exit code says whether all passed.
// node run.mjs BINARY [part of a name] …
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { here, Stage, stub, VERSIONS } from "./stage.mjs";

const AT_ONCE = 3;
const [given, ...parts] = process.argv.slice(2);
const binary = given === "stub" || !given ? stub : resolve(given);

const names = readdirSync(join(here, "scenarios")).map((name) => name.replace(/\.mjs$/, ""));
const wanted = names.filter((name) => parts.length === 0 || parts.some((part) => name.includes(part)));
const jobs = [];
for (const name of wanted) {
  const scenario = await import(join(here, "scenarios", `${name}.mjs`));
  for (const version of scenario.versions ?? Object.keys(VERSIONS)) jobs.push({ name, version, ...scenario });
}
jobs.sort((a, b) => (b.long ?? 0) - (a.long ?? 0));

const began = performance.now();
let failures = 0;
let next = 0;
await Promise.all(Array.from({ length: AT_ONCE }, work));
console.log(`${jobs.length === 0 ? "no scenario has that name" : `${failures} failed`}, ${seconds(began)}`);
process.exitCode = failures > 0 || (jobs.length === 0 && parts.length > 0) ? 1 : 0;

async function work() {
  for (let job = queue(); job; job = queue()) await perform(job);
}

function queue() {
  const job = next < jobs.length ? jobs[next] : undefined;
  next += 1;
  return job;
}

/** Plays one scenario; one that fails where calls missed their deadline is played again, for that is the machine's doing. */
async function perform(job) {
  if (job.real && binary === stub) return console.log(`${job.name} ${job.version}: left out, it needs the real engine`);
  const at = performance.now();
  let played = await play(job);
  for (let again = 0; played.failure && played.late && again < 2; again += 1) {
    console.log(`${job.name} ${job.version}: calls missed their deadline on a busy machine, so once more`);
    played = await play(job);
  }
  if (played.failure) failures += 1;
  console.log(`${played.failure ?? ""}${job.name} ${job.version}: ${played.failure ? "FAILED" : "passed"}, ${seconds(at)}`);
}

async function play({ version, default: scenario }) {
  const stages = [];
  const open = async (options = {}) => {
    const stage = await Stage.open({ version, binary, ...options });
    stages.push(stage);
    return stage;
  };
  const outcome = {};
  try {
    await scenario({ open, version, binary, real: binary !== stub });
  } catch (error) {
    const pis = stages.flatMap((stage) => stage.pis);
    outcome.failure = `${error.stack}\n${pis.map((pi) => pi.stderr.slice(-2500)).join("\n")}\n`;
    outcome.late = pis.some((pi) => pi.trace.some(({ code }) => code === "host.deadline"));
  }
  for (const stage of stages) await stage.close();
  return outcome;
}

function seconds(at) {
  return `${((performance.now() - at) / 1000).toFixed(1)} s`;
}
