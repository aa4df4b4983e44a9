//! The ways to be broken.

/// One way to be broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// What was written is gone when the home is opened again.
    ForgetsOnReopen,
    /// Rows come back in another order.
    LosesOrder,
    /// Members it does not understand are dropped.
    DropsUnknownFields,
    /// A change is acknowledged as applied before it is.
    TellsBeforeWriting,
    /// Keeping the rows counts as a change.
    RaisesOnKeep,
    /// Deciders see the rows as this handle last wrote them.
    DecidesOnStaleRows,
    /// `expect` is not looked at.
    IgnoresExpect,
    /// Readers see half of the rows while a change is under way.
    ShowsHalf,
    /// A damaged place reads as an empty one.
    EmptyForDamaged,
    /// A second transaction is let in beside an open one.
    LetsTwoIn,
    /// Retired rows leave without being kept.
    ForgetsRetired,
    /// A change of facts touches the shared place as well.
    TouchesNeighbours,
    /// A newer version reads as an empty place.
    GuessesAtNewer,
    /// Errors show the rows they are about.
    TellsRows,
    /// Reads wait for the open transaction.
    ReadsUnderLock,
    /// A handle keeps what it has read and never looks again.
    NeverLooksAgain,
    /// Receipts come back without the members it does not understand.
    ThinsReceipts,
    /// Writing a receipt touches the facts it is about.
    ReceiptsTouchFacts,
    /// A receipt is acknowledged before it is written.
    TellsReceiptsBeforeWriting,
    /// A full history drops its oldest receipt, whatever it says.
    MakesRoomItself,
    /// A damaged history reads as an empty one.
    EmptyForDamagedHistory,
}

impl Flaw {
    /// Every flaw.
    pub const ALL: [Self; 21] = [
        Self::ForgetsOnReopen,
        Self::LosesOrder,
        Self::DropsUnknownFields,
        Self::TellsBeforeWriting,
        Self::RaisesOnKeep,
        Self::DecidesOnStaleRows,
        Self::IgnoresExpect,
        Self::ShowsHalf,
        Self::EmptyForDamaged,
        Self::LetsTwoIn,
        Self::ForgetsRetired,
        Self::TouchesNeighbours,
        Self::GuessesAtNewer,
        Self::TellsRows,
        Self::ReadsUnderLock,
        Self::NeverLooksAgain,
        Self::ThinsReceipts,
        Self::ReceiptsTouchFacts,
        Self::TellsReceiptsBeforeWriting,
        Self::MakesRoomItself,
        Self::EmptyForDamagedHistory,
    ];
}
