//! The words the steering rules know, and the lists each belongs to.

use std::ops::BitOr;
use std::sync::LazyLock;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

/// The lists a word belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Class(u32);

impl Class {
    pub(super) const VERB: Self = Self(1);
    pub(super) const FORGET: Self = Self(1 << 1);
    pub(super) const NEGATED: Self = Self(1 << 2);
    pub(super) const QUAL: Self = Self(1 << 3);
    pub(super) const WEAK: Self = Self(1 << 4);
    pub(super) const FILL: Self = Self(1 << 5);
    pub(super) const ORDER: Self = Self(1 << 6);
    pub(super) const TALK: Self = Self(1 << 7);
    pub(super) const OFFSHOOT: Self = Self(1 << 8);
    pub(super) const TELL: Self = Self(1 << 9);
    pub(super) const SHOW: Self = Self(1 << 10);
    pub(super) const USER: Self = Self(1 << 11);
    pub(super) const THIS: Self = Self(1 << 12);
    pub(super) const HUSH: Self = Self(1 << 13);
    pub(super) const SYSTEM: Self = Self(1 << 14);
    pub(super) const PROMPT: Self = Self(1 << 15);
    pub(super) const NOT: Self = Self(1 << 16);
    pub(super) const AUXILIARY: Self = Self(1 << 17);
    pub(super) const TO: Self = Self(1 << 18);

    /// Whether the word is in one of `lists`.
    pub(super) const fn is(self, lists: Self) -> bool {
        self.0 & lists.0 != 0
    }
}

impl BitOr for Class {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// The word lists; a word may stand in several.
const LISTS: &[(Class, &str)] = &[
    (
        Class::VERB,
        "ignore disregard forget override \
         ignora ignorare ignorate dimentica dimenticare dimenticate sovrascrivi sovrascrivere",
    ),
    (Class::FORGET, "forget dimentica dimenticare dimenticate"),
    (Class::NEGATED, "not dont never cannot cant non mai"),
    (
        Class::QUAL,
        "previous prior above earlier preceding your \
         precedente precedenti anteriore anteriori sopra \
         tuo tua tuoi tue vostro vostra vostri vostre",
    ),
    (
        Class::WEAK,
        "all any the these those tutto tutta tutti tutte ogni qualsiasi il lo la i gli le l \
         questo questa questi queste quello quella quelli quelle quegli quei",
    ),
    (
        Class::FILL,
        "system original initial old given existing current other safety security developer user \
         hidden following of my our its their literally completely simply just now \
         sistema originali iniziali vecchie attuali altre sicurezza sviluppatore utente \
         di mie nostre subito",
    ),
    (
        Class::ORDER,
        "instruction instructions directive directives istruzione istruzioni direttiva direttive",
    ),
    (Class::TALK, "message messages rule rules prompt prompts messaggio messaggi regola regole"),
    (
        Class::OFFSHOOT,
        "of for from in on about di del dello della dei degli delle per da dal dalla dai dalle \
         in nel nella nei nelle su sul sulla",
    ),
    (
        Class::TELL,
        "tell telling inform informing notify notifying \
         dire dirlo dica dici informa informare avvisa avvisare comunica comunicare",
    ),
    (
        Class::SHOW,
        "mention mentioning reveal revealing show showing disclose disclosing \
         menziona menzionare rivela rivelare mostra mostrare divulga divulgare",
    ),
    (Class::USER, "user utente lutente allutente"),
    (
        Class::THIS,
        "this that these those it anything instruction instructions prompt prompts \
         directive directives memory memories \
         questo questa questi queste cio istruzione istruzioni memoria",
    ),
    (Class::HUSH, "never dont cannot mai non without senza"),
    (Class::SYSTEM, "system sistema"),
    (Class::PROMPT, "prompt prompts"),
    (Class::NOT, "not"),
    (Class::AUXILIARY, "do does did must should can will may"),
    (Class::TO, "to"),
];

/// Every known word with its lists; built once, at the first text that has a fragment of one.
static WORDS: LazyLock<HashMap<&[u8], Class, FxBuildHasher>> = LazyLock::new(|| {
    let mut words = HashMap::with_capacity_and_hasher(256, FxBuildHasher);
    for (class, list) in LISTS {
        for word in list.split_ascii_whitespace() {
            let lists = words.entry(word.as_bytes()).or_insert(Class::default());
            *lists = *lists | *class;
        }
    }
    words
});

/// The lists a folded word belongs to; none for an unknown one.
pub(super) fn class(word: &[u8]) -> Class {
    WORDS.get(word).copied().unwrap_or_default()
}
