//! A setting that a person may have written as well: ours is only what a record says we put.

use super::change::{Backup, Change};
use super::copies::{self, Copy};
use super::fault::Misfit;
use super::file::Found;
use super::host::{Config, Entry};
use super::record::Claim;

impl Config {
    /// Whether it is told from a person's own by a record.
    pub(super) fn is_claimed(&self) -> bool {
        self.entries.iter().any(|entry| matches!(entry, Entry::Setting { .. }))
    }

    /// Names the program, with what is ours afterwards.
    pub(super) fn claiming(
        &self,
        found: Found,
        program: &str,
        claim: Option<&Claim>,
    ) -> Result<(Change, Option<Claim>), Misfit> {
        let known = self.program(&found)?;
        let ours = claim.filter(|claim| known.as_ref().is_some_and(|known| claim.holds(known)));
        if known.as_deref() == Some(program) {
            return Ok((self.unchanged(found), ours.map(|claim| claim.of(program))));
        }
        let connected = self.connected(found.text()?, program)?;
        let after = Some(found.bytes_of(&connected));
        if let Some(ours) = ours {
            let change = self.change(found, after, Backup::Leave);
            return Ok((change, Some(ours.of(program))));
        }
        let copy = found.bytes().map(|bytes| self.copy(claim, bytes)).transpose()?;
        let backup =
            copy.clone().map_or(Backup::Leave, |name| Backup::Keep(self.path.with_file_name(name)));
        let ours = Claim { programs: vec![program.to_owned()], copy };
        Ok((self.change(found, after, backup), Some(ours)))
    }

    /// Gives back what stood there before; what a person wrote there since is theirs.
    pub(super) fn releasing(&self, found: Found, claim: Option<&Claim>) -> Result<Change, Misfit> {
        let Some(claim) = claim else { return Ok(self.unchanged(found)) };
        let path = claim.copy.as_ref().map(|name| self.path.with_file_name(name));
        let copy = path.as_deref().and_then(|path| Found::plain(path).ok()).unwrap_or_default();
        let dropped = path.filter(|_| copy.bytes().is_some()).map_or(Backup::Leave, Backup::Drop);
        let nothing = Found::default();
        let known = self.program(&found)?;
        let Some(program) = known.filter(|known| claim.holds(known)) else {
            // A call that was killed has made the copy and nothing else, or has left it alone at last.
            let is_as_before = copy.bytes() == found.bytes();
            let change = self.unchanged(found);
            return Ok(if is_as_before { Change { backup: dropped, ..change } } else { change });
        };
        if self.leads_to(&copy, &program, &found) {
            let after = copy.bytes().map(<[u8]>::to_vec);
            return Ok(self.change(found, after, dropped));
        }
        let usable = self.program(&copy).is_ok();
        self.cutting(found, if usable { &copy } else { &nothing })
    }

    /// What is ours by the look of it, where a version that kept no record has set up.
    pub(super) fn older_claim(&self, found: &Found, program: Option<&str>) -> Option<Claim> {
        let known = self.program(found).ok()??;
        let copy = copies::earlier(&self.path).find(|(_, copy)| self.is_free_of_us(copy));
        let fits = copy.as_ref().is_some_and(|(_, copy)| self.leads_to(copy, &known, found));
        let name = copy.and_then(|(path, _)| Some(path.file_name()?.to_str()?.to_owned()));
        let ours = fits || program == Some(&known);
        ours.then(|| Claim { programs: vec![known], copy: name })
    }

    /// The name of the copy to make: the one of a call that was killed, or a free one.
    fn copy(&self, claim: Option<&Claim>, bytes: &[u8]) -> Result<String, Misfit> {
        if let Some(name) = claim.and_then(|claim| claim.copy.as_ref()) {
            let found = Found::plain(&self.path.with_file_name(name));
            if found.is_ok_and(|found| found.bytes().is_none_or(|found| found == bytes)) {
                return Ok(name.clone());
            }
        }
        let free = copies::free(&self.path, Copy::Before)?;
        let name = free.file_name().and_then(|name| name.to_str());
        Ok(name.ok_or(Misfit::NotUtf8)?.to_owned())
    }

    fn program(&self, found: &Found) -> Result<Option<String>, Misfit> {
        Ok(self.programs(found.text()?)?.into_iter().flatten().next())
    }
}

impl Claim {
    fn holds(&self, program: &str) -> bool {
        self.programs.iter().any(|known| known == program)
    }

    fn of(&self, program: &str) -> Self {
        Self { programs: vec![program.to_owned()], copy: self.copy.clone() }
    }
}
