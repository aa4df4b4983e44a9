//! Whether a companion's version is new enough (W-25).

use semver::Version;

/// The oldest companion that speaks this protocol.
pub const FLOOR: Version = Version::new(1, 17, 5);

/// Characters a version may have.
const LENGTH_LIMIT: usize = 64;

/// How a version compares with the floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// It is the floor or newer.
    Accepted,
    /// It is older; prereleases of the floor are.
    Below,
    /// It is no version.
    Malformed,
}

/// Compares a version with the floor by the precedence of Semantic Versioning, in which build metadata does not count.
pub fn fit(version: &str) -> Fit {
    let parsed = Version::parse(version).ok().filter(|_| version.len() <= LENGTH_LIMIT);
    match parsed {
        None => Fit::Malformed,
        Some(version) if version.cmp_precedence(&FLOOR).is_lt() => Fit::Below,
        Some(_) => Fit::Accepted,
    }
}

/// A version as it may be shown, whatever was said: at most 32 characters that stand in versions (W-72).
pub fn shown_version(version: &str) -> String {
    let kept = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '.' | '+' | '-');
    version.chars().filter(kept).take(32).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// W-25: the contract's vectors, compared as numbers and not as text.
    #[test]
    fn version_floor() {
        let check = |expect: Fit, versions: &[&str]| {
            for version in versions {
                assert_eq!(fit(version), expect, "{version:?}");
            }
        };
        let long = format!("1.17.5+{}", "x".repeat(57));
        assert_eq!(long.len(), 64);
        check(
            Fit::Accepted,
            &["1.17.5", "1.17.5+build.7", "1.17.6-rc.1", "1.17.10", "1.18.0", "2.0.0", &long],
        );
        check(Fit::Below, &["1.17.4", "1.17.4+x", "1.17.5-rc.1", "1.17.5-0", "1.9.20"]);
        let malformed = ["01.17.5", "1.17", "v1.17.5", "1.17.5-01", "1.17.x", "", " 1.17.5"];
        check(Fit::Malformed, &malformed);
        check(Fit::Malformed, &[&format!("{long}x"), "99999999999999999999.0.0"]);
    }

    /// W-72: whatever a companion calls its version, what is shown is harmless and short.
    #[test]
    fn w72_versions_are_cleaned() {
        assert_eq!(shown_version("1.17.4+x"), "1.17.4+x");
        assert_eq!(shown_version("1.\u{1b}[31m\n</mind-memory>é"), "1.31mmind-memory");
        assert_eq!(shown_version(&"9".repeat(99)).len(), 32);
    }
}
