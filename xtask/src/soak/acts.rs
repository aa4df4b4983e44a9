//! What a session does to facts, each act foretold by the model and held against its receipt.

use anyhow::{Context as _, Result};
use mind_core::error::Error;
use mind_core::mind::{Destination, Draft, ForgetMode, Remembered, Replaced};
use mind_core::scope::{FactPlace, Tier};

use super::model::{Foretold, Key, Named, Said, Who, quarters};
use super::words::{KINDS, TAGS, respelled, secret};
use super::world::World;

impl World {
    /// Remembers something new, or something known in other letters.
    pub(super) fn remember_something(&mut self, who: &Who) {
        let said = if self.dice.below(5) == 0 { self.known(who) } else { None };
        let said = match said {
            Some(said) => said,
            None => self.new_statement(who),
        };
        self.remember(who, &said);
    }

    /// Remembers a fact that replaces one of one's own.
    pub(super) fn supersede_something(&mut self, who: &Who) {
        let mut said = self.new_statement(who);
        let Some((place, key)) = self.own_row(who, None) else { return };
        // Half of them by id alone, half by their place; either names the same content.
        let by_place = self.dice.below(2) == 0;
        if matches!(self.model.named(who, &key.id, None, self.now()), Named::Rows(_)) {
            said.supersedes = Some(key.id.clone());
        }
        if by_place && self.is_alone(who, &key) {
            let reference = format!("{}/{}", place.tier(), key.id);
            self.remember_as(who, &said, Some(reference));
        } else {
            self.remember(who, &said);
        }
    }

    pub(super) fn promote_something(&mut self, who: &Who) {
        let Some((_, key)) = self.own_row(who, Some(Tier::Project)) else { return };
        let to = [Destination::ProjectLong, Destination::Persona, Destination::Shared];
        let to = *self.dice.pick(&to);
        let (scope, now) = (who.scope(), self.now());
        let done = self.mind.promote(&scope, &key.id, to);
        let promoted = match done {
            Ok(promoted) => promoted,
            Err(error) => return self.unexpected("promote", &key.id, &error),
        };
        let foretold = self.model.promote(who, &key.id, to.tier(), now);
        self.tally.promoted += 1;
        self.tally.superseded += foretold.retired;
        let outcome = promoted.outcome.as_str();
        let same = (promoted.tier, outcome) == (foretold.tier, foretold.outcome)
            && promoted.also_working.is_none()
            && retired(promoted.replaced.as_ref()) == (foretold.retired > 0);
        self.hold(same, "a promotion's receipt", || {
            format!("{} said {outcome}, foretold {foretold:?}", key.id)
        });
    }

    pub(super) fn forget_something(&mut self, who: &Who) {
        let Some((place, key)) = self.any_row(who) else { return };
        let tier = (self.dice.below(2) == 0).then(|| place.tier());
        self.forget(who, &key.id, tier);
    }

    /// Forgets what an id names.
    pub(super) fn forget(&mut self, who: &Who, id: &str, tier: Option<Tier>) {
        let (scope, now) = (who.scope(), self.now());
        let ambiguous = self.model.named(who, id, tier, now) == Named::Ambiguous;
        let done = self.mind.forget(&scope, id, tier, ForgetMode::Remove);
        let forgotten = match done {
            Ok(forgotten) => forgotten,
            Err(Error::AmbiguousId { .. }) if ambiguous => return,
            Err(error) => return self.unexpected("forget", id, &error),
        };
        let gone = self.model.forget(who, id, tier, now);
        self.tally.forgotten += gone;
        let said = forgotten.removed.iter().filter(|row| row.failed.is_none()).count();
        self.hold(said == gone && !ambiguous, "a forgetting's receipt", || {
            format!("{id} said {said} rows, foretold {gone}")
        });
    }

    /// Remembers several at once, one of them not to be kept.
    pub(super) fn remember_several(&mut self, who: &Who) -> Result<()> {
        let mut all: Vec<Said> =
            (0..2 + self.dice.below(3)).map(|_| self.new_statement(who)).collect();
        for said in &mut all {
            said.many = true;
        }
        let mut drafts: Vec<Draft> = all.iter().map(draft).collect();
        drafts.push(Draft { text: secret(&mut self.dice), ..Draft::default() });
        let now = self.now();
        let mut answers = self.mind.remember_batch(&who.scope(), &drafts)?;
        let refused = answers.pop().context("an answer a draft")?;
        self.refused_secret("batch", refused.err().as_ref());
        for (said, answer) in all.iter().zip(answers) {
            match answer {
                Ok(receipt) => self.take_in(who, said, &receipt, now),
                Err(error) => self.unexpected("batch", "new", &error),
            }
        }
        Ok(())
    }

    /// Tries to keep a secret, in one of the fields that could hold one.
    pub(super) fn try_a_secret(&mut self, who: &Who) {
        let (said, secret) = (self.new_statement(who), secret(&mut self.dice));
        let mut draft = draft(&said);
        match self.dice.below(3) {
            0 => draft.text = secret,
            1 => draft.tags = vec![secret],
            _ => draft.source = Some(secret),
        }
        let refused = self.mind.remember(&who.scope(), &draft).err();
        self.refused_secret("remember", refused.as_ref());
    }

    /// Remembers what is said; answers the id.
    pub(super) fn remember(&mut self, who: &Who, said: &Said) -> Option<String> {
        self.remember_as(who, said, None)
    }

    fn remember_as(
        &mut self,
        who: &Who,
        said: &Said,
        supersedes: Option<String>,
    ) -> Option<String> {
        let mut draft = draft(said);
        draft.supersedes = supersedes.or(draft.supersedes);
        let now = self.now();
        match self.mind.remember(&who.scope(), &draft) {
            Ok(receipt) => {
                self.take_in(who, said, &receipt, now);
                Some(receipt.id.to_string())
            }
            Err(error) => {
                self.unexpected("remember", "new", &error);
                None
            }
        }
    }

    /// Takes an acknowledged fact into the model, and holds its receipt against what was foretold.
    pub(super) fn take_in(&mut self, who: &Who, said: &Said, receipt: &Remembered, now: i64) {
        let foretold = self.model.remember(who, said, receipt.id.as_str(), now);
        self.tally.acknowledged += 1;
        self.tally.superseded += foretold.retired;
        let told = Foretold {
            tier: receipt.tier,
            outcome: receipt.outcome.as_str(),
            expires: receipt.expires_at.map(mind_core::time::Timestamp::millis),
            retired: foretold.retired,
        };
        let whole = receipt.also_working.is_none()
            && retired(receipt.replaced.as_ref()) == (foretold.retired > 0);
        self.hold(told == foretold && whole, "a remembering's receipt", || {
            format!("{} said {told:?}, foretold {foretold:?}", receipt.id)
        });
    }

    pub(super) fn refused_secret(&mut self, verb: &str, error: Option<&Error>) {
        let code = error.map_or("nothing", Error::code);
        self.tally.secrets += usize::from(code == "scan.refused");
        self.hold(code == "scan.refused", "secrets are refused", || format!("{verb} said {code}"));
    }

    /// A refusal the model did not foresee.
    pub(super) fn unexpected(&mut self, verb: &str, id: &str, error: &Error) {
        self.hold(false, "acts that must succeed", || format!("{verb} {id}: {}", error.code()));
    }

    pub(super) fn new_statement(&mut self, who: &Who) -> Said {
        let text = self.statement();
        let kind = (*self.dice.pick(&KINDS)).to_owned();
        let tags = (0..self.dice.below(3)).map(|_| (*self.dice.pick(&TAGS)).to_owned()).collect();
        let tiers = [Tier::Persona, Tier::Shared, Tier::ProjectLong, Tier::Project, Tier::Project];
        let tier = (self.dice.below(3) > 0).then(|| *self.dice.pick(&tiers));
        let unfit = |tier: Tier| {
            let of_project = matches!(tier, Tier::ProjectLong | Tier::Project);
            (of_project && who.project.is_none()) || (tier == Tier::Project && kind == "objective")
        };
        let tier = tier.filter(|tier| !unfit(*tier));
        let ttl = (tier == Some(Tier::Project) && self.dice.below(3) == 0)
            .then(|| quarters(1 + self.dice.below(400)).0);
        Said { kind, text, tags, tier, ttl, supersedes: None, many: false }
    }

    /// What somebody can see, said again, maybe for another tier.
    fn known(&mut self, who: &Who) -> Option<Said> {
        let (place, key) = self.any_row(who)?;
        let row = self.model.row(&place, &key)?.clone();
        let text = respelled(&mut self.dice, &row.text);
        let mut said = self.new_statement(who);
        said.tier = said.tier.filter(|tier| *tier != Tier::Project || row.kind != "objective");
        let ttl = said.ttl.filter(|_| said.tier == Some(Tier::Project));
        Some(Said { kind: row.kind, tags: row.tags, text: text.trim().to_owned(), ttl, ..said })
    }

    /// A live row of one's own, planted ones left alone.
    fn own_row(&mut self, who: &Who, tier: Option<Tier>) -> Option<(FactPlace, Key)> {
        let rows = self.rows_of(who, |place, key| {
            tier.is_none_or(|tier| tier == place.tier()) && who.is_near(place.tier(), key)
        });
        (!rows.is_empty()).then(|| self.dice.pick(&rows).clone())
    }

    /// A live row somebody sees, planted ones left alone.
    pub(super) fn any_row(&mut self, who: &Who) -> Option<(FactPlace, Key)> {
        let rows = self.rows_of(who, |_, _| true);
        (!rows.is_empty()).then(|| self.dice.pick(&rows).clone())
    }

    fn rows_of(
        &self,
        who: &Who,
        wanted: impl Fn(&FactPlace, &Key) -> bool,
    ) -> Vec<(FactPlace, Key)> {
        let (now, mut rows) = (self.now(), Vec::new());
        for place in who.places() {
            let here = self.model.live(&place, now).map(|(key, _)| key);
            let here = here.filter(|key| !self.planted.contains(&key.id) && wanted(&place, key));
            rows.extend(here.map(|key| (place.clone(), key.clone())));
        }
        rows
    }

    /// Whether an id names one row only, so that its place adds nothing.
    fn is_alone(&self, who: &Who, key: &Key) -> bool {
        let named = self.model.named(who, &key.id, None, self.now());
        matches!(named, Named::Rows(rows) if rows.len() == 1)
    }
}

pub(super) fn draft(said: &Said) -> Draft {
    #[expect(clippy::cast_precision_loss, reason = "a few hundred hours")]
    let hours = |millis: i64| millis as f64 / super::model::HOUR as f64;
    Draft {
        kind: Some(said.kind.clone()),
        text: said.text.clone(),
        tags: said.tags.clone(),
        tier: said.tier.map(|tier| tier.to_string()),
        ttl_hours: said.ttl.map(hours),
        supersedes: said.supersedes.clone(),
        ..Draft::default()
    }
}

fn retired(replaced: Option<&Replaced>) -> bool {
    matches!(replaced, Some(Replaced::Retired { .. }))
}
