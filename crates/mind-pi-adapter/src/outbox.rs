//! What a host is asked to do, as it gathers during a call.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use mind_core::text;
use mind_protocol::host::{Effect, EffectKind, NoticeLevel};

/// Characters a notice may have.
const NOTICE_LIMIT: usize = 160;

/// The effects of an answer, in order. Their names are counted through the life of the engine.
#[derive(Debug)]
pub(crate) struct Outbox {
    counter: Arc<AtomicU64>,
    effects: Vec<Effect>,
}

impl Outbox {
    pub(crate) fn new(counter: Arc<AtomicU64>) -> Self {
        Self { counter, effects: Vec::new() }
    }

    /// Asks for something, and says by which name it will be reported.
    pub(crate) fn push(&mut self, kind: EffectKind) -> String {
        let id = format!("e{}", self.counter.fetch_add(1, Ordering::Relaxed) + 1);
        self.effects.push(Effect { id: id.clone(), kind });
        id
    }

    /// Asks for a notice.
    pub(crate) fn notify(&mut self, level: NoticeLevel, words: &str) {
        let text = text::clip(words, NOTICE_LIMIT).kept.to_owned();
        self.push(EffectKind::Notify { level, text });
    }

    /// Takes what gathered.
    pub(crate) fn take(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }
}
