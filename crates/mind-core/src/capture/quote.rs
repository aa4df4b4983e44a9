//! Quoted text within a line: what stands in a closed pair of quotation marks is not what the user says.

const PAIRS: [(char, char); 4] = [('"', '"'), ('\u{201c}', '\u{201d}'), ('«', '»'), ('`', '`')];

/// Finds closed pairs while a line is read from left to right.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Quotes {
    /// The pairs that are closed nowhere in the rest of the line; they need not be looked for again.
    open_for_good: [bool; PAIRS.len()],
}

impl Quotes {
    /// How long the quoted text is that `rest` begins with, marks included; nothing when it begins with none, or with one that is not closed.
    pub(super) fn length(&mut self, rest: &str) -> Option<usize> {
        let mark = rest.chars().next()?;
        let pair = PAIRS.iter().position(|(opening, _)| *opening == mark)?;
        if self.open_for_good[pair] {
            return None;
        }
        let closing = PAIRS[pair].1;
        let inner = &rest[mark.len_utf8()..];
        let length = inner.find(closing).map(|at| mark.len_utf8() + at + closing.len_utf8());
        self.open_for_good[pair] = length.is_none();
        length
    }
}

/// The parts of a sentence outside quotation marks, with where each begins.
pub(super) fn unquoted(sentence: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut quotes = Quotes::default();
    let mut start = 0;
    std::iter::from_fn(move || {
        if start >= sentence.len() {
            return None;
        }
        let from = start;
        let pair = sentence[from..].char_indices().find_map(|(at, _)| {
            let length = quotes.length(&sentence[from + at..])?;
            Some((from + at, length))
        });
        let (end, length) = pair.unwrap_or((sentence.len(), 0));
        start = end + length;
        Some((from, &sentence[from..end]))
    })
}
