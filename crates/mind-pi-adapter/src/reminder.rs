//! Backlog items whose time has come: a card and a toast for a person, once, by one session of a project (PI-93).

use std::collections::BTreeSet;

use mind_core::error::Error;
use mind_core::mind::BacklogEntry;
use mind_core::port::{Clock, Store};
use mind_core::time::Timestamp;
use mind_core::{Mind, text};
use mind_protocol::host::{CardKind, EffectKind, NoticeLevel};

use crate::card::card;
use crate::job::Job;
use crate::pending::Pending;
use crate::session::Session;
use crate::world::{Wake, World};

/// The timer of the next item.
pub(crate) const DUE: &str = "due";
/// The timer after which it is asked again who shows reminders.
pub(crate) const WAKE: &str = "wake";

/// How long until it is asked again.
const RETRY_MS: u64 = 60_000;
/// The longest a host's timer runs.
const TIMER_MAX: i64 = 2_147_000_000;
/// Lines of the card of what came due before.
const LINES: usize = 20;
/// Characters of a line.
const LINE: usize = 200;

/// What a session does about reminders.
#[derive(Debug, Default)]
pub(crate) struct Reminders {
    wake: Option<Wake>,
    /// Items on their way into the session, with their due times.
    showing: BTreeSet<(String, Timestamp)>,
    /// Whether what came due before this session was shown.
    greeted: bool,
}

/// What is due, as the store says.
#[derive(Debug, Default)]
pub(crate) struct Due {
    now: Vec<BacklogEntry>,
    next: Option<Timestamp>,
}

impl Reminders {
    /// Whether this session shows them.
    pub(crate) const fn shows(&self) -> bool {
        matches!(self.wake, Some(Wake::Held(_)))
    }

    /// Whether an older program on this machine shows them.
    pub(crate) const fn is_legacy(&self) -> bool {
        matches!(self.wake, Some(Wake::Legacy))
    }

    /// Another persona's items are others.
    pub(crate) fn owner_moved(&mut self) {
        self.showing.clear();
        self.greeted = false;
    }

    /// A card is in the session, or is not.
    pub(crate) fn reported(&mut self, items: &[(String, Timestamp)]) {
        for item in items {
            self.showing.remove(item);
        }
    }
}

/// Reads what is due.
///
/// # Errors
/// A store's error.
pub(crate) fn look<S: Store, C: Clock>(job: &Job, mind: &Mind<S, C>) -> Result<Due, Error> {
    job.run(mind, |mind, scope| {
        Ok(Due { now: mind.due_items(scope)?, next: mind.next_due(scope)? })
    })
}

impl Session {
    /// Whether reminders have a place in this session at all.
    pub(crate) fn may_remind(&self) -> bool {
        self.is_active() && self.is_attended() && self.project.is_some()
    }

    /// Asks to be the one that shows reminders, where it is not settled yet.
    pub(crate) fn ask_to_wake(&mut self, world: &dyn World) {
        let Some(project) = self.project.as_ref().filter(|_| self.may_remind()) else { return };
        if self.reminders.shows() {
            return;
        }
        let wake = world.wake(project);
        if !matches!(wake, Wake::Held(_)) {
            let (timer_id, delay_ms) = (WAKE.to_owned(), RETRY_MS);
            self.outbox.push(EffectKind::ArmTimer { timer_id, delay_ms });
        }
        self.reminders.wake = Some(wake);
    }

    /// Another owner has other facts, and items that are due at other times: they are looked at as soon as the host can.
    pub(crate) fn look_anew(&mut self) {
        let timer_id = DUE.to_owned();
        if self.check_owner().is_ok() && self.is_attended() {
            self.outbox.push(EffectKind::ArmTimer { timer_id, delay_ms: 0 });
        } else if self.reminders.shows() {
            self.outbox.push(EffectKind::CancelTimer { timer_id });
        }
    }

    /// Shows what is due and not shown yet, and waits for what comes next.
    pub(crate) fn remind(&mut self, due: Due, now: Timestamp) {
        if !self.may_remind() || !self.reminders.shows() {
            return;
        }
        let is_new = |item: &BacklogEntry| {
            item.due_at
                .is_some_and(|at| !self.reminders.showing.contains(&(item.id.to_string(), at)))
        };
        let fresh: Vec<BacklogEntry> = due.now.into_iter().filter(is_new).collect();
        let greeted = std::mem::replace(&mut self.reminders.greeted, true);
        if !greeted && !fresh.is_empty() {
            self.show_missed(&fresh, now);
        } else {
            for item in &fresh {
                self.show_one(item, now);
            }
        }
        if let Some(next) = due.next {
            let delay_ms = (next.millis() - now.millis()).clamp(0, TIMER_MAX).unsigned_abs();
            self.outbox.push(EffectKind::ArmTimer { timer_id: DUE.to_owned(), delay_ms });
        }
    }

    fn show_missed(&mut self, items: &[BacklogEntry], now: Timestamp) {
        let head = format!("{} backlog item(s) came due while you were away:", items.len());
        let mut lines = vec![head.clone()];
        lines.extend(items.iter().take(LINES).map(|item| line(item, now)));
        if items.len() > LINES {
            lines.push(format!("… +{} more", items.len() - LINES));
        }
        self.show(items, &lines.join("\n"), &head);
    }

    fn show_one(&mut self, item: &BacklogEntry, now: Timestamp) {
        let line = line(item, now);
        self.show(std::slice::from_ref(item), &line, &format!("Due: {line}"));
    }

    fn show(&mut self, items: &[BacklogEntry], body: &str, toast: &str) {
        let shown = items.iter().filter_map(|item| Some((item.id.to_string(), item.due_at?)));
        let shown: Vec<(String, Timestamp)> = shown.collect();
        let kind = card(CardKind::Reminder, "mind · reminder", body, &self.bind());
        let id = self.outbox.push(kind);
        self.reminders.showing.extend(shown.iter().cloned());
        self.pending.insert(id, Pending::Reminder(shown));
        self.outbox.notify(NoticeLevel::Info, toast);
    }
}

fn line(item: &BacklogEntry, now: Timestamp) -> String {
    let line = crate::tool::item_line(item, now);
    text::clip(&line, LINE).kept.to_owned()
}
