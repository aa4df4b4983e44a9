//! Made-up facts over a vocabulary that grows as it is used, and queries made of their words: the same on every machine.

/// Words of a query.
const WORDS_ASKED: usize = 10;

/// In falling frequency: function words, then names of things.
const FREQUENT: [&str; 40] = [
    "the", "of", "to", "a", "in", "is", "for", "and", "on", "with", "not", "when", "we", "it",
    "use", "must", "before", "after", "from", "by", "test", "build", "queue", "deploy", "file",
    "run", "server", "config", "user", "error", "cache", "branch", "release", "token", "index",
    "database", "script", "update", "check", "default",
];

const SYLLABLES: [&str; 24] = [
    "ba", "con", "de", "ex", "fil", "gra", "ho", "in", "ker", "lo", "man", "net", "or", "pro",
    "que", "re", "sto", "ter", "un", "ver", "wor", "xa", "yi", "zon",
];

/// A fact: a text of about 120 characters, and two tags.
pub(crate) struct Fact {
    pub(crate) text: String,
    pub(crate) tags: [String; 2],
}

/// What is measured with.
pub(crate) struct Corpus {
    pub(crate) facts: Vec<Fact>,
    pub(crate) queries: Vec<String>,
}

impl Corpus {
    /// So many facts, and so many queries of ten words.
    pub(crate) fn new(facts: usize, queries: usize) -> Self {
        let mut words = Words::new();
        let facts: Vec<Fact> = (0..facts)
            .map(|_| Fact { text: words.text(120), tags: [words.tag(), words.tag()] })
            .collect();
        let query = |_| {
            let asked = facts[words.dice.below(facts.len())].text.split(' ').skip(1);
            asked.step_by(2).take(WORDS_ASKED).collect::<Vec<_>>().join(" ")
        };
        let queries = (0..queries).map(query).collect();
        Self { facts, queries }
    }

    /// Bytes of the texts alone.
    pub(crate) fn text_bytes(&self) -> usize {
        self.facts.iter().map(|fact| fact.text.len()).sum()
    }
}

/// A linear congruential generator.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit
    }
}

struct Words {
    dice: Dice,
    known: Vec<String>,
}

impl Words {
    fn new() -> Self {
        Self { dice: Dice(7), known: FREQUENT.iter().map(|word| (*word).to_owned()).collect() }
    }

    /// A word: one in two from the frequent, one in twenty-five new, the others from those before, earlier ones more often.
    fn word(&mut self) -> &str {
        let at = match self.dice.below(100) {
            0..55 => self.dice.below(FREQUENT.len()),
            55..96 if self.known.len() > FREQUENT.len() => {
                let (a, b) = (self.dice.below(self.known.len()), self.dice.below(self.known.len()));
                a.min(b).min(self.dice.below(self.known.len()))
            }
            _ => {
                let word = self.invent();
                self.known.push(word);
                self.known.len() - 1
            }
        };
        &self.known[at]
    }

    fn tag(&mut self) -> String {
        self.word().to_owned()
    }

    fn invent(&mut self) -> String {
        let mut part = || {
            let syllables = 2 + self.dice.below(3);
            (0..syllables).map(|_| SYLLABLES[self.dice.below(24)]).collect::<String>()
        };
        let (first, second) = (part(), part());
        match self.dice.below(8) {
            0 => format!("{first}-{second}"),
            1 => format!("{first}_{second}"),
            2 => format!("{first}.rs"),
            _ => first,
        }
    }

    fn text(&mut self, characters: usize) -> String {
        let mut text = String::new();
        while text.len() < characters {
            text.push_str(self.word());
            text.push(' ');
        }
        text.pop();
        text
    }
}
