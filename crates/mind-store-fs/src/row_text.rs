//! Rows as text, for a store of another kind.

use mind_core::backlog::BacklogItem;
use mind_core::consolidate::receipt::Receipt;
use mind_core::fact::{Fact, RetiredFact};
use mind_core::scope::Tier;

use crate::format::{Found, LineEnding, Printer, Row, Shape};

/// A row that another store can keep as the JSON object it is in a file of this one, described in `docs/storage-format.md`: members this version does not know keep their bytes, and texts written by any earlier version are read for ever.
pub trait RowText: Sized {
    /// The row of a place of this tier, as one JSON object. A member that has no meaning in the tier is left out.
    fn to_text(&self, tier: Tier) -> String;

    /// Reads such an object; nothing where it is no valid row of the tier, or where anything but white space follows it.
    fn from_text(text: &str, tier: Tier) -> Option<Self>;
}

macro_rules! row_text {
    ($($row:ty: $shape:expr;)*) => {
        $(
            impl RowText for $row {
                fn to_text(&self, tier: Tier) -> String {
                    write(self, $shape(tier))
                }

                fn from_text(text: &str, tier: Tier) -> Option<Self> {
                    read(text, $shape(tier))
                }
            }
        )*
    };
}

row_text! {
    Fact: Shape::Facts;
    RetiredFact: Shape::Retired;
    BacklogItem: |_| Shape::Backlog;
    Receipt: Shape::History;
}

fn write(row: &impl Row, shape: Shape) -> String {
    let mut to = Printer::new(LineEnding::Lf, 512);
    row.write(shape, &mut to);
    String::from_utf8(to.into_bytes()).expect("the printer is given strings alone")
}

fn read<T: Row>(text: &str, shape: Shape) -> Option<T> {
    let found: Found<T> = T::read(text, shape);
    let rest = text.get(found.length?..)?;
    found.row.filter(|_| rest.bytes().all(|byte| matches!(byte, b' ' | b'\n' | b'\r' | b'\t')))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROW: &str = r#"{"id": "650ab28c4432", "kind": "note", "text": "t", "tags": [], "recordedAt": "2026-11-20T10:00:00.000Z", "lastSeenAt": "2026-11-20T10:00:00.000Z", "colour": [1.0]}"#;

    /// Whatever is a valid row comes back exactly, members nobody knows included.
    #[test]
    fn a_row_comes_back() {
        let fact = Fact::from_text(ROW, Tier::Shared).expect("a valid row");
        let text = fact.to_text(Tier::Shared);
        assert!(text.contains("\"colour\": [1.0]"), "{text}");
        assert_eq!(Fact::from_text(&text, Tier::Shared), Some(fact));
    }

    /// What is no row of the tier, or more than a row, is none.
    #[test]
    fn anything_else_is_none() {
        let spaced = format!("{ROW}\r\n\t ");
        assert!(Fact::from_text(&spaced, Tier::Shared).is_some());
        for text in ["", "{}", "[]", "null", &ROW[1..], &format!("{ROW},"), &format!("{ROW}{ROW}")]
        {
            assert_eq!(Fact::from_text(text, Tier::Shared), None, "{text}");
        }
        assert_eq!(Fact::from_text(ROW, Tier::Project), None, "a working fact expires");
        assert_eq!(RetiredFact::from_text(ROW, Tier::Shared), None);
        assert_eq!(BacklogItem::from_text(ROW, Tier::Project), None);
        assert_eq!(Receipt::from_text(ROW, Tier::Shared), None);
    }
}
