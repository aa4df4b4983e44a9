// Measures, and never fails on a time: how long the injection step takes and what the extension adds to the first answer.
// node bench.mjs BINARY [facts] [prompts]
import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { Stage } from "./stage.mjs";

const [binary, facts = "1000", prompts = "100"] = process.argv.slice(2);
const version = "1.6.0";

async function stageOf(extensions) {
  const stage = await Stage.open({ version, binary: resolve(binary), ...(extensions ? { extensions } : {}) });
  const lines = Array.from({ length: Number(facts) }, (_, at) => JSON.stringify({ text: `Fact ${at}: the ${words[at % words.length]} of module ${at} is kept by team ${at % 17}`, tier: "project-long" }));
  execFileSync(stage.binary, ["remember", "--batch", "-"], { cwd: stage.project, env: stage.env, input: lines.join("\n"), maxBuffer: 1 << 26 });
  return stage;
}

const words = ["port", "schema", "release", "owner", "budget", "harbour", "parser", "cache"];
const quantile = (values, share) => values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];
const shown = (values) => `p50 ${quantile(values, 0.5).toFixed(1)} ms, p95 ${quantile(values, 0.95).toFixed(1)} ms, max ${Math.max(...values).toFixed(1)} ms`;

const stage = await stageOf();
const pi = await stage.pi();
for (let at = 0; at < Number(prompts); at += 1) await pi.prompt(`what is the ${words[at % words.length]} of module ${at * 7}?`);
const inject = pi.trace.filter((one) => one.inject !== undefined).map((one) => one.inject);
console.log(`injection step, ${facts} facts, ${inject.length} prompts, Pi ${version}: ${shown(inject)}`);
for (const name of ["host_input", "host_run_start", "host_settled"]) console.log(`  ${name}: ${shown(pi.calls(name).map((one) => one.ms))}`);
await pi.end();

const first = async (one) => {
  const asked = one.model.asked.length;
  const began = performance.now();
  const started = await one.pi();
  const prompted = started.prompt("hello");
  await one.model.until(asked + 1);
  await prompted;
  const took = performance.now() - began;
  await started.end();
  return took;
};
const bare = await stageOf([]);
const [without, withMind] = [[], []];
for (let at = 0; at < 7; at += 1) {
  without.push(await first(bare));
  withMind.push(await first(stage));
}
console.log(`start to first answer: Pi alone ${shown(without)}; with the extension ${shown(withMind)}`);
console.log(`  difference of the medians: ${(quantile(withMind, 0.5) - quantile(without, 0.5)).toFixed(0)} ms`);
await Promise.all([stage.close(), bare.close()]);
