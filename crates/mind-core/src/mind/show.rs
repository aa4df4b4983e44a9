//! From a row to what a reader may see of it.

use super::answer::{Body, Entry, Other};
use super::request::Screen;
use super::resolve::is_own;
use super::shelf::Sight;
use crate::backlog::BacklogItem;
use crate::fact::{ContentKey, Fact};
use crate::scan::{self, Refusal, ScanScope};
use crate::scope::{Scope, Segment, Tier};

/// A fact's free text, unless the scanner withholds it.
pub(super) fn body(fact: &Fact, refusal: Option<Refusal>, screen: Screen) -> Body {
    if let (Some(refusal), Screen::Withhold) = (refusal, screen) {
        return Body::Withheld { field: refusal.field, rejection: refusal.rejection };
    }
    Body::Open {
        text: fact.text.as_str().to_owned(),
        tags: fact.tags.iter().map(str::to_owned).collect(),
        source: fact.source.as_ref().map(|source| source.as_str().to_owned()),
        note: None,
    }
}

/// A backlog item's free text, unless the scanner withholds it.
pub(super) fn item_body(item: &BacklogItem) -> Body {
    match scan::check(item, ScanScope::Context) {
        Err(refusal) => Body::Withheld { field: refusal.field, rejection: refusal.rejection },
        Ok(()) => Body::Open {
            text: item.text.as_str().to_owned(),
            tags: item.tags.iter().map(str::to_owned).collect(),
            source: None,
            note: item.note.as_ref().map(|note| note.as_str().to_owned()),
        },
    }
}

/// A row as an entry.
pub(super) fn entry(tier: Tier, fact: &Fact, body: Body, others: Vec<Other>) -> Entry {
    Entry {
        id: fact.id.clone(),
        tier,
        kind: fact.kind,
        body,
        persona: fact.owner(tier).cloned(),
        recorded_at: fact.recorded_at,
        last_seen_at: fact.last_seen_at,
        expires_at: fact.expires_at,
        others,
    }
}

/// A row's position in a sight: shelf, then row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct At {
    pub(super) shelf: usize,
    pub(super) row: usize,
}

impl At {
    pub(super) fn fact<'a>(&self, sight: &'a Sight) -> &'a Fact {
        &sight.shelves[self.shelf].rows()[self.row]
    }

    pub(super) fn tier(&self, sight: &Sight) -> Tier {
        sight.shelves[self.shelf].tier
    }

    pub(super) fn owner<'a>(&self, sight: &'a Sight) -> Option<&'a Segment> {
        self.fact(sight).owner(self.tier(sight))
    }

    /// An own row before others', then by tier, then by place in the store: which of several equal rows is shown.
    pub(super) fn precedence(&self, sight: &Sight, scope: &Scope) -> impl Ord + use<> {
        let tier = self.tier(sight);
        (!is_own(tier, self.owner(sight), scope), tier, *self)
    }

    pub(super) fn other(&self, sight: &Sight) -> Other {
        Other { tier: self.tier(sight), persona: self.owner(sight).cloned() }
    }

    pub(super) fn refusal(&self, sight: &Sight) -> Option<Refusal> {
        sight.shelves[self.shelf].refusal(self.row)
    }

    pub(super) fn key(&self, sight: &Sight) -> ContentKey {
        self.fact(sight).content_key()
    }
}
