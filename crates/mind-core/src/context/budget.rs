//! How many bytes the blocks may have, and who gets which.

use crate::error::Error;

/// Tokens both blocks may have together when nothing is said.
pub const BUDGET_DEFAULT: usize = 2_400;
/// The smallest budget, in tokens.
pub const BUDGET_MIN: usize = 200;
/// The largest budget, in tokens.
pub const BUDGET_MAX: usize = 20_000;

/// Bytes a token is planned with, as in [`crate::text::token_estimate`].
const TOKEN_BYTES: usize = 3;

/// Bytes session notes may have: 600 tokens.
pub(super) const NOTES_BYTES: usize = 600 * TOKEN_BYTES;

/// The bytes both blocks may have together, and how many of them are already promised to hints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    bytes: usize,
    reserved: usize,
}

impl Budget {
    /// A budget of `tokens`, of which a host keeps `reserved` bytes for what it adds after the task block.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] outside 200–20,000 tokens; it is not clamped.
    pub fn of_tokens(tokens: usize, reserved: usize) -> Result<Self, Error> {
        if !(BUDGET_MIN..=BUDGET_MAX).contains(&tokens) {
            return Err(Error::OutOfRange {
                field: "budget",
                min: BUDGET_MIN as u64,
                max: BUDGET_MAX as u64,
                actual: tokens as u64,
            });
        }
        let bytes = tokens * TOKEN_BYTES;
        Ok(Self { bytes, reserved: reserved.min(bytes) })
    }

    /// All of it, in bytes.
    pub const fn bytes(self) -> usize {
        self.bytes
    }

    /// What is kept for hints, in bytes.
    pub const fn reserved(self) -> usize {
        self.reserved
    }

    /// What the standing block may have. Hints take from it only what the other half cannot give, so that its bytes do not change with them.
    pub(super) fn standing(self) -> usize {
        (self.bytes / 2).min(self.bytes - self.reserved)
    }

    /// What the task block may have beside a standing block of some bytes.
    pub(super) const fn task(self, standing: usize) -> usize {
        self.bytes - self.reserved - standing
    }
}
