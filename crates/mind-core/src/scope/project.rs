//! Projects and the slugs their stores are named by.

use std::fmt;

use super::name::replace_bad_runs;
use crate::digest;

/// The file-safe name of a project: its last path component and 24 hex digits of its canonical path.
///
/// It is not an id of something in the project:
///
/// ```
/// # use mind_core::{fact::FactId, scope::Slug};
/// fn open(_: &Slug) {}
/// open(&Slug::of(b"/srv/demo"));
/// ```
/// ```compile_fail,E0308
/// # use mind_core::{fact::FactId, scope::Slug};
/// fn open(_: &Slug) {}
/// open(&FactId::parse("demo").unwrap());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slug(Box<str>);

impl Slug {
    /// The slug of a canonical path, given as the bytes the platform holds it in.
    pub fn of(canonical: &[u8]) -> Self {
        // A Unix path begins with a slash and may hold backslashes in its names.
        let separator = if canonical.first() == Some(&b'/') { b'/' } else { b'\\' };
        let component = canonical.rsplit(|byte| *byte == separator).next().unwrap_or_default();
        let safe = replace_bad_runs(component);
        let mut base = safe.trim_matches('-').to_owned();
        base.truncate(48);
        if base.is_empty() {
            base.push_str("project");
        }
        Self(format!("{base}-{}", digest::short_hex(&[canonical], 24)).into())
    }

    /// The slug's text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Slug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A project: its slug, and its canonical path where that is valid UTF-8.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Project {
    slug: Slug,
    path: Option<Box<str>>,
}

impl Project {
    /// The project at a canonical path, given as the bytes the platform holds it in.
    ///
    /// Whether the path is a project at all, and what its canonical form is, is for the file system to say; this is the pure half.
    pub fn at(canonical: &[u8]) -> Self {
        let path = std::str::from_utf8(canonical).ok().map(Into::into);
        Self { slug: Slug::of(canonical), path }
    }

    /// The slug.
    pub fn slug(&self) -> &Slug {
        &self.slug
    }

    /// The canonical path, unless it is not valid UTF-8.
    pub fn path(&self) -> Option<&str> {
        self.path.as_deref()
    }

    /// The slug without its digest: what a model is shown.
    pub fn base(&self) -> &str {
        let slug = self.slug.as_str();
        slug.rsplit_once('-').map_or(slug, |(base, _)| base)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// F-57: each digest is that of another program over the path's bytes.
    #[test]
    fn slugs() {
        let long = format!("/srv/{}", "p".repeat(60));
        let long_slug = format!("{}-c8f6cf5ad4a371417a611ad6", "p".repeat(48));
        for (path, expect) in [
            ("/srv/my-proj", "my-proj-c4ddccca005df99b57bebeb5"),
            ("/", "project-8a5edab282632443219e051e"),
            ("/home/u/Ünï proj", "n-proj-dc8ce3b30b6621030d1a5e5f"),
            ("/srv/.dotfiles", ".dotfiles-61bc9ae836dd6274ff8665c0"),
            ("/srv/-x-", "x-823b745657031d4a79e4f659"),
            ("/srv/日本", "project-3ff016737174ecec003c19ad"),
            ("/srv/repo.git", "repo.git-2401e59aed8571ba430d0951"),
            (long.as_str(), long_slug.as_str()),
            ("c:\\users\\ann\\my proj", "my-proj-1ae2b7bac30fe811863b47d9"),
        ] {
            assert_eq!(Slug::of(path.as_bytes()).as_str(), expect, "{path:?}");
        }
    }

    proptest! {
        /// F-57: whatever the path, its slug is plain and as long as its digest at least.
        #[test]
        fn slugs_are_safe(path in proptest::collection::vec(any::<u8>(), 0..80)) {
            let path = [b"/", path.as_slice()].concat();
            let slug = Slug::of(&path);
            let (base, digest) = slug.as_str().rsplit_once('-').expect("a digest");
            let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-');
            prop_assert!(base.bytes().all(plain) && (1..=48).contains(&base.len()), "{base}");
            prop_assert!(!base.starts_with('-'), "{base}");
            let project = Project::at(&path);
            prop_assert_eq!((digest.len(), project.base()), (24, base));
        }
    }

    /// D-10: a path that is not valid UTF-8 has a slug and no recorded path.
    #[test]
    fn a_path_that_is_not_text_still_has_a_slug() {
        let project = Project::at(b"/srv/\xff\xfe");
        assert_eq!(project.path(), None);
        assert_eq!(project.base(), "project");
    }
}
