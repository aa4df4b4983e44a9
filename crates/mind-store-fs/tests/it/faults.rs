//! T-4: a fault at every step of a workload, and the same call again.

use mind_core::error::Error;
use mind_core::port::{Commit, Durability};
use rstest::rstest;

use crate::disk::{Disk, Fault};
use crate::workload::{Call, GROUND, Part, World, act, retired_key, workload, world, world_of};

const EINTR: i32 = 4;
const EIO: i32 = 5;
const ENOSPC: i32 = 28;
const EROFS: i32 = 30;

/// P-10, P-26, D-32, D-34, D-70, D-74: the answer is true, and the cause once gone, the same call succeeds.
#[rstest]
#[case::input_output(Fault::Fails(EIO))]
#[case::no_space(Fault::Fails(ENOSPC))]
#[case::read_only(Fault::Fails(EROFS))]
#[case::interrupted(Fault::Fails(EINTR))]
#[case::short_write(Fault::Short)]
#[case::done_and_then_failed(Fault::Late(EIO))]
fn a_fault_at_every_step(#[case] fault: Fault) {
    let disk = Disk::with_directory(GROUND);
    for call in workload() {
        (call.before)(&disk);
        for part in &call.parts {
            let fork = disk.fork();
            act(&fork, *part).expect("nothing fails here");
            let steps = fork.steps();
            let worlds = (world(&disk), world(&fork));
            for step in 0..steps {
                fail_once(&disk.fork(), &call, *part, (step, fault), &worlds);
            }
            act(&disk, *part).expect("nothing fails here");
        }
    }
}

fn fail_once(
    disk: &Disk,
    call: &Call,
    part: Part,
    (step, fault): (usize, Fault),
    (before, after): &(World, World),
) {
    let at = format!("{part:?}, step {step}, {fault:?}");
    disk.fail_at(step, fault);
    let answer = act(disk, part);
    let seen = world(disk);
    match &answer {
        Ok(_) => assert_eq!(seen, *after, "{at}: said to be done"),
        Err(error) => {
            assert!(is_expected(error, fault), "{at}: {error:?}");
            let retired: Vec<String> = call.parts.iter().filter_map(list_of).collect();
            for (key, value) in seen.iter().filter(|(key, _)| !retired.contains(key)) {
                assert_eq!(*value, before[key], "{at}: said not to be done");
            }
        }
    }
    if matches!(fault, Fault::Fails(EINTR) | Fault::Short) {
        assert!(answer.is_ok(), "{at}: {answer:?}");
    }
    let again = act(disk, part);
    assert!(again.is_ok(), "{at}: not again: {again:?}");
    assert_eq!(world(disk), *after, "{at}: done again");
    let left: Vec<String> = disk.seen().into_keys().filter(|path| is_temporary(path)).collect();
    assert_eq!(left, [""; 0], "{at}: left behind");
    if is_durable(&again) {
        for image in disk.images_now() {
            assert_eq!(world_of(&image), *after, "{at}: lost");
        }
    }
}

/// The retired list of a supersession may hold the row before the store lets it go.
fn list_of(part: &Part) -> Option<String> {
    match part {
        Part::Supersede(at, ..) | Part::Retire(at, ..) => Some(retired_key(*at)),
        _ => None,
    }
}

fn is_expected(error: &Error, fault: Fault) -> bool {
    let code = match fault {
        Fault::Fails(ENOSPC) => "store.no_space",
        Fault::Fails(EROFS) => "store.read_only",
        _ => "store.io",
    };
    error.code() == code
}

/// Whoever is told that a change stands, or that nothing had to change, may rely on it.
fn is_durable(answer: &Result<Commit, Error>) -> bool {
    let doubtful = |commit: &Commit| {
        matches!(commit, Commit::Changed { durability: Durability::AppliedNotDurable, .. })
    };
    !answer.as_ref().is_ok_and(doubtful)
}

fn is_temporary(path: &str) -> bool {
    path.rsplit('/').next().is_some_and(|name| name.starts_with('.'))
}
