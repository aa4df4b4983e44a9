//! `cargo xtask soak`: a year of use in minutes, on a store on disk, held every day against a plain map.
//!
//! Everything follows from the seed but what rivals come to before they are killed or overtaken.

mod acts;
mod check;
mod damage;
mod deferred;
mod imports;
mod model;
mod notes;
mod prompts;
mod report;
mod review;
mod rival;
mod rivals;
mod words;
mod world;

use std::time::Instant;

use anyhow::{Context as _, Result, ensure};
use mind_core::scope::{FactPlace, Persona, Tier};

use model::{HOUR, Key, Row, Said, Who};
use rivals::Launch;
use words::{KEEPER, PERSONAS, PLANTED};
use world::World;

/// Rows of a durable place the soak keeps; the oldest beyond are forgotten, as a tidy person would.
const DURABLE: usize = 60;
/// Acts of a session.
const ACTS: usize = 9;

/// Lives through so many days of a seed, and prints what happened.
pub(crate) fn run(days: u32, seed: u64) -> Result<()> {
    print!("{}", live(days, seed, Launch::Chore)?);
    Ok(())
}

/// Plays the part of one rival.
pub(crate) fn play(part: &str) -> Result<()> {
    rival::play(&serde_json::from_str(part)?)
}

/// The report of so many days.
fn live(days: u32, seed: u64, launch: Launch) -> Result<String> {
    let begun = Instant::now();
    let mut world = World::new(seed, launch)?;
    world.plant()?;
    for day in 0..days {
        world.live_through(day).with_context(|| format!("seed {seed}, day {day}"))?;
        let failures = &world.failures;
        ensure!(
            failures.is_empty(),
            "{}\nreplay with `cargo xtask soak --seed {seed} --days {}`",
            failures[..failures.len().min(12)].join("\n"),
            day + 1
        );
    }
    let files = check::image(&world.home())?;
    let bytes = files.values().map(|bytes| bytes.len() as u64).sum();
    world.tally.expired = world.model.ended;
    Ok(world.tally.table(seed, (files.len(), bytes), begun.elapsed()))
}

impl World {
    /// The facts that are asked for all year.
    fn plant(&mut self) -> Result<()> {
        let who = self.who(KEEPER, Some(0))?;
        for planted in &PLANTED {
            let said = Said {
                kind: planted.kind.to_owned(),
                text: planted.text.to_owned(),
                tier: Some(planted.tier),
                ..Said::default()
            };
            let id = self.remember(&who, &said).context("a planted fact is kept")?;
            self.planted.insert(id);
        }
        Ok(())
    }

    fn live_through(&mut self, day: u32) -> Result<()> {
        self.day = day;
        self.tally.days = day + 1;
        self.turn_to(Self::morning(day))?;
        if self.dice.below(9) == 0 {
            self.jump()?;
        }
        if self.dice.below(12) == 0 {
            self.damage_a_store()?;
        }
        for _ in 0..3 + self.dice.below(3) {
            self.spend_a_session()?;
        }
        match day % 7 {
            1 | 4 => self.kill_one()?,
            2 => self.run_side_by_side()?,
            3 => self.bring_in()?,
            _ => {}
        }
        self.review_something()?;
        self.keep_house()?;
        self.evening()
    }

    /// The clock is set forwards or back, by minutes or by days; tomorrow it is right again.
    fn jump(&mut self) -> Result<()> {
        let spans = [-72, -26, -3, 3, 30, 90];
        let hours = *self.dice.pick(&spans);
        self.tally.jumps += 1;
        self.turn_to(self.now() + hours * HOUR)
    }

    fn spend_a_session(&mut self) -> Result<()> {
        self.tally.sessions += 1;
        let who = self.somebody()?;
        for _ in 0..ACTS {
            let minutes = self.dice.below(12);
            self.pass(minutes);
            self.act(&who)?;
        }
        if self.dice.below(3) == 0 {
            self.hold_a_session(&who)?;
        }
        Ok(())
    }

    fn act(&mut self, who: &Who) -> Result<()> {
        match self.dice.below(24) {
            0 | 1 => self.type_something(who),
            2 => self.try_a_secret(who),
            3 => self.remember_several(who)?,
            6 => self.remind(who)?,
            7 if self.dice.below(6) == 0 => self.clear_the_desk(who)?,
            4 | 5 => self.read_something(who),
            _ => self.write_something(who)?,
        }
        Ok(())
    }

    /// One of the acts that rivals may come between.
    fn write_something(&mut self, who: &Who) -> Result<()> {
        match self.dice.below(16) {
            0..=6 => self.remember_something(who),
            7 => self.supersede_something(who),
            8 | 9 => self.promote_something(who),
            10 => self.forget_something(who),
            11 | 12 => self.defer_something(who),
            13 | 14 => self.move_something(who),
            _ => self.sweep(who)?,
        }
        Ok(())
    }

    fn review_something(&mut self) -> Result<()> {
        let tiers = [Tier::ProjectLong, Tier::Project, Tier::Persona];
        for _ in 0..self.dice.below(3) {
            let (name, yard) = (*self.dice.pick(&PERSONAS), self.dice.below(self.yards.len()));
            let who = self.who(name, Some(yard))?;
            let tier = *self.dice.pick(&tiers);
            self.review(&who, tier)?;
        }
        if self.dice.below(3) == 0 {
            self.undo_something();
        }
        Ok(())
    }

    /// Forgets the oldest of what lives for ever, so that a year fits.
    fn keep_house(&mut self) -> Result<()> {
        let places: Vec<FactPlace> = self.model.places.keys().cloned().collect();
        for place in places.into_iter().filter(|place| place.tier() != Tier::Project) {
            let rows = self.model.live(&place, self.now());
            let mut rows: Vec<(&Row, &Key)> = rows
                .filter(|(key, _)| !self.planted.contains(&key.id))
                .map(|(key, row)| (row, key))
                .collect();
            rows.sort_by_key(|(row, key)| (row.recorded, *key));
            let surplus = rows.len().saturating_sub(DURABLE);
            let oldest: Vec<Key> = rows[..surplus].iter().map(|(_, key)| (*key).clone()).collect();
            for key in oldest {
                let Some(who) = owner_of(&place, &key)? else { continue };
                self.forget(&who, &key.id, Some(place.tier()));
            }
        }
        Ok(())
    }
}

/// Somebody whose row it is, or who may forget it.
fn owner_of(place: &FactPlace, key: &Key) -> Result<Option<Who>> {
    let project = match place {
        FactPlace::ProjectLong(project) | FactPlace::Project(project) => Some(project.clone()),
        FactPlace::Persona(_) | FactPlace::Shared => None,
    };
    if let FactPlace::Persona(persona) = place {
        return Ok(Some(Who { persona: persona.clone(), project }));
    }
    let names = PERSONAS.into_iter().chain([KEEPER, "rival-0", "rival-1", "rival-2"]);
    for name in names {
        let who = Who { persona: Persona::named(name)?, project: project.clone() };
        if who.is_near(place.tier(), key) {
            return Ok(Some(who));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Not a test but the entrance of rivals; without a part to play it does nothing.
    #[test]
    fn rival() {
        if let Ok(part) = std::env::var(rivals::PART) {
            play(&part).unwrap();
        }
    }

    /// A week with a kill of each sort, rivals side by side and an import, so that the soak itself stays sound.
    #[test]
    fn a_few_days() {
        let table = live(5, 3, Launch::Test("soak::tests::rival")).unwrap();
        assert!(table.contains("| days | 5 |"), "{table}");
    }
}
