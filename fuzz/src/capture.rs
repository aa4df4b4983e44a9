//! Capture: what is kept is a part of what was typed, and nothing the scanner would refuse.

use std::time::Duration;

use mind_core::Mind;
use mind_core::capture::{Cue, LOOKED_AT, MOST_CUES, Settings, cues};
use mind_core::mind::{Noticed, Screen};
use mind_core::scan::{ScanScope, check};
use mind_core::scope::{Persona, Project, Scope};
use mind_testkit::{FakeStore, FixedClock};

/// A prompt of a person.
pub(crate) fn holds(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let found = cues(&text);
    assert_eq!(found, cues(&text), "other cues the second time");
    assert!(found.len() <= MOST_CUES, "{} cues", found.len());
    let mut end = 0;
    for cue in &found {
        let (Cue::Strong { candidate: part, .. } | Cue::Casual { sentence: part, .. }) = cue;
        let start = part.as_ptr() as usize - text.as_ptr() as usize;
        assert_eq!(&text[start..start + part.len()], *part, "a part of the text");
        assert!(start >= end, "cues in order of appearance, none in another");
        end = start + part.len();
        let before = text[..start].chars().take(LOOKED_AT + 1).count();
        assert!(before <= LOOKED_AT, "a cue behind what is looked at");
    }
    store(&text);
}

/// What is stored was typed, is clean, and is the same when it is said again.
fn store(text: &str) {
    let (store, clock) = (FakeStore::new(), FixedClock::default());
    let mind = Mind::new(store.clone(), clock, Duration::ZERO);
    let project = Some(Project::at(b"/srv/demo"));
    let scope = Scope { persona: Persona::named("dev").expect("a name"), project };
    let noticed = mind.capture(&scope, text, Settings::default());
    let kept = noticed.iter().filter(|one| matches!(one, Noticed::Kept(_))).count();
    let export = mind.export(&scope, &[], Screen::Withhold).expect("a whole store");
    assert!(export.facts.len() <= kept && export.withheld == 0);
    assert_eq!(kept == 0, export.facts.is_empty(), "what was kept is there");
    for exported in &export.facts {
        let said = exported.fact.text.as_str();
        let (_, kept) = said.split_once(": ").expect("a label, and what was typed");
        assert!(text.contains(kept), "what is kept was not typed: {kept:?}");
        assert_eq!(check(&exported.fact, ScanScope::Context), Ok(()));
    }
    mind.capture(&scope, text, Settings::default());
    let again = mind.export(&scope, &[], Screen::Withhold).expect("a whole store");
    assert_eq!(again.facts, export.facts, "the same words are the same facts");
}
