//! The throwaway home a tour plays in.

use std::fs;
use std::path::{Path, PathBuf};

use crate::fault::Fault;
use crate::surroundings::Surroundings;

/// The throwaway home and project; gone when dropped, unless left on purpose.
pub(super) struct Stage {
    root: Option<PathBuf>,
}

impl Stage {
    pub(super) fn build(surroundings: &Surroundings) -> Result<Self, Fault> {
        let base = &surroundings.temporary_directory;
        let failed = |error: &std::io::Error| Fault::of_file(base, error);
        for attempt in 0_u32.. {
            let root = base.join(format!("mind-tour-{}-{attempt}", std::process::id()));
            match private_directory(&root) {
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(failed(&error)),
                Ok(()) => {
                    let stage = Self { root: Some(root.clone()) };
                    fs::create_dir_all(root.join("quay").join(".git")).map_err(|e| failed(&e))?;
                    return Ok(stage);
                }
            }
        }
        Err(Fault::Missing { path: base.clone() })
    }

    fn path(&self) -> &Path {
        self.root.as_deref().unwrap_or(Path::new(""))
    }

    /// The surroundings of a person who sits in the made-up project, with nothing of the real one's.
    pub(super) fn surroundings(&self, surroundings: &Surroundings) -> Surroundings {
        let home = self.path().join("home");
        let variables = [
            ("MIND_HOME", home.clone().into_os_string()),
            ("MIND_PERSONA", "dev".into()),
            ("MIND_CONFIG", self.path().join("config.toml").into_os_string()),
        ];
        Surroundings {
            variables: variables.map(|(name, value)| (name.into(), value)).into(),
            directory: Some(self.path().join("quay")),
            home_directory: Some(home),
            program: surroundings.program.clone(),
            temporary_directory: surroundings.temporary_directory.clone(),
            clock: surroundings.clock.clone(),
        }
    }

    pub(super) fn leave(mut self) -> PathBuf {
        self.root.take().unwrap_or_default()
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        if let Some(root) = &self.root {
            // Whatever cannot be removed is in the temporary directory, which the system empties.
            let _ = fs::remove_dir_all(root);
        }
    }
}

#[cfg(unix)]
fn private_directory(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::DirBuilderExt as _;
    fs::DirBuilder::new().mode(0o700).create(path)
}

#[cfg(not(unix))]
fn private_directory(path: &Path) -> std::io::Result<()> {
    fs::create_dir(path)
}
