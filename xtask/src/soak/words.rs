//! The words of a soak: what is said day by day, what was planted on the first day, and what must never be kept.

use mind_core::scope::Tier;
use mind_testkit::replies::Dice;

/// Personas that work all year; one has a name that files cannot have.
pub(super) const PERSONAS: [&str; 3] = ["dev", "ops", "qa lead"];
/// The persona of the planted facts. Nobody else is asked to tidy them.
pub(super) const KEEPER: &str = "keeper";
/// What every secret has in it.
pub(super) const SECRETS: [&str; 2] = ["qv7Zsoak", "hunter2-Xy9"];
/// What only stands in blocks of our own, quoted back at us.
pub(super) const QUOTED: &str = "quotedback";

pub(super) const KINDS: [&str; 7] =
    ["objective", "invariant", "preference", "convention", "gotcha", "rationale", "note"];
pub(super) const TAGS: [&str; 8] = ["api", "build", "ci", "db", "docs", "infra", "ui", "a,b"];

const THINGS: [&str; 16] = [
    "gateway",
    "worker",
    "scheduler",
    "importer",
    "dashboard",
    "parser",
    "queue",
    "cache",
    "index",
    "mailer",
    "proxy",
    "runner",
    "builder",
    "exporter",
    "notifier",
    "ledger",
];
const VERBS: [&str; 8] =
    ["waits for", "restarts", "calls", "feeds", "blocks", "replaces", "logs to", "polls"];
const MANNERS: [&str; 10] = [
    "twice a day",
    "on failure",
    "after midnight",
    "in batches",
    "without retries",
    "over IPv6",
    "只在夜间",
    "se il disco è pieno",
    "behind a flag",
    "with a timeout of 30 s",
];

/// A fact of the first day, and a question that must find it all year.
pub(super) struct Planted {
    pub(super) tier: Tier,
    pub(super) kind: &'static str,
    pub(super) text: &'static str,
    pub(super) question: &'static str,
}

const fn planted(
    tier: Tier,
    kind: &'static str,
    text: &'static str,
    question: &'static str,
) -> Planted {
    Planted { tier, kind, text, question }
}

pub(super) const PLANTED: [Planted; 20] = [
    planted(
        Tier::Shared,
        "invariant",
        "Customer invoices stay on servers in Zürich.",
        "where do invoices of customers stay",
    ),
    planted(
        Tier::Shared,
        "convention",
        "Branch names begin with the ticket number.",
        "how do branch names begin",
    ),
    planted(
        Tier::Shared,
        "gotcha",
        "The label printer in Turin jams when the paper is humid.",
        "why does the printer jam",
    ),
    planted(
        Tier::Shared,
        "note",
        "Grace keeps the hardware tokens in the red cabinet.",
        "who has the hardware tokens",
    ),
    planted(
        Tier::Shared,
        "rationale",
        "We picked SQLite for telemetry because laptops go offline.",
        "reason for SQLite in telemetry",
    ),
    planted(Tier::Shared, "note", "部署窗口是星期四下午。", "部署窗口"),
    planted(
        Tier::Shared,
        "convention",
        "Il rilascio mensile parte di martedì.",
        "rilascio mensile",
    ),
    planted(Tier::Shared, "note", "Support phone rota lives in rota.yaml.", "rota.yaml"),
    planted(
        Tier::ProjectLong,
        "gotcha",
        "The smoke test needs port 7101 free.",
        "which port must be free for the smoke test",
    ),
    planted(Tier::ProjectLong, "convention", "Run `just lint` before pushing.", "just lint"),
    planted(
        Tier::ProjectLong,
        "invariant",
        "Never migrate the billing schema on a Friday.",
        "billing schema migration",
    ),
    planted(
        Tier::ProjectLong,
        "rationale",
        "Kestrel was chosen over Falcon since Falcon leaks handles.",
        "why Kestrel and not Falcon",
    ),
    planted(
        Tier::ProjectLong,
        "note",
        "Fixtures for leap years are in tests/calendar.",
        "leap year fixtures",
    ),
    planted(
        Tier::ProjectLong,
        "gotcha",
        "parse_money() rounds half to even.",
        "parse_money rounding",
    ),
    planted(
        Tier::ProjectLong,
        "convention",
        "Screenshots are stored as WebP.",
        "format of screenshots",
    ),
    planted(
        Tier::ProjectLong,
        "note",
        "The glossary is maintained by Noor.",
        "glossary maintainer Noor",
    ),
    planted(
        Tier::Persona,
        "preference",
        "Prefers answers in Italian.",
        "preferred language Italian",
    ),
    planted(
        Tier::Persona,
        "objective",
        "Publish the accessibility report.",
        "accessibility report",
    ),
    planted(Tier::Persona, "preference", "Likes diagrams in Mermaid.", "mermaid diagrams"),
    planted(Tier::Persona, "note", "Keeps the stand-up under ten minutes.", "stand-up length"),
];

/// A statement nobody made before.
pub(super) fn statement(dice: &mut Dice, number: u64) -> String {
    let (thing, other) = (*dice.pick(&THINGS), *dice.pick(&THINGS));
    let (verb, manner) = (*dice.pick(&VERBS), *dice.pick(&MANNERS));
    format!("The {thing} {verb} the {other} {manner} (observation {number}).")
}

/// The same words to a reader of identities, in other letters and blanks.
pub(super) fn respelled(dice: &mut Dice, text: &str) -> String {
    match dice.below(4) {
        0 => text.to_lowercase(),
        1 => format!("  {text}\n"),
        2 => text.replacen(' ', "  ", 1),
        _ => text.to_owned(),
    }
}

/// A few words to look for.
pub(super) fn question(dice: &mut Dice) -> String {
    let (thing, verb) = (*dice.pick(&THINGS), *dice.pick(&VERBS));
    match dice.below(5) {
        0 => thing.to_owned(),
        1 => format!("{thing} {verb}"),
        2 => format!("\"{thing}\" AND (NEAR {verb} *"),
        3 => format!("observation {}", dice.below(9_000)),
        _ => format!("what does the {thing} do {}", *dice.pick(&MANNERS)),
    }
}

/// What must never be kept, in one of its forms. The parts stand apart here, so that this file holds none.
pub(super) fn secret(dice: &mut Dice) -> String {
    let mark = SECRETS[0];
    let tail = format!("{:016x}", dice.roll());
    match dice.below(3) {
        0 => format!("DEPLOY_{}={mark}-{tail}.77c2_KK19-aa00", "TOKEN"),
        1 => format!("{}: {mark}-{tail}-Long9", "password"),
        _ => format!("Authorization: {} {mark}{tail}aa00ZZ77c2", "Bearer"),
    }
}
