//! T-3: a power cut at every step of a workload, in every state it could leave.

use mind_core::error::StoreWarning;
use mind_core::port::{Commit, Durability};
use rstest::rstest;

use crate::disk::{Disk, Fault, Image, Leaf, Omission};
use crate::workload::{
    Call, DAMAGE, GROUND, Part, Where, World, act, retired_key, workload, world, world_of,
};

const EIO: i32 = 5;

/// Runs the workload and looks at every image. Answers how many there were, or what was wrong with one.
fn survive(omission: Option<Omission>) -> Result<usize, String> {
    let disk = Disk::with_directory(GROUND);
    if let Some(omission) = omission {
        disk.omit(omission);
    }
    let mut looked_at = 0;
    for call in workload() {
        (call.before)(&disk);
        let end = without_a_crash(&disk, &call);
        for part in &call.parts {
            let before = world(&disk);
            disk.begin_recording();
            let commit = act(&disk, *part).map_err(|error| format!("{part:?}: {error}"))?;
            let images = disk.end_recording();
            let after = world(&disk);
            looked_at += images.len();
            for image in &images {
                let checked = check(image, &call, *part, (&before, &after), &end);
                checked.map_err(|why| format!("{part:?}: {why}\n{}", shown(image)))?;
            }
            for image in certain(&disk, &commit) {
                if world_of(&image) != after {
                    return Err(format!(
                        "{part:?}: lost after it was acknowledged\n{}",
                        shown(&image)
                    ));
                }
            }
        }
    }
    Ok(looked_at)
}

/// Where the call leads when nothing happens.
fn without_a_crash(disk: &Disk, call: &Call) -> World {
    let fork = disk.fork();
    for part in &call.parts {
        act(&fork, *part).expect("nothing fails here");
    }
    world(&fork)
}

/// What a power cut at any later moment could leave, if the change is said to outlive it.
fn certain(disk: &Disk, commit: &Commit) -> Vec<Image> {
    match commit {
        Commit::Changed { durability: Durability::AppliedNotDurable, .. } => Vec::new(),
        _ => disk.images_now(),
    }
}

fn check(
    image: &Image,
    call: &Call,
    part: Part,
    (before, after): (&World, &World),
    end: &World,
) -> Result<(), String> {
    let seen = world_of(image);
    let unsettled = |key: &str| call.unsettled && key == "Dev";
    for (key, value) in seen.iter().filter(|(key, _)| !unsettled(key)) {
        if *value != before[key] && *value != after[key] {
            return Err(format!("{key} is neither as before nor as after: {value:?}"));
        }
    }
    if let Part::Supersede(at, old, _) | Part::Retire(at, old, _) = part {
        let holds = |key: &str| seen[key].iter().flatten().any(|text| text == old);
        if !holds(&format!("{at:?}")) && !holds(&retired_key(at)) {
            return Err(format!("{old} is neither in the store nor retired"));
        }
    }
    if let [Part::Remember(to, moved), Part::Forget(from, _)] = call.parts[..]
        && ![to, from]
            .iter()
            .any(|at| seen[&format!("{at:?}")].iter().flatten().any(|t| t == moved))
    {
        return Err("the promoted fact is in neither tier".to_owned());
    }
    sound_files(image, before, after)?;
    if call.unsettled {
        return Ok(());
    }
    let again = Disk::of(image);
    for part in &call.parts {
        act(&again, *part).map_err(|error| format!("not again: {error}"))?;
    }
    match world(&again) {
        reached if reached == *end => Ok(()),
        reached => Err(format!("done again it leads to {reached:?}")),
    }
}

/// D-35, D-52: no backup is torn, and damaged bytes are somewhere as long as nobody takes them away.
fn sound_files(image: &Image, before: &World, after: &World) -> Result<(), String> {
    let files = || {
        image.iter().filter_map(|(path, leaf)| match leaf {
            Leaf::File(bytes) => Some((path, bytes)),
            Leaf::Directory => None,
        })
    };
    let torn = files().find(|(path, bytes)| {
        path.strip_suffix(".bak").is_some()
            && serde_json::from_slice::<serde_json::Value>(bytes).is_err()
    });
    if let Some((path, _)) = torn {
        return Err(format!("{path} is torn"));
    }
    let was_damaged = |world: &World| world["Dev"].iter().flatten().any(|text| text == "six");
    let recovering = was_damaged(after) && !was_damaged(before);
    if recovering && !files().any(|(_, bytes)| bytes == DAMAGE) {
        return Err("the damaged bytes are gone".to_owned());
    }
    Ok(())
}

fn shown(image: &Image) -> String {
    let line = |(path, leaf): (&String, &Leaf)| match leaf {
        Leaf::Directory => format!("{path}/\n"),
        Leaf::File(bytes) => format!("{path}: {:.120}\n", String::from_utf8_lossy(bytes)),
    };
    image.iter().map(line).collect()
}

/// P-4, P-10, P-11, D-30 to D-36, D-63: whatever a power cut leaves is the state before or after each change, and what was acknowledged is there.
#[test]
fn every_power_cut_is_survived() {
    let looked_at = survive(None).unwrap_or_else(|why| panic!("{why}"));
    assert!(looked_at > 100, "only {looked_at} images: the workload does not reach the disk");
}

/// P-10, D-33: a change that could not be made durable says so; repeating it is safe, and who is then told that nothing had to change may rely on what there is.
#[test]
fn what_is_unchanged_is_there_for_good() {
    let disk = Disk::with_directory(GROUND);
    act(&disk, Part::Remember(Where::Dev, "one")).expect("nothing fails here");
    let change = Part::Remember(Where::Dev, "two");
    let steps = steps_of(&disk, change);
    let mut doubtful = 0;
    for (step, again) in
        (0..steps).flat_map(|step| [(step, change), (step, Part::Keep(Where::Dev))])
    {
        let fork = disk.fork();
        fork.fail_at(step, Fault::Fails(EIO));
        let Ok(Commit::Changed { durability, warnings, .. }) = act(&fork, change) else { continue };
        if durability == Durability::Applied {
            continue;
        }
        doubtful += 1;
        assert!(matches!(warnings[..], [StoreWarning::NotDurable { .. }]), "{warnings:?}");
        let vanished = |image: &Image| world_of(image) != world(&fork);
        assert!(fork.images_now().iter().any(vanished), "step {step} is durable after all");
        let commit = act(&fork, again).expect("the cause is gone");
        assert!(matches!(commit, Commit::Unchanged { .. }) && commit.is_durable(), "{commit:?}");
        assert!(!fork.images_now().iter().any(vanished), "{again:?} vouched for what may vanish");
    }
    assert_eq!(doubtful, 2, "the directory is synced once, and looked at from two sides");
}

fn steps_of(disk: &Disk, part: Part) -> usize {
    let fork = disk.fork();
    act(&fork, part).expect("nothing fails here");
    fork.steps()
}

/// D-31: the simulation is worth something: it sees each step that a careless store would leave out.
#[rstest]
#[case::content_of_new_files(Omission::WrittenFiles)]
#[case::content_of_files_of_others(Omission::FoundFiles)]
#[case::directories_after_renames(Omission::Renames)]
#[case::directories_by_themselves(Omission::Directories)]
#[case::names_of_new_directories(Omission::NewDirectories)]
#[case::content_before_the_name(Omission::Order)]
fn a_step_left_out_is_noticed(#[case] omission: Omission) {
    assert!(survive(Some(omission)).is_err(), "without waiting for {omission:?} all seems well");
}
