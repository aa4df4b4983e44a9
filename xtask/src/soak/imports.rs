//! Another memory that is brought in now and then, each time twice.

use std::fs;

use anyhow::{Context as _, Result};
use mind_core::scope::{FactPlace, Tier};
use mind_store_fs::ImportMode;
use serde_json::{Value, json};

use super::acts::draft;
use super::model::{Key, Row, Who};
use super::words::{respelled, secret};
use super::world::{PATIENCE, World};

impl World {
    /// The other memory learns something, and is brought in twice; the second time adds nothing.
    pub(super) fn bring_in(&mut self) -> Result<()> {
        self.teach_the_other()?;
        let now = self.mind.now();
        let root = self.other_home();
        let report =
            self.mind.store().import_home(&root, None, now, PATIENCE, ImportMode::Store)?;
        let (added, conflicts) = self.merge();
        self.tally.imports += 1;
        self.tally.imported += added;
        let told = (report.entries_added, report.conflicts, report.warnings.len());
        self.hold(told == (added, conflicts, 0), "an import's report", || {
            format!("said {told:?}, foretold {added} added and {conflicts} known")
        });
        self.hold(
            report.refused_entries + report.invalid_entries > 0,
            "secrets are refused",
            || "import".to_owned(),
        );
        self.tally.secrets += report.refused_entries;
        let again = self.mind.store().import_home(&root, None, now, PATIENCE, ImportMode::Store)?;
        let silent = again.entries_added == 0 && again.files_skipped == again.files_scanned;
        self.hold(silent, "a second import adds nothing", || {
            format!(
                "{} added, {} of {} skipped",
                again.entries_added, again.files_skipped, again.files_scanned
            )
        });
        Ok(())
    }

    fn teach_the_other(&mut self) -> Result<()> {
        let who = self.who("dev", Some(self.day as usize % self.yards.len()))?;
        let now = self.now();
        for tier in [Tier::Persona, Tier::ProjectLong, Tier::Project, Tier::Shared] {
            let mut said = self.new_statement(&who);
            if said.kind == "objective" {
                "note".clone_into(&mut said.kind);
            }
            said.tier = Some(tier);
            said.ttl = said.ttl.filter(|_| tier == Tier::Project);
            // Some of it is known here already, in other letters.
            if self.dice.below(3) == 0
                && let Some((place, key)) = self.any_row(&who)
                && let Some(row) = self.model.row(&place, &key).cloned()
                && row.kind != "objective"
                && row.text.len() < 2_000
            {
                let text = respelled(&mut self.dice, &row.text).trim().to_owned();
                said = super::model::Said { kind: row.kind, tags: row.tags, text, ..said };
            }
            let receipt = self.other.remember(&who.scope(), &draft(&said))?;
            self.other_model.remember(&who, &said, receipt.id.as_str(), now);
            let place = who.place(receipt.tier).context("inside a project")?;
            self.fresh.insert(place);
        }
        // A durable fact may have taken its working row along.
        self.fresh.insert(who.place(Tier::Project).context("inside a project")?);
        self.smuggle(&who)
    }

    /// Writes a secret into the other memory's own file, as no front of ours would.
    fn smuggle(&mut self, who: &Who) -> Result<()> {
        let file = self.other_home().join(format!("memory/ltm/{}.json", who.segment()));
        let mut store: Value = serde_json::from_slice(&fs::read(&file)?)?;
        let when = self.mind.now().to_string();
        let row = json!({"id": format!("{:012x}", self.dice.roll() >> 16), "kind": "note",
            "text": secret(&mut self.dice), "tags": [], "recordedAt": when, "lastSeenAt": when});
        store["entries"].as_array_mut().context("a store has entries")?.push(row);
        fs::write(&file, serde_json::to_string_pretty(&store)? + "\n")?;
        self.fresh.insert(who.place(Tier::Persona).context("a persona has a place")?);
        Ok(())
    }

    /// Merges what changed in the other model into this one (D-84); answers how many rows came, and how many were there.
    fn merge(&mut self) -> (usize, usize) {
        let (mut added, mut conflicts, now) = (0, 0, self.now());
        for place in std::mem::take(&mut self.fresh) {
            let rows = self.other_model.live(&place, now);
            let rows: Vec<(Key, Row)> = rows.map(|(k, r)| (k.clone(), r.clone())).collect();
            let mut changed = false;
            for (key, row) in rows {
                // A row that came in by an import has no word on what it replaced here.
                let row = Row { supersedes: None, ..row };
                match self.model.row(&place, &key).cloned() {
                    None => {
                        self.model.put(&place, key, row);
                        (added, changed) = (added + 1, true);
                    }
                    Some(held) => {
                        let later = if row.seen > held.seen { &row } else { &held };
                        let merged = Row {
                            text: later.text.clone(),
                            recorded: held.recorded.min(row.recorded),
                            seen: later.seen,
                            ..held.clone()
                        };
                        changed |= merged != held;
                        self.model.put(&place, key, merged);
                        conflicts += 1;
                    }
                }
            }
            if changed {
                self.model.commit(&place, now);
            }
        }
        (added, conflicts)
    }

    /// Whether a place has a file in the home.
    pub(super) fn file_of(&self, place: &FactPlace) -> std::path::PathBuf {
        let memory = self.home().join("memory");
        match place {
            FactPlace::Persona(persona) => memory.join(format!("ltm/{}.json", persona.segment())),
            FactPlace::Shared => memory.join("ltm/_shared.json"),
            FactPlace::ProjectLong(project) => {
                memory.join(format!("project/{}.json", project.slug()))
            }
            FactPlace::Project(project) => memory.join(format!("stm/{}.json", project.slug())),
        }
    }
}
