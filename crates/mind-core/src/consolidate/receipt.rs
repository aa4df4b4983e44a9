//! A receipt: what one change by a plan, or its undoing, took out of a store and put there instead (O-50 to O-52).

use super::plan::Origin;
use crate::digest;
use crate::fact::{Extra, Fact};
use crate::port::{Fingerprint, Record};
use crate::scan::{Field, FreeText};
use crate::scope::{Segment, Tier};
use crate::time::Timestamp;

/// Receipts one history holds.
pub const RECEIPTS_LIMIT: usize = 32;
/// Bytes one history holds.
pub const HISTORY_BYTES: u64 = 2 << 20;

/// What one change took out of a store and put there instead, written before the change and settled after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// `opt-` and 16 hex digits; no other receipt of the history has it.
    pub id: String,
    /// The plan that was applied; none of an undo.
    pub plan_id: Option<String>,
    /// The tier of the store.
    pub target: Tier,
    /// The persona that acted.
    pub persona: Segment,
    /// The slug of the project it acted in.
    pub project: Option<String>,
    /// Whose wish it was.
    pub origin: Origin,
    /// The model review it came from.
    pub run: Option<Run>,
    /// What is known of the outcome.
    pub state: ReceiptState,
    /// The code the change was refused with.
    pub reason: Option<String>,
    /// When it was written.
    pub created_at: Timestamp,
    /// When its outcome was written into it.
    pub settled_at: Option<Timestamp>,
    /// The receipt whose change this one takes back.
    pub undo_of: Option<String>,
    /// The bytes of the store before.
    pub before_fingerprint: Fingerprint,
    /// The sequence of the store before.
    pub before_sequence: u64,
    /// The bytes of the store after; none as long as nobody knows them.
    pub after_fingerprint: Option<Fingerprint>,
    /// The rows, one entry an operation.
    pub operations: Vec<Exchange>,
    /// Members this version does not know; they survive every change.
    pub extra: Extra,
}

/// Rows that go, and the rows that come in their place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// The rows that go, whole, in the order they stood in.
    pub before: Vec<Fact>,
    /// The rows that come, whole.
    pub after: Vec<Fact>,
}

/// The model review a change came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The run.
    pub id: String,
    /// The model.
    pub model: String,
    /// Its thinking level.
    pub thinking: String,
    /// Where the operator finds the archived reply.
    pub result_ref: Option<String>,
}

/// What is known of an outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReceiptState {
    /// Nothing: the change may have happened or not.
    Prepared,
    /// The store was changed.
    Applied,
    /// The store was not changed.
    Rejected,
    /// The store was changed, and changed back.
    Undone,
}

/// What may change of a receipt: what is known of its outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settlement {
    /// The outcome.
    pub state: ReceiptState,
    /// The code the change was refused with.
    pub reason: Option<String>,
    /// When this was known.
    pub settled_at: Timestamp,
    /// The bytes of the store after.
    pub after_fingerprint: Option<Fingerprint>,
}

impl ReceiptState {
    /// Every state.
    pub const ALL: [Self; 4] = [Self::Prepared, Self::Applied, Self::Rejected, Self::Undone];

    /// The state's name on every surface and in the file.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Prepared => "prepared",
            Self::Applied => "applied",
            Self::Rejected => "rejected",
            Self::Undone => "undone",
        }
    }
}

impl Receipt {
    /// The id of a receipt: `opt-` and the first 16 hex digits of SHA-256 over what it carries out, U+0000 and the time (O-51).
    pub fn id_of(act: &str, created_at: Timestamp) -> String {
        let parts = [act.as_bytes(), b"\0", created_at.to_string().as_bytes()].concat();
        format!("opt-{}", digest::short_hex(&[&parts], 16))
    }

    /// Whether its names have their form: `opt-` and 16 hex digits for itself and the receipt it takes back, `plan-` and 16 for its plan (O-38, O-51). A hand may have put other words there, and a name is shown.
    pub fn is_well_named(&self) -> bool {
        let receipt = |id: &String| is_named(id, "opt-");
        receipt(&self.id)
            && self.undo_of.as_ref().is_none_or(receipt)
            && self.plan_id.as_ref().is_none_or(|id| is_named(id, "plan-"))
    }

    /// Whether nobody has said yet what became of it.
    pub fn is_prepared(&self) -> bool {
        self.state == ReceiptState::Prepared
    }

    /// How many rows go.
    pub fn sources(&self) -> usize {
        self.operations.iter().map(|exchange| exchange.before.len()).sum()
    }

    /// How many rows come.
    pub fn replacements(&self) -> usize {
        self.operations.iter().map(|exchange| exchange.after.len()).sum()
    }

    /// Every row that goes.
    pub fn before(&self) -> impl Iterator<Item = &Fact> {
        self.operations.iter().flat_map(|exchange| &exchange.before)
    }

    /// Every row that comes.
    pub fn after(&self) -> impl Iterator<Item = &Fact> {
        self.operations.iter().flat_map(|exchange| &exchange.after)
    }
}

impl Settlement {
    /// The change happened, and left these bytes.
    pub(crate) const fn applied(at: Timestamp, after: Option<Fingerprint>) -> Self {
        let state = ReceiptState::Applied;
        Self { state, reason: None, settled_at: at, after_fingerprint: after }
    }

    /// The change did not happen.
    pub(crate) fn rejected(at: Timestamp, reason: Option<&str>) -> Self {
        let (state, reason) = (ReceiptState::Rejected, reason.map(str::to_owned));
        Self { state, reason, settled_at: at, after_fingerprint: None }
    }

    /// A receipt that was applied, taken back.
    pub(crate) fn undone(receipt: &Receipt, at: Timestamp) -> Self {
        Self {
            state: ReceiptState::Undone,
            reason: None,
            settled_at: at,
            after_fingerprint: receipt.after_fingerprint,
        }
    }
}

fn is_named(id: &str, prefix: &str) -> bool {
    let hex = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'a'..=b'f');
    id.strip_prefix(prefix).is_some_and(|digits| digits.len() == 16 && digits.bytes().all(hex))
}

/// What a receipt would bring into a store. The rows it takes out are in the store already, whatever a newer scanner says of them.
impl FreeText for Receipt {
    fn free_text<'a>(&'a self, visit: &mut dyn FnMut(Field, &'a str)) {
        self.after().for_each(|fact| fact.free_text(visit));
    }
}

impl Record for Receipt {
    type Stamp = Settlement;

    fn restamp(&mut self, stamp: &Settlement) {
        self.state = stamp.state;
        self.reason.clone_from(&stamp.reason);
        self.settled_at = Some(stamp.settled_at);
        self.after_fingerprint = stamp.after_fingerprint;
    }
}
