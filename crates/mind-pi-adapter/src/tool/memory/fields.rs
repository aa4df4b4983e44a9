//! What the actions of the tool take.

use mind_core::fact::{DERIVED_LIMIT, SOURCE_LIMIT, TAGS_LIMIT, TEXT_LIMIT};
use mind_core::mind::{LIMIT_DEFAULT, LIMIT_MAX};
use mind_core::recall::Query;
use mind_core::scope::Tier;
use mind_mcp::parameter::{Parameter, Shape};
use mind_mcp::{DESTINATIONS, KINDS};

const TIERS: [&str; 5] = [
    Tier::Persona.as_str(),
    Tier::Shared.as_str(),
    Tier::ProjectLong.as_str(),
    Tier::Project.as_str(),
    Tier::Session.as_str(),
];

const SCOPES: [&str; 7] = ["all", "durable", "working", "session", "long", "short", "both"];

const ID: Parameter = Parameter::required("id", Shape::Reference, "Id or TIER/ID");
const TIER: Parameter = Parameter::optional("tier", Shape::Word(&TIERS), "Tier");

const REMEMBER: [Parameter; 10] = [
    Parameter::required("text", Shape::Text(TEXT_LIMIT), "One declarative statement"),
    Parameter::optional("kind", Shape::Word(&KINDS), "Default note"),
    TIER,
    Parameter::optional("tags", Shape::Texts(TAGS_LIMIT), "Labels"),
    Parameter::optional(
        "ttlHours",
        Shape::Span { unit: "hours", default: Some("48") },
        "Lifetime; tier project only",
    ),
    Parameter::optional("supersedes", Shape::Reference, "Id of the fact it replaces"),
    Parameter::optional("source", Shape::Text(SOURCE_LIMIT), "Where it comes from"),
    Parameter::optional("derivedFrom", Shape::Texts(DERIVED_LIMIT), "Ids it was made from"),
    Parameter::optional("term", Shape::Word(&["long", "short"]), "Older name of tier"),
    Parameter::optional("shared", Shape::Flag, "Older name of tier shared"),
];

const RECALL: [Parameter; 4] = [
    Parameter::optional(
        "query",
        Shape::Text(Query::MAX_CHARACTERS),
        "Plain words; without it the newest",
    ),
    Parameter::optional("scope", Shape::Word(&SCOPES), "Default all"),
    Parameter::optional(
        "max",
        Shape::Count { max: Some(LIMIT_MAX), default: LIMIT_DEFAULT },
        "Rows",
    ),
    Parameter::optional("offset", Shape::Count { max: None, default: 0 }, "Rows before"),
];

const READ: [Parameter; 3] = [
    ID,
    TIER,
    Parameter::optional("fromByte", Shape::Count { max: None, default: 0 }, "nextByte of the last"),
];

const FORGET: [Parameter; 2] = [ID, TIER];

const PROMOTE: [Parameter; 2] =
    [ID, Parameter::optional("destination", Shape::Word(&DESTINATIONS), "Default project-long")];

/// Every action with what it takes.
pub(crate) const ACTIONS: [(&str, &[Parameter]); 5] = [
    ("remember", &REMEMBER),
    ("recall", &RECALL),
    ("read", &READ),
    ("forget", &FORGET),
    ("promote", &PROMOTE),
];
