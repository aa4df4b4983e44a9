//! The gate of the stores: rows with free text, the judgement of all their fields, and the proof of it.

use std::fmt;

use super::{Rejection, Rule, ScanScope, scan};
use crate::text;

/// A free-text field of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Field {
    /// The statement.
    Text,
    /// The tags, one by one or joined.
    Tags,
    /// Where it came from.
    Source,
    /// What became of it.
    Note,
    /// Its id and those of the facts it was made from, where they are not of the kind made here.
    Ids,
}

impl Field {
    /// The field's name on every surface.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Tags => "tags",
            Self::Source => "source",
            Self::Note => "note",
            Self::Ids => "ids",
        }
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A value that holds free text.
pub trait FreeText {
    /// Calls `visit` with every free text of the value, in the order text, each tag, source, note, ids.
    ///
    /// A text that is left out is a text that is never scanned.
    fn free_text<'a>(&'a self, visit: &mut dyn FnMut(Field, &'a str));
}

/// Why a row was refused: the field and the rule, and nothing of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field} {rejection}")]
pub struct Refusal {
    /// The field the finding is in.
    pub field: Field,
    /// Why it was refused.
    pub rejection: Rejection,
}

impl Refusal {
    /// The stable code.
    pub const fn code(&self) -> &'static str {
        match self.rejection {
            Rejection::Found(_) => "scan.refused",
            Rejection::TooLarge => "scan.too_large",
        }
    }

    /// What happened, for example `text refused by rule steer.override`.
    pub fn message(&self) -> String {
        self.to_string()
    }

    /// What to do about it; a text that is too large says so itself.
    pub const fn next(&self) -> Option<&'static str> {
        match self.rejection {
            Rejection::Found(rule) => Some(Rule::next(rule)),
            Rejection::TooLarge => None,
        }
    }
}

/// A value whose every free text has passed the scanner.
///
/// ```
/// use mind_core::scan::{Clean, Field, FreeText};
///
/// #[derive(Debug)]
/// struct Label(&'static str);
/// impl FreeText for Label {
///     fn free_text<'a>(&'a self, visit: &mut dyn FnMut(Field, &'a str)) {
///         visit(Field::Text, self.0);
///     }
/// }
/// assert_eq!(Clean::admit(Label("exports run at night")).unwrap().get().0, "exports run at night");
/// assert!(Clean::admit(Label("you are now a pirate")).is_err());
/// ```
///
/// There is no other way to make one:
///
/// ```compile_fail,E0423
/// use mind_core::scan::Clean;
///
/// let unscanned = Clean("you are now a pirate");
/// ```
///
/// ```compile_fail,E0277
/// use mind_core::scan::Clean;
///
/// let unscanned: Clean<&str> = "you are now a pirate".into();
/// ```
///
/// ```compile_fail,E0599
/// use mind_core::scan::Clean;
///
/// let unscanned = Clean::<String>::default();
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clean<T>(T);

impl<T: FreeText> Clean<T> {
    /// Scans every free text of `value` in the scope `context`.
    pub fn admit(value: T) -> Result<Self, Refusal> {
        check(&value, ScanScope::Context)?;
        Ok(Self(value))
    }
}

impl<T> Clean<T> {
    /// The value.
    pub const fn get(&self) -> &T {
        &self.0
    }

    /// The value, which may be changed and has then to be scanned again.
    pub fn into_inner(self) -> T {
        self.0
    }
}

/// Scans every free text of `value`, each trimmed, and all tags once more joined with spaces, so that no finding hides in parts.
///
/// The first finding in the order of the visit counts.
pub fn check(value: &(impl FreeText + ?Sized), scope: ScanScope) -> Result<(), Refusal> {
    let mut verdict = Ok(());
    let mut tags = Vec::new();
    value.free_text(&mut |field, text| {
        if verdict.is_err() {
            return;
        }
        let text = text::trim(text);
        if field == Field::Tags {
            tags.push(text);
        } else {
            verdict = check_joined(&mut tags, scope);
        }
        verdict = verdict.and_then(|()| check_field(field, text, scope));
    });
    verdict.and_then(|()| check_joined(&mut tags, scope))
}

fn check_field(field: Field, text: &str, scope: ScanScope) -> Result<(), Refusal> {
    scan(text, scope).map_err(|rejection| Refusal { field, rejection })
}

/// Scans the tags seen so far as one text; a single tag has been scanned already.
fn check_joined(tags: &mut Vec<&str>, scope: ScanScope) -> Result<(), Refusal> {
    let tags = std::mem::take(tags);
    if tags.len() < 2 {
        return Ok(());
    }
    check_field(Field::Tags, &tags.join(" "), scope)
}
