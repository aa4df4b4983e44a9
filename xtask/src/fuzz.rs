//! `cargo xtask fuzz`: libFuzzer on every place where bytes come in, with the compiler everybody has.
//!
//! What cargo-fuzz would ask a nightly compiler for, the stable one does when it is told through LLVM; the layout under `fuzz` is cargo-fuzz's, which works on it too.

mod report;

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};
use clap::Args;

use crate::run::cargo_step_with;
use crate::workspace::Workspace;
use report::Report;

/// Where the fuzzers are.
const ROOM: &str = "fuzz";
/// Instrumentation of every crate but build scripts and macros, which an explicit `--target` leaves alone.
const RUSTFLAGS: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares --cfg fuzzing -Ccodegen-units=1";
/// Bytes of an input; what is longer is said by tests of limits.
const LENGTH: usize = 8_192;
/// Seconds one input may take, on a machine that does other things too.
const PATIENCE: u64 = 30;
/// Megabytes a fuzzer may hold.
const MEMORY: u64 = 2_048;
/// Runs of one process: a command of `mind` leaves its memory to the end of its process, some 10 KB each.
const RUNS: u64 = 100_000;

/// What is fuzzed, and for how long.
#[derive(Args)]
pub(crate) struct Options {
    /// Targets; all of them when left out.
    targets: Vec<String>,
    /// How long, for each target.
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    seconds: u64,
    /// Where the mutations begin.
    #[arg(long, default_value_t = 1)]
    seed: u32,
    /// How many targets run side by side.
    #[arg(long, default_value_t = 1)]
    jobs: usize,
    /// Looks at one input once instead, which an earlier run has left.
    #[arg(long, value_name = "FILE")]
    replay: Option<PathBuf>,
}

/// Builds the targets and runs each for its time, or one on one input.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<()> {
    let bench = Bench::new(workspace, &options.targets)?;
    bench.build(workspace)?;
    if let Some(input) = &options.replay {
        let [target] = &bench.targets[..] else { bail!("name the one target to replay it on") };
        let status = bench.command(target).arg(input).status().context("starting the fuzzer")?;
        ensure!(status.success(), "{} does not hold on {}", target, input.display());
        return Ok(());
    }
    let queue = Mutex::new(bench.targets.iter());
    let failed = Mutex::new(Vec::new());
    let next = || queue.lock().ok().and_then(|mut queue| queue.next());
    thread::scope(|scope| {
        for _ in 0..options.jobs.max(1) {
            scope.spawn(|| {
                while let Some(target) = next() {
                    if let Err(error) = bench.fuzz(target, options) {
                        println!("{error:#}\n");
                        failed.lock().into_iter().for_each(|mut failed| failed.push(target));
                    }
                }
            });
        }
    });
    let failed = failed.into_inner().unwrap_or_default();
    ensure!(failed.is_empty(), "something does not hold: {failed:?}");
    Ok(())
}

/// Where everything is built, run and kept.
struct Bench {
    targets: Vec<String>,
    host: String,
    /// Build output, new inputs, artifacts and logs: nothing of it is committed.
    out: PathBuf,
    /// The committed inputs.
    corpus: PathBuf,
    /// Where inputs make their files: in memory, where the system has such a place.
    temporary: Option<tempfile::TempDir>,
}

impl Bench {
    fn new(workspace: &Workspace, wanted: &[String]) -> Result<Self> {
        let room = workspace.root().join(ROOM);
        let known = known(&room)?;
        for target in wanted {
            ensure!(known.contains(target), "no target `{target}`; there are {}", known.join(", "));
        }
        let targets = if wanted.is_empty() { known } else { wanted.to_vec() };
        let out = workspace.metadata()?.target_directory.join("fuzz");
        let memory = Path::new("/dev/shm");
        let temporary = memory.is_dir().then(|| tempfile::tempdir_in(memory)).transpose()?;
        Ok(Self { targets, host: host()?, out, corpus: room.join("corpus"), temporary })
    }

    fn build(&self, workspace: &Workspace) -> Result<()> {
        let (manifest, out) = (format!("{ROOM}/Cargo.toml"), self.out.to_string_lossy());
        let mut arguments = vec!["build", "--release", "--locked", "--manifest-path", &manifest];
        arguments.extend(["--target", &self.host, "--target-dir", &out]);
        arguments.extend(self.targets.iter().flat_map(|target| ["--bin", target]));
        cargo_step_with(workspace, &arguments, &[("RUSTFLAGS", RUSTFLAGS)])
    }

    fn command(&self, target: &str) -> Command {
        let mut command = Command::new(self.out.join(&self.host).join("release").join(target));
        if let Some(temporary) = &self.temporary {
            command.env("TMPDIR", temporary.path());
        }
        command.arg(format!("-timeout={PATIENCE}")).arg(format!("-rss_limit_mb={MEMORY}"));
        command
    }

    /// Runs one target for its time; new inputs join those of earlier runs.
    fn fuzz(&self, target: &str, options: &Options) -> Result<()> {
        let place = |name: &str| -> Result<PathBuf> {
            let path = self.out.join(name).join(target);
            fs::create_dir_all(&path).with_context(|| path.display().to_string())?;
            Ok(path)
        };
        let (inputs, artifacts) = (place("inputs")?, place("artifacts")?);
        let log = place("log")?.join("last.txt");
        let written = File::create(&log).with_context(|| log.display().to_string())?;
        let end = Instant::now() + Duration::from_secs(options.seconds);
        let (mut status, mut seed) = (ExitStatus::default(), options.seed);
        while status.success() && Instant::now() < end {
            let left = end.saturating_duration_since(Instant::now()).as_secs().max(1);
            let mut command = self.command(target);
            command
                .arg(format!("-max_total_time={left}"))
                .arg(format!("-runs={RUNS}"))
                .arg(format!("-max_len={LENGTH}"))
                .arg(format!("-seed={seed}"))
                .arg(format!("-artifact_prefix={}/", artifacts.display()))
                .arg("-print_final_stats=1")
                .args([&inputs, &self.corpus.join(target)]);
            command.stdout(written.try_clone()?).stderr(written.try_clone()?);
            status = command.status().with_context(|| format!("starting {target}"))?;
            seed = seed.wrapping_add(1);
        }
        let said = String::from_utf8_lossy(&fs::read(&log)?).into_owned();
        println!("{}", Report::of(target, &said, options.seconds));
        told(target, status, &said, &log)
    }
}

/// Why a run failed, and how to see it again.
fn told(target: &str, status: ExitStatus, said: &str, log: &Path) -> Result<()> {
    if status.success() {
        return Ok(());
    }
    let mut lines = said.lines();
    let artifact = lines.find_map(|line| line.split_once("Test unit written to ")).map(|it| it.1);
    let artifact = artifact.unwrap_or("no artifact");
    let panic = said.lines().skip_while(|line| !line.contains("panicked at")).take(4);
    let panic: Vec<String> = panic.map(|line| line.chars().take(400).collect()).collect();
    bail!(
        "{target} does not hold ({status})\n{}\n{artifact}\nsee {} and\n  cargo xtask fuzz --replay {artifact} {target}",
        panic.join("\n"),
        log.display()
    )
}

/// Every target there is.
fn known(room: &Path) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(room.join("fuzz_targets"))? {
        let path = entry?.path();
        names.extend(path.file_stem().map(|name| name.to_string_lossy().into_owned()));
    }
    names.sort();
    Ok(names)
}

/// The triple the compiler builds for when it is told nothing.
fn host() -> Result<String> {
    let output = Command::new("rustc").arg("-vV").output().context("rustc -vV")?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let host = said.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).context("rustc says no host")
}
