//! A home in a temporary directory, and what the contract's hooks do to its files.

use std::fs;
use std::path::{Path, PathBuf};

use mind_core::fact::Fact;
use mind_core::port::Store;
use mind_core::scan::Clean;
use mind_core::scope::FactPlace;
use mind_store_fs::{FsStore, Limits};
use mind_testkit::{Hook, Place, StoreHarness};
use tempfile::TempDir;

use crate::child::{Child, Role};
use crate::support::image;

/// A store of files in a directory of its own.
pub(crate) struct FsHome {
    directory: TempDir,
    store: FsStore,
    limits: Limits,
}

impl FsHome {
    pub(crate) fn path(&self) -> PathBuf {
        self.directory.path().join("home")
    }

    fn open(&self) -> FsStore {
        FsStore::new(self.path(), self.limits)
    }

    /// The file of a place, where the contract's tree has it.
    pub(crate) fn file(&self, place: &Place) -> PathBuf {
        file_of(&self.path(), place)
    }

    fn aside(&self) -> PathBuf {
        self.directory.path().join("aside")
    }

    fn rewrite(&self, place: &Place, change: impl FnOnce(String) -> String) -> Hook {
        let file = self.file(place);
        let text = fs::read_to_string(&file).unwrap();
        fs::write(&file, change(text)).unwrap();
        Hook::Done
    }
}

/// D-4, D-5: where a place is kept.
pub(crate) fn file_of(home: &Path, place: &Place) -> PathBuf {
    let of = |facts: &FactPlace| match facts {
        FactPlace::Persona(persona) => home.join(format!("memory/ltm/{}.json", persona.segment())),
        FactPlace::Shared => home.join("memory/ltm/_shared.json"),
        FactPlace::ProjectLong(project) => {
            home.join(format!("memory/project/{}.json", project.slug()))
        }
        FactPlace::Project(project) => home.join(format!("memory/stm/{}.json", project.slug())),
    };
    match place {
        Place::Facts(facts) => of(facts),
        Place::Retired(facts) => PathBuf::from(format!("{}.retired.json", of(facts).display())),
        Place::History(facts) => {
            PathBuf::from(format!("{}.optimize-history.json", of(facts).display()))
        }
        Place::Backlog(project) => home.join(format!("backlog/{}.json", project.slug())),
    }
}

impl StoreHarness for FsHome {
    fn fresh() -> Self {
        let directory = TempDir::new().unwrap();
        let limits = Limits::default();
        let store = FsStore::new(directory.path().join("home"), limits);
        Self { directory, store, limits }
    }

    fn store(&self) -> &dyn Store {
        &self.store
    }

    fn reopen(&mut self) {
        self.store = self.open();
    }

    fn rival(&self) -> Box<dyn Store> {
        Box::new(self.open())
    }

    fn limit_entries(&mut self, limit: usize) -> Hook {
        self.limits = Limits::new(4 << 20, limit as u64).unwrap();
        self.reopen();
        Hook::Done
    }

    fn crash(&mut self) -> Hook {
        Hook::Missing("the power of a real disk cannot be cut here; the crash simulator does it")
    }

    fn image(&self) -> Option<Vec<(String, String)>> {
        // The note of who holds a lock is for people and decides nothing.
        let mut image = image(&self.path());
        image.retain(|(name, _)| !name.ends_with(".holder"));
        Some(image)
    }

    fn damage(&self, place: &Place) -> Hook {
        self.rewrite(place, |text| text[..text.len() / 2].to_owned())
    }

    fn set_newer(&self, place: &Place) -> Hook {
        self.rewrite(place, |text| text.replacen("\"version\": 1,", "\"version\": 2,", 1))
    }

    fn respell(&self, place: &Place) -> Hook {
        self.rewrite(place, |text| format!("{text} \n"))
    }

    fn add_invalid(&self, place: &Place, count: usize) -> Hook {
        let rows: String =
            (0..count).fold(String::new(), |rows, n| format!("{rows},\n    {{\"id\": {n}}}"));
        self.rewrite(place, |text| {
            let end = text.rfind("\n  ]").expect("the place has rows");
            format!("{}{rows}{}", &text[..end], &text[end..])
        })
    }

    fn copy_aside(&self, place: &Place) -> Hook {
        fs::copy(self.file(place), self.aside()).unwrap();
        Hook::Done
    }

    fn put_back(&self, place: &Place) -> Hook {
        fs::copy(self.aside(), self.file(place)).unwrap();
        Hook::Done
    }

    /// A directory stands where the list should be, which not even root can write to.
    fn fail_retiring(&self, place: &FactPlace) -> Hook {
        let list = self.file(&Place::Retired(place.clone()));
        fs::remove_file(&list).ok();
        fs::create_dir(&list).unwrap();
        Hook::Done
    }

    fn fail_write(&self, _place: &Place) -> Hook {
        Hook::Missing("faults of the disk are injected by the store's own tests")
    }

    fn answer_not_durable(&self, _place: &Place) -> Hook {
        Hook::Missing("faults of the disk are injected by the store's own tests")
    }

    fn end_a_holder(&self) -> Hook {
        let mut holder = Child::start(Role::Hold, &self.path(), &[]);
        holder.expect("held");
        holder.kill();
        Hook::Done
    }

    /// The process is ended while it decides; the moments after that are those of the rivals' tests.
    fn interrupt(&self, place: &FactPlace, rows: &[Clean<Fact>]) -> Hook {
        let tier = place.tier().as_str();
        let texts: Vec<&str> = rows.iter().map(|row| row.get().text.as_str()).collect();
        let mut writer =
            Child::start(Role::Decide, &self.path(), &[&[tier], texts.as_slice()].concat());
        writer.expect("deciding");
        writer.kill();
        Hook::Done
    }
}
