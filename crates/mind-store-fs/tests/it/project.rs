//! Project roots as the file system tells them.

use std::fs;
use std::path::{Path, PathBuf};

use mind_core::scope::Project;
use mind_store_fs::{older_projects, project_at, project_root};

/// A directory for one test, every link in its path resolved.
fn ground() -> (tempfile::TempDir, PathBuf) {
    let directory = tempfile::tempdir().expect("the test machine allows it");
    let path = directory.path().canonicalize().expect("the test machine allows it");
    (directory, path)
}

fn make(path: PathBuf) -> PathBuf {
    fs::create_dir_all(&path).expect("the test machine allows it");
    path
}

fn root(start: &Path, home: &Path) -> Option<PathBuf> {
    project_root(start, Some(home)).expect("the test machine allows it")
}

/// F-54: the nearest directory git knows, without the home directory; else the start.
#[test]
fn the_nearest_marked_directory() {
    let (_directory, ground) = ground();
    let home = make(ground.join("home"));
    make(home.join(".git"));
    let repository = make(home.join("work/repo"));
    make(repository.join(".git"));
    let deep = make(repository.join("src/deep"));
    let loose = make(home.join("notes"));
    assert_eq!(root(&deep, &home), Some(repository.clone()));
    assert_eq!(root(&repository, &home), Some(repository.clone()));
    assert_eq!(root(&loose, &home), Some(loose.clone()));
    assert_eq!(root(&home, &home), None);
    assert_eq!(root(Path::new("/"), &home), None);
    // A directory above the home that git knows counts for what is beside the home.
    make(ground.join(".git"));
    assert_eq!(root(&loose, &home), Some(ground.clone()));
    assert_eq!(root(&home, &home), Some(ground.clone()));
    let project = project_at(&deep, Some(&home)).unwrap();
    assert_eq!(project, Some(Project::at(repository.as_os_str().as_encoded_bytes())));
}

/// F-55: a linked worktree belongs to its repository.
#[test]
fn a_linked_worktree_is_its_repository() {
    let (_directory, ground) = ground();
    let home = make(ground.join("home"));
    let repository = make(ground.join("repo"));
    let own = make(repository.join(".git/worktrees/tree"));
    fs::write(own.join("commondir"), "../..\n").unwrap();
    let tree = make(ground.join("tree"));
    let pointer = |at: &Path| format!("gitdir: {}\n", at.display());
    fs::write(tree.join(".git"), pointer(&own)).unwrap();
    let inside = make(tree.join("src"));
    assert_eq!(root(&inside, &home), Some(repository.clone()));
    // A repository in the home directory: the worktree is itself.
    assert_eq!(root(&inside, &repository), Some(tree.clone()));
    // A bare repository is its own root.
    let bare = make(ground.join("bare.git"));
    let own = make(bare.join("worktrees/tree"));
    fs::write(own.join("commondir"), "../..").unwrap();
    fs::write(tree.join(".git"), pointer(&own)).unwrap();
    assert_eq!(root(&tree, &home), Some(bare.clone()));
    // A git directory kept elsewhere, which its main worktree points to.
    let kept = make(ground.join("main/kept"));
    let own = make(kept.join("worktrees/tree"));
    fs::write(own.join("commondir"), "../..").unwrap();
    fs::write(tree.join(".git"), pointer(&own)).unwrap();
    fs::write(ground.join("main/.git"), pointer(&kept)).unwrap();
    assert_eq!(root(&tree, &home), Some(ground.join("main")));
}

/// F-55: a submodule is itself, and so is a directory whose `.git` file says nothing.
#[test]
fn other_git_files_mark_their_own_directory() {
    let (_directory, ground) = ground();
    let home = make(ground.join("home"));
    let outer = make(ground.join("outer"));
    let module = make(outer.join(".git/modules/inner"));
    let inner = make(outer.join("inner"));
    for content in [
        format!("gitdir: {}\n", module.display()),
        "gitdir: ../nowhere\n".to_owned(),
        "gitdir:\n".to_owned(),
        "nonsense".to_owned(),
        String::new(),
        format!("gitdir: {}{}", module.display(), " ".repeat(5_000)),
    ] {
        fs::write(inner.join(".git"), &content).unwrap();
        assert_eq!(root(&inner, &home), Some(inner.clone()), "{content:.40}");
    }
    fs::write(inner.join(".git"), format!("gitdir: {}\n", module.display())).unwrap();
    fs::write(module.join("commondir"), "../gone\n").unwrap();
    assert_eq!(root(&inner, &home), Some(inner.clone()));
}

/// F-56: links and dots are resolved; a start that is not there is taken as written.
#[test]
fn paths_are_resolved() {
    let (_directory, ground) = ground();
    let home = make(ground.join("home"));
    let real = make(ground.join("real"));
    make(real.join(".git"));
    assert_eq!(root(&real.join("../real/."), &home), Some(real.clone()));
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&real, ground.join("link")).unwrap();
        assert_eq!(root(&ground.join("link"), &home), Some(real));
        // The home directory may be named by a link too.
        std::os::unix::fs::symlink(&home, ground.join("me")).unwrap();
        assert_eq!(root(&home, &ground.join("me")), None);
    }
    let gone = ground.join("gone");
    assert_eq!(root(&gone, &home), Some(gone));
}

/// D-80: the names a project had before its path was resolved, and before worktrees shared one.
#[cfg(unix)]
#[test]
fn older_names_of_a_project() {
    let (_directory, ground) = ground();
    let home = make(ground.join("home"));
    let repository = make(ground.join("repo"));
    for (name, tree) in [("here", "tree"), ("gone", "removed"), ("other", "taken")] {
        let own = make(repository.join(".git/worktrees").join(name));
        fs::write(own.join("commondir"), "../..\n").unwrap();
        fs::write(own.join("gitdir"), format!("{}/.git\n", ground.join(tree).display())).unwrap();
    }
    let here = repository.join(".git/worktrees/here");
    fs::write(make(ground.join("tree")).join(".git"), format!("gitdir: {}\n", here.display()))
        .unwrap();
    // Another repository stands by now where a worktree was.
    make(ground.join("taken/.git"));
    let link = ground.join("link");
    std::os::unix::fs::symlink(&repository, &link).unwrap();
    let elsewhere = make(ground.join("elsewhere/.git"));
    let inside = make(repository.join("src"));
    let names = |spellings: &[PathBuf]| -> Vec<String> {
        let older = older_projects(spellings, Some(&home)).unwrap();
        older.iter().map(|project| project.path().unwrap().to_owned()).collect()
    };
    let shown = |path: &str| ground.join(path).display().to_string();
    assert_eq!(names(std::slice::from_ref(&inside)), ["removed", "tree"].map(shown));
    assert_eq!(
        names(&[inside, link.join("src"), elsewhere]),
        ["link", "removed", "tree"].map(shown)
    );
    assert_eq!(names(&[ground.join("tree")]), ["tree", "removed"].map(shown));
    assert_eq!(names(&[home.clone(), link]), [""; 0]);
    assert_eq!(names(&[]), [""; 0]);
}
