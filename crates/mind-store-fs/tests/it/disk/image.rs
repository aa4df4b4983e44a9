//! Every state a power cut could leave a disk in.

use std::collections::{BTreeMap, BTreeSet};

use super::is_beside_the_point;
use super::node::{Content, Nodes, Pending};

/// What is on a disk, by path.
pub(crate) type Image = BTreeMap<String, Leaf>;

/// A file with its bytes, or a directory.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Leaf {
    Directory,
    File(Vec<u8>),
}

impl Nodes {
    /// What programs see.
    pub(super) fn seen(&self) -> Image {
        let mut image = Image::new();
        self.collect_seen(0, "", &mut image);
        image
    }

    fn collect_seen(&self, node: usize, path: &str, image: &mut Image) {
        match &self.nodes[node].content {
            Content::File { seen, .. } => {
                image.insert(path.to_owned(), Leaf::File(seen.clone()));
            }
            Content::Directory { seen, .. } => {
                if !path.is_empty() {
                    image.insert(path.to_owned(), Leaf::Directory);
                }
                for (name, child) in seen {
                    self.collect_seen(*child, &format!("{path}/{name}"), image);
                }
            }
        }
    }

    /// Everything a power cut could leave: of each directory what is kept and any of the pending steps, in their order; of each file that is not synced nothing, half or all.
    ///
    /// Lock targets and notes of holders are left out, because nothing depends on them.
    pub(super) fn images(&self) -> Vec<Image> {
        self.images_of(0, "")
    }

    fn images_of(&self, node: usize, path: &str) -> Vec<Image> {
        match &self.nodes[node].content {
            Content::File { seen, synced: true } => vec![leaf(path, seen)],
            Content::File { seen, synced: false } => {
                let ends: BTreeSet<usize> = [0, seen.len() / 2, seen.len()].into();
                ends.into_iter().map(|end| leaf(path, &seen[..end])).collect()
            }
            Content::Directory { kept, pending, .. } => {
                let mut images = BTreeSet::new();
                for entries in outcomes(kept, pending) {
                    let mut found = vec![Image::new()];
                    if !path.is_empty() {
                        found[0].insert(path.to_owned(), Leaf::Directory);
                    }
                    for (name, child) in &entries {
                        if is_beside_the_point(name) {
                            continue;
                        }
                        let parts = self.images_of(*child, &format!("{path}/{name}"));
                        found = combine(&found, &parts);
                    }
                    images.extend(found);
                }
                images.into_iter().collect()
            }
        }
    }
}

fn leaf(path: &str, bytes: &[u8]) -> Image {
    Image::from([(path.to_owned(), Leaf::File(bytes.to_owned()))])
}

fn combine(left: &[Image], right: &[Image]) -> Vec<Image> {
    let mut all = Vec::with_capacity(left.len() * right.len());
    for one in left {
        for other in right {
            all.push(one.iter().chain(other).map(|(k, v)| (k.clone(), v.clone())).collect());
        }
    }
    all
}

/// The entries of a directory after each subset of its pending steps.
fn outcomes(
    kept: &BTreeMap<String, usize>,
    pending: &[Pending],
) -> BTreeSet<BTreeMap<String, usize>> {
    assert!(pending.len() < 12, "too many pending steps to try them all: {pending:?}");
    let subsets = 0..1_u32 << pending.len();
    let outcome = |subset: u32| {
        let mut entries = kept.clone();
        for (at, step) in pending.iter().enumerate() {
            if subset & (1 << at) == 0 {
                continue;
            }
            match step {
                Pending::Set(name, node) => {
                    entries.insert(name.clone(), *node);
                }
                Pending::Unset(name) => {
                    entries.remove(name);
                }
                Pending::Rename(from, to, node) => {
                    entries.remove(from);
                    entries.insert(to.clone(), *node);
                }
            }
        }
        entries
    };
    subsets.map(outcome).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A rename may be kept without the step that made its source, and a pending step without the others.
    #[test]
    fn every_subset_of_pending_steps() {
        let kept = BTreeMap::from([("a".to_owned(), 1)]);
        let pending =
            [Pending::Set("t".to_owned(), 2), Pending::Rename("t".to_owned(), "a".to_owned(), 2)];
        let entries = |list: &[(&str, usize)]| -> BTreeMap<String, usize> {
            list.iter().map(|(name, node)| ((*name).to_owned(), *node)).collect()
        };
        let expect = BTreeSet::from([
            entries(&[("a", 1)]),
            entries(&[("a", 1), ("t", 2)]),
            entries(&[("a", 2)]),
        ]);
        assert_eq!(outcomes(&kept, &pending), expect);
    }
}
