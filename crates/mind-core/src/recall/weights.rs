//! Every constant of the score in one place, with what set it.

/// Weight of a path segment in a query that has the whole path.
pub(super) const SEGMENT: f64 = 0.5;
/// Weight of a part of an identifier in a query that has the whole.
pub(super) const PART: f64 = 0.6;
/// Weight of a part cut at a digit border.
pub(super) const BORDER: f64 = 0.2;
/// Weight of one character of an unspaced script that is also in a pair.
pub(super) const PAIRED_CHARACTER: f64 = 0.2;

/// The constants of the channels.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    /// BM25 saturation.
    pub k1: f64,
    /// BM25 length normalisation by profile: note, dialogue, transcript.
    pub b: [f64; 3],
    /// Weight of an occurrence in the source.
    pub source_field: f64,
    /// Weight of an occurrence in the kind.
    pub kind_field: f64,
    /// Share of a unit's inverse document frequency that its exact form adds.
    pub exact: f64,
    /// Weight of a neighbouring pair, by profile.
    pub phrase: [f64; 3],
}

impl Weights {
    /// The constants as shipped.
    pub const SHIPPED: Self = Self {
        k1: 0.9,
        b: [0.3, 0.3, 0.9],
        source_field: 0.3,
        kind_field: 0.5,
        exact: 0.1,
        phrase: [0.3, 0.3, 0.3],
    };
}
