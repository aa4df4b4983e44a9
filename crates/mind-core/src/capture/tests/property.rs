//! What holds for every text: no panic, nothing invented, one answer, bounded work (CA-11, CA-12, CA-13, CA-30, CA-31, CA-41).

use proptest::prelude::*;
use proptest::sample::select;

use crate::capture::{Cue, LOOKED_AT, MOST_CUES, cues};
use crate::fact::Kind;

/// Pieces of cues, of what takes them away, and of what may stand between.
const PIECES: &[&str] = &[
    "remember",
    "Remember that",
    "don’t forget",
    "ricorda",
    "ricordati di",
    "chiamare",
    "commit",
    "to memory",
    "salva",
    "in memoria",
    "from now on",
    "in future",
    "use",
    "usa",
    "always",
    "never",
    "mai",
    "non",
    "do not",
    "please",
    "per favore,",
    "we",
    "made",
    "a durable",
    "decision",
    "i noticed",
    "my",
    "shell",
    "is",
    "this",
    "ciò",
    "the port is 7101",
    "-",
    "- ",
    "1. ",
    "[ ]",
    ":",
    ",",
    "—",
    "\"",
    "“",
    "”",
    "«",
    "»",
    "`",
    "```",
    "~~~",
    "\n",
    "\r\n",
    "\u{2028}",
    "    ",
    "\t",
    "> ",
    ". ",
    "! ",
    "?",
    ".",
    "/",
    "!",
    "<mind-memory",
    "</mind-memory>",
    "<persona-mind",
    "</persona-mind>",
    "[mind]",
    "é",
    "e\u{301}",
    "İ",
    "ﬀ",
    "😀",
    "\u{feff}",
    "'",
    "’",
];

fn text() -> impl Strategy<Value = String> {
    let joined = |separator: &'static str| {
        prop::collection::vec(select(PIECES), 0..16).prop_map(move |pieces| pieces.join(separator))
    };
    prop_oneof![joined(" "), joined(""), any::<String>()]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 2_000, ..ProptestConfig::default() })]

    /// CA-41: a candidate is a part of the text, byte for byte, and says something.
    #[test]
    fn nothing_is_invented(text in text()) {
        let bytes = text.as_bytes().as_ptr_range();
        for cue in cues(&text) {
            if let Cue::Strong { candidate, .. } = cue {
                let part = candidate.as_bytes().as_ptr_range();
                prop_assert!(bytes.start <= part.start && part.end <= bytes.end);
                prop_assert!(candidate.contains(char::is_alphanumeric));
                let ends_line = |c| matches!(c, '\n' | '\r' | '\u{2028}' | '\u{2029}');
                prop_assert!(!candidate.contains(ends_line), "one line");
                prop_assert!(!candidate.contains("<mind-memory") && !candidate.contains("<persona-mind"));
            }
        }
    }

    /// CA-30, CA-31: few cues, of the kinds a user's words can give, and the same ones each time.
    #[test]
    fn cues_are_few_and_modest(text in text()) {
        let found = cues(&text);
        prop_assert!(found.len() <= MOST_CUES);
        prop_assert!(found.iter().all(|cue| matches!(cue.kind(), Kind::Rationale | Kind::Convention | Kind::Preference | Kind::Note)));
        prop_assert_eq!(&found, &cues(&text));
    }

    /// CA-20: whatever stands in a block of ours asks for nothing.
    #[test]
    fn a_block_asks_for_nothing(inside in text(), after in text()) {
        let closed = format!("ok\n<mind-memory a=\"b\">\n{inside}\n</mind-memory>\n{after}");
        prop_assume!(!inside.contains("</mind-memory>"));
        let bare = format!("ok\n{after}");
        prop_assert_eq!(cues(&closed), cues(&bare));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 32, ..ProptestConfig::default() })]

    /// CA-11: what stands behind the part that is looked at changes nothing.
    #[test]
    fn the_rest_is_not_looked_at(text in text(), rest in text()) {
        let start = format!("{text}{}", "é".repeat(LOOKED_AT));
        let start: String = start.chars().take(LOOKED_AT).collect();
        let whole = format!("{start}{rest}");
        prop_assert_eq!(cues(&whole), cues(&start));
    }
}
