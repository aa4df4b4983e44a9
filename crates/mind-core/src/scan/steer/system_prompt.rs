//! `steer.system_prompt`: an order to set the system prompt aside.

use super::WordRule;
use super::lexicon::Class;

/// How many positions apart the two words may stand.
const NEAR: usize = 3;

/// The rule, part way through a sentence.
#[derive(Default)]
pub(super) struct SystemPrompt {
    previous: Class,
    position: usize,
    /// A verb that nothing negates came before, other than one that forgets.
    live: bool,
    system: Option<usize>,
    prompt: Option<usize>,
}

impl WordRule for SystemPrompt {
    fn read(&mut self, word: Class) -> bool {
        self.position += 1;
        if self.live && word.is(Class::SYSTEM) {
            self.system = Some(self.position);
        }
        if self.live && word.is(Class::PROMPT) {
            self.prompt = Some(self.position);
        }
        let negated = self.previous.is(Class::NEGATED);
        self.live |= word.is(Class::VERB) && !word.is(Class::FORGET) && !negated;
        self.previous = word;
        self.system.zip(self.prompt).is_some_and(|(one, other)| one.abs_diff(other) <= NEAR)
    }
}
