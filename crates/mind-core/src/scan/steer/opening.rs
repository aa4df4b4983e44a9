//! Rules about set phrases: a new identity anywhere, and two openings of a line or sentence.

use crate::scan::form::{Phrase, lines, opening, sentences};

/// `steer.identity`: `you are now a …` and its like.
pub(super) fn gives_identity(norm: &str) -> bool {
    let lower = norm.to_ascii_lowercase();
    lower.match_indices("you").any(|(at, _)| {
        let mut phrase = Phrase(&lower[at..]);
        !lower[..at].ends_with(char::is_alphanumeric)
            && ["you", "are", "now"].iter().all(|word| phrase.word(word))
            && (phrase.one_of(&["a", "an", "the"]) || phrase.word("no") && phrase.word("longer"))
    })
}

/// `steer.act_as_system`: a line or sentence that opens with `act as the system`.
pub(super) fn acts_as_system(norm: &str) -> bool {
    opens(norm, |mut phrase| {
        phrase.word("please");
        if !(phrase.word("act") && phrase.word("as")) {
            return false;
        }
        phrase.word("the");
        phrase.word("system")
    })
}

/// `steer.new_instructions`: a line or sentence that opens with `new instructions:`.
pub(super) fn announces_instructions(norm: &str) -> bool {
    opens(norm, |mut phrase| {
        if !phrase.one_of(&["new", "updated"]) {
            return false;
        }
        phrase.word("system");
        phrase.one_of(&["instructions", "directives"]) && phrase.rest().starts_with(':')
    })
}

fn opens(norm: &str, test: impl Fn(Phrase<'_>) -> bool) -> bool {
    lines(norm).chain(sentences(norm)).any(|part| test(Phrase(opening(part))))
}
