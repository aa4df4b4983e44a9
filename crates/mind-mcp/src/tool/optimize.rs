//! What the tools of consolidation take.

use mind_core::consolidate::inspect::{PAGE_DEFAULT, PAGE_LIMIT};
use mind_core::consolidate::listing::{HISTORY_DEFAULT, HISTORY_LIMIT};

use super::field::{OFFSET, TIERS};
use crate::parameter::{Parameter, Shape};

/// Characters of a fingerprint, of a plan's id and of a receipt's.
const WORD: usize = 80;

const TARGET: Parameter =
    Parameter::optional("target", Shape::Word(&TIERS), "Default project, outside one persona");
const ANY_TARGET: Parameter = Parameter::optional("target", Shape::Word(&TIERS), "Default all");
const FINGERPRINT: Parameter =
    Parameter::optional("fingerprint", Shape::Text(WORD), "That of the page before");

pub(crate) const INSPECT: [Parameter; 4] = [
    TARGET,
    OFFSET,
    Parameter::optional(
        "limit",
        Shape::Count { max: Some(PAGE_LIMIT as usize), default: PAGE_DEFAULT as usize },
        "Rows",
    ),
    FINGERPRINT,
];

pub(crate) const STAGE: [Parameter; 3] =
    [TARGET, FINGERPRINT, Parameter::required("operations", Shape::Operations, "Replacements")];

pub(crate) const APPLY: [Parameter; 1] =
    [Parameter::required("planId", Shape::Text(WORD), "The staged plan")];

pub(crate) const HISTORY: [Parameter; 4] = [
    ANY_TARGET,
    Parameter::optional("receiptId", Shape::Text(WORD), "Only this one, with its rows"),
    OFFSET,
    Parameter::optional(
        "limit",
        Shape::Count { max: Some(HISTORY_LIMIT as usize), default: HISTORY_DEFAULT as usize },
        "Receipts",
    ),
];

pub(crate) const UNDO: [Parameter; 2] =
    [Parameter::required("receiptId", Shape::Text(WORD), "The receipt"), ANY_TARGET];
