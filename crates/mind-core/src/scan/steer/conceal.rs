//! `steer.conceal`: an order to keep something from the user.

use super::WordRule;
use super::lexicon::Class;

/// How many words after one word of the order the next may stand.
const NEAR: usize = 4;

/// The rule, part way through a sentence.
#[derive(Default)]
pub(super) struct Conceal {
    previous: Class,
    position: usize,
    /// Where a word that silences stood last.
    hush: Option<usize>,
    /// Where a silenced word for telling stood last.
    tell: Option<usize>,
    /// A silenced word for showing came before.
    shown: bool,
    /// A word for the thing itself came after it.
    thing: bool,
    /// What the current word may complete.
    pending: Pending,
}

/// The previous word was the user, who …
#[derive(Clone, Copy, Default)]
struct Pending {
    /// … is not to be told, unless told `to` do something.
    told: bool,
    /// … is not to be shown what the current word names.
    shown: bool,
}

impl WordRule for Conceal {
    fn read(&mut self, word: Class) -> bool {
        self.position += 1;
        let pending = std::mem::take(&mut self.pending);
        if (pending.told && !word.is(Class::TO)) || (pending.shown && word.is(Class::THIS)) {
            return true;
        }
        if word.is(Class::USER) {
            if self.thing {
                return true;
            }
            self.pending = Pending { told: self.is_near(self.tell), shown: self.shown };
        }
        self.advance(word);
        false
    }

    fn end(&mut self) -> bool {
        self.pending.told
    }
}

impl Conceal {
    fn advance(&mut self, word: Class) {
        self.thing |= self.shown && word.is(Class::THIS);
        if self.is_near(self.hush) {
            self.shown |= word.is(Class::SHOW);
            if word.is(Class::TELL) {
                self.tell = Some(self.position);
            }
        }
        let negation = word.is(Class::NOT) && self.previous.is(Class::AUXILIARY);
        if word.is(Class::HUSH) || negation {
            self.hush = Some(self.position);
        }
        self.previous = word;
    }

    fn is_near(&self, position: Option<usize>) -> bool {
        position.is_some_and(|position| self.position - position <= NEAR)
    }
}
