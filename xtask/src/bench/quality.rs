//! How often the right fact is found, the way a caller finds it: facts remembered in a store on disk, asked for with `Mind::recall`.

mod data;
mod engine;
mod table;
mod user;

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use clap::Args;
use mind_core::recall::Channel;

use self::data::{Conversation, DataSet};
use self::engine::Engine;
use self::table::Table;
use self::user::Caller;
use crate::workspace::Workspace;

/// The variable that names the data when no argument does.
const DATA: &str = "MIND_BENCH_DATA";

/// Documents a run file has for each query.
const DEPTH: usize = 100;

/// What to measure, and with what.
#[derive(Args, Clone)]
pub(crate) struct Options {
    /// The directory of the data sets, each with `dev/docs.jsonl` and `dev/queries.jsonl`; `MIND_BENCH_DATA` when not given.
    data: Option<PathBuf>,
    /// Where run files for a scorer go; below the target directory when not given.
    #[arg(long)]
    out: Option<PathBuf>,
    /// Leaves a channel out and asks the engine directly; may be repeated.
    #[arg(long, value_name = "CHANNEL")]
    without: Vec<String>,
    /// Sets a constant and asks the engine directly; may be repeated.
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// Asks the engine directly once with every channel, once without each, and once with `lexical` alone.
    #[arg(long, conflicts_with_all = ["without", "set"])]
    ablation: bool,
}

/// What came of one query.
struct Answer {
    /// Ids of documents, best first.
    ranked: Vec<String>,
    took: Duration,
}

/// Something that finds documents of one conversation.
trait Finder {
    /// The name in tables and run files.
    const NAME: &'static str;

    /// Takes a conversation in.
    fn open(&self, conversation: &Conversation) -> Result<Opened<'_>>;
}

/// A conversation that can be asked, and how long taking it in took.
struct Opened<'a> {
    took: Duration,
    /// How many documents could not be stored as they are, and why.
    notes: Vec<(&'static str, usize)>,
    ask: Box<dyn Ask + 'a>,
}

/// Answers queries over one conversation.
trait Ask {
    fn ask(&self, query: &str) -> Result<Answer>;
}

/// Measures every set and prints a table.
pub(super) fn run(workspace: &Workspace, options: &Options) -> Result<()> {
    let data = options.data.clone().or_else(|| env::var_os(DATA).map(PathBuf::from));
    let data = data.with_context(|| format!("name the data by an argument or in `{DATA}`"))?;
    let sets = DataSet::all(&data)?;
    ensure!(!sets.is_empty(), "{}: no set with `dev/docs.jsonl`", data.display());
    let target = workspace.metadata()?.target_directory;
    let out = options.out.clone().unwrap_or_else(|| target.join("bench").join("quality"));
    fs::create_dir_all(&out).with_context(|| out.display().to_string())?;
    if options.ablation {
        return ablation(&sets);
    }
    let mut table = Table::default();
    if options.without.is_empty() && options.set.is_empty() {
        let caller = Caller::new(&target)?;
        measure(&caller, &sets, Some(&out), &mut table)?;
    } else {
        let engine = Engine::without(&options.without)?.with(&options.set)?;
        measure(&engine, &sets, Some(&out), &mut table)?;
    }
    println!("{table}");
    println!("Run files: {}", out.display());
    Ok(())
}

/// One line for every channel left out.
fn ablation(sets: &[DataSet]) -> Result<()> {
    let mut lines = Vec::new();
    let alone: Vec<Channel> =
        Channel::ALL.into_iter().filter(|channel| *channel != Channel::Lexical).collect();
    let mut row = |what: String, without: &[Channel]| -> Result<()> {
        let mut table = Table::default();
        measure(&Engine::leaving_out(without), sets, None, &mut table)?;
        lines.push((what, table));
        Ok(())
    };
    row("all channels".to_owned(), &[])?;
    for channel in &alone {
        row(format!("without `{}`", channel.as_str()), &[*channel])?;
    }
    row("`lexical` alone".to_owned(), &alone)?;
    println!("{}", Table::side_by_side(&lines)?);
    Ok(())
}

fn measure<F: Finder>(
    finder: &F,
    sets: &[DataSet],
    out: Option<&Path>,
    table: &mut Table,
) -> Result<()> {
    for set in sets {
        let (mut lines, mut build) = (String::new(), Duration::ZERO);
        for (number, conversation) in set.conversations.iter().enumerate() {
            let opened = finder.open(conversation)?;
            build += opened.took;
            table.note(&set.name, &opened.notes);
            for (at, question) in conversation.questions.iter().enumerate() {
                let answer = opened.ask.ask(&question.text)?;
                let ms = answer.took.as_secs_f64() * 1e3;
                let line =
                    serde_json::json!({"qid": question.id, "ranked": answer.ranked, "ms": ms});
                writeln!(lines, "{line}")?;
                let half = if set.is_split_by_conversation() { number } else { at };
                table.count(&set.name, question, half % 2, &answer);
            }
        }
        let Some(out) = out else { continue };
        let meta = serde_json::json!({"meta": {"system": F::NAME, "build_s": build.as_secs_f64()}});
        fs::write(out.join(format!("{}.jsonl", set.name)), format!("{meta}\n{lines}"))?;
    }
    Ok(())
}
