//! A draft, parsed: every field valid, before anything is looked at.

use super::request::Draft;
use super::resolve::Question;
use crate::error::Error;
use crate::fact::{self, Extra, Fact, FactId, FactText, Kind, Source, Tags};
use crate::scan::{self, ScanScope};
use crate::scope::{Scope, Tier};
use crate::time::{DEFAULT_TTL_MS, HOUR_MS, Timestamp};

/// A span to live, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ttl(i64);

impl Ttl {
    /// Reads hours: finite, above zero, with an end before the year 10000 (F-23).
    pub(super) fn of_hours(hours: f64, now: Timestamp) -> Result<Self, Error> {
        #[expect(clippy::cast_possible_truncation, reason = "the range is checked just before")]
        let millis = (hours.is_finite() && hours > 0.0)
            .then(|| (hours * HOUR_MS as f64).ceil())
            .filter(|millis| *millis < 1e15)
            .map(|millis| millis as i64)
            .ok_or(Error::TtlInvalid)?;
        now.plus_millis(millis).map(|_| Self(millis)).ok_or(Error::TtlInvalid)
    }

    pub(super) fn end(self, now: Timestamp) -> Timestamp {
        now.plus_millis(self.0).unwrap_or(Timestamp::MAX)
    }
}

/// A draft whose every field is valid and whose text passed the scanner.
#[derive(Clone, Debug)]
pub(super) struct Statement {
    pub(super) kind: Kind,
    pub(super) text: FactText,
    pub(super) tags: Tags,
    pub(super) source: Option<Source>,
    pub(super) derived_from: Vec<FactId>,
    pub(super) ttl: Option<Ttl>,
    pub(super) supersedes: Option<Question>,
    pub(super) tier: Option<Tier>,
    pub(super) recorded_at: Option<Timestamp>,
}

impl Statement {
    /// Parses in the order kind, text, tags, source, derivedFrom, ttl, supersedes, tier; the first failure wins; then scans.
    pub(super) fn parse(draft: &Draft, scope: &Scope, now: Timestamp) -> Result<Self, Error> {
        let kind = draft.kind.as_deref().map_or(Ok(Kind::Note), str::parse)?;
        let text = FactText::parse(&draft.text)?;
        let tags = Tags::parse(&draft.tags)?;
        let source = draft.source.as_deref().map_or(Ok(None), Source::parse)?;
        let derived_from = fact::parse_derived(&draft.derived_from)?;
        let ttl = draft.ttl_hours.map(|hours| Ttl::of_hours(hours, now)).transpose()?;
        let supersedes = draft.supersedes.as_deref().map(|text| Question::parse(text, None));
        let supersedes = supersedes.transpose()?;
        let tier = draft.tier.as_deref().map(str::parse).transpose()?;
        let recorded_at = draft.recorded_at.map(|at| at.min(now));
        let statement =
            Self { kind, text, tags, source, derived_from, ttl, supersedes, tier, recorded_at };
        statement.check_tier(scope)?;
        scan::check(&statement.fact(now), ScanScope::Context)?;
        Ok(statement)
    }

    fn check_tier(&self, scope: &Scope) -> Result<(), Error> {
        let tier = self.tier.unwrap_or_else(|| self.ruled_tier(scope));
        if self.kind == Kind::Objective && tier == Tier::Project {
            return Err(Error::TierKind { kind: self.kind, tier });
        }
        if self.ttl.is_some() && tier != Tier::Project {
            return Err(Error::TtlNotAllowed { tier });
        }
        scope.place(tier).map(|_| ())
    }

    /// The tier the kind chooses (F-26).
    pub(super) fn ruled_tier(&self, scope: &Scope) -> Tier {
        let in_project = scope.project.is_some();
        match self.kind {
            Kind::Objective | Kind::Preference => Tier::Persona,
            _ if !in_project => Tier::Persona,
            Kind::Note => Tier::Project,
            Kind::Invariant | Kind::Convention | Kind::Gotcha | Kind::Rationale => {
                Tier::ProjectLong
            }
        }
    }

    /// The statement as a row without a home: no owner, no expiry, recorded now.
    pub(super) fn fact(&self, now: Timestamp) -> Fact {
        let recorded_at = self.recorded_at.unwrap_or(now);
        Fact {
            id: fact::content_id(self.kind, self.text.as_str(), &self.tags),
            kind: self.kind,
            text: self.text.clone(),
            tags: self.tags.clone(),
            recorded_at,
            last_seen_at: recorded_at,
            expires_at: None,
            persona: None,
            supersedes: None,
            source: self.source.clone(),
            derived_from: self.derived_from.clone(),
            extra: Extra::default(),
        }
    }

    /// When a working row of this statement ends: the given span, or 48 hours.
    pub(super) fn end(&self, now: Timestamp) -> Timestamp {
        let default = now.plus_millis(DEFAULT_TTL_MS).unwrap_or(Timestamp::MAX);
        self.ttl.map_or(default, |ttl| ttl.end(now))
    }
}
