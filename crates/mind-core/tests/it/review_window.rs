//! Which rows a review shows, and where the next one begins (O-80 to O-85).

use mind_core::consolidate::plan::{Origin, PlanOwner};
use mind_core::fact::{Fact, FactText, Kind, Tags, content_id};
use mind_core::review::CHARACTERS_LIMIT;
use mind_core::review::prepare::{Model, Prepared, Preparing, Skip, prepare};
use mind_core::review::window::{Census, NoWindow, Progress};
use mind_core::scope::{Segment, Tier};
use proptest::prelude::*;

use crate::consolidation::{at, row, scope, snapshot};

pub(crate) fn model() -> Model {
    let [provider, id, thinking] = ["acme", "large-1", "off"].map(str::to_owned);
    Model { provider, id, thinking }
}

pub(crate) fn looked(rows: &[Fact], tier: Tier, progress: Progress) -> Result<Prepared, Skip> {
    let scope = scope("dev");
    let preparing = Preparing {
        place: &scope.place(tier).unwrap(),
        scope: &scope,
        owner: &PlanOwner::of(&scope),
        origin: Origin::Explicit,
        progress,
        settled: &[],
        model: &model(),
    };
    prepare(snapshot(rows.to_vec()), &preparing, at("10:05:00"))
}

fn look(rows: &[Fact], progress: Progress) -> Result<Prepared, Skip> {
    looked(rows, Tier::Project, progress)
}

/// Row `n` from the newest, with a text of this many characters.
fn long(n: usize, characters: usize) -> Fact {
    let text = format!("{n:04} {}", "x".repeat(characters - 5));
    let mut fact = row("dev", "09:00:00", &text, &[]);
    let seen = at("09:00:00").plus_millis(-i64::try_from(n).unwrap()).unwrap();
    (fact.last_seen_at, fact.recorded_at) = (seen, seen);
    fact
}

/// Characters of a record without its text.
const BARE: usize = 174;

/// Row `n` from the newest, whose record has this many characters.
fn sized(n: usize, characters: usize) -> Fact {
    let fact = long(n, characters - BARE);
    let alone = look(&[long(n, 300)], Progress::default()).unwrap();
    assert_eq!(alone.records().len(), "[]".len() + BARE + 300, "the bare record");
    fact
}

/// Rows of 200 characters, written in an order that is not the listing's.
fn usual(count: usize) -> Vec<Fact> {
    let mut rows: Vec<Fact> = (0..count).map(|n| sized(n, 200)).collect();
    rows.reverse();
    rows
}

/// Row `n` with a text of this many characters and this many tags, each worth 253 in its record.
fn tagged(n: usize, characters: usize, tags: usize) -> Fact {
    let mut fact = long(n, characters);
    fact.tags = Tags::parse((0..tags).map(|k| format!("{k:0>250}"))).unwrap();
    fact.id = content_id(Kind::Note, fact.text.as_str(), &fact.tags);
    fact
}

/// A row whose record is over the limit: its text alone cannot be.
fn huge(n: usize) -> Fact {
    tagged(n, 8_000, 64)
}

/// The numbers of the rows shown.
fn shown(prepared: &Prepared) -> Vec<usize> {
    prepared.rows().map(|fact| fact.text.as_str()[..4].parse().unwrap()).collect()
}

/// The windows one after the other, until progress is back at the start.
fn all(rows: &[Fact]) -> Vec<(usize, Vec<usize>)> {
    let mut progress = Progress::default();
    let mut windows = Vec::new();
    loop {
        let prepared = look(rows, progress).unwrap();
        assert!(prepared.records().chars().count() <= CHARACTERS_LIMIT);
        windows.push((progress.page, shown(&prepared)));
        progress = prepared.after;
        if progress == Progress::default() {
            return windows;
        }
    }
}

fn reason(rows: &[Fact], progress: Progress) -> (NoWindow, Progress) {
    let skip = look(rows, progress).unwrap_err();
    (skip.reason, skip.after)
}

/// O-80, O-81: up to twelve rows are one window, and the sweep is over.
#[test]
fn o81_twelve_rows() {
    assert_eq!(all(&usual(12)), [(0, (0..12).collect())]);
}

/// O-81: the newest stands in every window.
#[test]
fn o81_thirty_rows() {
    let with_newest = |rest: std::ops::RangeInclusive<usize>| [0].into_iter().chain(rest).collect();
    let expect = [(0, with_newest(1..=11)), (0, with_newest(12..=22)), (0, with_newest(23..=29))];
    assert_eq!(all(&usual(30)), expect);
}

/// O-80, O-83: pages of a hundred, one after the other.
#[test]
fn o80_pages() {
    let windows = all(&usual(250));
    let on = |page: usize| windows.iter().filter(|(on, _)| *on == page).count();
    assert_eq!((on(0), on(1), on(2), windows.len()), (9, 10, 5, 24));
    assert_eq!(windows[18], (1, vec![0, 199]));
    let mut seen: Vec<usize> = windows.iter().flat_map(|(_, rows)| rows[1..].to_vec()).collect();
    seen.sort_unstable();
    assert_eq!(seen, (1..250).collect::<Vec<_>>());
}

/// O-81, O-85: what does not fit any more begins the next window.
#[test]
fn o85_large_rows() {
    let large = |n: usize| tagged(n, 6_000, 19);
    let rows: Vec<Fact> = (0..4).map(large).collect();
    let one = look(&rows[..1], Progress::default()).unwrap().records().len();
    assert!((10_500..11_500).contains(&one), "{one}");
    let pair = |n: usize| (0, vec![0, n]);
    assert_eq!(all(&rows), [pair(1), pair(2), pair(3)]);
}

/// O-80, O-81: a row too large for any window and a foreign one are passed over for good.
#[test]
fn o80_ineligible_rows() {
    let mut rows = usual(20);
    rows.reverse();
    rows[3] = huge(3);
    rows[5].persona = Segment::stored("ops");
    let first = [0, 1, 2, 4].into_iter().chain(6..=13).collect();
    let second = [0].into_iter().chain(14..=19).collect();
    assert_eq!(all(&rows), [(0, first), (0, second)]);
}

/// O-81: a row that fits, but not beside the newest, is passed over and comes again when another is the newest.
#[test]
fn o81_passed_over() {
    let fat = |n: usize| tagged(n, 6_000, 26);
    let rows = [fat(0), fat(1), sized(2, 200), sized(3, 200)];
    assert_eq!(all(&rows), [(0, vec![0, 2, 3])]);
    let rows = [sized(0, 200), fat(1), sized(2, 200)];
    assert_eq!(all(&rows), [(0, vec![0, 1, 2])]);
}

/// O-82: each reason, and where the next look begins.
#[test]
fn o82_reasons() {
    let start = Progress::default();
    let on = |page: usize, start: usize| Progress { page, start };
    assert_eq!(reason(&[], start), (NoWindow::EmptyPage, start));
    assert_eq!(reason(&usual(3), on(4, 2)), (NoWindow::EmptyPage, start));
    assert_eq!(reason(&usual(3), on(0, 2)), (NoWindow::ExhaustedPage, start));
    let foreign = |count: usize| {
        let rows = usual(count).into_iter();
        rows.map(|fact| Fact { persona: Segment::stored("ops"), ..fact }).collect::<Vec<_>>()
    };
    assert_eq!(reason(&foreign(3), start), (NoWindow::NoneEligible, start));
    assert_eq!(reason(&foreign(101), start), (NoWindow::NoneEligible, on(1, 0)));
    assert_eq!(reason(&[huge(0)], start), (NoWindow::OverBudget, start));
    assert_eq!(reason(&[long(0, 100)], start), (NoWindow::SingleShortFact, start));
    assert_eq!(reason(&[long(0, 279)], start), (NoWindow::SingleShortFact, start));
    assert_eq!(shown(&look(&[long(0, 280)], start).unwrap()), [0]);
    assert_eq!(all(&[long(0, 1_200)]), [(0, vec![0])]);
    let skip = Skip::unreadable("store.corrupt", on(2, 3));
    assert_eq!((skip.reason, skip.after), (NoWindow::InvalidInput, on(2, 3)));
}

/// O-82: what is reported tells an empty page from an empty target.
#[test]
fn o82_census() {
    let mut rows = usual(130);
    rows[0].persona = Segment::stored("ops");
    let told = look(&rows, Progress { page: 1, start: 0 }).unwrap().census;
    assert_eq!(told, Census { page: 1, rows: 30, eligible: 29, matched: 129 });
    let skip = look(&rows, Progress { page: 7, start: 0 }).unwrap_err();
    assert_eq!(skip.census, Census { page: 7, rows: 0, eligible: 0, matched: 129 });
}

/// O-82, O-87: a review that begins by itself leaves alone what was reviewed before, in whatever order and however old.
#[test]
fn o82_already_reviewed() {
    let rows = usual(5);
    let digest = look(&rows, Progress::default()).unwrap().digest;
    let again = |origin: Origin, rows: Vec<Fact>| {
        let scope = scope("dev");
        let preparing = Preparing {
            place: &scope.place(Tier::Project).unwrap(),
            scope: &scope,
            owner: &PlanOwner::of(&scope),
            origin,
            progress: Progress::default(),
            settled: std::slice::from_ref(&digest),
            model: &model(),
        };
        prepare(snapshot(rows), &preparing, at("10:05:00"))
    };
    let refreshed: Vec<Fact> = rows
        .iter()
        .map(|fact| Fact {
            last_seen_at: fact
                .last_seen_at
                .plus_millis(1_000 + fact.last_seen_at.millis() % 3)
                .unwrap(),
            ..fact.clone()
        })
        .collect();
    let skip = again(Origin::Auto, refreshed).unwrap_err();
    assert_eq!((skip.reason, skip.after), (NoWindow::AlreadyReviewed, Progress::default()));
    assert!(again(Origin::Explicit, rows.clone()).is_ok());
    let mut changed = rows;
    changed[2].text = FactText::parse("Another statement.").unwrap();
    assert!(again(Origin::Auto, changed).is_ok());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    /// O-80 to O-83: every eligible row that fits beside the newest is shown within one round, windows keep both limits, and a round ends.
    #[test]
    fn a_round_shows_everything(
        rows in prop::collection::vec(
            (prop_oneof![12 => Just(0usize), 1 => 0usize..64], 1usize..300, any::<bool>()),
            0..130,
        )
    ) {
        let fact = |(n, (tags, characters, own)): (usize, &(usize, usize, bool))| {
            let persona = Segment::stored(if *own { "dev" } else { "ops" });
            Fact { persona, ..tagged(n, (*characters).max(6), *tags) }
        };
        let rows: Vec<Fact> = rows.iter().enumerate().map(fact).collect();
        let mut progress = Progress::default();
        let mut seen = std::collections::BTreeSet::new();
        let mut newest = None;
        for _ in 0..400 {
            let after = match look(&rows, progress) {
                Ok(prepared) => {
                    prop_assert!(prepared.window.len() <= 12);
                    prop_assert!(prepared.records().chars().count() <= CHARACTERS_LIMIT);
                    newest = prepared.rows().next().cloned();
                    seen.extend(prepared.window.iter().copied());
                    prepared.after
                }
                Err(skip) => skip.after,
            };
            prop_assert!(after == Progress::default() || (after.page, after.start) > (progress.page, progress.start));
            progress = after;
            if progress == Progress::default() { break; }
        }
        prop_assert_eq!(progress, Progress::default());
        let Some(newest) = newest else { return Ok(()) };
        let size = |fact: &Fact| BARE + fact.text.as_str().len() + (253 * fact.tags.iter().len()).saturating_sub(1);
        for (at, fact) in rows.iter().enumerate() {
            let own = fact.persona == Segment::stored("dev");
            if own && size(fact) + size(&newest) + "[,]".len() <= CHARACTERS_LIMIT {
                prop_assert!(seen.contains(&at), "row {at} was never shown");
            }
        }
    }
}
