//! What a soak did, as a table.

use std::fmt::Write as _;
use std::time::Duration;

/// How often each thing happened.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    pub(super) days: u32,
    pub(super) sessions: usize,
    pub(super) acknowledged: usize,
    pub(super) superseded: usize,
    pub(super) forgotten: usize,
    pub(super) expired: usize,
    pub(super) promoted: usize,
    pub(super) captured: usize,
    pub(super) secrets: usize,
    pub(super) deferred: usize,
    pub(super) noted: usize,
    pub(super) imports: usize,
    pub(super) imported: usize,
    pub(super) accepted: usize,
    pub(super) refused: usize,
    pub(super) applied: usize,
    pub(super) undone: usize,
    pub(super) kills: usize,
    pub(super) rivals: usize,
    pub(super) settled: usize,
    pub(super) damages: usize,
    pub(super) jumps: usize,
    pub(super) reads: usize,
}

impl Tally {
    /// The table, with what the home has come to and how long it took.
    pub(super) fn table(&self, seed: u64, (files, bytes): (usize, u64), took: Duration) -> String {
        let rows: [(&str, String); 22] = [
            ("days", self.days.to_string()),
            ("sessions", self.sessions.to_string()),
            ("facts acknowledged", self.acknowledged.to_string()),
            ("superseded", self.superseded.to_string()),
            ("forgotten", self.forgotten.to_string()),
            ("expired", self.expired.to_string()),
            ("promoted", self.promoted.to_string()),
            ("captured", self.captured.to_string()),
            ("secrets refused", self.secrets.to_string()),
            ("backlog adds and moves", self.deferred.to_string()),
            ("session notes", self.noted.to_string()),
            ("imports, rows brought in", format!("{}, {}", self.imports, self.imported)),
            ("reads", self.reads.to_string()),
            ("review replies accepted, refused", format!("{}, {}", self.accepted, self.refused)),
            ("plans applied, undone", format!("{}, {}", self.applied, self.undone)),
            ("rivals", self.rivals.to_string()),
            ("kills", self.kills.to_string()),
            ("receipts settled by hand", self.settled.to_string()),
            ("stores damaged and recovered", self.damages.to_string()),
            ("clock jumps", self.jumps.to_string()),
            ("home at the end", format!("{files} files, {} KiB", bytes / 1_024)),
            ("wall time", format!("{:.0} s", took.as_secs_f64())),
        ];
        let mut table = format!("| soak, seed {seed} | |\n|---|---|\n");
        for (name, value) in rows {
            writeln!(table, "| {name} | {value} |").expect("writing to a string succeeds");
        }
        table
    }
}
