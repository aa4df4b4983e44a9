//! What a companion says on a host's bus: whose memory it is, is never guessed.

use mind_persona_port::protocol::{Fit, Heard, Judge, Preferences, fit, is_listed, shown_version};
use mind_persona_port::{Owner, Unavailable};
use serde_json::Value;

const SESSION: &str = "01a2-demo";

/// A document with the answers to both queries, one a call where it is a list of them; or the bytes of a preferences file.
pub(crate) fn holds(bytes: &[u8]) {
    let first = Preferences::read(bytes);
    assert_eq!(first, Preferences::read(bytes), "other preferences the second time");
    let Ok(value) = serde_json::from_slice::<Value>(bytes) else { return };
    is_listed(&value);
    let calls = value.as_array().cloned().unwrap_or_else(|| vec![value]);
    let (mut judge, mut again) = (Judge::new(SESSION, false), Judge::new(SESSION, false));
    let mut leg = false;
    for call in calls.iter().take(8) {
        let answers = |name: &str| call[name].as_array().cloned().unwrap_or_default();
        let heard = Heard { companion: answers("companion"), owner: answers("owner") };
        let verdict = judge.judge(&heard);
        assert_eq!(verdict, again.judge(&heard), "another verdict the second time");
        assert!(verdict.leg || !leg, "a leg stays one");
        leg = verdict.leg;
        if let Some(companion) = &verdict.companion {
            let shown = shown_version(&companion.version);
            assert!(shown.len() <= 64 && !shown.chars().any(char::is_control), "{shown:?}");
        }
        match &verdict.owner {
            Owner::Ready { persona } => hold_ready(&heard, persona.as_deref()),
            Owner::Unavailable(Unavailable::OwnerMissing) => assert!(heard.owner.is_empty()),
            Owner::Unavailable(_) => {}
        }
    }
}

/// A memory is opened only on one whole answer each, said for this session by one provider that fits.
fn hold_ready(heard: &Heard, persona: Option<&str>) {
    let ([companion], [owner]) = (heard.companion.as_slice(), heard.owner.as_slice()) else {
        panic!("ready on more or fewer answers than one each");
    };
    for answer in [companion, owner] {
        assert_eq!(answer["version"].as_f64(), Some(1.0));
        assert_eq!(answer["sessionId"], SESSION);
        assert_eq!(answer["provider"], owner["provider"]);
        assert!(answer.to_string().len() <= 8_192, "a longer answer than allowed");
    }
    assert_eq!(companion["enabled"], true);
    let memory = |list: &Vec<Value>| list.iter().any(|one| one == "memory");
    assert!(companion["capabilities"].as_array().is_some_and(memory));
    let version = companion["providerVersion"].as_str().expect("a version");
    assert_eq!(fit(version), Fit::Accepted);
    assert_eq!(owner["ready"], true);
    assert_eq!(owner["persona"].as_str(), persona);
    assert!(persona.is_some() || owner["persona"].is_null());
}
