//! The files of another memory, and where each belongs in this one.

use std::path::{Path, PathBuf};

use mind_core::error::{Error, StoreFault};
use mind_core::scope::{FactPlace, Persona, Tier};

use super::OlderNames;
use crate::doctor::is_store;
use crate::fault::{error_at, fault, unbroken};
use crate::format::{Damage, Foreign, Row, Shape, VERSION};
use crate::fs::{Fs, NodeKind};
use crate::site::{BACKLOG, LONG_TERM, PROJECT_LONG, Site, WORKING};
use crate::store::FsStore;

/// Files one pass takes.
const FILES_LIMIT: usize = 256;

/// One file to bring in.
#[derive(Clone, Debug)]
pub(super) struct Source {
    /// Where it is.
    pub(super) path: PathBuf,
    /// Where its rows go.
    pub(super) site: Site,
}

impl Source {
    pub(super) fn backup(&self) -> PathBuf {
        let mut path = self.path.clone().into_os_string();
        path.push(".bak");
        path.into()
    }

    /// The word of the manifest for its kind.
    pub(super) fn kind(&self) -> &'static str {
        match self.site.shape {
            Shape::Facts(Tier::Project) => "stm",
            Shape::Facts(Tier::ProjectLong) => "project",
            Shape::Backlog => "backlog",
            _ => "ltm",
        }
    }
}

impl<F: Fs> FsStore<F> {
    /// The store files of a home, in a fixed order.
    ///
    /// The file of a persona's older name goes to the persona's present one.
    pub(super) fn sources_of_home(
        &self,
        root: &Path,
        older: Option<&Persona>,
    ) -> Result<Vec<Source>, Error> {
        let shapes: [(&'static [&'static str], Shape); 4] = [
            (&LONG_TERM, Shape::Facts(Tier::Persona)),
            (&PROJECT_LONG, Shape::Facts(Tier::ProjectLong)),
            (&WORKING, Shape::Facts(Tier::Project)),
            (&BACKLOG, Shape::Backlog),
        ];
        let resolve = |path: &Path| unbroken(|| self.fs.resolve(path));
        let unreadable = |error| error_at(fault(&error, "finding the source"), "import", root);
        let root = resolve(root).map_err(unreadable)?;
        if resolve(&self.home).is_ok_and(|home| home == root) {
            return Ok(Vec::new());
        }
        let mut sources = Vec::new();
        let mut any = false;
        for (directories, shape) in shapes {
            let Some(names) = self.store_names(&root, directories)? else { continue };
            any = true;
            let directory = directories.iter().fold(root.clone(), |path, part| path.join(part));
            let site = |name: &str| match older {
                Some(persona) if directories == LONG_TERM && *name == older_name(persona) => {
                    Site::of(&FactPlace::Persona(persona.clone()))
                }
                _ => Site::found(directories, name, shape),
            };
            sources.extend(
                names
                    .into_iter()
                    .map(|name| Source { path: directory.join(&name), site: site(&name) }),
            );
        }
        if !any {
            let reason = "there is no memory in it".to_owned();
            let fault = StoreFault::Io { operation: "reading the source", reason };
            return Err(error_at(fault, "import", &root));
        }
        sources.truncate(FILES_LIMIT);
        Ok(sources)
    }

    /// The store files of this home under older names, in a fixed order; none of those that are the present ones.
    pub(super) fn sources_of_older(&self, older: OlderNames<'_>) -> Result<Vec<Source>, Error> {
        let mut pairs: Vec<(Site, Site)> = Vec::new();
        if let Some(persona) = older.persona {
            let site = Site::found(&LONG_TERM, &older_name(persona), Shape::Facts(Tier::Persona));
            pairs.push((site, Site::of(&FactPlace::Persona(persona.clone()))));
        }
        let (project, known_as) = older.project.unzip();
        for before in known_as.unwrap_or_default() {
            let now = project.unwrap_or(before);
            for place in [FactPlace::ProjectLong, FactPlace::Project] {
                pairs.push((Site::of(&place(before.clone())), Site::of(&place(now.clone()))));
            }
            pairs.push((Site::of_backlog(before), Site::of_backlog(now)));
        }
        let mut sources = Vec::new();
        for (from, site) in pairs {
            if let Some(home) = self.reachable(&from)?
                && from.name != site.name
                && self.is_there(&from)?
            {
                sources.push(Source { path: from.file(&home), site });
            }
        }
        Ok(sources)
    }

    /// Reads a source as leniently as the format allows.
    pub(super) fn foreign_at<T: Row>(
        &self,
        source: &Source,
        path: &Path,
    ) -> Result<Foreign<T>, Error> {
        let site = &source.site;
        let at = |fault| error_at(fault, &site.label, path);
        let content = self.content(site, path)?.ok_or_else(|| at(StoreFault::Corrupt))?;
        Foreign::parse(&content.bytes, site.shape).map_err(|damage| match damage {
            Damage::Newer(found) => at(StoreFault::NewerVersion { found, supported: VERSION }),
            Damage::Corrupt | Damage::TooMany(_) => at(StoreFault::Corrupt),
        })
    }

    /// The names of the stores in a directory of a root, sorted; nothing when it is not there.
    fn store_names(&self, root: &Path, parts: &[&str]) -> Result<Option<Vec<String>>, Error> {
        let mut directory = root.to_owned();
        for part in parts {
            directory.push(part);
            match self.stat(&directory, "import")?.map(|stat| stat.kind) {
                Some(NodeKind::Directory) => {}
                Some(_) => return Err(error_at(StoreFault::PathUnsafe, "import", &directory)),
                None => return Ok(None),
            }
        }
        let names = unbroken(|| self.fs.list(&directory));
        let names = names
            .map_err(|error| error_at(fault(&error, "listing the source"), "import", &directory))?;
        let mut names: Vec<String> =
            names.into_iter().filter_map(|name| name.into_string().ok()).collect();
        names.retain(|name| is_store(name));
        names.sort();
        Ok(Some(names))
    }
}

/// The file a persona had while names made no hash.
fn older_name(persona: &Persona) -> String {
    format!("{}.json", persona.older_segment())
}
