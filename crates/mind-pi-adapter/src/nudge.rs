//! A word on delegated work that came back blocked (PI-94). What it reported is in neither the toast nor the hint.

use mind_protocol::host::NoticeLevel;

use crate::session::Session;

/// The tools whose answers are looked at.
pub(crate) const TOOLS: [&str; 3] = ["delegate", "council", "flow"];
/// The type of the messages that are.
pub(crate) const REPORTS: &str = "pi-persona";

const TOAST: &str = "A delegated report was blocked; queue it with backlog?";
const HINT: &str = "[mind] A delegated report in the last run was blocked. If work remains, queue it once with backlog add.";

/// Whether the next run is to be told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Nudge {
    waiting: bool,
}

impl Nudge {
    /// The hint for a run that begins.
    pub(crate) fn take(&mut self) -> Option<&'static str> {
        std::mem::take(&mut self.waiting).then_some(HINT)
    }
}

impl Session {
    /// A tool answered. Part of another call counts by what that call says itself.
    pub(crate) fn tool_answered(&mut self, tool: &str, nested: bool, text: &str) {
        if TOOLS.contains(&tool) && !nested && is_blocked(text) {
            self.was_blocked();
        }
    }

    /// A report of the companion appeared.
    pub(crate) fn report_appeared(&mut self, text: &str) {
        if is_settled(text) && is_blocked(text) {
            self.was_blocked();
        }
    }

    fn was_blocked(&mut self) {
        if !self.is_active() || !self.settings.capture.nudge || self.nudge.waiting {
            return;
        }
        self.nudge.waiting = true;
        self.outbox.notify(NoticeLevel::Info, TOAST);
    }
}

fn is_blocked(text: &str) -> bool {
    let text = text.to_uppercase();
    text.contains("[BLOCKED") || text.contains("FLAG: UNKNOWN")
}

/// Whether a message tells of workers that ended: a count, then fixed words.
fn is_settled(text: &str) -> bool {
    let text = text.strip_prefix("[pi-persona] ").unwrap_or(text);
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.len() < text.len() && rest.starts_with(" async run(s) settled")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// PI-94: what marks a report as blocked, and which messages are reports.
    #[test]
    fn pi94_markers() {
        assert!(is_blocked("done\n[blocked: no access]") && is_blocked("Flag: Unknown"));
        assert!(!is_blocked("BLOCKED") && !is_blocked("flag unknown"));
        assert!(is_settled("[pi-persona] 2 async run(s) settled: …"));
        assert!(is_settled("12 async run(s) settled"));
        assert!(
            !is_settled("async run(s) settled") && !is_settled("I said 2 async run(s) settled")
        );
    }
}
