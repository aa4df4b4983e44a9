//! The half of the host that Pi loads, as part of the program: whoever has the binary can install the extension that fits it.

/// Every file of the extension, as its path below the extension's directory and its text.
pub const EXTENSION: [(&str, &str); 19] = [
    ("package.json", include_str!("../extension/package.json")),
    ("README.md", include_str!("../extension/README.md")),
    ("CHANGELOG.md", include_str!("../extension/CHANGELOG.md")),
    ("LICENSE", include_str!("../extension/LICENSE")),
    ("extensions/mind.ts", include_str!("../extension/extensions/mind.ts")),
    ("src/binary.ts", include_str!("../extension/src/binary.ts")),
    ("src/bus.ts", include_str!("../extension/src/bus.ts")),
    ("src/cards.ts", include_str!("../extension/src/cards.ts")),
    ("src/client.ts", include_str!("../extension/src/client.ts")),
    ("src/effects.ts", include_str!("../extension/src/effects.ts")),
    ("src/frame.ts", include_str!("../extension/src/frame.ts")),
    ("src/front.ts", include_str!("../extension/src/front.ts")),
    ("src/hooks.ts", include_str!("../extension/src/hooks.ts")),
    ("src/host.ts", include_str!("../extension/src/host.ts")),
    ("src/inject.ts", include_str!("../extension/src/inject.ts")),
    ("src/protocol.ts", include_str!("../extension/src/protocol.ts")),
    ("src/session.ts", include_str!("../extension/src/session.ts")),
    ("src/texts.ts", include_str!("../extension/src/texts.ts")),
    ("src/worker.ts", include_str!("../extension/src/worker.ts")),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::{Path, PathBuf};

    use super::EXTENSION;

    fn files(directory: &Path, found: &mut BTreeSet<PathBuf>) {
        for entry in std::fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_owned();
            if path.is_file() {
                found.insert(path);
            } else if name != "test" && name != "node_modules" {
                files(&path, found);
            }
        }
    }

    /// What is installed is read where it lands: it names no registry it is not in, and no file that is not there.
    #[test]
    fn the_readme_fits_its_place() {
        let (_, readme) = EXTENSION.iter().find(|(path, _)| *path == "README.md").unwrap();
        for elsewhere in ["npm:", "cargo install", "../", "test/"] {
            assert!(!readme.contains(elsewhere), "{elsewhere}");
        }
        assert!(readme.contains("`mind setup pi`"));
    }

    /// PI-1: what is installed is what stands in the source, and none of it is left out.
    #[test]
    fn pi1_nothing_is_left_out() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("extension");
        let mut found = BTreeSet::new();
        files(&root, &mut found);
        let listed: BTreeSet<PathBuf> = EXTENSION.iter().map(|(path, _)| root.join(path)).collect();
        assert_eq!(listed, found);
    }
}
