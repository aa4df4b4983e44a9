//! What happens to the machine.

use crate::error::{ApplyError, ConsolidateError, Error, ErrorKind, ReviewError};
use crate::mind::Applied;
use crate::review::digest::WindowDigest;
use crate::review::log::{Outcome, ReviewRecord};
use crate::review::prepare::{Model, Prepared, Skip};
use crate::review::request::RunId;
use crate::review::window::Progress;
use crate::scope::{Segment, Tier};

/// Something that happened. One that does not fit the phase, or names another run, changes nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A session opened, or a new owner became ready.
    Activate(Activation),
    /// A remember, a capture or a promotion wrote this tier.
    Saved(Tier),
    /// The host's agent came to rest.
    Settled {
        /// Input tokens since the last time.
        input: u64,
        /// Whether the host is idle now.
        idle: bool,
        /// Whether messages wait for it.
        pending: bool,
    },
    /// The user asked for a review of these targets, in this order.
    Request {
        /// The targets.
        targets: Vec<Tier>,
        /// Whether the host is idle now.
        idle: bool,
    },
    /// The timer of the reviews went off.
    Timer,
    /// What came of [`Effect::Prepare`](super::Effect::Prepare).
    Prepared(Tier, Preparation),
    /// The host could not append the started record of a run.
    NotRecorded(RunId),
    /// The worker of a run came to an end.
    Worker(RunId, WorkerEnd),
    /// A proposal card of a run was written down, or could not be.
    Card {
        /// The run.
        run: RunId,
        /// Whether the host reported it as appended.
        written: bool,
    },
    /// What came of [`Effect::Apply`](super::Effect::Apply).
    Applied(RunId, ApplyEnd),
    /// The user typed, or the agent began to work.
    Interrupt,
    /// Reviews by themselves were switched off.
    Off,
    /// And on again.
    On,
    /// The session, its owner or its project is gone.
    Gone,
}

/// A session, as reviews see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Activation {
    /// Whether reviews may begin by themselves, as the one policy says ([`Policy`](crate::review::policy::Policy)).
    pub enabled: bool,
    /// The acting persona.
    pub persona: Segment,
    /// The project's slug; none in the home directory, where only the persona's facts are reviewed.
    pub project: Option<String>,
    /// The records of the session, oldest first, of whatever branch.
    pub records: Vec<ReviewRecord>,
}

/// What preparing came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Preparation {
    /// There is a window.
    Window {
        /// The run it makes.
        run: RunId,
        /// What it says.
        digest: WindowDigest,
        /// How many records it has.
        records: usize,
        /// Where the next review begins.
        after: Progress,
        /// The model that is asked.
        model: Model,
    },
    /// There is none.
    Skipped(Skip),
    /// Nothing was looked at, because no model is selected.
    NoModel,
}

impl Preparation {
    /// The event for what [`prepare`](crate::review::prepare::prepare) answered.
    pub fn of(result: &Result<Prepared, Skip>) -> Self {
        match result {
            Ok(prepared) => Self::Window {
                run: prepared.run.clone(),
                digest: prepared.digest.clone(),
                records: prepared.window.len(),
                after: prepared.after,
                model: prepared.model.clone(),
            },
            Err(skip) => Self::Skipped(skip.clone()),
        }
    }
}

/// How a worker ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WorkerEnd {
    /// It answered, and the answer was judged.
    Judged {
        /// What came of it.
        verdict: Verdict,
        /// An opaque word under which the companion keeps the answer.
        result_ref: Option<String>,
    },
    /// It failed.
    Failed(WorkerFault),
    /// The host did not start it.
    Declined(DeclineReason),
}

/// What judging came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The model leaves the records alone.
    Nothing,
    /// There is a plan; the caller keeps it.
    Accepted {
        /// What the window will say.
        digest: WindowDigest,
        /// How many rows it replaces.
        sources: usize,
        /// How many rows take their place.
        replacements: usize,
        /// How many cards show it, all of which have to be written before it is applied.
        cards: usize,
    },
    /// The reply was refused.
    Refused(Error),
}

macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$of:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name {
            $($(#[$of])* $variant,)*
        }

        impl $name {
            /// The word on every surface.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word,)* }
            }

            /// What a host called it; another word is `other`.
            pub fn of(word: &str) -> Self {
                let all = [$(Self::$variant),*];
                all.into_iter().find(|one| one.as_str() == word).unwrap_or(Self::Other)
            }
        }
    };
}

words! {
    /// Why a worker failed.
    WorkerFault {
        /// The provider answered with an error.
        ProviderError = "provider_error",
        /// It took longer than it may.
        Deadline = "deadline",
        /// The companion found no answer in what came back.
        InvalidOutput = "invalid_output",
        /// The answer was too long to be passed on.
        TooLong = "too_long",
        /// It was cancelled, but not by us.
        Cancelled = "cancelled",
        /// Something else.
        Other = "other",
    }
}

words! {
    /// Why a host did not start a worker.
    DeclineReason {
        /// It has one already.
        Busy = "busy",
        /// It may not.
        Disabled = "disabled",
        /// It does not have exactly this model.
        ModelUnavailable = "model_unavailable",
        /// It cannot.
        Unsupported = "unsupported",
        /// Nobody answered.
        NoAnswer = "no_answer",
        /// More than one answered.
        Ambiguous = "ambiguous",
        /// The answer could not be read.
        Malformed = "malformed",
        /// Something else.
        Other = "other",
    }
}

/// How applying ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ApplyEnd {
    /// The plan was carried out.
    Applied {
        /// The receipt.
        receipt: String,
    },
    /// Nobody knows whether it was.
    Uncertain {
        /// The receipt that tells in time.
        receipt: String,
    },
    /// Nothing changed.
    Refused(Error),
}

impl ApplyEnd {
    /// The event for what [`Mind::apply`](crate::Mind::apply) answered.
    pub fn of(result: Result<Applied, Error>) -> Self {
        match result {
            Ok(applied) => Self::Applied { receipt: applied.receipt_id },
            Err(Error::Consolidate(ConsolidateError::Apply(ApplyError::OutcomeUncertain {
                receipt,
                ..
            }))) => Self::Uncertain { receipt },
            Err(error) => Self::Refused(error),
        }
    }

    /// The outcome of a review that ends so (O-93).
    pub(super) fn outcome(&self) -> Outcome {
        match self {
            Self::Applied { .. } => Outcome::Applied,
            Self::Uncertain { .. } => Outcome::Uncertain,
            Self::Refused(error) => match (error, error.kind()) {
                (Error::Review(ReviewError::Interrupted | ReviewError::Off), _) => {
                    Outcome::Cancelled
                }
                (Error::OwnerChanged, _) => Outcome::Cancelled,
                (_, ErrorKind::Unavailable | ErrorKind::Corrupt | ErrorKind::Internal) => {
                    Outcome::Failed
                }
                _ => Outcome::Conflict,
            },
        }
    }
}

/// Why a run that is being applied must change nothing any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The user went on working.
    Interrupted,
    /// Reviews were switched off.
    Off,
    /// The run is not known any more: its session or owner is gone.
    Gone,
}

impl Stop {
    /// The refusal inside the store's decision.
    pub fn error(self) -> Error {
        match self {
            Self::Interrupted => ReviewError::Interrupted.into(),
            Self::Off => ReviewError::Off.into(),
            Self::Gone => Error::OwnerChanged,
        }
    }
}
