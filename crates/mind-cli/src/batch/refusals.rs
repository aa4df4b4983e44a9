//! Refused lines for a person: the first few of a code one by one, the others counted.

use std::collections::BTreeMap;

use mind_core::error::{Error, StoreError, StoreFault};
use mind_core::port::Store as _;

use crate::fault::Fault;
use crate::session::Session;
use crate::show::{self, counted};
use crate::streams::Streams;

/// Refusals of one code that are told one by one.
const TOLD: u64 = 3;
/// Lines that are named among those that are only counted.
const NAMED: usize = 5;

/// What was refused so far, by code.
#[derive(Default)]
pub(super) struct Refusals(BTreeMap<&'static str, Code>);

#[derive(Default)]
struct Code {
    count: u64,
    /// The first lines that were not told.
    lines: Vec<u64>,
    hint: Option<String>,
    /// The store that has no room.
    full: Option<StoreError>,
}

impl Refusals {
    /// Tells of a refused line, or counts it. What to do is said once, until it is something else.
    pub(super) fn tell(
        &mut self,
        line: u64,
        fault: &Fault,
        streams: &mut Streams<'_>,
    ) -> Result<(), Fault> {
        let code = self.0.entry(fault.code()).or_default();
        code.count += 1;
        if code.count > TOLD {
            if code.lines.len() < NAMED {
                code.lines.push(line);
            }
            return Ok(());
        }
        let full = full(fault);
        let message = full.map_or_else(|| fault.message(), no_room);
        code.full = full.cloned();
        writeln!(streams.errors, "line {line}: {} ({})", show::plain(&message), fault.code())?;
        let next = hint(fault);
        if next.is_some() && next != code.hint {
            writeln!(streams.errors, "  hint: {}", next.as_deref().unwrap_or_default())?;
        }
        code.hint = next;
        Ok(())
    }

    /// One line for each code of which more was refused than was told.
    pub(super) fn count(
        &self,
        session: &Session<'_>,
        streams: &mut Streams<'_>,
    ) -> Result<(), Fault> {
        for (code, told) in self.0.iter().filter(|(_, told)| told.count > TOLD) {
            let more = counted((told.count - TOLD) as usize, "more line", "more lines");
            let named: Vec<String> = told.lines.iter().map(ToString::to_string).collect();
            let rest = if told.count - TOLD > told.lines.len() as u64 { " and on" } else { "" };
            let held = told.full.as_ref().and_then(|full| held(full, session));
            let held = held.map_or_else(String::new, |held| format!("; {held}"));
            let named = named.join(", ");
            writeln!(streams.errors, "{more} refused ({code}): {named}{rest}{held}")?;
        }
        Ok(())
    }
}

/// What to do; a line shows no details a remedy could point at.
fn hint(fault: &Fault) -> Option<String> {
    if let Some(StoreFault::Full { setting, .. }) = full(fault).map(|error| &error.fault) {
        return Some(format!("forget something, or raise `{setting}` in the config file"));
    }
    fault.next().filter(|next| !next.contains("`detail`")).map(str::to_owned)
}

fn full(fault: &Fault) -> Option<&StoreError> {
    match fault {
        Fault::Domain(Error::Store(error)) if matches!(error.fault, StoreFault::Full { .. }) => {
            Some(error)
        }
        _ => None,
    }
}

/// How large the store would have become depends on what was tried together; what it may hold does not.
fn no_room(error: &StoreError) -> String {
    match &error.fault {
        StoreFault::Full { limit, unit, .. } => {
            format!("the store is full, its limit is {limit} {unit}: {}", error.place)
        }
        fault => fault.to_string(),
    }
}

/// How much the store holds now.
fn held(error: &StoreError, session: &Session<'_>) -> Option<String> {
    let StoreFault::Full { limit, unit, setting, .. } = &error.fault else { return None };
    let mut places = session.scope.visible().into_iter();
    let place = places.find(|place| place.to_string() == error.place)?;
    let snapshot = session.mind.store().strict(&place).ok()?;
    let held = match *unit {
        "bytes" => snapshot.bytes,
        _ => (snapshot.rows.len() + snapshot.invalid.len()) as u64,
    };
    Some(format!("{} holds {held} of {limit} {unit} (`{setting}`)", error.place))
}
