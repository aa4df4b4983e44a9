//! `steer.override`: an order to set earlier instructions aside.

use super::WordRule;
use super::lexicon::Class;

/// What stands between the last live verb and the current word.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Between {
    /// No live verb yet, or a word that leads elsewhere.
    #[default]
    Other,
    /// Fillers only.
    Fill,
    /// Fillers, and an article or another weak word.
    Weak,
}

/// The rule, part way through a sentence.
#[derive(Default)]
pub(super) struct Override {
    previous: Class,
    /// A verb that nothing negates came before.
    live: bool,
    /// A qualifier came after such a verb.
    qualified: bool,
    between: Between,
    /// The previous word completes a finding unless the current one leads off to something else.
    pending: bool,
}

impl WordRule for Override {
    fn read(&mut self, word: Class) -> bool {
        if self.live && self.completes(word) {
            return true;
        }
        self.advance(word);
        false
    }

    fn end(&mut self) -> bool {
        self.pending
    }
}

impl Override {
    fn completes(&self, word: Class) -> bool {
        let named = Class::ORDER | Class::TALK;
        (word.is(Class::ORDER) && (self.qualified || self.between == Between::Weak))
            || (word.is(Class::QUAL) && self.previous.is(named))
            || (word.is(Class::TALK) && self.previous.is(Class::QUAL))
            || (self.pending && !word.is(Class::OFFSHOOT))
    }

    fn advance(&mut self, word: Class) {
        self.pending =
            word.is(Class::TALK) && self.previous.is(Class::WEAK) && self.between == Between::Weak;
        self.qualified |= self.live && word.is(Class::QUAL);
        if word.is(Class::VERB) && !self.previous.is(Class::NEGATED) {
            self.live = true;
            self.between = Between::Fill;
        } else if self.between != Between::Other && word.is(Class::WEAK) {
            self.between = Between::Weak;
        } else if !word.is(Class::FILL) {
            self.between = Between::Other;
        }
        self.previous = word;
    }
}
