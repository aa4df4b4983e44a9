//! What tidying costs at 10,000 facts: a page, a plan, and applying it, against a plain durable update of the same store.

use std::time::Duration;

use anyhow::{Context as _, Result};
use mind_core::Mind;
use mind_core::consolidate::inspect::PageRequest;
use mind_core::consolidate::order::Order;
use mind_core::consolidate::plan::{Operation, Origin, PlanOwner, Staging};
use mind_core::mind::Draft;
use mind_core::port::Store as _;
use mind_core::scope::{Scope, Tier};
use mind_store_fs::{FsStore, Limits, SystemClock};

use super::corpus;
use super::engine;
use super::report::Report;
use super::timing::{Rounds, timed};
use crate::workspace::Workspace;

const FACTS: usize = 10_000;
const WARM_UP: usize = 5;
const ROUNDS: usize = 51;

/// Runs everything and prints the table.
pub(super) fn run(workspace: &Workspace) -> Result<()> {
    // Beside the build, which is on a real disk where the temporary directory may not be.
    let limits = Limits::new(16 << 20, 20_000)?;
    let room = tempfile::tempdir_in(workspace.metadata()?.target_directory)?;
    let (mind, scope) = engine::open_within(&room.path().join("home"), room.path(), limits);
    let seed: Vec<_> = (0..FACTS).map(durable).collect();
    for result in mind.remember_batch(&scope, &seed)? {
        result?;
    }
    let mut report = Report::new("Tidying at 10,000 facts, in process");
    reads(&mind, &scope, &mut report)?;
    writes(&mind, &scope, &mut report)?;
    println!("{report}");
    Ok(())
}

fn durable(number: usize) -> Draft {
    Draft { tier: Some("project-long".to_owned()), ..corpus::draft(number) }
}

fn reads(mind: &Mind<FsStore, SystemClock>, scope: &Scope, report: &mut Report) -> Result<()> {
    let place = scope.place(Tier::ProjectLong)?;
    let inspect = Rounds::measure(WARM_UP, ROUNDS, || {
        timed(|| Ok(mind.inspect(scope, &place, PageRequest::default())?))
    })?;
    report.within("`Mind::inspect`, a page of 20", &inspect, Duration::from_millis(20));
    let stage = Rounds::measure(WARM_UP, ROUNDS, || timed(|| staged(mind, scope, 0)))?;
    report.plain("`Mind::stage`, one operation of two sources", &stage);
    Ok(())
}

fn writes(mind: &Mind<FsStore, SystemClock>, scope: &Scope, report: &mut Report) -> Result<()> {
    let (mut number, mut round) = (FACTS, 0);
    let (remember, apply) = Rounds::side_by_side(
        WARM_UP,
        ROUNDS,
        || {
            number += 1;
            timed(|| Ok(mind.remember(scope, &durable(number))?))
        },
        || {
            round += 1;
            let order = staged(mind, scope, round)?;
            timed(|| Ok(mind.apply(scope, &order, &order.owner, &|| Ok(()))?))
        },
    )?;
    report.plain("`Mind::remember`, the plain durable update", &remember);
    report.times("`Mind::apply`, one operation of two sources", &apply, 3.0, &remember);
    let place = scope.place(Tier::ProjectLong)?;
    let page = mind.history(scope, &place, 0, 32)?;
    let mut receipts = page.receipts.iter();
    let undo = Rounds::measure(0, page.receipts.len().min(20), || {
        let receipt = receipts.next().context("there are as many receipts as rounds")?;
        timed(|| Ok(mind.undo(scope, &place, &receipt.id, &|| Ok(()))?))
    })?;
    report.times("`Mind::undo`", &undo, 3.0, &remember);
    Ok(())
}

/// A plan for the first two rows of the store.
fn staged(mind: &Mind<FsStore, SystemClock>, scope: &Scope, round: usize) -> Result<Order> {
    let place = scope.place(Tier::ProjectLong)?;
    let rows = &mind.store().facts(&place)?.rows;
    let operation = Operation {
        source_ids: rows[..2].iter().map(|row| row.id.to_string()).collect(),
        kind: rows[0].kind.as_str().to_owned(),
        text: format!("{} (tidied, round {round})", rows[0].text.as_str()),
        tags: None,
    };
    let plan = mind.stage(&Staging {
        place: &place,
        scope,
        owner: PlanOwner::of(scope),
        origin: Origin::Manual,
        fingerprint: None,
        operations: &[operation],
    })?;
    Ok(Order::of(&plan))
}
