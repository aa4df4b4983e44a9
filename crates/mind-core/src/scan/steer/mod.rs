//! Text that tries to steer a model.

mod conceal;
mod lexicon;
mod opening;
mod overriding;
mod system_prompt;
mod word;

use self::conceal::Conceal;
use self::lexicon::Class;
use self::overriding::Override;
use self::system_prompt::SystemPrompt;
use super::Rule;
use super::form::sentences;

/// A rule that reads a sentence word by word and keeps nothing of it but a few numbers.
trait WordRule: Default {
    /// Reads the next word; true when the rule has found what it looks for.
    fn read(&mut self, word: Class) -> bool;

    /// The sentence is over; true when that completes a finding.
    fn end(&mut self) -> bool {
        false
    }
}

/// Whether `rule`, one of this module's, finds something in a spoken form.
pub(super) fn finds(rule: Rule, spoken: &str) -> bool {
    match rule {
        Rule::SteerOverride => any_sentence::<Override>(spoken),
        Rule::SteerSystemPrompt => any_sentence::<SystemPrompt>(spoken),
        Rule::SteerConceal => any_sentence::<Conceal>(spoken),
        Rule::SteerIdentity => opening::gives_identity(spoken),
        Rule::SteerActAsSystem => opening::acts_as_system(spoken),
        Rule::SteerNewInstructions => opening::announces_instructions(spoken),
        _ => false,
    }
}

fn any_sentence<R: WordRule>(spoken: &str) -> bool {
    sentences(spoken).any(|sentence| {
        let mut rule = R::default();
        word::any(sentence, |word| rule.read(word)) || rule.end()
    })
}
