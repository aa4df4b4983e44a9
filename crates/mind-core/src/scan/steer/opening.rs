//! Rules about set phrases: a new identity anywhere, and two openings of a line or sentence.

use crate::scan::form::{Phrase, lines, opening, sentences};

/// `steer.identity`: `you are now a …` and its like.
pub(super) fn gives_identity(spoken: &str) -> bool {
    let lower = spoken.to_ascii_lowercase();
    lower.match_indices("you").any(|(at, _)| {
        let mut phrase = Phrase(&lower[at..]);
        !lower[..at].ends_with(char::is_alphanumeric)
            && ["you", "are", "now"].iter().all(|word| phrase.word(word))
            && (phrase.one_of(&["a", "an", "the"]) || phrase.word("no") && phrase.word("longer"))
    })
}

/// `steer.act_as_system`: a line or sentence that opens with `act as the system`.
pub(super) fn acts_as_system(spoken: &str) -> bool {
    opens(spoken, |mut phrase| {
        phrase.word("please");
        if !(phrase.word("act") && phrase.word("as")) {
            return false;
        }
        phrase.word("the");
        phrase.word("system")
    })
}

/// `steer.new_instructions`: a line or sentence that opens with `new instructions:`.
pub(super) fn announces_instructions(spoken: &str) -> bool {
    opens(spoken, |mut phrase| {
        if !phrase.one_of(&["new", "updated"]) {
            return false;
        }
        phrase.word("system");
        phrase.one_of(&["instructions", "directives"]) && phrase.rest().starts_with(':')
    })
}

fn opens(spoken: &str, test: impl Fn(Phrase<'_>) -> bool) -> bool {
    lines(spoken).chain(sentences(spoken)).any(|part| test(Phrase(opening(part))))
}
