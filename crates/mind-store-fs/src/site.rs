//! Where a place is kept, and whose it must be.

use std::path::{Path, PathBuf};

use mind_core::error::Error;
use mind_core::scope::{FactPlace, Persona, Project, Tier};

use crate::format::{Names, Recorded, Shape};

/// The directory of the stores that outlive projects.
pub(crate) const LONG_TERM: [&str; 2] = ["memory", "ltm"];
/// The directory of the projects' long-term stores.
pub(crate) const PROJECT_LONG: [&str; 2] = ["memory", "project"];
/// The directory of the projects' working stores.
pub(crate) const WORKING: [&str; 2] = ["memory", "stm"];
/// The directory of the backlogs.
pub(crate) const BACKLOG: [&str; 1] = ["backlog"];
/// The name of the shared store.
pub(crate) const SHARED: &str = "_shared.json";

/// One file of rows in the tree.
#[derive(Clone, Debug)]
pub(crate) struct Site {
    /// What messages call the place.
    pub(crate) label: String,
    /// The directories below the home.
    pub(crate) directories: &'static [&'static str],
    /// The file's name.
    pub(crate) name: String,
    /// The name of the store it belongs to: its own, or that of the store it is a side file of.
    pub(crate) store: String,
    /// Which rows it holds.
    pub(crate) shape: Shape,
    owner: Owner,
}

#[derive(Clone, Debug)]
enum Owner {
    Nobody,
    Persona(Persona),
    Project(Project),
}

impl Site {
    /// The store of a fact place.
    pub(crate) fn of(place: &FactPlace) -> Self {
        let (directories, name, owner): (&[&str], _, _) = match place {
            FactPlace::Persona(persona) => {
                (&LONG_TERM, format!("{}.json", persona.segment()), Owner::Persona(persona.clone()))
            }
            FactPlace::Shared => (&LONG_TERM, SHARED.to_owned(), Owner::Nobody),
            FactPlace::ProjectLong(project) => (&PROJECT_LONG, named(project), owned_by(project)),
            FactPlace::Project(project) => (&WORKING, named(project), owned_by(project)),
        };
        let shape = Shape::Facts(place.tier());
        Self { label: place.to_string(), directories, store: name.clone(), name, shape, owner }
    }

    /// The memory transaction, whose lock stands beside the shared store.
    pub(crate) fn of_transaction() -> Self {
        Self { label: "transaction".to_owned(), ..Self::of(&FactPlace::Shared) }
    }

    /// The store of a project's backlog.
    pub(crate) fn of_backlog(project: &Project) -> Self {
        let name = named(project);
        Self {
            label: format!("backlog {}", project.slug()),
            directories: &BACKLOG,
            store: name.clone(),
            name,
            shape: Shape::Backlog,
            owner: owned_by(project),
        }
    }

    /// A store found in the tree, whoever it belongs to.
    pub(crate) fn found(directories: &'static [&'static str], name: &str, shape: Shape) -> Self {
        let stem = name.strip_suffix(".json").unwrap_or(name);
        let word = match shape {
            Shape::Facts(Tier::Persona) if name == SHARED => return Self::of(&FactPlace::Shared),
            Shape::Facts(tier) | Shape::Retired(tier) | Shape::History(tier) => tier.as_str(),
            Shape::Backlog => "backlog",
            Shape::Manifest => "manifest",
        };
        let (label, name) = (format!("{word} {stem}"), name.to_owned());
        Self { label, directories, store: name.clone(), name, shape, owner: Owner::Nobody }
    }

    /// The same store, belonging to whom its names say, where they fit its file name.
    #[must_use]
    pub(crate) fn belonging_to(mut self, names: &Names) -> Self {
        if !matches!(self.owner, Owner::Nobody) {
            return self;
        }
        let stem = self.name.strip_suffix(".json").unwrap_or(&self.name);
        let persona = names.persona_name.name().and_then(|name| Persona::named(name).ok());
        let project = names.project_path.name().map(|path| Project::at(path.as_bytes()));
        match self.shape {
            Shape::Facts(Tier::Persona) => {
                let persona = persona.filter(|persona| persona.segment().as_str() == stem);
                self.owner = persona.map_or(Owner::Nobody, Owner::Persona);
            }
            Shape::Facts(Tier::ProjectLong | Tier::Project) | Shape::Backlog => {
                let project = project.filter(|project| project.slug().as_str() == stem);
                self.owner = project.map_or(Owner::Nobody, Owner::Project);
            }
            _ => {}
        }
        self
    }

    /// What has been imported from where.
    pub(crate) fn of_manifest() -> Self {
        let name = ".legacy-import-v1.json".to_owned();
        Self {
            label: "import manifest".to_owned(),
            directories: &[],
            store: name.clone(),
            name,
            shape: Shape::Manifest,
            owner: Owner::Nobody,
        }
    }

    /// The list of retired rows beside a fact store.
    pub(crate) fn retired(&self) -> Self {
        let tier = match self.shape {
            Shape::Facts(tier) | Shape::Retired(tier) | Shape::History(tier) => tier,
            Shape::Backlog | Shape::Manifest => Tier::Project,
        };
        Self {
            name: format!("{}.retired.json", self.store),
            shape: Shape::Retired(tier),
            owner: Owner::Nobody,
            ..self.clone()
        }
    }

    /// The receipts of consolidation beside a fact store: a store of its own.
    pub(crate) fn history(&self) -> Self {
        let name = format!("{}.optimize-history.json", self.store);
        let shape = match self.shape {
            Shape::Facts(tier) | Shape::Retired(tier) | Shape::History(tier) => tier,
            Shape::Backlog | Shape::Manifest => Tier::Project,
        };
        Self {
            label: format!("history {}", self.label),
            store: name.clone(),
            name,
            shape: Shape::History(shape),
            owner: Owner::Nobody,
            ..self.clone()
        }
    }

    /// Whether the file is a store with a backup, and not a side file of one.
    pub(crate) fn is_store(&self) -> bool {
        self.name == self.store
    }

    /// The directory of the file in a home.
    pub(crate) fn directory(&self, home: &Path) -> PathBuf {
        self.directories.iter().fold(home.to_owned(), |path, part| path.join(part))
    }

    /// The file in a home.
    pub(crate) fn file(&self, home: &Path) -> PathBuf {
        self.directory(home).join(&self.name)
    }

    /// A side file of this file, by what is added to its name.
    pub(crate) fn beside(&self, home: &Path, suffix: &str) -> PathBuf {
        self.directory(home).join(format!("{}{suffix}", self.name))
    }

    /// A side file of the store the file belongs to.
    pub(crate) fn beside_store(&self, home: &Path, suffix: &str) -> PathBuf {
        self.directory(home).join(format!("{}{suffix}", self.store))
    }

    /// Refuses a store that was recorded under another name or path.
    pub(crate) fn check_recorded(&self, names: &Names) -> Result<(), Error> {
        match &self.owner {
            Owner::Nobody => Ok(()),
            Owner::Persona(persona) => match &names.persona_name {
                Recorded::Nothing => Ok(()),
                Recorded::Name(name) if persona.is_recorded_as(name) => Ok(()),
                _ => Err(Error::NameCollision { segment: persona.segment().to_string() }),
            },
            Owner::Project(project) => match &names.project_path {
                Recorded::Nothing => Ok(()),
                Recorded::Name(path) if project.path() == Some(path) => Ok(()),
                _ => Err(Error::SlugCollision { slug: project.slug().to_string() }),
            },
        }
    }

    /// The raw name to record, for a persona that has one.
    pub(crate) fn persona_name(&self) -> Option<&str> {
        match &self.owner {
            Owner::Persona(persona) => Some(persona.name()).filter(|name| !name.is_empty()),
            _ => None,
        }
    }

    /// The canonical path to record, for a project whose path is text.
    pub(crate) fn project_path(&self) -> Option<&str> {
        match &self.owner {
            Owner::Project(project) => project.path(),
            _ => None,
        }
    }
}

fn named(project: &Project) -> String {
    format!("{}.json", project.slug())
}

fn owned_by(project: &Project) -> Owner {
    Owner::Project(project.clone())
}
