//! The places of a fake home, facts, retired rows, backlogs and histories alike.

use std::fmt;

use mind_core::scope::{FactPlace, Project};

/// One place of a home, of whatever rows.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// Facts.
    Facts(FactPlace),
    /// The retired rows of a fact place.
    Retired(FactPlace),
    /// A project's deferred work.
    Backlog(Project),
    /// The receipts of consolidation beside a fact place.
    History(FactPlace),
}

/// The label used in messages; unlike an adapter's it tells retired rows from the facts beside them.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Facts(place) => place.fmt(f),
            Self::Retired(place) => write!(f, "retired {place}"),
            Self::Backlog(project) => write!(f, "backlog {}", project.slug()),
            Self::History(place) => write!(f, "history {place}"),
        }
    }
}

impl From<&FactPlace> for Place {
    fn from(place: &FactPlace) -> Self {
        Self::Facts(place.clone())
    }
}

impl From<&Project> for Place {
    fn from(project: &Project) -> Self {
        Self::Backlog(project.clone())
    }
}

impl From<&Self> for Place {
    fn from(place: &Self) -> Self {
        place.clone()
    }
}
