//! what each channel adds, shown by leaving it out.

use mind_core::recall::{Channel, Channels, Document, Index, Query, SearchOptions, search};

/// One Monday at noon.
const NOW: i64 = 1_700_481_600_000;
const DAY: i64 = 86_400_000;

fn order(index: &Index, query: &str, without: Channels) -> Vec<usize> {
    let options = SearchOptions { without, ..SearchOptions::default() };
    search(&[index], &Query::parse(query, NOW).expect("short enough"), &options)
        .into_iter()
        .map(|hit| hit.row)
        .collect()
}

/// With the channel `expect` comes first; without it, it does not.
fn check(channel: Channel, index: &Index, query: &str, expect: usize) {
    assert_eq!(
        order(index, query, Channels::NONE).first(),
        Some(&expect),
        "with {channel:?}: {query:?}"
    );
    assert_ne!(
        order(index, query, Channels::NONE.with(channel)).first(),
        Some(&expect),
        "without {channel:?}: {query:?}"
    );
}

fn notes(texts: &[&str]) -> Index {
    Index::build(texts.iter().map(|text| Document::<&str>::from_text(text)))
}

fn talk(turns: &[(&str, &str)]) -> Index {
    Index::build(turns.iter().map(|(source, text)| Document::<&str> {
        source: Some(source),
        ..Document::from_text(text)
    }))
}

#[test]
fn r10_exact_prefers_the_form_asked_for() {
    check(
        Channel::Exact,
        &notes(&["the tests are slow today", "the testing is slow today"]),
        "testing",
        1,
    );
}

#[test]
fn r10_phrase_prefers_words_side_by_side() {
    check(
        Channel::Phrase,
        &notes(&["the letter in the dead queue", "the dead letter in queue one"]),
        "dead letter",
        1,
    );
}

#[test]
fn r10_fuzzy_finds_slips_and_never_outranks_the_word_itself() {
    let index = notes(&["restart the gateway", "the gatewya is old"]);
    check(Channel::Fuzzy, &notes(&["restart the gateway", "nothing"]), "gatewya", 0);
    assert_eq!(order(&index, "gateway", Channels::NONE).first(), Some(&0));
    assert_eq!(order(&index, "gatewya", Channels::NONE).first(), Some(&1));
    assert_eq!(
        order(&notes(&["export the list", "import the list"]), "port", Channels::NONE),
        [] as [usize; 0]
    );
}

#[test]
fn r10_neighbour_finds_the_answer_beside_the_question() {
    let index = talk(&[
        ("call 7 / Ann", "Good morning, shall we start?"),
        ("call 7 / Bo", "Yes. Which colour did you paint the shed?"),
        ("call 7 / Ann", "A dark green."),
        ("call 7 / Bo", "Lovely."),
    ]);
    let without = Channels::NONE.with(Channel::Neighbour);
    assert!(order(&index, "colour of the shed", Channels::NONE)[..2].contains(&2));
    assert_eq!(order(&index, "colour of the shed", without), [1]);
}

#[test]
fn r10_group_prefers_the_session_that_is_about_it() {
    let session = |last: &'static str| {
        ["The importer is stuck.", "Oh dear.", "Lunch was fine.", "Mine too.", "Bye then.", last]
    };
    let turns: Vec<_> =
        session("Bye.").into_iter().chain(session("The importer is old.")).collect();
    let sources = ["call 1 / Ann", "call 1 / Bo", "call 2 / Ann", "call 2 / Bo"];
    let rows: Vec<_> =
        turns.iter().enumerate().map(|(at, text)| (sources[at / 6 * 2 + at % 2], *text)).collect();
    check(Channel::Group, &talk(&rows), "importer stuck", 6);
}

/// Notes of two sittings, the same words in each but for one; `minutes` lie between two notes.
fn sittings(minutes: i64) -> Index {
    let texts = [
        "The exporter was rewritten.",
        "It is slow.",
        "Lunch is at noon.",
        "The importer was rewritten.",
        "It is slow.",
    ];
    let sources = ["review 1", "review 1", "review 2", "review 3", "review 3"];
    let rows = texts.iter().zip(sources).zip(0_i64..);
    Index::build(rows.map(|((text, source), at)| Document::<&str> {
        source: Some(source),
        recorded_at: NOW + at * minutes * 60_000,
        ..Document::from_text(text)
    }))
}

#[test]
fn r31_notes_of_one_session_stand_by_each_other() {
    let slow = "importer slow";
    let both = Channels::NONE.with(Channel::Neighbour).with(Channel::Group);
    assert_eq!(order(&sittings(5), slow, Channels::NONE), [3, 4, 1]);
    assert_eq!(order(&sittings(5), slow, both), [3, 1, 4]);
    assert_eq!(order(&sittings(5), "importer", Channels::NONE), [3], "no note is brought in");
}

#[test]
fn r31_notes_of_one_source_and_many_days_are_no_session() {
    assert_eq!(order(&sittings(61), "importer slow", Channels::NONE), [3, 1, 4]);
}

#[test]
fn r31_a_bulk_load_is_no_session() {
    let rows = |count: usize| {
        let text = |at: usize| if at == 0 { "valve" } else { "valve seal and pump" };
        let document =
            move |at| Document::<&str> { source: Some("dump"), ..Document::from_text(text(at)) };
        Index::build((0..count).map(document))
    };
    let parts = |count: usize| {
        let query = Query::parse("valve", NOW).expect("short enough");
        let hits = search(&[&rows(count)], &query, &SearchOptions::default());
        hits[0].parts.iter().map(|(channel, _)| *channel).collect::<Vec<_>>()
    };
    assert!(parts(64).contains(&Channel::Group));
    assert!(!parts(65).contains(&Channel::Group));
}

#[test]
fn r10_relation_reaches_what_was_made_from_it() {
    let rows = [
        Document { id: "a1", ..Document::from_text("the pool is drained before a switch") },
        Document { id: "b2", derived_from: &["a1"], ..Document::from_text("blue waits for green") },
        Document { id: "c3", tags: &["valve"], ..Document::from_text("pressure falls at night") },
        Document {
            id: "d4",
            tags: &["valve"],
            ..Document::from_text("replace the seal in spring")
        },
        Document::from_text("nothing else"),
    ];
    let index = Index::build(rows);
    let without = Channels::NONE.with(Channel::Relation);
    assert_eq!(order(&index, "drained pool", Channels::NONE), [0, 1]);
    assert_eq!(order(&index, "drained pool", without), [0]);
    assert_eq!(order(&index, "pressure at night", Channels::NONE), [2, 3]);
    assert_eq!(order(&index, "pressure at night", without), [2]);
}

#[test]
fn r10_relation_is_no_similarity() {
    let rows =
        (0..9).map(|_| Document { tags: &["common"], ..Document::from_text("other things") });
    let index = Index::build(
        [Document { tags: &["common"], ..Document::from_text("the pool is drained") }]
            .into_iter()
            .chain(rows),
    );
    assert_eq!(order(&index, "drained pool", Channels::NONE), [0]);
}

#[test]
fn r10_time_matches_dates_and_prefers_rows_that_state_one() {
    let days = [20, 8, 4, 1, 400];
    let index = Index::build(days.map(|days| Document::<&str> {
        recorded_at: NOW - days * DAY,
        ..Document::from_text("restarted the gateway")
    }));
    check(Channel::Time, &index, "gateway restarted yesterday", 3);
    check(Channel::Time, &index, "gateway restarted last week", 2);
    check(Channel::Time, &index, "gateway riavvio restarted la settimana scorsa", 2);
    check(Channel::Time, &index, "gateway restarted in October 2022", 4);
    check(Channel::Time, &index, "gateway restarted 2023-11-12", 1);
    let index = talk(&[
        ("call / Ann", "We painted the shed."),
        ("call / Bo", "Right."),
        ("call / Ann", "We painted the shed in May."),
    ]);
    let first = |query| order(&index, query, Channels::NONE)[0];
    assert_eq!(first("when was the shed painted"), 2);
}

#[test]
fn r16_a_row_of_the_future_is_not_preferred() {
    let days = [0, -30];
    let index = Index::build(days.map(|days| Document::<&str> {
        recorded_at: NOW - days * DAY,
        ..Document::from_text("restarted the gateway")
    }));
    assert_eq!(order(&index, "gateway restarted", Channels::NONE), [0, 1]);
}

#[test]
fn r10_who_prefers_the_speaker_that_is_named() {
    let index = talk(&[
        ("call / Ann", "I like importer after importer."),
        ("call / Bo", "I like the old importer."),
        ("call / Ann", "Well."),
    ]);
    check(Channel::Who, &index, "does Bo like the importer", 1);
}

#[test]
fn r10b_in_a_transcript_the_user_counts_for_more() {
    let index = talk(&[
        ("s1 / assistant", "The importer reads files."),
        ("s1 / user", "The importer reads files."),
        ("s1 / assistant", "Anything else?"),
        ("s1 / user", "No."),
    ]);
    check(Channel::Who, &index, "importer files", 1);
}

#[test]
fn r10_form_prefers_statements_to_questions() {
    let index = talk(&[
        ("call / Ann", "Is the importer slow?"),
        ("call / Bo", "Hm."),
        ("call / Ann", "Hm."),
        ("call / Bo", "Hm."),
        ("call / Ann", "Hm."),
        ("call / Bo", "Yes the importer is slow."),
    ]);
    check(Channel::Form, &index, "importer slow", 5);
}

/// R-10c: inflected forms of languages without a stemmer are found, and rank behind the very form.
#[test]
fn r10c_inflection_is_found_without_a_dictionary() {
    let check = |text: &str, other: &str, query: &str| {
        assert_eq!(order(&notes(&[other, text, "🚀"]), query, Channels::NONE), [1], "{query:?}");
    };
    check("sunucular yeniden başlatıldı", "liman kapalı", "sunucuların");
    check("सर्वरों को फिर से चालू करें", "बंदरगाह बंद है", "सर्वर");
    check("palvelimet käynnistetään uudelleen", "satama on kiinni", "palvelimen");
    let index = notes(&["sunucular kapandı", "sunucuların kapandı"]);
    assert_eq!(order(&index, "sunucuların", Channels::NONE), [1, 0]);
}
