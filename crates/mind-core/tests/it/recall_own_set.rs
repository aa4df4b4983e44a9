//! facts as engineers write them, and what must be found among them.

use std::collections::BTreeMap;

use mind_core::recall::{Channel, Channels, Document, Index, Query, Scored, SearchOptions, search};

struct Fact<'a> {
    id: &'a str,
    kind: &'a str,
    recorded_at: i64,
    tags: Vec<&'a str>,
    source: Option<&'a str>,
    text: &'a str,
}

fn rows(table: &str) -> impl Iterator<Item = Vec<&str>> {
    table.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect())
}

fn facts() -> Vec<Fact<'static>> {
    rows(include_str!("../data/facts.tsv"))
        .map(|row| {
            let [id, kind, date, tags, source, text] = row[..] else { panic!("{row:?}") };
            let date: jiff::civil::Date = date.parse().expect("well formed");
            let recorded_at = jiff::tz::TimeZone::UTC
                .to_timestamp(date.at(9, 0, 0, 0))
                .expect("well formed")
                .as_millisecond();
            let tags = tags.split(',').filter(|tag| !tag.is_empty()).collect();
            Fact {
                id,
                kind,
                recorded_at,
                tags,
                source: Some(source).filter(|source| !source.is_empty()),
                text,
            }
        })
        .collect()
}

fn index(facts: &[Fact<'_>]) -> Index {
    Index::build(facts.iter().map(|fact| Document {
        id: fact.id,
        kind: fact.kind,
        tags: &fact.tags[..],
        source: fact.source,
        recorded_at: fact.recorded_at,
        ..Document::from_text(fact.text)
    }))
}

fn found(index: &Index, query: &str, without: Channels) -> Vec<Scored> {
    search(
        &[index],
        &Query::parse(query, 1_760_000_000_000).expect("short enough"),
        &SearchOptions { without, ..SearchOptions::default() },
    )
}

/// What every category reaches: hits in the first place and in the first five, in percent.
const REACHED: (f64, f64) = (95.0, 100.0);

#[test]
fn r32_the_expected_fact_is_found() {
    let facts = facts();
    assert!(facts.len() >= 300);
    let index = index(&facts);
    let (mut first, mut five, mut total, mut missed) = (0, 0, 0, Vec::new());
    let mut categories: BTreeMap<&str, (u32, u32)> = BTreeMap::new();
    for row in rows(include_str!("../data/queries.tsv")) {
        let [category, query, expected] = row[..] else { panic!("{row:?}") };
        let place = found(&index, query, Channels::NONE)
            .iter()
            .position(|hit| facts[hit.row].id == expected);
        total += 1;
        first += usize::from(place == Some(0));
        five += usize::from(place.is_some_and(|place| place < 5));
        let tally = categories.entry(category).or_default();
        *tally = (tally.0 + u32::from(place == Some(0)), tally.1 + 1);
        if place != Some(0) {
            missed.push(format!("{category}: {query:?} {expected} at {place:?}"));
        }
    }
    assert!(total >= 150);
    let percent = |hits: usize| hits as f64 * 100.0 / f64::from(total);
    let report = format!(
        "hit@1 {:.1} %, hit@5 {:.1} %\n{categories:?}\n{}",
        percent(first),
        percent(five),
        missed.join("\n")
    );
    assert!(percent(first) >= REACHED.0 && percent(five) >= REACHED.1, "{report}");
    assert!(categories.values().all(|(hits, of)| hits * 4 >= of * 3), "{report}");
}

#[test]
fn r31_channels_of_conversations_change_nothing_among_unrelated_facts() {
    let facts = facts();
    let index = index(&facts);
    let without = Channels::NONE.with(Channel::Neighbour).with(Channel::Group).with(Channel::Who);
    for row in rows(include_str!("../data/queries.tsv")) {
        assert_eq!(
            found(&index, row[1], Channels::NONE),
            found(&index, row[1], without),
            "{:?}",
            row[1]
        );
    }
}
