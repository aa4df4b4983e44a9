//! Every constant of the score in one place, with what set it.

/// Weight of a path segment in a query that has the whole path.
pub(super) const SEGMENT: f64 = 0.5;
/// Weight of a part of an identifier in a query that has the whole.
pub(super) const PART: f64 = 0.6;
/// Weight of a part cut at a digit border.
pub(super) const BORDER: f64 = 0.2;
/// Weight of one character of an unspaced script that is also in a pair.
pub(super) const PAIRED_CHARACTER: f64 = 0.3;

/// The constants of the channels; lists are by profile: note, dialogue, transcript.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    /// BM25 saturation.
    pub k1: f64,
    /// BM25 length normalisation.
    pub b: [f64; 3],
    /// Weight of an occurrence in the source.
    pub source_field: f64,
    /// Weight of an occurrence in the kind.
    pub kind_field: f64,
    /// Share of a unit's inverse document frequency that its exact form adds.
    pub exact: f64,
    /// Weight of a neighbouring pair.
    pub phrase: [f64; 3],
    /// Share of an occurrence for a look-alike of a word that no row has.
    pub fuzzy: f64,
    /// The same for a word that some rows have.
    pub fuzzy_known: f64,
    /// The least likeness.
    pub fuzzy_least: f64,
    /// Share of a row's score for the rows next to it.
    pub near: [f64; 3],
    /// Share of a row's score for the rows two away.
    pub far: [f64; 3],
    /// Of those shares what is given for words that the row has itself; the rest is given for what it lacks.
    pub repeated: [f64; 3],
    /// Share of a question's score for the row after it, in addition.
    pub answer: [f64; 3],
    /// What a row after a matching one gets of those shares.
    pub after: [f64; 3],
    /// Share of the mean of the session's three best rows.
    pub group: [f64; 3],
    /// Share of a related row's score, for each hop.
    pub relation: f64,
    /// Factor for a row that states a time when the query asks for one.
    pub when: [f64; 3],
    /// Factor for a row recorded at a time the query names.
    pub date: f64,
    /// Factor for a row whose speaker the query names.
    pub speaker: f64,
    /// Factor for a row of the assistant in a transcript.
    pub assistant: f64,
    /// Factor for a row that is a question.
    pub question: [f64; 3],
}

impl Weights {
    /// The constants as shipped.
    pub const SHIPPED: Self = Self {
        k1: 0.9,
        b: [0.6, 0.3, 0.9],
        source_field: 0.1,
        kind_field: 0.5,
        exact: 0.1,
        phrase: [0.2, 0.3, 0.3],
        fuzzy: 0.5,
        fuzzy_known: 0.7,
        fuzzy_least: 0.5,
        near: [0.2, 0.4, 0.4],
        far: [0.0, 0.3, 0.0],
        repeated: [0.0, 0.3, 1.0],
        answer: [0.0, 0.3, 0.0],
        after: [1.0, 1.0, 0.0],
        group: [0.2, 0.6, 0.1],
        relation: 0.2,
        when: [1.0, 1.3, 1.0],
        date: 2.0,
        speaker: 1.3,
        assistant: 0.4,
        question: [1.0, 0.7, 1.0],
    };

    /// Sets one constant by its name, for measuring; the three of a profile as `name.0`, `name.1`, `name.2`.
    pub fn set(&mut self, name: &str, value: f64) -> Result<(), String> {
        let (name, profile) = name
            .split_once('.')
            .map_or((name, None), |(name, profile)| (name, profile.parse::<usize>().ok()));
        let list = self.named(name).ok_or_else(|| format!("no constant {name}"))?;
        match profile {
            Some(profile) => *list.get_mut(profile).ok_or("no such profile")? = value,
            None => list.fill(value),
        }
        Ok(())
    }

    fn named(&mut self, name: &str) -> Option<&mut [f64]> {
        use std::slice::from_mut;
        Some(match name {
            "k1" => from_mut(&mut self.k1),
            "source" => from_mut(&mut self.source_field),
            "kind" => from_mut(&mut self.kind_field),
            "exact" => from_mut(&mut self.exact),
            "fuzzy" => from_mut(&mut self.fuzzy),
            "fuzzy-known" => from_mut(&mut self.fuzzy_known),
            "fuzzy-least" => from_mut(&mut self.fuzzy_least),
            "relation" => from_mut(&mut self.relation),
            "date" => from_mut(&mut self.date),
            "speaker" => from_mut(&mut self.speaker),
            "assistant" => from_mut(&mut self.assistant),
            "b" => &mut self.b,
            "phrase" => &mut self.phrase,
            "near" => &mut self.near,
            "far" => &mut self.far,
            "repeated" => &mut self.repeated,
            "answer" => &mut self.answer,
            "after" => &mut self.after,
            "group" => &mut self.group,
            "when" => &mut self.when,
            "question" => &mut self.question,
            _ => return None,
        })
    }
}
