//! Whose memory a call touches: tiers, personas, projects, and their file-safe names.

mod name;
mod project;

use std::fmt;
use std::str::FromStr;

pub use name::{Persona, Platform, Segment};
pub use project::{Project, Slug};

use crate::error::Error;

/// A lifetime and an audience. The order is the one that counts wherever tiers are ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tier {
    /// One persona's, in every project, until removed.
    Persona,
    /// One project's, for every persona, until removed.
    ProjectLong,
    /// Everyone's, everywhere, until removed.
    Shared,
    /// One project's, for every persona, for hours.
    Project,
    /// One branch of one host session.
    Session,
}

impl Tier {
    /// Every tier, in order.
    pub const ALL: [Self; 5] =
        [Self::Persona, Self::ProjectLong, Self::Shared, Self::Project, Self::Session];

    /// The tier's name on every surface.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Persona => "persona",
            Self::ProjectLong => "project-long",
            Self::Shared => "shared",
            Self::Project => "project",
            Self::Session => "session",
        }
    }

    /// Whether rows of this tier live until removed.
    pub const fn is_durable(self) -> bool {
        matches!(self, Self::Persona | Self::ProjectLong | Self::Shared)
    }

    /// Whether a row of this tier carries the persona that recorded it.
    pub const fn is_owned(self) -> bool {
        matches!(self, Self::ProjectLong | Self::Project)
    }
}

impl fmt::Display for Tier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Tier {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Self::ALL.into_iter().find(|tier| tier.as_str() == text).ok_or(Error::TierUnknown)
    }
}

/// One store of facts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FactPlace {
    /// A persona's durable facts.
    Persona(Persona),
    /// A project's durable facts.
    ProjectLong(Project),
    /// The home's shared facts.
    Shared,
    /// A project's working facts.
    Project(Project),
}

impl FactPlace {
    /// The tier the place belongs to.
    pub const fn tier(&self) -> Tier {
        match self {
            Self::Persona(_) => Tier::Persona,
            Self::ProjectLong(_) => Tier::ProjectLong,
            Self::Shared => Tier::Shared,
            Self::Project(_) => Tier::Project,
        }
    }
}

/// The label used in messages: tier and file-safe name, never a raw name or a path.
impl fmt::Display for FactPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Persona(persona) => write!(f, "persona {}", persona.segment()),
            Self::ProjectLong(project) => write!(f, "project-long {}", project.slug()),
            Self::Shared => f.write_str("shared"),
            Self::Project(project) => write!(f, "project {}", project.slug()),
        }
    }
}

/// On whose behalf and where a call is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scope {
    /// The acting persona.
    pub persona: Persona,
    /// The project, unless the call is made in the home directory or a file-system root.
    pub project: Option<Project>,
}

impl Scope {
    /// The store of a tier for this call.
    ///
    /// # Errors
    /// [`Error::NoProject`] for a project tier outside a project, [`Error::NoSession`] for the session tier, which is in no store.
    pub fn place(&self, tier: Tier) -> Result<FactPlace, Error> {
        let project = || self.project.clone().ok_or(Error::NoProject);
        match tier {
            Tier::Persona => Ok(FactPlace::Persona(self.persona.clone())),
            Tier::ProjectLong => project().map(FactPlace::ProjectLong),
            Tier::Shared => Ok(FactPlace::Shared),
            Tier::Project => project().map(FactPlace::Project),
            Tier::Session => Err(Error::NoSession),
        }
    }

    /// The stores visible to this call, in tier order.
    pub fn visible(&self) -> Vec<FactPlace> {
        Tier::ALL.into_iter().filter_map(|tier| self.place(tier).ok()).collect()
    }

    /// The owner a row of this tier gets from this call: the acting segment in project tiers, nobody elsewhere.
    pub fn owner_in(&self, tier: Tier) -> Option<Segment> {
        tier.is_owned().then(|| self.persona.segment().clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// F-21: the tiers in the order that counts, how long each lives and whose its rows are.
    #[test]
    fn tiers() {
        let durable = |tier: Tier| (tier.as_str(), tier.is_durable(), tier.is_owned());
        assert_eq!(
            Tier::ALL.map(durable),
            [
                ("persona", true, false),
                ("project-long", true, true),
                ("shared", true, false),
                ("project", false, true),
                ("session", false, false),
            ]
        );
        assert!(Tier::ALL.is_sorted());
        for tier in Tier::ALL {
            assert_eq!(tier.as_str().parse::<Tier>(), Ok(tier));
        }
        assert_eq!("long".parse::<Tier>(), Err(Error::TierUnknown));
    }

    /// F-21: one store a persona, a project or the home; who sees it follows from the scope.
    #[test]
    fn places() {
        let scope = |persona: &str, path: &[u8]| Scope {
            persona: Persona::named(persona).unwrap(),
            project: Some(Project::at(path)),
        };
        let dev = scope("dev", b"/srv/demo");
        let same = |other: &Scope| {
            let same = |tier: &Tier| dev.place(*tier).unwrap() == other.place(*tier).unwrap();
            Tier::ALL.into_iter().take(4).filter(same).collect::<Vec<_>>()
        };
        let (project, shared) = ([Tier::ProjectLong, Tier::Project], Tier::Shared);
        assert_eq!(same(&scope("ops", b"/srv/demo")), [project[0], shared, project[1]]);
        assert_eq!(same(&scope("dev", b"/srv/other")), [Tier::Persona, shared]);
        assert_eq!(dev.place(Tier::Session), Err(Error::NoSession));
        let tiers: Vec<Tier> = dev.visible().iter().map(FactPlace::tier).collect();
        assert_eq!(tiers, Tier::ALL[..4]);
    }
}
