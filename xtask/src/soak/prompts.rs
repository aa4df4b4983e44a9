//! What people type: cues, cues again, quoted blocks of our own, and secrets.

use mind_core::capture::Settings;
use mind_core::error::Error;
use mind_core::mind::Noticed;
use mind_core::scope::Tier;

use super::model::{Said, Who};
use super::words::{QUOTED, secret};
use super::world::World;

/// How many prompts are kept to be sent again.
const KEPT: usize = 40;
/// What stands before the text of a captured fact.
const RETAINED: &str = "User explicitly asked to retain: ";

impl World {
    /// Sends what a person types to capture, and holds what is kept of it.
    pub(super) fn type_something(&mut self, who: &Who) {
        match self.dice.below(5) {
            0 => self.quote_a_block(who),
            1 => {
                let prompt = format!("Remember that {}", secret(&mut self.dice));
                let noticed = self.mind.capture(&who.scope(), &prompt, Settings::default());
                let refused = noticed.iter().find_map(|noticed| match noticed {
                    Noticed::Failed { error, .. } => Some(error),
                    _ => None,
                });
                self.refused_secret("capture", refused);
            }
            _ => self.ask_to_keep(who),
        }
    }

    /// A block we gave, quoted back: nothing of it is anybody's wish.
    fn quote_a_block(&mut self, who: &Who) {
        let text = self.statement();
        let prompt = format!(
            "<mind-memory part=\"task\" persona=\"dev\">\nRemember that {QUOTED} {text}\n</mind-memory>\nWhat now?"
        );
        let noticed = self.mind.capture(&who.scope(), &prompt, Settings::default());
        let kept = noticed.iter().filter(|noticed| matches!(noticed, Noticed::Kept(_))).count();
        self.hold(kept == 0, "no echo of our own blocks", || format!("{kept} kept"));
    }

    fn ask_to_keep(&mut self, who: &Who) {
        let again = self.dice.below(4) == 0 && !self.prompts.is_empty();
        let text = if again {
            self.dice.pick(&self.prompts.clone()).clone()
        } else {
            self.statement().trim_start_matches("The ").to_owned()
        };
        if !again {
            self.prompts.push(text.clone());
            let surplus = self.prompts.len().saturating_sub(KEPT);
            self.prompts.drain(..surplus);
        }
        let prompt = format!("Fine. Remember that the {text}\nAnd thanks!");
        let now = self.now();
        let noticed = self.mind.capture(&who.scope(), &prompt, Settings::default());
        let [Noticed::Kept(receipt)] = &noticed[..] else {
            let failed = noticed.iter().find_map(|noticed| match noticed {
                Noticed::Failed { error, .. } => Some(error.code()),
                _ => None,
            });
            let count = noticed.len();
            self.hold(false, "what is asked for is kept", || {
                format!("{count} noticed, {failed:?}")
            });
            return;
        };
        self.tally.captured += 1;
        let tier = if who.project.is_some() { Tier::ProjectLong } else { Tier::Persona };
        let said = Said {
            kind: receipt.kind.as_str().to_owned(),
            text: format!("{RETAINED}the {text}"),
            tags: vec!["auto-captured".to_owned()],
            tier: Some(tier),
            many: true,
            ..Said::default()
        };
        self.take_in(who, &said, receipt, now);
    }

    /// Reads a fact whole by its id; the model knows what it says.
    pub(super) fn read_something(&mut self, who: &Who) {
        let Some((place, key)) = self.any_row(who) else { return };
        let reference = match (&key.owner, place.tier()) {
            (Some(owner), tier) => format!("{tier}:{owner}/{}", key.id),
            (None, tier) => format!("{tier}/{}", key.id),
        };
        let reading = self.mind.read(&who.scope(), &reference, None);
        self.tally.reads += 1;
        let expect = self.model.row(&place, &key).map(|row| row.text.clone());
        let text = match &reading {
            Ok(reading) => super::check::text_of(&reading.entry.body),
            Err(_) => None,
        };
        self.hold(text == expect, "read gives the text", || {
            let code = reading.as_ref().err().map_or("ok", Error::code);
            format!("{reference} in {place}: {code}")
        });
    }
}
