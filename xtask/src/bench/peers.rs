//! What is kept of what was acknowledged: `mind mcp` beside the reference memory server, by the same client, with calls that do not wait for each other.

mod server;

use std::collections::BTreeSet;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, anyhow};

use super::binary::Binary;
use super::recall;
use super::timing::shown;
use crate::workspace::Workspace;
use server::{Kind, Peer};

/// Where the reference server is: the path of its `dist/index.js`.
const REFERENCE: &str = "MIND_BENCH_SERVER_MEMORY";
/// Facts each process is asked to keep.
const FACTS: usize = 100;
/// Times the whole is repeated.
const ROUNDS: usize = 3;

/// Recall beside other engines, then durability beside other servers.
pub(super) fn run(workspace: &Workspace, options: &recall::Options) -> Result<()> {
    recall::run(workspace, options)?;
    let binary = Binary::build(workspace)?;
    let room = tempfile::tempdir_in(workspace.metadata()?.target_directory)?;
    let mut peers = vec![Peer { kind: Kind::Mind, program: binary.path }];
    match std::env::var_os(REFERENCE) {
        Some(path) => peers.push(Peer { kind: Kind::Reference, program: path.into() }),
        None => println!(
            "skipped: {REFERENCE} names no reference memory server, so it was NOT measured\n"
        ),
    }
    println!("### Acknowledged and kept\n");
    println!(
        "| server | processes | sent | acknowledged | kept | lost | time |\n|---|---|---|---|---|---|---|"
    );
    for (number, peer) in (0_usize..).zip(&peers) {
        for processes in [1, 2, 4] {
            for round in 0..ROUNDS {
                let home = room.path().join(format!("{number}-{processes}-{round}"));
                std::fs::create_dir(&home)?;
                let told = kept(peer, &home, processes)?;
                println!("| {} | {processes} | {told} |", peer.kind.name());
            }
        }
    }
    println!();
    Ok(())
}

/// Lets so many processes write into one home at once; says in the cells of a row what came of it.
fn kept(peer: &Peer, home: &std::path::Path, processes: usize) -> Result<String> {
    let started = Instant::now();
    let acknowledged = thread::scope(|scope| {
        let writers: Vec<_> = (0..processes)
            .map(|process| {
                let texts = (0..FACTS).map(move |fact| text(process, fact));
                scope.spawn(move || peer.write(home, texts.collect()))
            })
            .collect();
        let mut all = BTreeSet::new();
        for writer in writers {
            all.extend(writer.join().map_err(|_| anyhow!("a writer panicked"))??);
        }
        Ok::<_, anyhow::Error>(all)
    })?;
    let took: Duration = started.elapsed();
    let kept = peer.kept(home).context("what is kept")?;
    let lost = acknowledged.iter().filter(|text| !kept.contains(*text)).count();
    let (sent, took) = (processes * FACTS, shown(took));
    Ok(format!("{sent} | {} | {} | {lost} | {took}", acknowledged.len(), kept.len()))
}

fn text(process: usize, fact: usize) -> String {
    format!("Service {process}-{fact} listens on port {}", 7_000 + process * FACTS + fact)
}
