//! Everything the core refuses or a store cannot do: one enum, each variant with a stable code, a kind, numbers and names for `detail`, and the remedy.
//!
//! No variant can hold memory text: fields are limits, counts, ids, references, tiers, labels and paths.

mod apply;
mod candidate;
mod consolidate;
mod describe;
mod kind;
mod note;
mod review;
mod store;

pub use apply::ApplyError;
pub use candidate::{CANDIDATES_LISTED, Candidate, Candidates};
pub use consolidate::{ConsolidateError, Role};
pub use describe::Detail;
pub use kind::ErrorKind;
pub use note::{NoteError, NoteLimit};
pub use review::ReviewError;
pub use store::{StoreError, StoreFault, StoreWarning};

use crate::fact::Kind;
use crate::scan::Refusal;
use crate::scope::Tier;

/// Why a use case was refused or could not be carried out. Nothing was changed, unless the variant says otherwise.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Bytes that are not UTF-8.
    #[error("input is not valid UTF-8")]
    NotUtf8,
    /// A number outside its range.
    #[error("`{field}` is {actual}, allowed are {min} to {max}")]
    OutOfRange {
        /// The parameter.
        field: &'static str,
        /// The smallest allowed.
        min: u64,
        /// The largest allowed.
        max: u64,
        /// What was given.
        actual: u64,
    },
    /// A date in none of the accepted forms.
    #[error("`{field}` is not a date in an accepted form")]
    DateInvalid {
        /// The parameter.
        field: &'static str,
    },

    /// A fact without text.
    #[error("fact text is empty")]
    TextEmpty,
    /// A fact's text over its limit.
    #[error("fact text has {actual} characters, allowed are {limit}")]
    TextTooLong {
        /// Characters allowed.
        limit: usize,
        /// Characters given.
        actual: usize,
    },
    /// A kind that does not exist.
    #[error("unknown kind")]
    KindUnknown,
    /// A tag holding a control character or a line separator.
    #[error("a tag holds a control character or a line separator")]
    TagInvalid,
    /// A tag over its limit.
    #[error("a tag has {actual} characters, allowed are {limit}")]
    TagTooLong {
        /// Characters allowed.
        limit: usize,
        /// Characters given.
        actual: usize,
    },
    /// More tags than one fact may have.
    #[error("{actual} tags given, allowed are {limit}")]
    TagsTooMany {
        /// Tags allowed.
        limit: usize,
        /// Tags given.
        actual: usize,
    },
    /// A source over its limit.
    #[error("source has {actual} characters, allowed are {limit}")]
    SourceTooLong {
        /// Characters allowed.
        limit: usize,
        /// Characters given.
        actual: usize,
    },
    /// More origins than one fact may have.
    #[error("{actual} derived-from ids given, allowed are {limit}")]
    DerivedTooMany {
        /// Ids allowed.
        limit: usize,
        /// Ids given.
        actual: usize,
    },
    /// A reference outside its grammar.
    #[error("not a valid id or reference")]
    IdInvalid,
    /// A lifetime that is no positive number of hours, or that leads past the year 9999.
    #[error("ttl is not a positive number of hours that ends before the year 10000")]
    TtlInvalid,
    /// A lifetime for a tier whose rows never expire.
    #[error("a ttl is allowed in tier project only, not in {tier}")]
    TtlNotAllowed {
        /// The tier the fact would have gone to.
        tier: Tier,
    },
    /// A tier that does not exist or does not fit the call.
    #[error("unknown tier, or not one this call can use")]
    TierUnknown,
    /// A kind the tier does not take.
    #[error("kind {kind} is not kept in tier {tier}")]
    TierKind {
        /// The kind given.
        kind: Kind,
        /// The tier given.
        tier: Tier,
    },
    /// Nothing live answers to the reference.
    #[error("no fact answers to {reference}")]
    NotFound {
        /// What was asked for.
        reference: String,
    },
    /// A row that is to be consolidated is in another store than the plan's.
    #[error("the fact {reference} is kept in tier {tier}")]
    NotInTarget {
        /// What was asked for.
        reference: String,
        /// Where it is.
        tier: Tier,
    },
    /// Only an expired row answers.
    #[error("the fact {reference} has expired")]
    Expired {
        /// What was asked for.
        reference: String,
    },
    /// Several rows answer.
    #[error("{reference} names {} rows", candidates.listed.len() + candidates.further)]
    AmbiguousId {
        /// What was asked for.
        reference: String,
        /// The rows, with references that tell them apart.
        candidates: Box<Candidates>,
    },
    /// The row belongs to another persona or to nobody.
    #[error("the fact {reference} belongs to another persona or to nobody")]
    ForeignOwner {
        /// What was asked for.
        reference: String,
    },
    /// A fact cannot replace itself.
    #[error("a fact cannot supersede its own content")]
    SupersedesSelf,
    /// Only rows outside the working tier answer.
    #[error("the fact {reference} is not a working fact")]
    NotWorking {
        /// What was asked for.
        reference: String,
    },

    /// A session note asked for outside a host session.
    #[error("there is no host session")]
    NoSession,
    /// Something is wrong with a session note.
    #[error(transparent)]
    Note(#[from] NoteError),
    /// The memory may belong to someone else than when the call began.
    #[error("the owner of this memory changed")]
    OwnerChanged,

    /// A backlog item without text.
    #[error("backlog text is empty")]
    BacklogTextEmpty,
    /// A backlog text over its limit.
    #[error("backlog text has {actual} characters, allowed are {limit}")]
    BacklogTooLong {
        /// Characters allowed.
        limit: usize,
        /// Characters given.
        actual: usize,
    },
    /// A closing note over its limit.
    #[error("backlog note has {actual} characters, allowed are {limit}")]
    BacklogNoteTooLong {
        /// Characters allowed.
        limit: usize,
        /// Characters given.
        actual: usize,
    },
    /// A due time that is no positive number of seconds, or that leads past the year 9999.
    #[error("due is not a positive number of seconds that ends before the year 10000")]
    DueInvalid,
    /// A state that does not exist.
    #[error("unknown backlog state")]
    StateUnknown,
    /// An equal item is already taken.
    #[error("an equal item is already taken: {id}")]
    AlreadyTaken {
        /// The item.
        id: String,
    },
    /// An equal item is already done.
    #[error("an equal item is already done: {id}")]
    AlreadyDone {
        /// The item.
        id: String,
    },
    /// An equal item was dropped.
    #[error("an equal item was dropped: {id}")]
    AlreadyDropped {
        /// The item.
        id: String,
    },
    /// The item is done or dropped.
    #[error("the item {reference} is closed")]
    BacklogClosed {
        /// What was asked for.
        reference: String,
    },
    /// Only an expired item answers.
    #[error("the item {reference} has expired")]
    BacklogExpired {
        /// What was asked for.
        reference: String,
    },
    /// No item answers.
    #[error("no backlog item answers to {reference}")]
    BacklogNotFound {
        /// What was asked for.
        reference: String,
    },
    /// Several items answer.
    #[error("{reference} names {} backlog items", candidates.listed.len() + candidates.further)]
    BacklogAmbiguousId {
        /// What was asked for.
        reference: String,
        /// The items, with references that tell them apart.
        candidates: Box<Candidates>,
    },

    /// A project tier or the backlog asked for outside a project.
    #[error("there is no project here")]
    NoProject,
    /// A persona name over its limit.
    #[error("persona name has {actual} bytes, allowed are {limit}")]
    NameInvalid {
        /// Bytes allowed.
        limit: usize,
        /// Bytes given.
        actual: usize,
    },
    /// The persona's store was recorded under another name.
    #[error("the store of persona segment {segment} belongs to another name")]
    NameCollision {
        /// The segment both names share.
        segment: String,
    },
    /// The project's store was recorded under another path.
    #[error("the store of project {slug} belongs to another path")]
    SlugCollision {
        /// The slug both paths share.
        slug: String,
    },

    /// A query over 512 characters; never echoed.
    #[error("query has {actual} characters, allowed are {limit}")]
    QueryTooLong {
        /// Characters allowed.
        limit: usize,
        /// Characters given.
        actual: usize,
    },

    /// The scanner refused a field.
    #[error("{}", .0.message())]
    Scan(Refusal),
    /// A page or a plan of consolidation was refused.
    #[error(transparent)]
    Consolidate(#[from] ConsolidateError),
    /// A review was refused, or what a model proposed.
    #[error(transparent)]
    Review(#[from] ReviewError),
    /// A store could not do what was asked.
    #[error(transparent)]
    Store(#[from] StoreError),
}
