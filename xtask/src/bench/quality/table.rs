//! Shares of the right documents among the first one, five and ten, as a Markdown table.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

use super::Answer;
use super::data::Question;

/// Recall is counted among this many first documents.
const CUTS: [usize; 3] = [1, 5, 10];

/// The category under which every query of a set counts.
const ALL: &str = "all";

/// What recall is to reach: set, category, place in [`CUTS`], share.
const FLOORS: [(&str, &str, usize, f64); 7] = [
    ("beam100K", ALL, 1, 0.52),
    ("locomo", ALL, 1, 0.72),
    ("locomo", ALL, 2, 0.81),
    ("madial", "en", 1, 0.37),
    ("madial", "zh", 1, 0.28),
    ("multilingual", ALL, 0, 0.90),
    ("multilingual", "th", 0, 0.80),
];

/// Sums over queries.
#[derive(Clone, Copy, Default)]
struct Tally {
    queries: f64,
    found: [f64; CUTS.len()],
}

/// By set and category, over all queries and over each half.
#[derive(Default)]
pub(super) struct Table {
    tallies: BTreeMap<(String, String), [Tally; 3]>,
    notes: BTreeMap<String, BTreeMap<&'static str, usize>>,
}

impl Tally {
    fn add(&mut self, found: [f64; CUTS.len()]) {
        self.queries += 1.0;
        for (sum, share) in self.found.iter_mut().zip(found) {
            *sum += share;
        }
    }

    fn share(&self, cut: usize) -> f64 {
        self.found[cut] / self.queries
    }
}

impl Table {
    /// Counts an answer to a question of one half.
    pub(super) fn count(&mut self, set: &str, question: &Question, half: usize, answer: &Answer) {
        let found = CUTS.map(|cut| {
            let first = answer.ranked.iter().take(cut);
            let right = first.filter(|id| question.gold.contains(id)).count();
            right as f64 / question.gold.len() as f64
        });
        for category in [ALL, question.category.as_str()] {
            let key = (set.to_owned(), category.to_owned());
            let tallies = self.tallies.entry(key).or_default();
            tallies[0].add(found);
            tallies[half + 1].add(found);
        }
    }

    /// Counts documents of a set that something happened to, to be said below the table.
    pub(super) fn note(&mut self, set: &str, notes: &[(&'static str, usize)]) {
        let said = self.notes.entry(set.to_owned()).or_default();
        for (what, count) in notes {
            *said.entry(what).or_default() += count;
        }
    }

    /// The first figure of every set for several runs; a dash where it is that of the first run.
    pub(super) fn side_by_side(runs: &[(String, Self)]) -> Result<String, fmt::Error> {
        let mut out = String::new();
        let Some((_, base)) = runs.first() else { return Ok(out) };
        let leads = |(set, category): &&(String, String)| leads(set, category);
        let keys: Vec<_> = base.tallies.keys().filter(leads).collect();
        write!(out, "| |")?;
        for (set, category) in &keys {
            write!(out, " {set} {category} R@{} |", CUTS[leading(set)])?;
        }
        writeln!(out, "\n|---|{}", "---|".repeat(keys.len()))?;
        for (at, (what, table)) in runs.iter().enumerate() {
            write!(out, "| {what} |")?;
            for key in &keys {
                let share = |table: &Self| shown(table.tallies[*key][0].share(leading(&key.0)));
                let same = at > 0 && share(table) == share(base);
                write!(out, " {} |", if same { "–".to_owned() } else { share(table) })?;
            }
            writeln!(out)?;
        }
        Ok(out)
    }
}

/// Whether a line stands for its set in a short table: all of it, or its parts where they are sets of their own.
fn leads(set: &str, category: &str) -> bool {
    (set == "madial") != (category == ALL)
}

/// The place in [`CUTS`] of the figure that counts most for a set.
fn leading(set: &str) -> usize {
    usize::from(set != "multilingual")
}

fn shown(share: f64) -> String {
    format!("{share:.3}").trim_start_matches('0').to_owned()
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "| set | category | queries | R@1 | R@5 | R@10 | halves | floor | |")?;
        writeln!(f, "|---|---|---|---|---|---|---|---|---|")?;
        for ((set, category), [all, first, second]) in &self.tallies {
            let [one, five, ten] = [0, 1, 2].map(|cut| shown(all.share(cut)));
            let cut = leading(set);
            let halves = [first, second].map(|half| shown(half.share(cut))).join(" / ");
            let floors = FLOORS.iter().filter(|floor| floor.0 == set && floor.1 == category);
            let (mut floor, mut met) = (Vec::new(), true);
            for (_, _, cut, least) in floors {
                floor.push(format!("R@{} ≥ {least:.2}", CUTS[*cut]));
                met &= all.share(*cut) >= *least;
            }
            let verdict = if floor.is_empty() {
                ""
            } else if met {
                "pass"
            } else {
                "miss"
            };
            let (queries, floor) = (all.queries, floor.join(", "));
            writeln!(
                f,
                "| {set} | {category} | {queries} | {one} | {five} | {ten} | {halves} | {floor} | {verdict} |"
            )?;
        }
        for (set, notes) in &self.notes {
            for (what, count) in notes.iter().filter(|(_, count)| **count > 0) {
                writeln!(f, "\n{set}: {count} documents {what}.")?;
            }
        }
        Ok(())
    }
}
