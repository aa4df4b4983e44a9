//! S-30 for Pi, whose extension stands in a directory where anything may stand.

use std::fs;
use std::path::{Path, PathBuf};

use mind_cli::Exit;
use rstest::rstest;

use crate::stage::{Machine, Ran, tree};

const SETTINGS: &str = "ann/.pi/agent/settings.json";
const MIND: &str = "ann/.pi/agent/extensions/mind";

fn setup(machine: &Machine) -> Ran {
    done(machine.mind(&["setup", "pi", "--yes"]))
}

fn remove(machine: &Machine) -> Ran {
    done(machine.mind(&["setup", "pi", "--remove", "--yes"]))
}

fn done(ran: Ran) -> Ran {
    assert_eq!(ran.exit, Exit::Done, "{ran:?}");
    ran
}

fn refused(machine: &Machine, code: &str, path: &str) {
    for words in [&["setup", "pi", "--yes", "--json"][..], &["setup", "pi", "--dry-run", "--json"]]
    {
        let ran = machine.mind(words);
        assert_eq!((ran.exit, &ran.json()["code"]), (Exit::Refused, &code.into()), "{ran:?}");
        assert_eq!(ran.json()["detail"]["path"], format!("ROOT/{path}"), "{ran:?}");
    }
}

fn text(machine: &Machine, inner: &str) -> String {
    fs::read_to_string(machine.path(inner)).unwrap_or_else(|_| "nothing".to_owned())
}

/// Whatever is no directory below the agent's one; nothing is opened or followed.
fn files(machine: &Machine) -> Vec<String> {
    fn below(directory: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(directory).unwrap().map(Result::unwrap) {
            if entry.file_type().unwrap().is_dir() {
                below(&entry.path(), found);
            } else {
                found.push(entry.path());
            }
        }
    }
    let agent = machine.path("ann/.pi/agent");
    let mut found = Vec::new();
    below(&agent, &mut found);
    found.sort();
    found.iter().map(|path| path.strip_prefix(&agent).unwrap().display().to_string()).collect()
}

/// Every file on the person's disk with its bytes.
fn contents(machine: &Machine) -> Vec<(PathBuf, Vec<u8>)> {
    tree(&machine.path("ann")).into_iter().filter(|(path, _)| path.is_file()).collect()
}

/// A checkout of the extension, with work in it that is nowhere else.
fn checkout(machine: &Machine) -> PathBuf {
    for (path, text) in mind_pi_adapter::EXTENSION {
        machine.write(&format!("ann/src/extension/{path}"), text);
    }
    machine.write("ann/src/extension/src/client.ts", "// not committed\n");
    machine.write("ann/src/extension/test/client.test.mjs", "// a test\n");
    machine.path("ann/src/extension")
}

/// Whoever links an extension there keeps it: only the setting comes and goes.
#[cfg(unix)]
#[rstest]
#[case::the_directory("ann/.pi/agent/extensions/mind", "")]
#[case::the_one_around_it("ann/.pi/agent/extensions", "mind")]
fn a_link_to_a_checkout(#[case] link: &str, #[case] inside: &str) {
    let machine = Machine::new();
    let checkout = checkout(&machine);
    if !inside.is_empty() {
        fs::create_dir(machine.path("ann/linked")).unwrap();
        fs::rename(&checkout, machine.path("ann/linked").join(inside)).unwrap();
    }
    let behind = if inside.is_empty() { checkout } else { machine.path("ann/linked") };
    machine.write(SETTINGS, "{\"a\":1}\n");
    fs::create_dir_all(machine.path(link).parent().unwrap()).unwrap();
    std::os::unix::fs::symlink(&behind, machine.path(link)).unwrap();
    let before = tree(&machine.path("ann"));
    let ran = remove(&machine);
    assert!(ran.output.is_empty() && ran.errors.contains("is a link"), "{ran:?}");
    assert_eq!(tree(&machine.path("ann")), before, "nothing was ever set up");

    let source = tree(&behind);
    let ran = machine.mind(&["setup", "pi", "--dry-run", "--json"]).json();
    assert_eq!(ran["files"][0]["change"], "linked", "{ran}");
    assert_eq!(ran["files"][0]["path"], format!("ROOT/{link}"), "{ran}");
    let ran = setup(&machine);
    assert!(ran.errors.contains(&format!("ROOT/{link} is a link")), "{ran:?}");
    assert!(text(&machine, SETTINGS).contains("bin/mind"));
    assert_eq!(tree(&behind), source);
    machine.write("bin/mind", "");
    let doctor = machine.mind(&["doctor"]).output;
    assert!(doctor.contains("Pi is connected") && !doctor.contains("in part"), "{doctor}");
    fs::remove_file(machine.path("bin/mind")).unwrap();
    remove(&machine);
    assert_eq!(tree(&machine.path("ann")), before);
}

/// A link to where no extension is connects nothing, and is said instead of a success.
#[cfg(unix)]
#[rstest]
#[case::the_directory("ann/.pi/agent/extensions/mind")]
#[case::the_one_around_it("ann/.pi/agent/extensions")]
fn a_link_to_nothing_of_ours(#[case] link: &str) {
    let machine = Machine::new();
    fs::create_dir_all(machine.path("ann/dotfiles")).unwrap();
    fs::create_dir_all(machine.path(link).parent().unwrap()).unwrap();
    std::os::unix::fs::symlink(machine.path("ann/dotfiles"), machine.path(link)).unwrap();
    let before = tree(&machine.path("ann"));
    let ran = machine.mind(&["setup", "pi", "--yes"]);
    assert!(ran.errors.contains("host.config_unsafe"), "{ran:?}");
    assert_eq!(tree(&machine.path("ann")), before);
}

/// A link among our files is nothing of ours: what it leads to is neither written nor removed.
#[cfg(unix)]
#[rstest]
#[case::a_file("README.md")]
#[case::a_directory("src")]
fn links_inside(#[case] name: &str) {
    let machine = Machine::new();
    setup(&machine);
    let link = machine.path(MIND).join(name);
    let behind = machine.path("ann/mine");
    fs::rename(&link, &behind).unwrap();
    std::os::unix::fs::symlink(&behind, &link).unwrap();
    let mine = || (tree(&behind), fs::read(&behind).ok());
    let before = mine();
    refused(&machine, "host.config_unsafe", &format!("{MIND}/{name}"));
    assert_eq!(mine(), before);
    remove(&machine);
    assert_eq!(mine(), before);
    assert!(link.is_symlink());
    let left = files(&machine);
    assert!(
        left.iter().all(|path| path.starts_with(&format!("extensions/mind/{name}"))),
        "{left:?}"
    );
}

/// B26: what is no plain file is not opened, whatever its name, and waits for nobody.
#[cfg(unix)]
#[rstest]
#[case::manifest("package.json", "host.name_taken")]
#[case::record("mind-setup.json", "host.config_unsafe")]
#[case::source("src/client.ts", "host.name_taken")]
fn no_plain_file(
    #[case] name: &str,
    #[case] code: &str,
    #[values("pipe", "device", "directory")] what: &str,
) {
    let machine = Machine::new();
    let inner = format!("{MIND}/{name}");
    let path = machine.path(&inner);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    match what {
        "pipe" => {
            let made = std::process::Command::new("mkfifo").arg(&path).status().unwrap();
            assert!(made.success());
        }
        "device" => std::os::unix::fs::symlink("/dev/zero", &path).unwrap(),
        _ => fs::create_dir(&path).unwrap(),
    }
    refused(&machine, code, &inner);
    let ran = machine.mind(&["setup", "pi", "--remove", "--yes"]);
    assert!(ran.exit == Exit::Done || ran.errors.contains(code), "{ran:?}");
    machine.mind(&["doctor"]);
    assert!(path.symlink_metadata().is_ok());
}

/// The same where setup has run, and somebody puts such a thing in the place of a file.
#[cfg(unix)]
#[test]
fn no_plain_file_any_more() {
    let machine = Machine::new();
    setup(&machine);
    let path = machine.path(MIND).join("package.json");
    fs::remove_file(&path).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
    refused(&machine, "host.config_unsafe", &format!("{MIND}/package.json"));
    remove(&machine);
    assert!(path.symlink_metadata().is_ok());
    assert_eq!(files(&machine), ["extensions/mind/package.json"]);
}

/// What a person wrote into our files is kept beside them, and no copy is written over.
#[test]
fn edited_files() {
    let machine = Machine::new();
    let (file, copy) =
        (format!("{MIND}/extensions/mind.ts"), format!("{MIND}/extensions/mind.ts.before-mind"));
    setup(&machine);
    let ours = text(&machine, &file);
    machine.write(&file, "// first\n");
    let ran = setup(&machine);
    assert!(
        ran.output.contains(&format!("changed since: ROOT/{file}, copy in ROOT/{copy}")),
        "{ran:?}"
    );
    assert_eq!(
        [text(&machine, &file), text(&machine, &copy)],
        [ours.clone(), "// first\n".to_owned()]
    );
    machine.write(&file, "// second\n");
    setup(&machine);
    assert_eq!(text(&machine, &copy), "// first\n");
    assert_eq!(text(&machine, &format!("{copy}-2")), "// second\n");
    machine.write(&file, "// third\n");
    remove(&machine);
    let left = ["mind.ts.before-mind", "mind.ts.before-mind-2", "mind.ts.with-mind"];
    assert_eq!(files(&machine), left.map(|name| format!("extensions/mind/extensions/{name}")));
    setup(&machine);
    assert_eq!(text(&machine, &file), ours);
}

/// Files of a person in our directory stay, the directory with them, and the next setup works.
#[test]
fn files_beside_ours() {
    let machine = Machine::new();
    setup(&machine);
    machine.write(&format!("{MIND}/notes.md"), "mine");
    machine.write(&format!("{MIND}/src/mine.ts"), "mine");
    let whole = tree(&machine.path("ann"));
    remove(&machine);
    assert_eq!(files(&machine), ["extensions/mind/notes.md", "extensions/mind/src/mine.ts"]);
    let bare = tree(&machine.path("ann"));
    setup(&machine);
    assert_eq!(tree(&machine.path("ann")).len(), whole.len());
    remove(&machine);
    assert_eq!(tree(&machine.path("ann")), bare);
}

/// A setting that names a `mind` of the person's own is not ours: it is back after a removal, and stays where nothing was set up.
#[rstest]
#[case::elsewhere("/opt/other/mind")]
#[case::at_home("~/bin/mind")]
#[case::the_very_same("ROOT/bin/mind")]
fn a_program_of_their_own(#[case] program: &str, #[values(1, 2)] times: usize) {
    let machine = Machine::new();
    let program = program.replace("ROOT", machine.path("").to_str().unwrap().trim_end_matches('/'));
    machine.write(
        SETTINGS,
        format!("{{ \"mind\" : {{\"binary\":\"{program}\", \"persona\":\"dev\"}} }} // mine\n"),
    );
    let before = tree(&machine.path("ann"));
    remove(&machine);
    assert_eq!(tree(&machine.path("ann")), before);
    (0..times).for_each(|_| drop(setup(&machine)));
    assert!(text(&machine, SETTINGS).contains("bin/mind"));
    remove(&machine);
    assert_eq!(tree(&machine.path("ann")), before);
    setup(&machine);
    machine.write(SETTINGS, text(&machine, SETTINGS).replace("\"dev\"", "\"ops\""));
    remove(&machine);
    let changed =
        format!("{{ \"mind\" : {{\"binary\":\"{program}\", \"persona\":\"ops\"}} }} // mine\n");
    assert_eq!(text(&machine, SETTINGS), changed);
}

/// The program a person names after a setup is theirs.
#[test]
fn a_program_named_since() {
    let machine = Machine::new();
    machine.write(SETTINGS, "{\"a\":1}\n");
    let ours = machine.path("bin/mind").display().to_string();
    setup(&machine);
    let own = text(&machine, SETTINGS).replace(&ours, "/opt/own/mind");
    machine.write(SETTINGS, &own);
    remove(&machine);
    assert_eq!(text(&machine, SETTINGS), own);
}

/// L8: a copy that was there before setup is somebody's, whatever its name, for every host.
#[rstest]
#[case::pi("pi", SETTINGS)]
#[case::codex("codex", "ann/.codex/config.toml")]
#[case::cursor("cursor", "ann/.cursor/mcp.json")]
fn copies_of_their_own(#[case] host: &str, #[case] file: &str) {
    let machine = Machine::new();
    machine.write(file, if host == "codex" { "a = 1\n" } else { "{\"a\": 1}\n" });
    for ending in ["before-mind", "before-mind-2", "with-mind"] {
        machine.write(&format!("{file}.{ending}"), "theirs");
    }
    let before = contents(&machine);
    let ran = done(machine.mind(&["setup", host, "--yes"]));
    assert!(ran.output.contains(&format!("{file}.before-mind-3")), "{ran:?}");
    done(machine.mind(&["setup", host, "--remove", "--yes"]));
    assert_eq!(contents(&machine), before);
}

/// What a version that kept no record has put there is ours, half of it too; a checkout is not.
#[test]
fn without_a_record() {
    let machine = Machine::new();
    machine.write(SETTINGS, "{\"a\":1}\n");
    let before = contents(&machine);
    let forget = || {
        fs::remove_file(machine.path(MIND).join("mind-setup.json")).unwrap();
        fs::remove_file(machine.path("ann/.pi/agent/mind-setup.json")).unwrap();
    };
    setup(&machine);
    forget();
    fs::remove_file(machine.path(MIND).join("package.json")).unwrap();
    remove(&machine);
    assert_eq!(contents(&machine), before);
    setup(&machine);
    forget();
    fs::remove_file(machine.path(MIND).join("package.json")).unwrap();
    setup(&machine);
    forget();
    machine.write(&format!("{MIND}/src/client.ts"), "// not committed\n");
    let ran = setup(&machine);
    assert!(ran.output.contains("src/client.ts.before-mind"), "{ran:?}");
    forget();
    machine.write(&format!("{MIND}/test/client.test.mjs"), "// a test\n");
    let checkout = tree(&machine.path(MIND));
    refused(&machine, "host.name_taken", &format!("{MIND}/package.json"));
    remove(&machine);
    assert_eq!(tree(&machine.path(MIND)), checkout);
}

/// A record that cannot be used is named, and leads nowhere.
#[rstest]
#[case::damaged("{")]
#[case::newer("{\"version\":2}")]
#[case::leads_out("{\"version\":1,\"files\":{\"../../../victim\":[]}}")]
#[case::is_absolute("{\"version\":1,\"directories\":[\"/tmp\"]}")]
#[case::copy_leads_out("{\"version\":1,\"setting\":{\"programs\":[],\"copy\":\"../victim\"}}")]
fn a_record_that_is_none(#[case] record: &str, #[values("ann/.pi/agent", MIND)] directory: &str) {
    let machine = Machine::new();
    machine.write(&format!("{directory}/mind-setup.json"), record);
    let before = tree(&machine.path("ann"));
    refused(&machine, "host.record_invalid", &format!("{directory}/mind-setup.json"));
    let ran = machine.mind(&["setup", "pi", "--remove", "--yes"]);
    assert!(ran.errors.contains("host.record_invalid"), "{ran:?}");
    assert_eq!(tree(&machine.path("ann")), before);
}

/// A file that a newer version no longer has goes with the next setup.
#[test]
fn a_retired_file() {
    let machine = Machine::new();
    setup(&machine);
    let record = format!("{MIND}/mind-setup.json");
    machine.write(&format!("{MIND}/src/old.ts"), "");
    let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    let known = text(&machine, &record).replacen(
        "{\n",
        &format!("{{\n\"files\": {{\"src/old.ts\": [\"{empty}\"]}},\n"),
        1,
    );
    let known = known.replacen("\"files\": {\n", "\"more\": {\n", 1);
    machine.write(&record, known);
    setup(&machine);
    assert!(!machine.path(MIND).join("src/old.ts").exists());
    assert!(!text(&machine, &record).contains("old.ts"));
}
