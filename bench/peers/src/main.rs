//! Recall beside SQLite FTS5 and tantivy: the same facts, the same queries, the same page, the same clock.
//!
//! `mind-peers [--plots DIRECTORY] [SIZE]…` prints a table. Each engine and size runs in a process of its own, so that none finds the memory of another.

mod clock;
mod corpus;
mod engine;
mod measure;
mod plot;
mod table;

use std::env;
use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};

use crate::measure::{Measured, System};

fn main() -> Result<()> {
    let (mut sizes, mut plots, mut arguments) = (Vec::new(), None, env::args().skip(1));
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--plots" => {
                plots = Some(PathBuf::from(arguments.next().context("--plots DIRECTORY")?))
            }
            "--one" => {
                let (Some(system), Some(size)) = (arguments.next(), arguments.next()) else {
                    bail!("--one SYSTEM SIZE")
                };
                println!(
                    "{}",
                    serde_json::to_string(&System::named(&system)?.measure(size.parse()?)?)?
                );
                return Ok(());
            }
            size => sizes.push(size.parse()?),
        }
    }
    if sizes.is_empty() {
        sizes = vec![1_000, 10_000, 100_000];
    }
    let mut measured: Vec<Measured> = Vec::new();
    for size in sizes {
        for system in System::ALL {
            measured.push(system.measure_apart(size)?);
        }
    }
    println!("{}", table::table(&measured));
    if let Some(directory) = plots {
        plot::write(&measured, &directory)?;
    }
    Ok(())
}
