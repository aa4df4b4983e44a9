//! What has to hold of every reply, looked at without the code that judged it.

use std::collections::BTreeSet;

use mind_core::consolidate::hints::Traits;
use mind_core::consolidate::plan::{Origin, Step};
use mind_core::fact::Fact;
use mind_core::port::Edit;
use mind_core::review::judge::{Change, Proposal, Reply, judge};
use mind_core::review::prepare::Prepared;
use mind_core::scan::{ScanScope, check};
use mind_core::time::{HOUR_MS, Timestamp};

/// A word that stands in replies and nowhere else.
pub const CANARY: &str = "kq7canaryzx";

/// Judges a reply, and judges that judgement: a refusal tells nothing of the reply, and what was accepted is what the contract allows (O-90 to O-92).
///
/// # Errors
/// What does not hold. It may show the reply: it is for a test's eyes.
pub fn hold(
    prepared: &Prepared,
    text: &str,
    now: Timestamp,
) -> Result<Option<Box<Change>>, String> {
    let reply = Reply { text, model: Some(&prepared.model) };
    match judge(prepared, reply, now) {
        Ok(Proposal::Nothing) => Ok(None),
        Ok(Proposal::Change(change)) => {
            hold_change(prepared, &change).map_err(|why| format!("{why}: {text}"))?;
            Ok(Some(change))
        }
        Err(error) => {
            let told = format!("{error} {error:?} {:?} {:?}", error.next(), error.detail());
            if told.contains(CANARY) || told.chars().count() > 1_000 {
                return Err(format!("the refusal tells of the reply: {told}"));
            }
            Ok(None)
        }
    }
}

fn hold_change(prepared: &Prepared, change: &Change) -> Result<(), String> {
    let steps = &change.plan.steps;
    let named: Vec<usize> = steps.iter().flat_map(|step| step.rows.clone()).collect();
    let distinct: BTreeSet<usize> = named.iter().copied().collect();
    let that = |holds: bool, why: &str| if holds { Ok(()) } else { Err(why.to_owned()) };
    that((1..=4).contains(&steps.len()), "one to four operations")?;
    that(distinct.len() == named.len(), "no row twice")?;
    that(named.iter().all(|row| prepared.window.contains(row)), "only rows that were shown")?;
    that(change.plan.fingerprint == prepared.snapshot.fingerprint, "bound to the bytes")?;
    steps.iter().try_for_each(|step| hold_step(prepared, step))
}

fn hold_step(prepared: &Prepared, step: &Step) -> Result<(), String> {
    let (before, after) = (&step.before, step.after.get());
    let tags = |fact: &Fact| fact.tags.normalised();
    let had: BTreeSet<Box<str>> = before.iter().flat_map(&tags).collect();
    let spans = |fact: &Fact| fact.expires_at.map_or(i64::MAX, Timestamp::millis);
    let (longest, end) = (before.iter().map(spans).max(), spans(after));
    let lineage = |fact: &Fact| fact.id == after.id || after.derived_from.contains(&fact.id);
    let checks = [
        (!before.is_empty() && before.len() <= 12, "one to twelve sources"),
        (before.iter().any(|fact| fact.kind == after.kind), "a kind of a source"),
        (tags(after).iter().all(|tag| had.contains(tag)), "tags of the sources"),
        (!after.text.as_str().trim().is_empty(), "a text"),
        (after.text.as_str().chars().count() <= 8_192, "a text within its limit"),
        (check(after, ScanScope::Context).is_ok(), "a text the scanner lets in"),
        (before.iter().all(lineage), "every source in the lineage"),
        (after.current_id() == after.id, "the id of its content"),
        (
            before.iter().map(|fact| fact.recorded_at).min() == Some(after.recorded_at),
            "first recorded",
        ),
        (
            before.iter().map(|fact| fact.last_seen_at).max() == Some(after.last_seen_at),
            "last seen",
        ),
        (before.iter().map(spans).min() == Some(end), "gone when the first would be"),
        (longest.is_some_and(|longest| longest - end <= 24 * HOUR_MS), "no more than a day lost"),
        (prepared.origin != Origin::Auto || guarded(before, after), "numbers, denials and words"),
    ];
    checks.into_iter().try_for_each(|(holds, why)| if holds { Ok(()) } else { Err(why.to_owned()) })
}

/// The guards of a review nobody looks at, told in other words than those of the judge.
fn guarded(before: &[Fact], after: &Fact) -> bool {
    let traits = |fact: &Fact| Traits::of(fact.text.as_str());
    let told = traits(after);
    let mut numerals: Vec<String> =
        before.iter().flat_map(|fact| traits(fact).numerals().to_vec()).collect();
    numerals.sort();
    numerals.dedup();
    let mut kept = told.numerals().to_vec();
    kept.dedup();
    numerals == kept
        && before.iter().map(traits).all(|source| {
            source.denies() == told.denies() && 2 * source.shared(&told) >= source.words().len()
        })
}

/// The rows after a change: everything that is no source stands as it stood and where it stood, and every source is in a replacement's lineage (O-4, O-35).
///
/// # Errors
/// What does not hold.
pub fn hold_applied(
    prepared: &Prepared,
    change: &Change,
    now: Timestamp,
) -> Result<Vec<Fact>, String> {
    let rows = &prepared.snapshot.rows;
    let mut after: Vec<Option<Fact>> = rows.iter().cloned().map(Some).collect();
    for edit in change.plan.edits(rows, now).iter() {
        match edit {
            Edit::Remove(row) => after[*row] = None,
            Edit::Append(fact) => after.push(Some(fact.get().clone())),
            other => return Err(format!("an edit that is neither: {other:?}")),
        }
    }
    let after: Vec<Fact> = after.into_iter().flatten().collect();
    let gone: BTreeSet<usize> =
        change.plan.steps.iter().flat_map(|step| step.rows.clone()).collect();
    let stays: Vec<&Fact> = rows
        .iter()
        .enumerate()
        .filter(|(row, fact)| !gone.contains(row) && fact.is_live(now))
        .map(|(_, fact)| fact)
        .collect();
    let kept = after.iter().take(stays.len()).eq(stays.iter().copied());
    let whole = after.len() == stays.len() + change.plan.steps.len();
    if kept && whole { Ok(after) } else { Err("a row was lost or touched".to_owned()) }
}
