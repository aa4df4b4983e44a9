//! Letters that look like one of the Latin alphabet, and the scripts that share shapes.

/// Scripts that share shapes of letters, as a set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Scripts(u8);

impl Scripts {
    /// Latin, with its letters beyond ASCII.
    pub(super) const LATIN: Self = Self(1);
    const GREEK: Self = Self(1 << 1);
    const CYRILLIC: Self = Self(1 << 2);
    const ARMENIAN: Self = Self(1 << 3);

    /// The script of a letter, or none for a letter of any other script.
    pub(super) const fn of(c: char) -> Self {
        match c {
            'A'..='Z'
            | 'a'..='z'
            | '\u{c0}'..='\u{2af}'
            | '\u{1d00}'..='\u{1d25}'
            | '\u{a720}'..='\u{a7ff}' => Self::LATIN,
            '\u{370}'..='\u{3ff}' => Self::GREEK,
            '\u{400}'..='\u{52f}' => Self::CYRILLIC,
            '\u{531}'..='\u{587}' => Self::ARMENIAN,
            _ => Self(0),
        }
    }

    /// These scripts and those of `other`.
    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether there are two or more, which no honest word mixes.
    pub(super) const fn are_mixed(self) -> bool {
        self.0.count_ones() > 1
    }
}

/// The Latin letter that `c` looks like to a reader: of Latin itself, Greek, Cyrillic and Armenian.
///
/// Capitals have their own twins, since a capital may look like another letter than its small form.
/// A final sigma and its capital count as `c`, because they are what NFKC leaves of the lunate sigma.
pub(super) const fn twin(c: char) -> Option<char> {
    Some(match c {
        'ɑ' | 'ᴀ' | 'α' | 'Α' | 'а' | 'А' => 'a',
        'ʙ' | 'β' | 'Β' | 'в' | 'В' | 'ь' | 'Ь' => 'b',
        'ᴄ' | 'ς' | 'Σ' | 'с' | 'С' => 'c',
        'ᴅ' | 'ԁ' | 'Ԁ' => 'd',
        'ᴇ' | 'ε' | 'Ε' | 'е' | 'Е' => 'e',
        'ꜰ' => 'f',
        'ɡ' | 'ɢ' | 'ԍ' | 'Ԍ' | 'ց' => 'g',
        'ʜ' | 'Η' | 'н' | 'Н' | 'һ' | 'հ' => 'h',
        'ɪ' | 'ı' | 'ɩ' | 'ι' | 'Ι' | 'і' | 'І' => 'i',
        'ᴊ' | 'ϳ' | 'Ϳ' | 'ј' | 'Ј' | 'յ' => 'j',
        'ᴋ' | 'κ' | 'Κ' | 'к' | 'К' => 'k',
        'ʟ' | 'ӏ' | 'Ӏ' | 'Լ' => 'l',
        'ᴍ' | 'Μ' | 'м' | 'М' => 'm',
        'ɴ' | 'η' | 'Ν' | 'п' | 'ո' => 'n',
        'ᴏ' | 'ο' | 'Ο' | 'σ' | 'о' | 'О' | 'օ' | 'Օ' => 'o',
        'ᴘ' | 'ρ' | 'Ρ' | 'р' | 'Р' => 'p',
        'ԛ' | 'Ԛ' | 'գ' | 'զ' => 'q',
        'ʀ' | 'г' => 'r',
        'ꜱ' | 'ѕ' | 'Ѕ' | 'Տ' => 's',
        'ᴛ' | 'τ' | 'Τ' | 'т' | 'Т' => 't',
        'ᴜ' | 'υ' | 'μ' | 'ս' | 'Ս' => 'u',
        'ᴠ' | 'ʋ' | 'ν' | 'ѵ' | 'Ѵ' => 'v',
        'ᴡ' | 'ω' | 'ԝ' | 'Ԝ' => 'w',
        'χ' | 'Χ' | 'х' | 'Х' => 'x',
        'ʏ' | 'γ' | 'Υ' | 'у' | 'У' => 'y',
        'ᴢ' | 'Ζ' => 'z',
        _ => return None,
    })
}
