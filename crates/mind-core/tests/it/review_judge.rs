//! What a model answered is a plan or nothing (O-90 to O-92).

use mind_core::Error;
use mind_core::consolidate::plan::Origin;
use mind_core::error::Detail;
use mind_core::fact::{Fact, Kind, Tags, content_id};
use mind_core::review::judge::{Change, Proposal, Reply, judge};
use mind_core::review::prepare::Model;
use mind_core::review::proposal::{CARD_BYTES, proposal};
use mind_core::scope::{Segment, Tier};
use serde_json::json;

use crate::consolidation::{at, row, vector};
use crate::review_request::prepared_of;
use crate::review_window::model;

fn judged(rows: Vec<Fact>, origin: Origin, text: &str) -> Result<Proposal, Error> {
    let prepared = prepared_of(rows, origin);
    judge(&prepared, Reply { text, model: Some(&prepared.model) }, at("10:05:10"))
}

fn merging(rows: &[Fact], text: &str) -> serde_json::Value {
    let ids: Vec<&str> = rows.iter().map(|fact| fact.id.as_str()).collect();
    json!({"version": 1, "operations": [{"sourceIds": ids, "kind": "note", "text": text}]})
}

fn change(rows: &[Fact], origin: Origin, text: &str) -> Result<Box<Change>, Error> {
    let reply = merging(rows, text).to_string();
    match judged(rows.to_vec(), origin, &reply)? {
        Proposal::Change(change) => Ok(change),
        Proposal::Nothing => panic!("no operation"),
    }
}

fn code(rows: &[Fact], origin: Origin, text: &str) -> &'static str {
    change(rows, origin, text).map_or_else(|error| error.code(), |_| "accepted")
}

fn two(first: &str, second: &str) -> Vec<Fact> {
    vec![row("dev", "09:00:00", first, &["a"]), row("dev", "09:30:00", second, &["b"])]
}

/// O-90: another model, one that says less, and one that says nothing of itself are not the one that was asked.
#[test]
fn o90_model() {
    let prepared = prepared_of(vector(), Origin::Explicit);
    let told = |model: Option<&Model>| {
        let text = r#"{"version":1,"operations":[]}"#;
        judge(&prepared, Reply { text, model }, at("10:05:10"))
    };
    assert_eq!(told(Some(&model())), Ok(Proposal::Nothing));
    let others = [
        Model { provider: "other".to_owned(), ..model() },
        Model { id: "large-2".to_owned(), ..model() },
        Model { thinking: "high".to_owned(), ..model() },
    ];
    for other in others.iter().map(Some).chain([None]) {
        assert_eq!(told(other).unwrap_err().code(), "review.model_changed");
    }
}

/// O-90: the checks hold in their order, and name the operation.
#[test]
fn o90_order() {
    let rows = two("The queue is for exports.", "Exports go through the queue.");
    let id = |at: usize| rows[at].id.as_str();
    let refused = |operations: serde_json::Value| {
        let text = json!({"version": 1, "operations": operations}).to_string();
        let error = judged(rows.clone(), Origin::Explicit, &text).unwrap_err();
        let at = error.detail().into_iter().find_map(|(name, detail)| match detail {
            Detail::Number(number) if name == "operation" => Some(number),
            _ => None,
        });
        (error.code(), at)
    };
    let good = json!({"sourceIds": [id(0)], "kind": "note", "text": "Exports use the queue."});
    let foreign = json!({"sourceIds": [id(1), "000000000000"], "kind": "gotcha", "text": "x"});
    let kind = json!({"sourceIds": [id(1)], "kind": "invariant", "text": "x", "tags": ["new"]});
    let tag = json!({"sourceIds": [id(1)], "kind": "note", "text": "x", "tags": ["B ", "new"]});
    let control = json!({"sourceIds": [id(1)], "kind": "note", "text": "x", "tags": ["b\u{7}"]});
    let same = json!({"sourceIds": [id(0)], "kind": "note", "text": "x", "tags": ["a"]});
    let blank = json!({"sourceIds": [id(1)], "kind": "note", "text": " \n"});
    let secret =
        json!({"sourceIds": [id(1)], "kind": "note", "text": "password: hunter2-Xy9-long-secret"});
    assert_eq!(refused(json!([good, foreign])), ("review.source_not_in_window", Some(1)));
    assert_eq!(refused(json!([kind, foreign])), ("review.source_not_in_window", Some(1)));
    assert_eq!(refused(json!([good, kind])), ("review.kind_changed", Some(1)));
    assert_eq!(refused(json!([good, tag])), ("review.tag_invented", Some(1)));
    assert_eq!(refused(json!([good, control])), ("review.tag_invented", Some(1)));
    assert_eq!(refused(json!([good, same])), ("optimize.source_repeated", Some(1)));
    assert_eq!(refused(json!([good, blank])), ("fact.text_empty", Some(1)));
    assert_eq!(refused(json!([good, secret])), ("scan.refused", Some(1)));
}

/// O-90: no source loses more than a day of its life.
#[test]
fn o90_life() {
    let ending = |time: &str, hours: i64, text: &str| {
        let fact = row("dev", time, text, &[]);
        Fact { expires_at: at(time).plus_millis(hours * 3_600_000), ..fact }
    };
    let rows = |hours: i64| {
        vec![
            ending("09:00:00", 40, "Port 7101 is for the smoke test."),
            ending("09:00:00", 40 + hours, "The smoke test has port 7101."),
        ]
    };
    let text = "Port 7101 is for the smoke test alone.";
    assert_eq!(code(&rows(24), Origin::Explicit, text), "accepted");
    assert_eq!(code(&rows(25), Origin::Explicit, text), "review.shortens_life");
    let mut just_over = rows(24);
    just_over[1].expires_at = just_over[1].expires_at.and_then(|end| end.plus_millis(1));
    assert_eq!(code(&just_over, Origin::Explicit, text), "review.shortens_life");
}

/// O-90, B22: what begins by itself keeps numbers, denials and words; what a person asked for is shown with flags instead.
#[test]
fn o90_guards() {
    let check = |rows: &[Fact], text: &str, expect: &str| {
        assert_eq!(code(rows, Origin::Auto, text), expect, "{text}");
        assert_eq!(code(rows, Origin::Explicit, text), "accepted", "{text}");
    };
    let ports = two("Alpha listens on port 7101.", "Beta listens on port 7102.");
    check(&ports, "Alpha and Beta listen on port 7101.", "review.guard_numbers");
    check(&ports, "Alpha listens on port 7101 and Beta on port 7103.", "review.guard_numbers");
    check(&ports, "Alpha listens on port 7101, Beta on port 7102.", "accepted");
    let export = two("Nightly export is enabled here.", "Nightly export is not enabled here.");
    check(&export, "Nightly export is enabled.", "review.guard_negation");
    check(&export, "Nightly export is not enabled.", "review.guard_negation");
    let denied = two("Never push to the main branch.", "Do not push to the main branch.");
    check(&denied, "Push to the main branch.", "review.guard_negation");
    check(&denied, "Do not ever push to the main branch.", "accepted");
    let long = two(
        "Deploys run from the release branch after the smoke test passed.",
        "Deploys run from the release branch.",
    );
    check(&long, "Deploys run from release.", "review.guard_words");
    check(&long, "Deploys run from the release branch after the smoke test.", "accepted");
}

/// O-5, O-33: a row of another persona with the id of an own row is neither named nor touched; one whose id only it has is refused.
#[test]
fn o90_foreign_rows() {
    let mut rows = vector();
    rows.push(row("ops", "09:40:00", "Only ops knows this.", &[]));
    let foreign = merging(&rows[3..], "Everyone knows this.").to_string();
    let error = judged(rows.clone(), Origin::Explicit, &foreign).unwrap_err();
    assert_eq!(error.code(), "review.source_not_in_window");
    let own = merging(&[rows[0].clone(), rows[2].clone()], "The smoke test needs port 7101.");
    let Proposal::Change(change) = judged(rows.clone(), Origin::Auto, &own.to_string()).unwrap()
    else {
        panic!("a change")
    };
    assert_eq!(change.plan.steps[0].rows, [0, 2]);
    assert_eq!(change.plan.origin, Origin::Auto);
    let after = change.plan.steps[0].after.get();
    assert_eq!(after.persona, Segment::stored("dev"));
    assert_eq!(after.tags.iter().collect::<Vec<_>>(), ["ports", "tests"]);
}

/// O-116: a proposal shows every row in full, whatever it takes, and each card keeps its limit.
#[test]
fn o116_proposals() {
    let large = |n: usize, time: &str| {
        let tags: Vec<String> = (0..n).map(|k| format!("{k:0>200}")).collect();
        let tags: Vec<&str> = tags.iter().map(String::as_str).collect();
        let mut fact = row("dev", time, &format!("{n} {}", "字".repeat(5_000)), &tags);
        fact.kind = Kind::Note;
        fact
    };
    let rows = vec![large(1, "09:00:00"), large(40, "09:30:00")];
    let change = change(&rows, Origin::Explicit, &"字".repeat(5_100)).unwrap();
    let prepared = prepared_of(rows.clone(), Origin::Explicit);
    let cards = proposal(&change.plan, &prepared.run, &prepared.model);
    assert!(cards.len() >= 2 && cards.iter().all(|card| card.len() <= CARD_BYTES));
    let all = cards.concat();
    for fact in rows.iter().chain([change.plan.steps[0].after.get()]) {
        let text = serde_json::to_string(fact.text.as_str()).unwrap();
        assert!(all.contains(&text), "a text is missing");
        let tags = serde_json::to_string(&fact.tags.iter().collect::<Vec<_>>()).unwrap();
        assert!(all.contains(&tags), "tags are missing");
    }
    let reply = merging(&vector()[..1], "Port 7101 is not free.").to_string();
    let Ok(Proposal::Change(small)) = judged(vector(), Origin::Explicit, &reply) else {
        panic!("a change")
    };
    let prepared = prepared_of(vector(), Origin::Explicit);
    let [card] = proposal(&small.plan, &prepared.run, &prepared.model).try_into().unwrap();
    let lines: Vec<&str> = card.lines().collect();
    assert_eq!(lines.len(), 4);
    let head = format!(
        "Proposal of {} for project: acme large-1, thinking off. Nothing has changed yet.",
        prepared.run
    );
    assert_eq!(lines[0], head);
    assert_eq!(
        lines[1],
        "1 of 1: 1 records → 1; negation not the same in every source and the replacement, most words of a source are gone"
    );
    assert!(lines[2].starts_with("- {\"id\":\"b4b771fe5494\""));
    let id = content_id(Kind::Note, "Port 7101 is not free.", &Tags::parse(["tests"]).unwrap());
    assert!(lines[3].starts_with(&format!("+ {{\"id\":\"{id}\"")));
}

/// O-3, O-100: what may be reviewed, and in which order.
#[test]
fn o100_names_of_targets() {
    let told = |name: Option<&str>, here: &mind_core::scope::Scope| {
        mind_core::review::targets(name, here).map_err(|error| error.code())
    };
    let project = crate::consolidation::scope("dev");
    let home = mind_core::scope::Scope { project: None, ..project.clone() };
    let all = vec![Tier::Project, Tier::ProjectLong, Tier::Persona];
    assert_eq!(told(None, &project), Ok(all.clone()));
    assert_eq!(told(Some("all"), &project), Ok(all));
    assert_eq!(told(Some("project-long"), &project), Ok(vec![Tier::ProjectLong]));
    assert_eq!(told(None, &home), Ok(vec![Tier::Persona]));
    assert_eq!(told(Some("project"), &home), Err("scope.no_project"));
    assert_eq!(told(Some("shared"), &home), Err("optimize.shared_manual_only"));
    for other in ["session", "Project", "", "backlog"] {
        assert_eq!(told(Some(other), &project), Err("optimize.target_unknown"), "{other}");
    }
}
