//! Words that carry no subject, in English and Italian, and how a text shows that it is Italian.
//!
//! The lists are large and hold question words on purpose: on dialogue that was worth more than any change to BM25 itself (R-10a).

/// English function words, question words, auxiliaries and small talk, folded and without apostrophes, sorted.
#[rustfmt::skip]
const ENGLISH: &[&str] = &[
    "a", "about", "above", "across", "after", "afterwards", "again", "against", "ago", "all", "almost", "along", "already", "also",
    "although", "always", "am", "among", "an", "and", "another", "any", "anybody", "anyone", "anything", "anyway", "anywhere", "are",
    "arent", "around", "as", "at", "away", "be", "became", "because", "been", "before", "being", "below", "between", "both", "but", "by",
    "can", "cannot", "cant", "could", "couldnt", "did", "didnt", "do", "does", "doesnt", "doing", "done", "dont", "down", "during", "each",
    "either", "else", "ever", "every", "everybody", "everyone", "everything", "everywhere", "few", "for", "from", "further", "had", "hadnt",
    "has", "hasnt", "have", "havent", "having", "he", "hed", "hell", "her", "here", "heres", "hers", "herself", "hes", "him", "himself",
    "his", "how", "however", "hows", "i", "id", "if", "ill", "im", "in", "indeed", "into", "is", "isnt", "it", "itd", "itll", "its",
    "itself", "ive", "just", "kind", "lets", "like", "likely", "lot", "lots", "many", "may", "maybe", "me", "might", "mine", "more", "most",
    "much", "must", "mustnt", "my", "myself", "neither", "no", "nobody", "none", "nor", "not", "nothing", "now", "of", "off", "often", "oh",
    "ok", "okay", "on", "once", "one", "only", "onto", "or", "other", "others", "otherwise", "ought", "our", "ours", "ourselves", "out",
    "over", "per", "perhaps", "please", "quite", "rather", "really", "same", "shall", "shant", "she", "shed", "shes", "should", "shouldnt",
    "since", "so", "some", "somebody", "someone", "something", "sometimes", "somewhere", "still", "such", "sure", "than", "that", "thats",
    "the", "their", "theirs", "them", "themselves", "then", "there", "theres", "these", "they", "theyd", "theyll", "theyre", "theyve",
    "thing", "things", "this", "those", "though", "through", "thus", "to", "together", "too", "toward", "towards", "under", "unless",
    "until", "up", "upon", "us", "various", "very", "was", "wasnt", "we", "wed", "well", "were", "werent", "weve", "what", "whatever",
    "whats", "when", "whenever", "where", "wheres", "wherever", "whether", "which", "while", "who", "whod", "whoever", "whole", "wholl",
    "whom", "whos", "whose", "why", "will", "with", "within", "without", "wont", "would", "wouldnt", "yeah", "yes", "yet", "you", "youd",
    "youll", "your", "youre", "yours", "yourself", "yourselves", "youve",
];

/// Italian function words and question words, folded and without marks, sorted.
#[rustfmt::skip]
const ITALIAN: &[&str] = &[
    "a", "abbia", "abbiamo", "abbiano", "abbiate", "adesso", "agli", "ai", "al", "alcun", "alcuna", "alcune", "alcuni", "alla", "alle",
    "allo", "allora", "altra", "altre", "altri", "altro", "anche", "ancora", "avere", "aveva", "avevano", "avevo", "avra", "avrebbe",
    "avuto", "che", "chi", "ci", "cio", "coi", "col", "come", "con", "cosa", "cosi", "cui", "da", "dagli", "dai", "dal", "dalla", "dalle",
    "dallo", "degli", "dei", "del", "dell", "della", "delle", "dello", "dentro", "di", "dove", "dovrebbe", "durante", "e", "ecco", "ed",
    "era", "erano", "essa", "esse", "essere", "essi", "esso", "fai", "fanno", "fare", "fatto", "fino", "fra", "fu", "furono", "gia", "gli",
    "ha", "hai", "hanno", "ho", "i", "il", "in", "infatti", "io", "la", "le", "lei", "li", "lo", "loro", "lui", "ma", "me", "meno",
    "mentre", "mi", "mia", "mie", "miei", "mio", "molta", "molte", "molti", "molto", "ne", "negli", "nei", "nel", "nell", "nella", "nelle",
    "nello", "nessun", "nessuna", "nessuno", "niente", "noi", "non", "nostra", "nostre", "nostri", "nostro", "nulla", "o", "od", "ogni",
    "oppure", "per", "perche", "pero", "piu", "poi", "possono", "puo", "puoi", "qual", "qualche", "quale", "quali", "quando", "quanta",
    "quante", "quanti", "quanto", "quasi", "quegli", "quei", "quel", "quella", "quelle", "quelli", "quello", "questa", "queste", "questi",
    "questo", "qui", "quindi", "sa", "sara", "saranno", "se", "sempre", "senza", "si", "sia", "siamo", "siano", "siete", "sono", "sta",
    "stanno", "stata", "stati", "stato", "stesso", "su", "sua", "sue", "sugli", "sui", "sul", "sull", "sulla", "sulle", "sullo", "suo",
    "suoi", "tra", "troppo", "tu", "tua", "tue", "tuo", "tuoi", "tutta", "tutte", "tutti", "tutto", "un", "una", "uno", "vai", "vi",
    "viene", "voi", "vostra", "vostre", "vostri", "vostro",
];

/// Italian function words that are no English words: their presence shows an Italian text, sorted.
#[rustfmt::skip]
const ITALIAN_SIGNS: &[&str] = &[
    "abbiamo", "agli", "al", "alla", "alle", "allo", "anche", "ancora", "che", "chi", "ci", "con", "cosa", "cosi", "dagli", "dal", "dalla",
    "dalle", "degli", "dei", "del", "dell", "della", "delle", "dello", "di", "dove", "e", "erano", "gia", "gli", "ha", "hanno", "il",
    "infatti", "la", "le", "lo", "loro", "mentre", "negli", "nel", "nell", "nella", "nelle", "nello", "nessun", "nostra", "nostro", "ogni",
    "oppure", "per", "perche", "pero", "piu", "poi", "prima", "quale", "quando", "quanto", "quella", "quello", "questa", "queste", "questi",
    "questo", "quindi", "sempre", "senza", "si", "sono", "stato", "sugli", "sul", "sull", "sulla", "sulle", "tra", "tutti", "tutto", "uno",
    "viene",
];

/// Whether a folded, unmarked form carries no subject (R-2.7).
pub(super) fn is_stop_word(form: &str) -> bool {
    is_in(ENGLISH, form) || is_in(ITALIAN, form)
}

/// Whether a folded, unmarked form is an Italian function word, perhaps beside an English one.
pub(super) fn is_italian_stop_word(form: &str) -> bool {
    is_in(ITALIAN, form)
}

/// Whether a folded, unmarked form shows that the text around it is Italian (R-2.8).
pub(super) fn shows_italian(form: &str) -> bool {
    is_in(ITALIAN_SIGNS, form)
}

/// The longest form of a list, in bytes.
const LONGEST: usize = 10;

/// Whether a sorted list has a form. Most new words of a store are names and numbers, which need no look.
fn is_in(list: &[&str], form: &str) -> bool {
    form.len() <= LONGEST
        && !form.starts_with(|c: char| c.is_ascii_digit())
        && list.binary_search(&form).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted_for_the_binary_search() {
        for list in [ENGLISH, ITALIAN, ITALIAN_SIGNS] {
            for pair in list.windows(2) {
                assert!(pair[0] < pair[1], "{pair:?}");
                assert!(pair.iter().all(|form| is_in(list, form)), "{pair:?}");
            }
        }
    }

    #[test]
    fn r2_7_stop_words() {
        for word in ["the", "what", "when", "dont", "della", "perche", "quando"] {
            assert!(is_stop_word(word), "{word}");
        }
        for word in ["deploy", "db", "go", "r", "port", "coda", "test"] {
            assert!(!is_stop_word(word), "{word}");
        }
    }
}
