//! The channels a score is made of, and their shares.

use super::number::six_decimals;

/// One reason for a score; the order is the order of `parts`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Channel {
    /// Words of the query by their stems: BM25 over weighted fields.
    Lexical,
    /// Words in exactly the form the query has, and whole identifiers.
    Exact,
    /// Neighbouring words of the query that are neighbours in the row.
    Phrase,
    /// Terms that look like a word of the query.
    Fuzzy,
    /// Rows said just before or after a matching one.
    Neighbour,
    /// The session the row belongs to.
    Group,
    /// Rows it is related to.
    Relation,
    /// When it was recorded, and whether it states a time when asked for one.
    Time,
    /// Who said it.
    Who,
    /// Whether the row is itself a question.
    Form,
}

impl Channel {
    /// Every channel, in order.
    pub const ALL: [Self; 10] = [
        Self::Lexical,
        Self::Exact,
        Self::Phrase,
        Self::Fuzzy,
        Self::Neighbour,
        Self::Group,
        Self::Relation,
        Self::Time,
        Self::Who,
        Self::Form,
    ];

    /// The name as explanations print it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Lexical => "lexical",
            Self::Exact => "exact",
            Self::Phrase => "phrase",
            Self::Fuzzy => "fuzzy",
            Self::Neighbour => "neighbour",
            Self::Group => "group",
            Self::Relation => "relation",
            Self::Time => "time",
            Self::Who => "who",
            Self::Form => "form",
        }
    }
}

/// A set of channels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Channels(u16);

impl Channels {
    /// No channel.
    pub const NONE: Self = Self(0);

    /// This set and one more channel.
    #[must_use]
    pub const fn with(self, channel: Channel) -> Self {
        Self(self.0 | 1 << channel as u16)
    }

    /// Whether the channel is in the set.
    pub const fn contains(self, channel: Channel) -> bool {
        self.0 & (1 << channel as u16) != 0
    }
}

/// What each channel gave one row.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Shares([f64; Channel::ALL.len()]);

impl Shares {
    /// Adds to a channel's share.
    pub(super) fn add(&mut self, channel: Channel, share: f64) {
        self.0[channel as usize] += share;
    }

    /// The sum, always taken in the channels' order.
    pub(super) fn total(&self) -> f64 {
        self.0.iter().sum()
    }

    /// The score and the shares that are not zero, rounded to six decimals; the last share takes the rounding, so that they add up as printed.
    pub(super) fn rounded(&self) -> (f64, Vec<(Channel, f64)>) {
        let score = six_decimals(self.total());
        let mut parts: Vec<(Channel, f64)> = Channel::ALL
            .into_iter()
            .map(|channel| (channel, six_decimals(self.0[channel as usize])))
            .filter(|(_, share)| *share != 0.0)
            .collect();
        if let Some((_, last)) = parts.last_mut() {
            *last = 0.0;
        }
        let others: f64 = parts.iter().map(|(_, share)| share).sum();
        if let Some((_, last)) = parts.last_mut() {
            *last = six_decimals(score - others);
        }
        (score, parts)
    }
}
