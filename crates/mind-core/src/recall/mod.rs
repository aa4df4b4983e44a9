//! Recall: finding the right fact, offline, and saying why.

/// placeholder
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Channel {
    /// x
    Lexical,
}
impl Channel {
    /// name
    pub const fn as_str(self) -> &'static str {
        "lexical"
    }
}
