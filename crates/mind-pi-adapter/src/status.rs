//! The status line: how much is remembered, or what stands in its way (PI-90).

use mind_core::mind::Status;
use mind_protocol::host::EffectKind;

/// How much is remembered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    durable: usize,
    /// Working facts; none without a project.
    working: Option<usize>,
    backlog: usize,
}

impl Counts {
    pub(crate) fn of(status: &Status, in_project: bool) -> Self {
        let tiers = status.tiers.iter();
        let durable = tiers.clone().filter(|tier| tier.tier.is_durable()).map(|tier| tier.live);
        let working = tiers.filter(|tier| !tier.tier.is_durable()).map(|tier| tier.live);
        Self {
            durable: durable.sum(),
            working: in_project.then(|| working.sum()),
            backlog: status.backlog,
        }
    }
}

/// What the line says, and what it said last.
#[derive(Clone, Debug, Default)]
pub(crate) struct StatusLine {
    counts: Option<Counts>,
    notes: usize,
    warned: bool,
    suggestion: Option<String>,
    shown: Option<String>,
}

impl StatusLine {
    /// How much is remembered now.
    pub(crate) fn count(&mut self, counts: Counts) {
        self.counts = Some(counts);
    }

    /// How many notes there are.
    pub(crate) fn noted(&mut self, notes: usize) {
        self.notes = notes;
    }

    /// There is a warning to be looked at.
    pub(crate) fn warned(&mut self) {
        self.warned = true;
    }

    /// The warnings were looked at.
    pub(crate) fn looked_at(&mut self) {
        self.warned = false;
    }

    /// What might be worth keeping; nothing once the run has settled.
    pub(crate) fn suggest(&mut self, kind: Option<&str>) {
        self.suggestion = kind.map(|kind| format!("mind: worth keeping? ({kind})"));
    }

    /// What sets the line, where it is another than the one that was shown last; it is cleared where there is nothing to say any more.
    pub(crate) fn changed(&mut self, inactive: Option<&str>) -> Option<EffectKind> {
        let text = self.line(inactive);
        if self.shown == text {
            return None;
        }
        self.shown.clone_from(&text);
        Some(EffectKind::SetStatus { text })
    }

    /// How much another owner keeps is not known yet.
    pub(crate) fn owner_moved(&mut self) {
        (self.counts, self.suggestion) = (None, None);
    }

    /// The line as it was before is shown again when it is next asked for: another half may have written over it.
    pub(crate) fn repeat(&mut self) {
        self.shown = None;
    }

    /// How much is remembered, in words.
    pub(crate) fn counted(&self) -> Option<String> {
        let counts = self.counts?;
        let working = counts.working.map_or(String::new(), |working| format!("·{working}S"));
        let notes = if self.notes > 0 { format!("·{}N", self.notes) } else { String::new() };
        let backlog = match (counts.working, counts.backlog) {
            (None, _) | (_, 0) => String::new(),
            (_, backlog) => format!(" · backlog {backlog}"),
        };
        Some(format!("{}L{working}{notes}{backlog}", counts.durable))
    }

    fn line(&self, inactive: Option<&str>) -> Option<String> {
        if let Some(code) = inactive {
            return Some(format!("mind: inactive ({code})"));
        }
        if self.warned {
            return Some("mind warning · /mind doctor".to_owned());
        }
        let suggestion = self.suggestion.clone();
        suggestion.or_else(|| self.counted().map(|counted| format!("mind {counted}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// PI-90: the forms of the line, the strongest first, each said once.
    #[test]
    fn pi90_the_line() {
        let mut line = StatusLine::default();
        assert_eq!(line.changed(None), None);
        let mut says = |change: &dyn Fn(&mut StatusLine), inactive| {
            change(&mut line);
            line.changed(inactive)
        };
        let is = |line: &str| Some(EffectKind::SetStatus { text: Some(line.to_owned()) });
        let counts = Counts { durable: 12, working: Some(3), backlog: 2 };
        let counted = |line: &mut StatusLine| line.count(counts);
        assert_eq!(says(&counted, None), is("mind 12L·3S · backlog 2"));
        assert_eq!(says(&counted, None), None);
        assert_eq!(says(&|line| line.noted(1), None), is("mind 12L·3S·1N · backlog 2"));
        let suggested = says(&|line| line.suggest(Some("preference")), None);
        assert_eq!(suggested, is("mind: worth keeping? (preference)"));
        assert_eq!(says(&StatusLine::warned, None), is("mind warning · /mind doctor"));
        let inactive = says(&|_| {}, Some("owner.not_ready"));
        assert_eq!(inactive, is("mind: inactive (owner.not_ready)"));
        assert_eq!(says(&StatusLine::looked_at, None), is("mind: worth keeping? (preference)"));
        assert_eq!(
            says(&StatusLine::owner_moved, None),
            Some(EffectKind::SetStatus { text: None })
        );
        let elsewhere = Counts { durable: 4, working: None, backlog: 0 };
        assert_eq!(says(&|line| line.count(elsewhere), None), is("mind 4L·1N"));
        assert_eq!(says(&|line| line.noted(0), None), is("mind 4L"));
    }
}
