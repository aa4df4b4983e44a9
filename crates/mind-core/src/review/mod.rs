//! Review by a model: it is shown a few records and may propose better wordings of them; everything it answers is judged here, and nothing else of it is ever used.
//!
//! A review is three synchronous steps around one model call, during which no lock is held: [`prepare`](prepare::prepare) (snapshot → window → request), the model, [`judge`](judge::judge) (reply → plan), and applying the plan, which is consolidation's.
//! [`schedule`] says when a review runs inside a host's session.

pub mod digest;
pub mod judge;
pub mod log;
pub mod policy;
pub mod prepare;
pub mod proposal;
mod record;
pub mod reply;
pub mod request;
pub mod schedule;
pub mod window;

pub use record::CHARACTERS_LIMIT;
