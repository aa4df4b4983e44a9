//! What an acknowledged change makes of the model (F-30 to F-45, O-34, O-55).

use mind_core::scope::{FactPlace, Tier};

use super::{DAY, Gone, Key, Model, Named, Row, Tidied, Who};

/// Retired rows the model remembers: a few more than the product has to.
const RETIRED_KEPT: usize = 400;

/// What somebody wants remembered.
#[derive(Clone, Debug, Default)]
pub(crate) struct Said {
    pub(crate) kind: String,
    pub(crate) text: String,
    pub(crate) tags: Vec<String>,
    pub(crate) tier: Option<Tier>,
    /// Milliseconds to live.
    pub(crate) ttl: Option<i64>,
    pub(crate) supersedes: Option<String>,
    /// Whether it comes among others, so that no working copy of a durable row is made.
    pub(crate) many: bool,
}

/// What the receipt of a change must say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Foretold {
    pub(crate) tier: Tier,
    pub(crate) outcome: &'static str,
    pub(crate) expires: Option<i64>,
    /// How many rows are retired.
    pub(crate) retired: usize,
}

/// Rows that went and the row that came.
#[derive(Clone, Debug)]
pub(crate) struct Exchange {
    pub(crate) before: Vec<(Key, Row)>,
    pub(crate) after: (Key, Row),
}

impl Model {
    /// A fact is remembered and has this id.
    pub(crate) fn remember(&mut self, who: &Who, said: &Said, id: &str, now: i64) -> Foretold {
        let targets = self.targets(who, said.supersedes.as_deref(), now);
        let tier = self.tier_of(who, said, id, now);
        let place = who.place(tier).expect("a project tier was chosen in a project");
        let key = who.key(tier, id);
        self.commit(&place, now);
        let held = self.row(&place, &key).cloned();
        let mut row = Row {
            kind: said.kind.clone(),
            text: said.text.clone(),
            tags: said.tags.clone(),
            recorded: held.as_ref().map_or(now, |held| held.recorded),
            seen: now,
            expires: (tier == Tier::Project).then(|| expiry(said, held.as_ref(), now)),
            supersedes: said.supersedes.clone(),
        };
        let named = held.as_ref().and_then(|held| held.supersedes.clone());
        row.supersedes = row.supersedes.or(named);
        let mut outcome = if held.is_some() { "refreshed" } else { "stored" };
        let working = who.place(Tier::Project).filter(|_| tier != Tier::Project);
        if let Some(working) = working {
            let own = who.key(Tier::Project, id);
            if self.row(&working, &own).is_some_and(|row| row.is_live(now)) {
                let twin = self.take(&working, &own, "promoted").expect("it is there");
                row.recorded = row.recorded.min(twin.recorded);
                outcome = "promoted-existing";
                self.commit(&working, now);
            }
        }
        let expires = row.expires;
        self.put(&place, key, row);
        let durable = tier != Tier::Project;
        let goes = |(place, _): &(FactPlace, Key)| durable || place.tier() == Tier::Project;
        let retired = self.retire(targets.into_iter().filter(goes).collect(), id, now);
        Foretold { tier, outcome, expires, retired }
    }

    /// A working fact is made durable.
    pub(crate) fn promote(&mut self, who: &Who, id: &str, to: Tier, now: i64) -> Foretold {
        let working = who.place(Tier::Project).expect("promoted in a project");
        let place = who.place(to).expect("promoted in a project");
        let key = who.key(to, id);
        self.commit(&place, now);
        let row = self.take(&working, &who.key(Tier::Project, id), "promoted");
        let mut row = row.expect("an own working row was promoted");
        self.commit(&working, now);
        let held = self.row(&place, &key).cloned();
        let target = row.supersedes.clone();
        row.expires = None;
        row.seen = now;
        if let Some(held) = &held {
            row.recorded = row.recorded.min(held.recorded);
            row.supersedes = row.supersedes.or_else(|| held.supersedes.clone());
        }
        self.put(&place, key, row);
        let targets = self.targets(who, target.as_deref().filter(|target| *target != id), now);
        let retired = self.retire(targets, id, now);
        let outcome = if held.is_some() { "refreshed" } else { "stored" };
        Foretold { tier: to, outcome, expires: None, retired }
    }

    /// Rows are forgotten; answers how many.
    pub(crate) fn forget(&mut self, who: &Who, id: &str, tier: Option<Tier>, now: i64) -> usize {
        match self.named(who, id, tier, now) {
            Named::Rows(rows) => {
                for (place, key) in &rows {
                    self.take(place, key, "forgotten");
                    self.commit(place, now);
                }
                rows.len()
            }
            Named::Ambiguous => 0,
            Named::Nothing => {
                let mut gone = 0;
                for place in who.places() {
                    let Some(list) = self.retired.get_mut(&place) else { continue };
                    if tier.is_none_or(|tier| tier == place.tier()) {
                        gone += list.len();
                        list.retain(|row| row.key.id != id);
                        gone -= list.len();
                    }
                }
                gone
            }
        }
    }

    /// A plan is applied.
    pub(crate) fn tidy(&mut self, tidied: Tidied, now: i64) {
        self.commit(&tidied.place, now);
        for exchange in &tidied.exchanges {
            for (key, _) in &exchange.before {
                self.take(&tidied.place, key, "replaced by a plan");
            }
        }
        for exchange in &tidied.exchanges {
            let (key, row) = exchange.after.clone();
            self.put(&tidied.place, key, row);
        }
        self.tidied.push(tidied);
    }

    /// The change a receipt tells of is undone.
    pub(crate) fn undo(&mut self, receipt: &str, now: i64) {
        let Some(at) = self.tidied.iter().rposition(|tidied| tidied.receipt == receipt) else {
            return;
        };
        self.tidied[at].undone = true;
        let Tidied { place, exchanges, .. } = self.tidied[at].clone();
        self.commit(&place, now);
        for exchange in &exchanges {
            self.take(&place, &exchange.after.0, "undone");
        }
        for (key, row) in exchanges.into_iter().flat_map(|exchange| exchange.before) {
            self.put(&place, key, row);
        }
    }

    fn targets(&self, who: &Who, id: Option<&str>, now: i64) -> Vec<(FactPlace, Key)> {
        match id.map(|id| self.named(who, id, None, now)) {
            Some(Named::Rows(rows)) => rows,
            _ => Vec::new(),
        }
    }

    /// The tier asked for; else the kind's, unless the content is durable already (F-26, F-33).
    fn tier_of(&self, who: &Who, said: &Said, id: &str, now: i64) -> Tier {
        let inside = who.project.is_some();
        let ruled = said.tier.unwrap_or(match said.kind.as_str() {
            "objective" | "preference" => Tier::Persona,
            _ if !inside => Tier::Persona,
            "note" => Tier::Project,
            _ => Tier::ProjectLong,
        });
        if ruled == Tier::Project && (said.tier.is_none() || said.many) {
            for tier in [Tier::Persona, Tier::ProjectLong, Tier::Shared] {
                let place = who.place(tier).expect("a working fact is said in a project");
                let held = self.row(&place, &who.key(tier, id));
                if held.is_some_and(|row| row.is_live(now)) {
                    return tier;
                }
            }
        }
        ruled
    }

    /// Takes rows into the retired lists; answers how many.
    fn retire(&mut self, rows: Vec<(FactPlace, Key)>, by: &str, now: i64) -> usize {
        let count = rows.len();
        for (place, key) in rows {
            self.take(&place, &key, "superseded");
            let list = self.retired.entry(place.clone()).or_default();
            list.push(Gone { key, by: by.to_owned() });
            list.drain(..list.len().saturating_sub(RETIRED_KEPT));
            self.commit(&place, now);
        }
        count
    }
}

/// When a working row ends: as asked, or in two days and never earlier than it did.
fn expiry(said: &Said, held: Option<&Row>, now: i64) -> i64 {
    let usual = now + 2 * DAY;
    let before = held.and_then(|held| held.expires).unwrap_or(usual);
    said.ttl.map_or_else(|| usual.max(before), |ttl| now + ttl)
}
