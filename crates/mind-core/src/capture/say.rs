//! What the model and the user are told about captured facts: ids, kinds and tiers, never the user's words.

use super::cue::Subject;
use crate::error::Error;
use crate::mind::{Noticed, Outcome, Remembered};

/// The longest hint and the longest notice, in characters.
const HINT_LIMIT: usize = 300;
const NOTICE_LIMIT: usize = 160;

/// How the reader calls what a hint or notice names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Names<'a> {
    /// The model's tool that remembers; none when it has no such tool.
    pub remember: Option<&'a str>,
    /// The model's tool for deferred work.
    pub backlog: Option<&'a str>,
    /// The person's command that forgets.
    pub forget: &'a str,
    /// The person's command that says what is wrong.
    pub doctor: &'a str,
}

/// The lines a model gets with its task block: at most one of each form, each at most 300 characters.
pub fn hints(noticed: &[Noticed], names: &Names<'_>) -> Vec<String> {
    let (stored, known) = kept(noticed);
    let lines = [
        listed(
            &stored,
            row,
            HINT_LIMIT,
            "[mind] Saved from the user's message: ",
            ". Do not save it again.",
        ),
        listed(&known, |row| row.id.to_string(), HINT_LIMIT, "[mind] Already remembered: ", "."),
        names.remember.and_then(|tool| failed(noticed, tool)),
        names.remember.and_then(|tool| asked(noticed, tool)),
        casual(noticed, names),
    ];
    lines.into_iter().flatten().collect()
}

/// What the person is told, each at most 160 characters.
pub fn notices(noticed: &[Noticed], names: &Names<'_>) -> Vec<String> {
    let (stored, known) = kept(noticed);
    let mut told = Vec::new();
    if let Some(first) = stored.first() {
        let undo = format!(". Undo: {} {}", names.forget, first.id);
        told.extend(listed(
            &stored,
            row,
            NOTICE_LIMIT,
            &format!("Captured {}: ", stored.len()),
            &undo,
        ));
    }
    told.extend(listed(&known, |row| row.id.to_string(), NOTICE_LIMIT, "Already remembered: ", ""));
    let mut codes: Vec<String> = Vec::new();
    for noticed in noticed {
        if let Noticed::Failed { error, .. } = noticed {
            let code = code(error);
            if !codes.contains(&code) {
                told.push(format!("Not captured ({code}){}", remedy(error, &code, names)));
                codes.push(code);
            }
        }
    }
    told
}

/// What the person can do: say it otherwise, say it again, or look what is wrong. A finding leaves nothing to look at.
fn remedy(error: &Error, code: &str, names: &Names<'_>) -> String {
    if let Some(next) = error.next().filter(|_| is_finding(error)) {
        let room = NOTICE_LIMIT - format!("Not captured ({code}): ").chars().count();
        let short = next.split(", for example").next().unwrap_or(next);
        return format!(": {}", if next.chars().count() <= room { next } else { short });
    }
    if matches!(error.code(), "store.locked" | "store.busy_legacy") {
        return ": the memory was busy. Say it again".to_owned();
    }
    format!(". See {}", names.doctor)
}

/// What was stored, and what was known before.
fn kept(noticed: &[Noticed]) -> (Vec<&Remembered>, Vec<&Remembered>) {
    let receipts = noticed.iter().filter_map(|noticed| match noticed {
        Noticed::Kept(receipt) => Some(receipt),
        _ => None,
    });
    receipts.partition(|receipt| receipt.outcome != Outcome::Refreshed)
}

fn row(row: &Remembered) -> String {
    format!("{} ({}, {})", row.id, row.kind, row.tier)
}

/// The rows between `before` and `after`, as many as fit into `limit` characters; the others as their number.
fn listed(
    rows: &[&Remembered],
    name: impl Fn(&Remembered) -> String,
    limit: usize,
    before: &str,
    after: &str,
) -> Option<String> {
    if rows.is_empty() {
        return None;
    }
    let names: Vec<String> = rows.iter().map(|row| name(row)).collect();
    let line = |shown: usize| {
        let more = names.len() - shown;
        let rest = if more == 0 { String::new() } else { format!(" and {more} more") };
        format!("{before}{}{rest}{after}", names[..shown].join(", "))
    };
    let fits = |shown: &usize| line(*shown).chars().count() <= limit;
    Some(line((1..=names.len()).rev().find(fits).unwrap_or(0)))
}

/// A failure that is no finding of the scanner: the model may try again.
fn failed(noticed: &[Noticed], tool: &str) -> Option<String> {
    let code = noticed.iter().find_map(|noticed| match noticed {
        Noticed::Failed { error, .. } if !is_finding(error) => Some(error.code()),
        _ => None,
    })?;
    Some(format!(
        "[mind] The user asked to keep something and saving failed ({code}). Save it once with {tool}."
    ))
}

fn asked(noticed: &[Noticed], tool: &str) -> Option<String> {
    let kind = noticed.iter().find_map(|noticed| match noticed {
        Noticed::Asked { kind } => Some(kind),
        _ => None,
    })?;
    Some(format!("[mind] The user asked to keep a {kind}. Save it once with {tool}."))
}

fn casual(noticed: &[Noticed], names: &Names<'_>) -> Option<String> {
    noticed.iter().find_map(|noticed| match noticed {
        Noticed::Casual { kind, subject: Subject::Fact } => names.remember.map(|tool| format!(
            "[mind] The user's message may hold a durable {kind}. If it does, save it once with {tool} before the final answer."
        )),
        Noticed::Casual { subject: Subject::Task, .. } => names.backlog.map(|tool| format!(
            "[mind] The user's message may hold deferred work. If it does, save it once with {tool} before the final answer."
        )),
        _ => None,
    })
}

/// The code, with the rule of a finding.
fn code(error: &Error) -> String {
    match error {
        Error::Scan(refusal) => match refusal.rejection {
            crate::scan::Rejection::Found(rule) => format!("{}, {}", refusal.code(), rule.id()),
            crate::scan::Rejection::TooLarge => refusal.code().to_owned(),
        },
        error => error.code().to_owned(),
    }
}

fn is_finding(error: &Error) -> bool {
    error.code().starts_with("scan.")
}
