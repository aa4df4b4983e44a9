//! What must hold every evening, against the model and with nothing but reads.

mod disk;
mod side;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;
use mind_core::Mind;
use mind_core::mind::{Body, ContextRequest, RecallRequest, Screen};
use mind_core::scope::Tier;
use mind_store_fs::FsStore;
use mind_testkit::FixedClock;

use super::model::Who;
use super::words::{KEEPER, PERSONAS, PLANTED, question};
use super::world::World;

/// Ids a failure names.
const NAMED: usize = 6;

impl World {
    /// Looks at everything. It is all reading, so no byte may change under it.
    pub(super) fn evening(&mut self) -> Result<()> {
        let before = image(&self.home())?;
        let fresh = self.reopened();
        for who in self.everybody()? {
            let kept = self.dice.below(2) == 0;
            if kept {
                self.hold_visible(&who, &fresh)?;
            } else {
                // The handle of the day has caches of its own; those must agree as well.
                let visible = visible(&self.mind, &who)?;
                self.hold_rows(&who, &visible);
            }
        }
        let who = self.somebody()?;
        self.hold_listing(&who)?;
        for _ in 0..3 {
            let who = self.somebody()?;
            self.hold_answers(&who)?;
            self.hold_context(&who, &fresh)?;
        }
        self.hold_ranks()?;
        self.hold_disk()?;
        self.hold_sides()?;
        self.hold_bytes(&before);
        let after = image(&self.home())?;
        let touched: Vec<&PathBuf> = before
            .iter()
            .filter(|(path, bytes)| after.get(*path) != Some(bytes))
            .map(|(path, _)| path)
            .collect();
        self.hold(
            touched.is_empty() && after.len() == before.len(),
            "reading changes nothing",
            || format!("{touched:?}, {} files before, {} after", before.len(), after.len()),
        );
        Ok(())
    }

    /// Everything somebody is given, and nothing else: whatever is acknowledged, nobody else's, nothing over.
    pub(super) fn hold_visible(
        &mut self,
        who: &Who,
        mind: &Mind<FsStore, FixedClock>,
    ) -> Result<()> {
        let visible = visible(mind, who)?;
        self.hold_rows(who, &visible);
        Ok(())
    }

    fn hold_rows(&mut self, who: &Who, seen: &BTreeSet<Seen>) {
        let now = self.now();
        let mut expect = BTreeSet::new();
        for place in who.places() {
            expect.extend(self.model.live(&place, now).map(|(key, row)| Seen {
                tier: place.tier(),
                owner: key.owner.clone(),
                id: key.id.clone(),
                text: row.text.clone(),
                expires: row.expires,
            }));
        }
        self.tally.reads += 1;
        if *seen == expect {
            return;
        }
        let told = |seen: &Seen| {
            format!("{}:{}/{}", seen.tier, seen.owner.as_deref().unwrap_or_default(), seen.id)
        };
        let missing: Vec<String> = expect.difference(seen).map(told).take(NAMED).collect();
        let surplus: Vec<String> = seen
            .difference(&expect)
            .map(|one| {
                let place = who.place(one.tier);
                let key = super::model::Key { owner: one.owner.clone(), id: one.id.clone() };
                let why = place.map_or("nobody's", |place| self.model.reason(&place, &key, now));
                format!("{} ({why})", told(one))
            })
            .take(NAMED)
            .collect();
        let place =
            who.project.as_ref().map_or("no project", |project| project.slug().as_str()).to_owned();
        let actor = who.segment();
        self.hold(missing.is_empty(), "acknowledged facts are there", || {
            format!("{actor} in {place} misses {missing:?}")
        });
        self.hold(surplus.is_empty(), "nothing else is visible", || {
            format!("{actor} in {place} sees {surplus:?}")
        });
    }

    /// Paging through a listing visits every visible content once.
    fn hold_listing(&mut self, who: &Who) -> Result<()> {
        let mut seen = Vec::new();
        let mut offset = Some(0);
        while let Some(from) = offset {
            let request = RecallRequest { limit: 50, offset: from, ..RecallRequest::default() };
            let page = self.mind.recall(&who.scope(), &request)?;
            seen.extend(page.hits.iter().map(|hit| hit.entry.id.to_string()));
            offset = page.next_offset;
        }
        let count = seen.len();
        let seen: BTreeSet<String> = seen.into_iter().collect();
        let now = self.now();
        let places = who.places();
        let live = places.iter().flat_map(|place| self.model.live(place, now));
        let expect: BTreeSet<String> = live.map(|(key, _)| key.id.clone()).collect();
        self.tally.reads += 1;
        let same = seen == expect && count == seen.len();
        self.hold(same, "a listing shows each content once", || {
            format!("{count} rows of {} contents, expected {}", seen.len(), expect.len())
        });
        Ok(())
    }

    /// Whatever a question finds is alive and somebody's who may see it.
    fn hold_answers(&mut self, who: &Who) -> Result<()> {
        let query = question(&mut self.dice);
        let request = RecallRequest { query, limit: 20, ..RecallRequest::default() };
        let page = self.mind.recall(&who.scope(), &request)?;
        let now = self.now();
        self.tally.reads += 1;
        for hit in &page.hits {
            let (id, tier) = (hit.entry.id.to_string(), hit.entry.tier);
            let sees = self.model.sees(who, &id, Some(tier), now);
            self.hold(sees, "answers are visible and alive", || format!("{tier}/{id}"));
        }
        Ok(())
    }

    /// Two blocks of one request are the same bytes, whoever makes them, and show nothing that is over.
    fn hold_context(&mut self, who: &Who, fresh: &Mind<FsStore, FixedClock>) -> Result<()> {
        let task = if self.dice.below(4) == 0 { String::new() } else { question(&mut self.dice) };
        let request = ContextRequest { task, ..ContextRequest::default() };
        let first = self.mind.context(&who.scope(), &request)?;
        let second = self.mind.context(&who.scope(), &request)?;
        let third = fresh.context(&who.scope(), &request)?;
        self.tally.reads += 3;
        self.hold(first == second && first == third, "blocks are the same twice", || who.segment());
        let now = self.now();
        for entry in first.manifest.entries.iter().filter(|entry| entry.is_included()) {
            let id = entry.reference.rsplit('/').next().unwrap_or_default();
            let project = who.project.as_ref();
            let items = project.and_then(|project| self.model.backlog.get(project));
            let mut items = items.into_iter().flatten();
            let alive = items.any(|(key, item)| key.id == id && item.is_live(now))
                || self.model.sees(who, id, None, now);
            self.hold(alive, "blocks show what is visible and alive", || entry.reference.clone());
        }
        Ok(())
    }

    /// The planted facts are found as on the first day.
    fn hold_ranks(&mut self) -> Result<()> {
        for (own, name) in [(true, KEEPER), (false, "dev")] {
            let who = self.who(name, Some(0))?;
            for (at, planted) in PLANTED.iter().enumerate() {
                if !own && planted.tier == Tier::Persona {
                    continue;
                }
                let query = planted.question.to_owned();
                let page = self
                    .mind
                    .recall(&who.scope(), &RecallRequest { query, ..RecallRequest::default() })?;
                let is_it = |body: &Body| text_of(body).as_deref() == Some(planted.text);
                let rank = page.hits.iter().position(|hit| is_it(&hit.entry.body));
                self.tally.reads += 1;
                let first = *self.ranks.entry((own, at)).or_insert(rank);
                self.hold(rank.is_some() && rank <= first, "questions keep their answers", || {
                    format!("question {at} as {name}: rank {rank:?}, was {first:?}")
                });
            }
        }
        Ok(())
    }

    /// Everybody who may look, everywhere.
    fn everybody(&self) -> Result<Vec<Who>> {
        let mut all = Vec::new();
        for name in PERSONAS.into_iter().chain([KEEPER, "rival-0", "nobody"]) {
            all.push(self.who(name, None)?);
            for yard in 0..self.yards.len() {
                all.push(self.who(name, Some(yard))?);
            }
        }
        Ok(all)
    }
}

/// A fact as somebody is given it.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Seen {
    tier: Tier,
    owner: Option<String>,
    id: String,
    text: String,
    expires: Option<i64>,
}

fn visible(mind: &Mind<FsStore, FixedClock>, who: &Who) -> Result<BTreeSet<Seen>> {
    let export = mind.export(&who.scope(), &[], Screen::Withhold)?;
    anyhow::ensure!(export.unreadable.is_empty(), "a tier cannot be read: {:?}", export.unreadable);
    Ok(export
        .facts
        .into_iter()
        .map(|one| Seen {
            tier: one.tier,
            owner: one.fact.owner(one.tier).map(ToString::to_string),
            id: one.fact.id.to_string(),
            text: one.fact.text.as_str().to_owned(),
            expires: one.fact.expires_at.map(mind_core::time::Timestamp::millis),
        })
        .collect())
}

pub(super) fn text_of(body: &Body) -> Option<String> {
    match body {
        Body::Open { text, .. } => Some(text.clone()),
        Body::Withheld { .. } => None,
    }
}

/// Every file below a directory, with its bytes.
pub(super) fn image(root: &Path) -> Result<BTreeMap<PathBuf, Vec<u8>>> {
    let (mut found, mut pending) = (BTreeMap::new(), vec![root.to_owned()]);
    while let Some(directory) = pending.pop() {
        for entry in fs::read_dir(&directory)? {
            let path = entry?.path();
            if path.is_dir() {
                pending.push(path);
            } else {
                let name = path.strip_prefix(root)?.to_owned();
                found.insert(name, fs::read(&path)?);
            }
        }
    }
    Ok(found)
}
