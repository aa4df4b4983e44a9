//! The contract's table of texts, and what each becomes (CA-30, CA-31, CA-40, CA-40a, CA-41, CA-42, CA-43, CA-50).

use rstest::rstest;

use super::{casual, check, cues, strong, task};
use crate::fact::{Kind, Tags, content_id};
use crate::scope::{Persona, Project, Scope};

/// CA-30, CA-40, CA-42, CA-50: strong texts with the fact each is stored as, in a project.
#[rstest]
#[case(
    "Remember that the staging port is 7101",
    Kind::Note,
    "the staging port is 7101",
    "48bf3e826abc"
)]
#[case(
    "From now on, always answer in Italian",
    Kind::Convention,
    "always answer in Italian",
    "2db800ce538c"
)]
#[case(
    "Please remember: I prefer short answers.",
    Kind::Preference,
    "I prefer short answers.",
    "f0694614c855"
)]
#[case(
    "Ricordati che il deploy è il martedì.",
    Kind::Note,
    "il deploy è il martedì.",
    "7f45563d79f7"
)]
#[case("In futuro usa pnpm", Kind::Preference, "usa pnpm", "9a77fb1d5821")]
#[case(
    "- [ ] Commit to memory: build caches live on disk two",
    Kind::Note,
    "build caches live on disk two",
    "af9614ae3d4a"
)]
#[case(
    "We made a durable decision: SQLite stays out of the core.",
    Kind::Rationale,
    "SQLite stays out of the core.",
    "e0f6da35f35c"
)]
#[case(
    "Abbiamo preso una decisione durevole: niente SQLite nel nucleo.",
    Kind::Rationale,
    "niente SQLite nel nucleo.",
    "36568b4231f7"
)]
#[case(
    "Remember that we never deploy on Friday",
    Kind::Convention,
    "we never deploy on Friday",
    "5d79a23da3d4"
)]
#[case(
    "Salva il server di prova è spento in memoria",
    Kind::Note,
    "il server di prova è spento",
    "640728df20ff"
)]
#[case("Don’t forget: the build needs 8 GB", Kind::Note, "the build needs 8 GB", "8331153b13b1")]
#[case("ricorda: uso fish", Kind::Preference, "uso fish", "a7e875ddff81")]
#[case(
    "Please, remember that the range is 10.0.0.0/8",
    Kind::Note,
    "the range is 10.0.0.0/8",
    "99139c8da520"
)]
#[case(
    "Remember that we do not commit generated files",
    Kind::Note,
    "we do not commit generated files",
    "7ced0462fdf5"
)]
#[case("Remember: never commit secrets", Kind::Convention, "never commit secrets", "e3872bfe63ce")]
#[case("Don't forget: commit before lunch", Kind::Note, "commit before lunch", "b105a5d99dc8")]
#[case(
    "From now on don't save temp files",
    Kind::Preference,
    "don't save temp files",
    "6448f6429ff2"
)]
fn capture_vectors(
    #[case] text: &str,
    #[case] kind: Kind,
    #[case] candidate: &str,
    #[case] id: &str,
) {
    check(text, &[strong(kind, candidate)]);
    let scope =
        Scope { persona: Persona::named("dev").unwrap(), project: Some(Project::at(b"/srv/demo")) };
    let draft = cues(text)[0].draft(&scope).unwrap();
    let (label, tier) = match kind {
        Kind::Preference => ("User preference", "persona"),
        Kind::Rationale => ("Durable user decision", "project-long"),
        _ => ("User explicitly asked to retain", "project-long"),
    };
    assert_eq!(
        (draft.text.as_str(), draft.tier.as_deref()),
        (format!("{label}: {candidate}").as_str(), Some(tier))
    );
    assert_eq!(
        (draft.tags.as_slice(), draft.source.as_deref()),
        (["auto-captured".to_owned()].as_slice(), Some("direct user persistence cue"))
    );
    assert_eq!(content_id(kind, &draft.text, &Tags::parse(&draft.tags).unwrap()).as_str(), id);
    let outside = cues(text)[0].draft(&Scope { project: None, ..scope }).unwrap();
    assert_eq!(outside.tier.as_deref(), Some("persona"));
}

/// CA-41, CA-43: what is casual in the contract's table.
#[rstest]
#[case::rationale(Kind::Rationale, &["I noticed we made a durable decision: no tabs."])]
#[case::preference(Kind::Preference, &["I prefer tabs.", "We use pnpm here.", "My shell is fish."])]
#[case::note(Kind::Note, &["Note that CI is slow.", "Remember this.", "Remember:", "Ok, remember that X", "Commit this to memory."])]
#[case::convention(Kind::Convention, &["Never forget that tests run on push"])]
fn casual_vectors(#[case] kind: Kind, #[case] texts: &[&str]) {
    for text in texts {
        check(text, &[casual(kind)]);
    }
}

/// CA-11, CA-21, CA-23, CA-24: what is no cue in the contract's table.
#[test]
fn silent_vectors() {
    for text in [
        "Do you remember the port?",
        "Don't remember this.",
        "Never remember that X",
        "Don't commit this to memory.",
        "Non salvare questo.",
        "Non ricordare questo",
        "> Remember that X",
        "```\nRemember that X\n```",
        "    Remember that X",
        "/plan remember that X",
        "He wrote \"remember that X\" yesterday",
        "<mind-memory v=1>\nRemember that X\n</mind-memory>",
    ] {
        check(text, &[]);
    }
}

/// CA-30: the first four of five.
#[test]
fn four_cues_are_enough() {
    let text = "Remember: a1. Remember: b2! I prefer c3. Remember: d4\nRemember: e5";
    let expect = [
        strong(Kind::Note, "a1."),
        strong(Kind::Note, "b2!"),
        casual(Kind::Preference),
        strong(Kind::Note, "d4"),
    ];
    check(text, &expect);
    check(&"Remember: x. ".repeat(5), &[strong(Kind::Note, "x."); 4]);
}

/// CA-30: the first class counts, whatever stands first in the sentence; each phrase of each class is known.
#[rstest]
#[case::rationale(Kind::Rationale, &[
    "an architectural decision, as always", "the durable decision", "a permanent convention", "a stable invariant",
    "una decisione architetturale", "una decisione architettonica", "la decisione durevole", "la convenzione permanente",
    "un'altra convenzione permanente", "un invariante stabile",
])]
#[case::convention(Kind::Convention, &["we ALWAYS squash", "that never works", "si fa sempre così", "non si usa mai"])]
#[case::preference(Kind::Preference, &[
    "I  prefer\ttabs", "I’d prefer tabs", "I would prefer tabs", "please prefer that one", "tabs from now on", "tabs going forward",
    "tabs in the future", "tabs in future", "preferisco i tab", "preferirei i tab", "i tab da ora in poi", "i tab d’ora in poi",
    "i tab da questo momento", "i tab in futuro", "i tab per il futuro", "the user is in Rome", "now I am on Linux", "now I'm on Linux",
    "now I am using fish", "now I'm using fish", "here we use just", "io uso just", "qui uso just", "qui usiamo just",
])]
#[case::note(Kind::Note, &[
    "I remember the port", "so keep in mind the port", "so note that CI is slow", "and don't forget the port", "and do not forget the port",
    "this, for future reference", "so commit to memory the port", "ora ricorda che c'è CI", "ora ricorda di ieri", "ora ricordati che sì",
    "ora ricordati di ieri", "ora tieni a mente CI", "ora tieni presente CI", "ora nota che CI è lenta", "e non dimenticare CI",
    "e non dimenticarti CI", "ora memorizza CI", "ora segnati CI", "ora conserva in memoria CI", "ora conserva nella memoria CI",
    "ora salva in memoria CI", "ora salva nella memoria CI", "ora salvalo in memoria", "ora salvalo nella memoria",
])]
fn classes(#[case] kind: Kind, #[case] texts: &[&str]) {
    for text in texts {
        check(text, &[casual(kind)]);
    }
}

/// CA-30: `my ‹word› is`, and nothing longer.
#[test]
fn possessions() {
    for text in ["here my shell is fish", "well, my e-mail is broken", "so my\u{a0}editor  is vim"]
    {
        check(text, &[casual(Kind::Preference)]);
    }
    for text in [
        "my main shell is fish",
        "my is it",
        "my shell isn't fish",
        "my shell",
        "enemy shell is fish",
    ] {
        check(text, &[]);
    }
}

/// CA-31: no text gives another kind, however it is worded.
#[test]
fn kinds_that_are_never_given() {
    for text in [
        "Remember the objective: ship it",
        "Remember this invariant: tests pass",
        "Remember the gotcha: the cache lies",
    ] {
        let kinds: Vec<Kind> = cues(text).iter().map(super::Cue::kind).collect();
        assert_eq!(kinds, [Kind::Note]);
    }
}

/// CA-40: each opening, in both languages.
#[rstest]
#[case("remember")]
#[case("keep in mind")]
#[case("don't forget")]
#[case("do not forget")]
#[case("for future reference")]
#[case("commit to memory")]
#[case("commit this to memory")]
#[case("commit that to memory")]
#[case("commit it to memory")]
#[case("commit the following to memory")]
#[case("i want you to remember")]
#[case("i need you to remember")]
#[case("from now on")]
#[case("going forward")]
#[case("ricorda")]
#[case("ricordati")]
#[case("ricordate")]
#[case("tieni a mente")]
#[case("tieni presente")]
#[case("non dimenticare")]
#[case("non dimenticarti")]
#[case("memorizza")]
#[case("segnati")]
#[case("conserva in memoria")]
#[case("conserva questo nella memoria")]
#[case("conserva quanto segue in memoria")]
#[case("salva in memoria")]
#[case("salva lo in memoria")]
#[case("salva questo nella memoria")]
#[case("salva quanto segue in memoria")]
#[case("salvalo nella memoria")]
#[case("voglio che tu ricordi")]
#[case("da ora in poi")]
#[case("d'ora in poi")]
#[case("da questo momento")]
#[case("da questo momento in poi")]
fn openings(#[case] opening: &str) {
    let spoken = opening.replace('\'', "’").replace(' ', "  ");
    for lead in [
        "",
        "- ",
        "12) ",
        "* [x] ",
        "+ [ ] ",
        "please ",
        "please, ",
        "per favore ",
        "per piacere, ",
    ] {
        for between in [" ", ": ", ", ", " - ", " — ", " that ", ": che ", " che: "] {
            let text = format!("{lead}{}{between}Quay is HERE.", spoken.to_uppercase());
            let Some(super::Cue::Strong { candidate, .. }) = cues(&text).first().copied() else {
                panic!("{text:?}")
            };
            assert_eq!(candidate, "Quay is HERE.", "{text:?}");
        }
        if opening.ends_with("in poi") {
            // What is left of it is an opening of its own.
            continue;
        }
        let text = format!("{lead}{opening}s Quay is here");
        assert!(!matches!(cues(&text).first(), Some(super::Cue::Strong { .. })), "{text:?}");
    }
    let always = format!("1) always {opening} Quay");
    check(&always, &[strong(Kind::Convention, "Quay")]);
}

/// CA-40: `commit ‹words› to memory` and `salva ‹words› in memoria` keep the words, or what is set off behind them.
#[test]
fn words_to_be_kept() {
    check("Commit the port 7101 to memory.", &[strong(Kind::Note, "the port 7101")]);
    check("commit the ports to memory: 7101, 7102", &[strong(Kind::Note, "7101, 7102")]);
    check("Salva la porta 7101 nella memoria!", &[strong(Kind::Note, "la porta 7101")]);
    check("Salva le porte in memoria - 7101", &[strong(Kind::Note, "7101")]);
    check("Commit everything to memory", &[casual(Kind::Note)]);
    for text in [
        "Commit the writes to memory before the flush.",
        "Commit pages to memory-mapped files",
        "Salva il file in memoria prima di chiudere",
        "Commit the change",
        "Conserva il file in memoria",
    ] {
        check(text, &[]);
    }
}

/// CA-40: a word that goes on is another word.
#[test]
fn openings_that_go_on() {
    for text in [
        "Remember-me cookies expire",
        "Remembering is hard",
        "Memorizzato ieri",
        "Remember_me is a flag",
    ] {
        check(text, &[]);
    }
    check("**Remember** the port", &[casual(Kind::Note)]);
}

/// CA-40a: something to do is no memory.
#[rstest]
#[case("remember to call Ann")]
#[case("Remember when we met")]
#[case("Please, don't forget to push")]
#[case("do not forget to push")]
#[case("I want you to remember to push")]
#[case("ricorda di chiamare Ann")]
#[case("Ricordati di non chiudere il server")]
#[case("non dimenticare di farlo")]
#[case("Non dimenticarti di dirglielo")]
#[case("ricordati di porre la domanda")]
fn tasks(#[case] text: &str) {
    check(text, &[task(Kind::Note)]);
}

/// CA-40a, CA-41: `di` before a thing leads to the thing.
#[test]
fn things_after_di() {
    check("Ricordati di Marco e della porta", &[strong(Kind::Note, "Marco e della porta")]);
    check("Remember: to build, run just", &[strong(Kind::Note, "to build, run just")]);
    check("Remember today's port: 7101", &[strong(Kind::Note, "today's port: 7101")]);
}

/// CA-40a: the future is strong with an instruction, and casual without.
#[test]
fn the_future() {
    for text in [
        "In the future, use X",
        "In future please use X",
        "in futuro, per favore usa X",
        "Per il futuro: usate X",
    ] {
        let found = cues(text);
        assert!(
            matches!(found[..], [super::Cue::Strong { kind: Kind::Preference, .. }]),
            "{text:?}: {found:?}"
        );
    }
    for text in [
        "In the future we may use X",
        "In future, user names matter",
        "In futuro vedremo",
        "Per il futuro nulla",
    ] {
        check(text, &[casual(Kind::Preference)]);
    }
}

/// CA-41: a candidate keeps the user's own characters, and says something.
#[test]
fn candidates() {
    check(
        "Remember  —  that :  Straße\u{301} & “x”  !",
        &[strong(Kind::Note, "Straße\u{301} & “x”  !")],
    );
    check("Remember: --no-verify is banned", &[strong(Kind::Note, "--no-verify is banned")]);
    check("Remember -- that's the port 7101", &[strong(Kind::Note, "that's the port 7101")]);
    check("Remember: it's 7101", &[strong(Kind::Note, "it's 7101")]);
    for text in [
        "Remember that!",
        "Remember these…",
        "remember - everything.",
        "ricorda: ciò",
        "ricorda cio\u{300}!",
        "Segnati tutto questo",
        "Remember: —",
        "Ricordati questo",
        "Memorizza quello.",
        "Salva tutto in memoria",
        "Commit that to memory: this",
        "Keep in mind it",
    ] {
        check(text, &[casual(Kind::Note)]);
    }
}

/// CA-42: all three words, from one who decides, of what was not only observed, heard or denied.
#[test]
fn decisions() {
    check(
        "This project adopted a stable policy, no SQLite",
        &[strong(Kind::Rationale, "This project adopted a stable policy, no SQLite")],
    );
    check(
        "- please, I chose these permanent rules: A and B",
        &[strong(Kind::Rationale, "A and B")],
    );
    check(
        "Per questo progetto le regole permanenti sono stabilite: ho scelto X",
        &[strong(Kind::Rationale, "ho scelto X")],
    );
    check(
        "Ho fissato due regole stabili",
        &[strong(Kind::Rationale, "Ho fissato due regole stabili")],
    );
    check("Questo progetto ha adottato una scelta permanente: X", &[strong(Kind::Rationale, "X")]);
    check("We've set a stable policy: X", &[strong(Kind::Rationale, "X")]);
    for text in [
        "We noticed that they made a stable choice",
        "Mi sono accorto che abbiamo preso una scelta stabile",
        "Ho letto che hanno preso una scelta stabile",
        "They made a stable choice",
        "We made a choice",
        "We have not made a stable choice",
        "We made no stable choice",
        "Non abbiamo preso una scelta stabile",
        "I wrote \"we made a stable choice\"",
        "We made a stable choice:",
    ] {
        check(text, &[]);
    }
}
