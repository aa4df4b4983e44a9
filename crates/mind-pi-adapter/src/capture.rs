//! A user's own words in a session: what of them is kept, and what the next run is told (CA-10, CA-53, CA-60 to CA-64).

use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use mind_core::capture::{Cue, Mode, Names, Settings, cues};
use mind_core::mind::Noticed;
use mind_protocol::host::NoticeLevel;

use crate::session::Session;

/// Custom messages of this type are a user's own words, replayed.
pub(crate) const DEFERRED_INPUT: &str = "pi-persona-deferred-input";
/// Texts and sentences a session remembers, as hashes.
const REMEMBERED: usize = 128;

/// What a session heard of its user.
#[derive(Debug, Default)]
pub(crate) struct Listening {
    /// Which input is the newest; what an older one brought is not shown.
    generation: u64,
    /// Whether anything was put in since the last run began.
    heard: bool,
    /// What the next run is to be told.
    noticed: Vec<Noticed>,
    texts: Hashes,
    suggested: Hashes,
}

/// The newest hashes, the oldest dropped.
#[derive(Debug, Default)]
struct Hashes(VecDeque<u64>);

impl Hashes {
    fn has(&self, text: &str) -> bool {
        self.0.contains(&hash(text))
    }

    /// Whether a text is new; it is known from now on.
    fn take(&mut self, text: &str) -> bool {
        if self.has(text) {
            return false;
        }
        self.0.push_back(hash(text));
        if self.0.len() > REMEMBERED {
            self.0.pop_front();
        }
        true
    }
}

fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

impl Listening {
    /// A new input: what older ones brought and was not shown is dropped (CA-64). It says which input it is.
    pub(crate) fn hear(&mut self, text: Option<&str>) -> u64 {
        self.generation += 1;
        self.noticed.clear();
        self.heard = true;
        if let Some(text) = text {
            self.texts.take(text);
        }
        self.generation
    }

    /// Whether a replayed text was not heard before.
    pub(crate) fn is_new(&mut self, text: &str) -> bool {
        self.texts.take(text)
    }

    /// Whether a text was heard before; nothing is remembered.
    pub(crate) fn knows(&self, text: &str) -> bool {
        self.texts.has(text)
    }

    /// The newest input.
    pub(crate) const fn generation(&self) -> u64 {
        self.generation
    }

    /// Nothing of what was heard for an earlier owner or branch is shown.
    pub(crate) fn forget(&mut self) {
        self.generation += 1;
        self.noticed.clear();
    }

    /// What a run that begins is told, and whether anything was put in for it.
    pub(crate) fn run_begins(&mut self) -> (Vec<Noticed>, bool) {
        (std::mem::take(&mut self.noticed), std::mem::take(&mut self.heard))
    }

    /// Leaves out what was suggested before. `noticed` is what became of `cues`, in their order.
    pub(crate) fn fresh(
        &mut self,
        cues: &[Cue<'_>],
        noticed: Vec<Noticed>,
        settings: Settings,
    ) -> Vec<Noticed> {
        let mut noticed = noticed.into_iter();
        let mut fresh = Vec::new();
        for cue in cues {
            match cue {
                Cue::Casual { .. } if !settings.nudge => {}
                Cue::Casual { sentence, .. } => {
                    let one = noticed.next();
                    fresh.extend(one.filter(|_| self.suggested.take(sentence)));
                }
                Cue::Strong { .. } => fresh.extend(noticed.next()),
            }
        }
        fresh
    }
}

impl Session {
    /// How capture is set where nobody may be at the keyboard (CA-2).
    pub(crate) fn capture_settings(&self) -> Settings {
        let settings = self.settings.capture;
        let mode = if self.is_attended() || self.opened.host.mode == "rpc" {
            settings.mode
        } else {
            settings.mode.unattended()
        };
        Settings { mode, ..settings }
    }

    /// Takes what became of a text's cues: what the next run is told, and what the person is.
    pub(crate) fn noticed(&mut self, generation: u64, noticed: Vec<Noticed>) {
        if generation != self.listening.generation() {
            return;
        }
        let (remember, backlog) = self.tool_words();
        let (forget, doctor) = (format!("{} forget", self.command()), self.doctor());
        let names = Names {
            remember: remember.as_deref(),
            backlog: backlog.as_deref(),
            forget: &forget,
            doctor: &doctor,
        };
        let (failed, rest): (Vec<Noticed>, Vec<Noticed>) =
            noticed.iter().cloned().partition(|one| matches!(one, Noticed::Failed { .. }));
        for notice in mind_core::capture::notices(&rest, &names) {
            self.outbox.notify(NoticeLevel::Info, &notice);
        }
        for notice in mind_core::capture::notices(&failed, &names) {
            self.outbox.notify(NoticeLevel::Warning, &notice);
        }
        let casual = noticed.iter().find_map(|one| match one {
            Noticed::Casual { kind, .. } => Some(kind.as_str()),
            _ => None,
        });
        if casual.is_some() {
            self.status.suggest(casual);
        }
        self.listening.noticed.extend(noticed);
    }

    /// The lines a model gets for what was noticed (CA-60).
    pub(crate) fn hints(&self, noticed: &[Noticed]) -> Vec<String> {
        let (remember, backlog) = self.tool_words();
        let (forget, doctor) = (format!("{} forget", self.command()), self.doctor());
        let names = Names {
            remember: remember.as_deref(),
            backlog: backlog.as_deref(),
            forget: &forget,
            doctor: &doctor,
        };
        mind_core::capture::hints(noticed, &names)
    }

    fn tool_words(&self) -> (Option<String>, Option<String>) {
        let remember = self.names.memory.as_ref().map(|name| format!("{name} remember"));
        let backlog = self.names.backlog.as_ref().map(|name| format!("{name} add"));
        (remember, backlog)
    }

    fn doctor(&self) -> String {
        format!("{} doctor", self.command())
    }
}

/// The cues that count in a mode; none when capture is off (CA-73).
pub(crate) fn heard(text: &str, settings: Settings) -> Vec<Cue<'_>> {
    if settings.mode == Mode::Off { Vec::new() } else { cues(text) }
}

/// Whether keeping what cues ask for needs a store.
pub(crate) fn needs_store(cues: &[Cue<'_>], settings: Settings) -> bool {
    settings.mode == Mode::Auto && cues.iter().any(|cue| matches!(cue, Cue::Strong { .. }))
}
