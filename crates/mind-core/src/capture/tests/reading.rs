//! What of a text is looked at, and how (CA-10, CA-11, CA-20, CA-21, CA-22, CA-23, CA-24).

use rstest::rstest;

use super::{casual, check, strong};
use crate::capture::LOOKED_AT;
use crate::fact::Kind;

/// CA-11: commands are not looked at, and of a long text only the start.
#[test]
fn what_is_looked_at() {
    for text in ["/plan\nRemember: X", " \u{feff}\n!ls\nRemember: X", "", " ", "\n\n"] {
        check(text, &[]);
    }
    let cue = "\nRemember: X";
    let text = |filler: usize| format!("{}{cue}Y", "é".repeat(filler));
    check(&text(LOOKED_AT - 12), &[strong(Kind::Note, "X")]);
    check(&text(LOOKED_AT - 13), &[strong(Kind::Note, "XY")]);
    check(&text(LOOKED_AT), &[]);
}

/// CA-20: blocks of ours are left out, closed or not, and so are our lines.
#[rstest]
#[case::block("<mind-memory kind=\"task\">\nRemember: X\n</mind-memory>\nRemember: Y")]
#[case::older_block("a <persona-mind>Remember: X</persona-mind>\nRemember: Y")]
#[case::behind_it("<mind-memory>\nRemember: X</mind-memory> Remember: Y")]
#[case::two_blocks(
    "<mind-memory>Remember: X</mind-memory>\nRemember: Y\n<mind-memory>Remember: X</mind-memory>"
)]
#[case::not_the_other_end(
    "<mind-memory>\n</persona-mind>\nRemember: X\n</mind-memory>\nRemember: Y"
)]
#[case::hint("[mind] Remember: X\n  [mind] From now on X\nRemember: Y")]
#[case::unclosed("Remember: Y\n<mind-memory>\nRemember: X")]
#[case::escaped(
    "&lt;mind-memory part=\"task\"&gt;\nRemember: X\n&lt;/mind-memory&gt;\nRemember: Y"
)]
#[case::half_escaped("&lt;mind-memory part=\"task\">\nRemember: X\n&lt;/mind-memory>Remember: Y")]
#[case::older_escaped("&lt;persona-mind&gt;\nRemember: X\n&lt;/persona-mind&gt;\nRemember: Y")]
#[case::escaped_unclosed(
    "Remember: Y\n&lt;mind-memory&gt;\nRemember: X\n</mind-memory>\nRemember: X"
)]
#[case::within_a_sentence("Remember: Y <mind-memory>\nX</mind-memory> and X")]
fn our_own_material(#[case] text: &str) {
    check(text, &[strong(Kind::Note, "Y")]);
}

/// CA-21: what a line ends with.
#[test]
fn line_ends() {
    for end in ["\n", "\r\n", "\r", "\u{2028}", "\u{2029}"] {
        let text = format!("ok{end}Remember: Y{end}> Remember: X{end}ok");
        check(&text, &[strong(Kind::Note, "Y")]);
    }
}

/// CA-21: fenced and indented code and quotes are left out.
#[rstest]
#[case::fence("```rust\nRemember: X\n```\nRemember: Y")]
#[case::waves("   ~~~\nRemember: X\n~~~~  \nRemember: Y")]
#[case::other_fence("```\n~~~\nRemember: X\n``\n```\nRemember: Y")]
#[case::shorter_end("````\nRemember: X\n```\nRemember: X\n````\nRemember: Y")]
#[case::end_with_words("```\nRemember: X\n``` x\nRemember: X\n```\nRemember: Y")]
#[case::unclosed("Remember: Y\n```\nRemember: X\n")]
#[case::spaces("    Remember: X\nRemember: Y")]
#[case::tab("\tRemember: X\n \tRemember: X\nRemember: Y")]
#[case::quote("> Remember: X\n   >Remember: X\nRemember: Y")]
#[case::three_spaces("   Remember: Y")]
#[case::two_marks("``\nRemember: Y")]
fn code_and_quotes(#[case] text: &str) {
    check(text, &[strong(Kind::Note, "Y")]);
}

/// CA-22: sentences end where white space follows, and not within quotation marks.
#[test]
fn sentences() {
    let note = |candidate| strong(Kind::Note, candidate);
    check("Ok. Remember: Y! Thanks.", &[note("Y!")]);
    check("Ok.Remember: Y", &[casual(Kind::Note)]);
    check("Remember: v1.2 of a.b", &[note("v1.2 of a.b")]);
    check("1. Remember: Y", &[note("Y")]);
    check("He said: \"Ok. Remember: X. Bye.\"", &[]);
    check(
        "Remember: the log says \"Done. OK\" twice. Bye",
        &[note("the log says \"Done. OK\" twice.")],
    );
    check("He said: \"ok. Remember: Y", &[note("Y")]);
}

/// CA-23: case, apostrophes and white space do not matter, and a phrase is whole.
#[test]
fn phrases() {
    check("DON’T\u{a0} FORGET\u{3000}Y", &[strong(Kind::Note, "Y")]);
    check("Kee\u{212a}", &[]);
    check("\u{212a}eep in mind Y", &[strong(Kind::Note, "Y")]);
    for text in [
        "dismembered",
        "we remembered",
        "nevermore",
        "never_mind",
        "l'uso di fish",
        "é-always-on",
        "alwaysé",
        "always\u{301}",
    ] {
        check(text, &[]);
    }
}

/// CA-23: quoted words are no casual cue, unless the quotation is not closed.
#[rstest]
#[case("\"")]
#[case("`")]
#[case("“ ”")]
#[case("« »")]
fn quoted_words(#[case] marks: &str) {
    let (opening, closing) = marks.split_once(' ').unwrap_or((marks, marks));
    check(&format!("it says {opening}always{closing} there"), &[]);
    check(&format!("it says {opening}ok{closing} always"), &[casual(Kind::Convention)]);
    check(&format!("it says {opening}always there"), &[casual(Kind::Convention)]);
    check(
        &format!("Remember that it says {opening}always{closing}"),
        &[strong(Kind::Convention, &format!("it says {opening}always{closing}"))],
    );
}

/// CA-24: questions and denied phrases are no cue.
#[rstest]
#[case("Should we always squash?")]
#[case("Remember that we squash?")]
#[case("I do not remember that")]
#[case("I don’t really remember")]
#[case("please do not ever remember that")]
#[case("mai ricordare la chiave")]
#[case("non ricordarti, non ricorda")]
#[case("I never said keep in mind")]
#[case("I can't remember the port")]
#[case("never don't forget it")]
fn denied(#[case] text: &str) {
    check(text, &[]);
}

/// CA-24: not to forget is to remember, and a negation elsewhere does not matter.
#[test]
fn not_denied() {
    check("So don't forget: remember the port", &[casual(Kind::Note)]);
    check("non dimenticare: ricorda che c'è CI", &[strong(Kind::Note, "ricorda che c'è CI")]);
    check("We never push on Friday, remember that", &[casual(Kind::Convention)]);
    check(
        "Remember that nobody remembers, never",
        &[strong(Kind::Convention, "nobody remembers, never")],
    );
}

/// CA-24, CA-40: with `never` before it, an opening turns into its opposite and is not stored.
#[test]
fn never_turns_an_opening_round() {
    check("Never in the future use tabs", &[casual(Kind::Convention)]);
    check("Mai da ora in poi usare tab", &[casual(Kind::Convention)]);
    check("never please remember that X", &[]);
}
