//! What a host is asked to do, as it gathers during a call.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use mind_core::text;
use mind_protocol::host::{Effect, EffectKind, NoticeLevel};

use crate::card::clean;

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

    /// Asks for a notice, without what a terminal would obey (PI-92).
    pub(crate) fn notify(&mut self, level: NoticeLevel, words: &str) {
        let words = clean(words).replace('\n', " ");
        let text = text::clip(&words, NOTICE_LIMIT).kept.to_owned();
        self.push(EffectKind::Notify { level, text });
    }

    /// Takes what gathered. An append that is bound to the leaf comes first: any other would move it (SN-33).
    pub(crate) fn take(&mut self) -> Vec<Effect> {
        let mut effects = std::mem::take(&mut self.effects);
        effects.sort_by_key(|effect| !is_bound_to_leaf(&effect.kind));
        effects
    }

    /// Drops what gathered for an owner who has gone; warnings are about the session and stay.
    pub(crate) fn owner_moved(&mut self) {
        let stays = |kind: &EffectKind| {
            matches!(kind, EffectKind::Notify { level: NoticeLevel::Warning, .. })
        };
        self.effects.retain(|effect| stays(&effect.kind));
    }
}

const fn is_bound_to_leaf(kind: &EffectKind) -> bool {
    matches!(kind, EffectKind::AppendEntry { bind, .. } if bind.leaf_id.is_some())
}

#[cfg(test)]
mod tests {
    use mind_protocol::host::{BoundTo, CardKind};
    use serde_json::json;

    use super::*;
    use crate::card::card;

    fn bind() -> mind_core::note::Bind {
        let session = mind_core::note::HostId::new("s").expect("an id");
        mind_core::note::Bind { manager: 1, session, file: None, owner: 1, leaf: None }
    }

    fn names(outbox: &mut Outbox) -> Vec<String> {
        outbox.take().into_iter().map(|effect| effect.id).collect()
    }

    /// SN-33: a note stands before any other append, whatever gathered first; the rest keeps its order.
    #[test]
    fn sn33_a_note_comes_first() {
        let mut outbox = Outbox::new(Arc::default());
        outbox.push(card(CardKind::Reminder, "due", "look", &bind()));
        outbox.notify(NoticeLevel::Info, "due");
        let bind = BoundTo { leaf_id: Some(None), ..crate::card::bound(&bind()) };
        let custom_type = "note".to_owned();
        outbox.push(EffectKind::AppendEntry { custom_type, data: json!({}), bind });
        assert_eq!(names(&mut outbox), ["e3", "e1", "e2"]);
        assert_eq!(names(&mut outbox), [""; 0]);
    }

    /// W-32: of an owner who has gone only what is wrong with the session is still said.
    #[test]
    fn w32_an_owner_goes() {
        let mut outbox = Outbox::new(Arc::default());
        outbox.push(card(CardKind::Reminder, "due", "look", &bind()));
        outbox.notify(NoticeLevel::Info, "Due: look");
        outbox.notify(NoticeLevel::Warning, "mind is passive");
        outbox.owner_moved();
        assert_eq!(names(&mut outbox), ["e3"]);
    }

    /// PI-40, PI-92: a notice is one line of at most 160 characters, without what a terminal obeys.
    #[test]
    fn pi40_a_notice() {
        let mut outbox = Outbox::new(Arc::default());
        outbox.notify(NoticeLevel::Info, &format!("\u{1b}[31ma\u{202e}b\n{}", "é".repeat(200)));
        let effects = outbox.take();
        let EffectKind::Notify { text, .. } = &effects[0].kind else { panic!("a notice") };
        assert_eq!(*text, format!("ab {}", "é".repeat(157)));
    }
}
