//! Replies to a review: nothing changes unless a reply is valid, and then everything the contract says holds.

use std::sync::OnceLock;
use std::time::Duration;

use mind_core::Mind;
use mind_core::consolidate::plan::Origin;
use mind_core::port::{Clock, Store};
use mind_core::review::prepare::Prepared;
use mind_core::scope::Tier;
use mind_store_fs::{FsStore, Limits};
use mind_testkit::replies::{Desk, Replies, hold};
use mind_testkit::{FakeStore, FixedClock};
use tempfile::TempDir;

use super::machine::ALLOWED;

/// One accepted reply of so many is applied on disk; the others in memory.
const ON_DISK: usize = 16;

/// Who asked, and a reply: as it stands, or one of [`Replies`] with the rest of the bytes put into it.
pub(crate) fn holds(bytes: &[u8]) {
    let (manner, rest) = super::split(bytes);
    let origin = if manner & 1 == 0 { Origin::Explicit } else { Origin::Auto };
    let text =
        if manner & 2 == 0 { String::from_utf8_lossy(rest).into_owned() } else { made(rest) };
    let prepared = &review()[usize::from(manner & 1)];
    let judge = || {
        let held = hold(prepared, &text, prepared.created_at);
        held.unwrap_or_else(|why| panic!("{why}")).is_some()
    };
    let accepted = judge();
    assert_eq!(accepted, judge(), "judged otherwise the second time: {text}");
    if !accepted {
        return;
    }
    if text.len().is_multiple_of(ON_DISK) {
        let room = TempDir::new().expect(ALLOWED);
        let store = FsStore::new(room.path().join("memory"), Limits::default());
        round_trip(&desk(store), origin, &text);
    } else {
        round_trip(&desk(FakeStore::new()), origin, &text);
    }
}

/// A reply that has something wrong with it, or not, and something more put in somewhere.
fn made(bytes: &[u8]) -> String {
    let (seed, rest) = bytes.split_at(bytes.len().min(4));
    let seed = seed.iter().fold(0, |seed, byte| seed << 8 | u64::from(*byte));
    let desk = desk(FakeStore::new());
    let foreign = desk.foreign(&review()[0]).expect("a whole store");
    let mut reply = Replies::new(seed, &review()[0], &foreign).reply();
    let Some((place, more)) = rest.split_first() else { return reply };
    let mut at = reply.len() * usize::from(*place) / 255;
    while !reply.is_char_boundary(at) {
        at -= 1;
    }
    reply.insert_str(at, &String::from_utf8_lossy(more));
    reply
}

/// The review a person asked for, and the one nobody looks at.
fn review() -> &'static [Prepared; 2] {
    static REVIEW: OnceLock<[Prepared; 2]> = OnceLock::new();
    REVIEW.get_or_init(|| {
        let desk = desk(FakeStore::new());
        [Origin::Explicit, Origin::Auto].map(|origin| desk.prepared(origin))
    })
}

fn desk<S: Store>(store: S) -> Desk<S, FixedClock> {
    let mind = Mind::new(store, FixedClock::default(), Duration::from_secs(5));
    Desk::new(mind, Tier::ProjectLong).expect("good facts")
}

/// What is accepted is applied as it was shown, and undone to the very rows.
fn round_trip<S: Store, C: Clock>(desk: &Desk<S, C>, origin: Origin, text: &str) {
    let prepared = desk.prepared(origin);
    let change = hold(&prepared, text, prepared.created_at).expect("as before");
    let change = change.expect("the same facts are the same review");
    desk.round_trip(&prepared, &change).unwrap_or_else(|why| panic!("{why}: {text}"));
}
