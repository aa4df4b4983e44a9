//! Families B13 to B16 and B26 at the command line: which project, which persona, which home.

use std::fs;
use std::path::Path;

use mind_cli::Exit;

use crate::stage::Machine;

fn recalled(machine: &Machine) -> Vec<String> {
    let page = machine.mind(&["recall", "--json", "--limit", "50"]).json();
    let hits = page["hits"].as_array().unwrap();
    hits.iter().map(|hit| hit["text"].as_str().unwrap().to_owned()).collect()
}

fn project(machine: &Machine) -> Option<String> {
    machine.mind(&["status", "--json"]).json()["project"].as_str().map(str::to_owned)
}

/// Makes the files of a linked worktree as `git worktree add` does.
fn link_worktree(machine: &Machine, common: &Path, worktree: &str, name: &str) {
    let private = common.join("worktrees").join(name);
    fs::create_dir_all(&private).unwrap();
    fs::write(private.join("commondir"), "../..\n").unwrap();
    fs::write(private.join("gitdir"), format!("{}\n", machine.path(worktree).display())).unwrap();
    machine.write(&format!("{worktree}/.git"), format!("gitdir: {}\n", private.display()));
}

/// B14: a fact saved in a linked worktree is recalled in the main checkout after the worktree is gone.
#[test]
fn a_linked_worktree_is_its_repository() {
    let mut machine = Machine::new();
    let checkout = machine.directory.clone();
    link_worktree(&machine, &checkout.join(".git"), "work/feature", "feature");
    machine.directory = machine.path("work/feature");
    machine.id(&["remember", "-k", "gotcha", "saved in the worktree"]);
    machine.directory = checkout;
    assert_eq!(recalled(&machine), ["saved in the worktree"]);
    fs::remove_dir_all(machine.path("work")).unwrap();
    assert_eq!(recalled(&machine), ["saved in the worktree"]);
}

/// B14: the worktrees of a bare repository are one project, whichever of them asks.
#[test]
fn worktrees_of_a_bare_repository() {
    let mut machine = Machine::new();
    let bare = machine.path("src/quay/.bare");
    fs::create_dir_all(&bare).unwrap();
    machine.write("src/quay/.git", "gitdir: ./.bare\n");
    link_worktree(&machine, &bare, "src/quay/main", "main");
    link_worktree(&machine, &bare, "src/quay/fix", "fix");
    machine.directory = machine.path("src/quay/main");
    machine.id(&["remember", "-k", "gotcha", "saved in main"]);
    machine.directory = machine.path("src/quay/fix");
    assert_eq!(recalled(&machine), ["saved in main"]);
    machine.directory = machine.path("src/quay");
    assert_eq!(recalled(&machine), ["saved in main"]);
}

/// B14: a submodule is a project of its own.
#[test]
fn a_submodule_is_its_own_project() {
    let mut machine = Machine::new();
    let git = machine.directory.join(".git/modules/lib");
    fs::create_dir_all(&git).unwrap();
    machine.write("ann/demo/lib/.git", format!("gitdir: {}\n", git.display()));
    machine.id(&["remember", "-k", "gotcha", "about the whole"]);
    machine.directory = machine.path("ann/demo/lib");
    assert_eq!(recalled(&machine), [""; 0]);
    assert_eq!(project(&machine).as_deref(), Some("ROOT/ann/demo/lib"));
}

/// B15: sub-directories are their project; the home directory and the root are none; nothing leaks.
#[test]
fn directories() {
    let mut machine = Machine::new();
    for inner in ["ann/demo/a/b", "ann/other/.git", "ann/plain"] {
        fs::create_dir_all(machine.path(inner)).unwrap();
    }
    machine.id(&["remember", "-k", "gotcha", "about demo"]);
    machine.directory = machine.path("ann/demo/a/b");
    assert_eq!(recalled(&machine), ["about demo"]);
    for elsewhere in ["ann/other", "ann/plain"] {
        machine.directory = machine.path(elsewhere);
        assert_eq!(recalled(&machine), [""; 0]);
    }
    for nowhere in [machine.path("ann"), "/".into()] {
        machine.directory = nowhere;
        assert_eq!((project(&machine), recalled(&machine)), (None, vec![]));
        let ran = machine.mind(&["remember", "--tier", "project", "--json", "x"]);
        assert_eq!(
            (ran.exit, ran.json()["code"].as_str()),
            (Exit::Refused, Some("scope.no_project"))
        );
    }
    // A durable fact is never given to a guessed project: outside one it goes to the persona.
    let ran = machine.mind(&["remember", "-k", "gotcha", "--json", "about me"]).json();
    assert_eq!(ran["tier"], "persona");
}

/// B15: a repository in the home directory does not make everything below it one project.
#[test]
fn a_repository_in_the_home_directory() {
    let mut machine = Machine::new();
    fs::create_dir_all(machine.path("ann/.git")).unwrap();
    fs::create_dir_all(machine.path("ann/plain/deep")).unwrap();
    machine.directory = machine.path("ann/plain/deep");
    assert_eq!(project(&machine).as_deref(), Some("ROOT/ann/plain/deep"));
    machine.directory = machine.path("ann");
    assert_eq!(project(&machine), None);
}

/// B16: one directory under several spellings is one project.
#[test]
fn spellings_of_a_directory() {
    let machine = Machine::new();
    machine.id(&["remember", "-k", "gotcha", "about demo"]);
    #[cfg(unix)]
    std::os::unix::fs::symlink(&machine.directory, machine.path("link")).unwrap();
    let spellings = [
        machine.directory.join("."),
        machine.directory.join("..").join("demo"),
        machine.path("link"),
        "../demo".into(),
    ];
    for spelling in spellings {
        let words = ["recall", "--json", "--project", spelling.to_str().unwrap()];
        assert_eq!(machine.mind(&words).json()["total"], 1, "{}", spelling.display());
    }
}

/// B16: composed and decomposed spellings of a persona meet.
#[test]
fn spellings_of_a_persona() {
    let machine = Machine::new();
    machine.id(&["remember", "--persona", "cafe\u{301}", "-k", "preference", "Short answers"]);
    for name in ["caf\u{e9}", "cafe\u{301}"] {
        assert_eq!(machine.mind(&["recall", "--persona", name, "--json"]).json()["total"], 1);
    }
    assert_eq!(machine.mind(&["recall", "--persona", "cafe", "--json"]).json()["total"], 0);
}

/// B26: names are data: each is a memory of its own or refused, and nothing is written outside the home.
#[test]
fn hostile_names() {
    let machine = Machine::new();
    let long = "x".repeat(300);
    let names = [
        "..",
        "a/../../b",
        "%2e%2e%2f",
        "CON",
        "nul.txt",
        "COM¹",
        "aux ",
        "shared",
        "_shared",
        "_default",
        "ﬁle",
        "file",
        "ＡＢＣ",
        "ABC",
        &long,
        "-",
        ".",
        "a\nb",
    ];
    let before: Vec<_> =
        fs::read_dir(machine.path("")).unwrap().map(|e| e.unwrap().path()).collect();
    for name in names {
        let text = format!("for {}", name.escape_debug());
        let words = ["remember", "-k", "preference", "--persona", name, "--", &text];
        assert_eq!(machine.mind(&words).exit, Exit::Done, "{name}");
    }
    for name in names {
        let page = machine.mind(&["recall", "--persona", name, "--json"]).json();
        assert_eq!(page["total"], 1, "{name}");
    }
    let mut after: Vec<_> =
        fs::read_dir(machine.path("")).unwrap().map(|e| e.unwrap().path()).collect();
    after.retain(|path| !before.contains(path) && *path != machine.path("memory"));
    assert_eq!(after, [""; 0].map(std::path::PathBuf::from));
    let over = machine.mind(&["recall", "--json", "--persona", &"x".repeat(1_025)]);
    assert_eq!(over.json()["code"], "scope.name_invalid");
}

/// B13: a drive that is away is not an empty memory, and comes back whole.
#[test]
fn a_home_that_is_away() {
    let mut machine = Machine::new();
    machine.set("MIND_HOME", machine.path("drive/memory").into_os_string());
    fs::create_dir_all(machine.path("drive")).unwrap();
    let id = machine.id(&["remember", "-k", "preference", "Short answers"]);
    fs::rename(machine.path("drive"), machine.path("away")).unwrap();
    for words in [&["recall"][..], &["remember", "x"], &["read", &id], &["forget", &id]] {
        let ran = machine.mind(&[words, &["--json"]].concat());
        assert_eq!(ran.exit, Exit::Unavailable, "{words:?}");
        assert_eq!(ran.json()["code"], "store.home_missing", "{words:?}");
    }
    assert!(!machine.path("drive").exists());
    fs::rename(machine.path("away"), machine.path("drive")).unwrap();
    assert_eq!(machine.id(&["recall"]), id);
}

/// B13: a file that is away fails its import and takes nothing out of memory.
#[test]
fn a_source_that_is_away() {
    let machine = Machine::new();
    let file = machine.write("ann/demo/notes.md", "- one\n- two\n");
    let words = ["import", file.to_str().unwrap()];
    assert_eq!(machine.mind(&words).exit, Exit::Done);
    let ids = machine.mind(&["recall"]).output;
    fs::rename(&file, machine.path("away.md")).unwrap();
    assert_eq!(machine.mind(&words).exit, Exit::Refused);
    assert_eq!(machine.mind(&["recall"]).output, ids);
    fs::rename(machine.path("away.md"), &file).unwrap();
    assert_eq!(machine.mind(&words).output, "2 facts: 2 already known\n");
    assert_eq!(machine.mind(&["recall"]).output, ids);
}
