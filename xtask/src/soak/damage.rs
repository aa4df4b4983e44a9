//! Debris as a crash, a full disk or a careless hand leaves it, and what must come of it (D-26, D-34, D-52).

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use mind_core::error::StoreWarning;
use mind_core::mind::RecallRequest;
use mind_core::scope::{FactPlace, Tier};
use mind_store_fs::doctor::Finding;

use super::acts::draft;
use super::model::{Said, Who};
use super::world::World;

impl World {
    /// Damages one store beside a good backup, reads through it, and mends it with the next write.
    pub(super) fn damage_a_store(&mut self) -> Result<()> {
        let name = *self.dice.pick(&super::words::PERSONAS);
        let yard = self.dice.below(self.yards.len());
        let who = self.who(name, Some(yard))?;
        let tiers = [Tier::Persona, Tier::ProjectLong, Tier::Shared, Tier::Project];
        let tier = *self.dice.pick(&tiers);
        let place = who.place(tier).context("inside a project")?;
        let file = self.file_of(&place);
        if !file.is_file() {
            return Ok(());
        }
        let missing = self.ruin(&file)?;
        let leftover = self.leave_a_temporary(&file)?;
        self.tally.damages += 1;
        self.read_through(&who, tier, &place)?;
        let said = self.in_tier(&who, tier);
        let now = self.now();
        let receipt = self.mind.remember(&who.scope(), &draft(&said))?;
        self.take_in(&who, &said, &receipt, now);
        let codes: Vec<&str> = receipt.warnings.iter().map(StoreWarning::code).collect();
        let expect = if missing { "store.recovered" } else { "store.quarantined" };
        self.hold(codes.contains(&expect), "a damaged store is mended", || {
            format!("{place} said {codes:?} instead of {expect}")
        });
        self.hold(!leftover.exists(), "leftovers are swept", || place.to_string());
        if !missing {
            self.quarantined += 1;
            self.take_away_quarantine(&file)?;
        }
        Ok(())
    }

    /// Makes the newest bytes the backup, and spoils the store; true when it is gone altogether.
    fn ruin(&mut self, file: &Path) -> Result<bool> {
        let bytes = fs::read(file)?;
        fs::write(beside(file, ".bak"), &bytes)?;
        match self.dice.below(3) {
            0 => fs::remove_file(file)?,
            1 => fs::write(file, "")?,
            _ => fs::write(file, &bytes[..self.dice.below(bytes.len() - 2)])?,
        }
        Ok(!file.exists())
    }

    /// What a writer that died before its rename leaves.
    fn leave_a_temporary(&mut self, file: &Path) -> Result<PathBuf> {
        let name = file.file_name().context("a store has a name")?.to_string_lossy();
        let temporary = file.with_file_name(format!(".{name}.{:x}", self.dice.roll() >> 20));
        fs::write(&temporary, "{\"version\":1,")?;
        Ok(temporary)
    }

    /// Every row is still read, and the answer says where it comes from.
    fn read_through(&mut self, who: &Who, tier: Tier, place: &FactPlace) -> Result<()> {
        let request = RecallRequest { tiers: vec![tier], ..RecallRequest::default() };
        let page = self.mind.recall(&who.scope(), &request)?;
        let warned = page.warnings.iter().any(|warning| warning.code() == "store.recovered");
        self.hold(warned, "a recovered answer says so", || place.to_string());
        self.hold_visible(who, &self.reopened())
    }

    fn in_tier(&mut self, who: &Who, tier: Tier) -> Said {
        let said = self.new_statement(who);
        let ttl = said.ttl.filter(|_| tier == Tier::Project);
        Said { kind: "note".to_owned(), tier: Some(tier), ttl, ..said }
    }

    /// A person looks at what was set aside, and takes it away.
    fn take_away_quarantine(&mut self, file: &Path) -> Result<()> {
        let aside = beside(file, ".corrupt-0");
        self.hold(aside.is_file(), "what is damaged is set aside", || {
            aside.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
        });
        if aside.is_file() {
            fs::remove_file(aside)?;
        }
        Ok(())
    }

    /// What a killed process has left is no fault, until somebody has written there again.
    pub(super) fn tolerate_leftovers(&mut self) -> Result<()> {
        let who = self.who("dev", Some(0))?;
        let health = self.mind.store().examine(&who.scope(), self.mind.now())?;
        let of_stores = health.stores.into_iter().flat_map(|store| store.findings);
        for finding in health.findings.into_iter().chain(of_stores) {
            if let Finding::Leftover(path) | Finding::Holder { path, .. } = finding {
                self.tolerated.insert(path);
            }
        }
        Ok(())
    }
}

fn beside(file: &Path, suffix: &str) -> PathBuf {
    let mut path = file.to_owned().into_os_string();
    path.push(suffix);
    path.into()
}
