//! What sort of refusal an error is.

/// How a caller should take an error; exit codes and wire answers follow it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The call asked for something that is refused as it stands.
    User,
    /// The call met a state that another call may change.
    Conflict,
    /// The store cannot be used now.
    Unavailable,
    /// The store is damaged.
    Corrupt,
    /// A defect of this program.
    Internal,
    /// The host cannot do its part now, or not for this owner.
    Host,
}
