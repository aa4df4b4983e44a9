//! How long a durable change and a read of many facts take, beside what the disk itself takes. Run with `--release`.

#![expect(clippy::print_stdout, reason = "an example answers on standard output")]

use std::fs::{self, File};
use std::hint::black_box;
use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use mind_core::fact::{Extra, Fact, FactText, Kind, Tags, content_id};
use mind_core::port::{Clock as _, Decision, Edits, Expect, Store as _};
use mind_core::scan::Clean;
use mind_core::scope::{FactPlace, Persona};
use mind_store_fs::{FsStore, Limits, SystemClock};

const WAIT: Duration = Duration::from_secs(30);

fn main() {
    let place = FactPlace::Persona(Persona::named("dev").expect("short"));
    for rows in [10, 1_000, 10_000] {
        let home = std::env::current_dir().expect("there is one").join("target/speed");
        let _ = fs::remove_dir_all(&home);
        fs::create_dir_all(&home).expect("writable");
        let limits = Limits::new(16 << 20, 20_000).expect("within range");
        let store = FsStore::new(home.join("mind"), limits);
        fill(&store, &place, rows);
        let file = home.join("mind/memory/ltm/dev.json");
        let bytes = fs::read(&file).expect("just written");
        let mut next = rows;
        let rounds = if rows > 5_000 { 30 } else { 100 };
        let (mut raw, mut change) = (Vec::new(), Vec::new());
        for _ in 0..rounds {
            raw.push(timed(|| replace(&home.join("raw"), &bytes)));
            change.push(timed(|| {
                next += 1;
                append(&store, &place, &[fact(next)]);
            }));
        }
        let read: Vec<Duration> =
            (0..rounds).map(|_| timed(|| _ = black_box(cold(&store, &place)))).collect();
        let warm: Vec<Duration> = (0..rounds)
            .map(|_| timed(|| drop(black_box(store.facts(&place).expect("readable")))))
            .collect();
        let bytes_only: Vec<Duration> =
            (0..rounds).map(|_| timed(|| drop(black_box(fs::read(&file))))).collect();
        println!(
            "{rows:>6} rows, {:>8} bytes: replace {:?}, change {:?}, read {:?} (bytes alone {:?}), again {:?}",
            bytes.len(),
            least_and_median(raw),
            least_and_median(change),
            least_and_median(read),
            least_and_median(bytes_only),
            least_and_median(warm)
        );
    }
}

fn cold(store: &FsStore, place: &FactPlace) -> usize {
    let fresh = FsStore::new(store.home().to_owned(), Limits::new(16 << 20, 20_000).expect("fits"));
    fresh.facts(place).expect("readable").rows.len()
}

/// What one durable replacement costs at the least: write, sync, rename, sync of the directory.
fn replace(path: &Path, bytes: &[u8]) {
    let temporary = path.with_extension("tmp");
    let mut file = File::create(&temporary).expect("writable");
    file.write_all(bytes).expect("writable");
    file.sync_all().expect("synced");
    fs::rename(&temporary, path).expect("renamed");
    let directory = path.parent().expect("in a directory");
    File::open(directory).expect("there").sync_all().expect("synced");
}

fn fill(store: &FsStore, place: &FactPlace, rows: usize) {
    append(store, place, &(0..rows).map(fact).collect::<Vec<_>>());
}

fn append(store: &FsStore, place: &FactPlace, rows: &[Fact]) {
    let mut transaction = store.transaction(SystemClock.now(), WAIT).expect("nobody holds it");
    let decide = &mut |_: &[Fact]| {
        let mut edits = Edits::new();
        for row in rows {
            edits.append(Clean::admit(row.clone()).expect("harmless"));
        }
        Decision::Edit(edits)
    };
    transaction.update(place, Expect::Any, decide).expect("written");
}

fn fact(number: usize) -> Fact {
    let text = format!(
        "The service number {number} keeps its settings in one file, and whoever changes them runs the full checks before a commit."
    );
    let tags = Tags::parse(["settings", "checks"]).expect("short");
    let now = SystemClock.now();
    Fact {
        id: content_id(Kind::Convention, &text, &tags),
        kind: Kind::Convention,
        text: FactText::parse(&text).expect("short"),
        tags,
        recorded_at: now,
        last_seen_at: now,
        expires_at: None,
        persona: None,
        supersedes: None,
        source: None,
        derived_from: Vec::new(),
        extra: Extra::default(),
    }
}

fn timed(work: impl FnOnce()) -> Duration {
    let begun = Instant::now();
    work();
    begun.elapsed()
}

/// The least and the middle one: the first says what the work costs, the second what the machine was doing besides.
fn least_and_median(mut times: Vec<Duration>) -> (Duration, Duration) {
    times.sort();
    (times[0], times[times.len() / 2])
}
