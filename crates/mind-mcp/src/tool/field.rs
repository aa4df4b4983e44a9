//! What the tools over facts and the backlog take.

use mind_core::backlog::{BACKLOG_NOTE_LIMIT, BACKLOG_TEXT_LIMIT, BacklogState};
use mind_core::fact::{DERIVED_LIMIT, Kind, SOURCE_LIMIT, TAGS_LIMIT, TEXT_LIMIT};
use mind_core::mind::{BACKLOG_LIMIT_DEFAULT, LIMIT_DEFAULT, LIMIT_MAX};
use mind_core::recall::Query;
use mind_core::scope::Tier;

use crate::parameter::{Parameter, Shape};

/// The kinds of facts, as every tool names them.
pub const KINDS: [&str; Kind::ALL.len()] = {
    let mut names = [""; Kind::ALL.len()];
    let mut at = 0;
    while at < names.len() {
        names[at] = Kind::ALL[at].as_str();
        at += 1;
    }
    names
};

/// The tiers a server can reach; the session tier needs a host.
pub(super) const TIERS: [&str; 4] = [
    Tier::Persona.as_str(),
    Tier::ProjectLong.as_str(),
    Tier::Shared.as_str(),
    Tier::Project.as_str(),
];

/// Where a working fact may be promoted to.
pub const DESTINATIONS: [&str; 3] =
    [Tier::ProjectLong.as_str(), Tier::Persona.as_str(), Tier::Shared.as_str()];

pub(super) const STATES: [&str; 4] = [
    BacklogState::Open.as_str(),
    BacklogState::Taken.as_str(),
    BacklogState::Done.as_str(),
    BacklogState::Dropped.as_str(),
];

/// The states an item can be moved to.
pub(super) const MOVES: [&str; 3] =
    [BacklogState::Taken.as_str(), BacklogState::Done.as_str(), BacklogState::Dropped.as_str()];

pub(super) const TEXT: Parameter =
    Parameter::required("text", Shape::Text(TEXT_LIMIT), "One declarative statement");
pub(super) const ID: Parameter = Parameter::required("id", Shape::Reference, "Id or TIER/ID");
pub(super) const TAGS: Parameter = Parameter::optional("tags", Shape::Texts(TAGS_LIMIT), "Labels");
pub(super) const TTL: Parameter = Parameter::optional(
    "ttlHours",
    Shape::Span { unit: "hours", default: Some("48") },
    "Lifetime; tier project only",
);
pub(super) const OFFSET: Parameter = Parameter::optional(
    "offset",
    Shape::Count { max: None, default: 0 },
    "nextOffset of the last page",
);

pub(super) const fn limit(default: usize) -> Parameter {
    let shape = Shape::Count { max: Some(LIMIT_MAX), default };
    Parameter::optional("limit", shape, "Rows")
}

pub(super) const REMEMBER: [Parameter; 8] = [
    TEXT,
    Parameter::optional("kind", Shape::Word(&KINDS), "Default note"),
    TAGS,
    Parameter::optional("tier", Shape::Word(&TIERS), "Default by kind; only project ends"),
    TTL,
    Parameter::optional("source", Shape::Text(SOURCE_LIMIT), "Where it comes from"),
    Parameter::optional("derivedFrom", Shape::Texts(DERIVED_LIMIT), "Ids it was made from"),
    Parameter::optional("supersedes", Shape::Reference, "Id of the fact it replaces"),
];

pub(super) const RECALL: [Parameter; 5] = [
    Parameter::optional(
        "query",
        Shape::Text(Query::MAX_CHARACTERS),
        "Plain words; without it the newest facts",
    ),
    Parameter::optional("tiers", Shape::Words(&TIERS), "Only these, default all"),
    Parameter::optional("kind", Shape::Word(&KINDS), "Only this, default all"),
    limit(LIMIT_DEFAULT),
    OFFSET,
];

pub(super) const READ: [Parameter; 2] = [
    ID,
    Parameter::optional(
        "fromByte",
        Shape::Count { max: None, default: 0 },
        "nextByte of the last piece",
    ),
];

pub(super) const FORGET: [Parameter; 2] =
    [ID, Parameter::optional("dryRun", Shape::Flag, "Only say what would go")];

pub(super) const PROMOTE: [Parameter; 2] =
    [ID, Parameter::optional("destination", Shape::Word(&DESTINATIONS), "Default project-long")];

pub(super) const ADD: [Parameter; 4] = [
    Parameter::required("text", Shape::Text(BACKLOG_TEXT_LIMIT), "What is to be done"),
    TAGS,
    Parameter::optional(
        "dueInSeconds",
        Shape::Span { unit: "seconds", default: Some("none") },
        "Until it is due",
    ),
    Parameter::optional(
        "ttlHours",
        Shape::Span { unit: "hours", default: Some("48") },
        "Lifetime, at least until due",
    ),
];

pub(super) const LIST: [Parameter; 4] = [
    Parameter::optional("state", Shape::Word(&STATES), "Default open and taken"),
    Parameter::optional("all", Shape::Flag, "Other personas' too"),
    limit(BACKLOG_LIMIT_DEFAULT),
    OFFSET,
];

pub(super) const UPDATE: [Parameter; 3] = [
    ID,
    Parameter::required("state", Shape::Word(&MOVES), "Where it stands now"),
    Parameter::optional(
        "note",
        Shape::Text(BACKLOG_NOTE_LIMIT),
        "What became of it; done or dropped only",
    ),
];
