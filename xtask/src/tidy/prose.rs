//! What stands between the code: each file says what it is for, and no line draws a line.

use super::Finding;
use crate::workspace::SourceFile;

/// Marks that, repeated, make a divider.
const DIVIDERS: [char; 9] = ['-', '=', '*', '#', '~', '_', '─', '━', '═'];

pub(super) fn check(files: &[SourceFile], found: &mut Vec<Finding>) {
    for file in files {
        if !file.text.starts_with("//!") {
            found.push(Finding::new(
                &file.path,
                "begin with a `//!` line that says what the file is for",
            ));
        }
        for (number, line) in file.text.lines().enumerate() {
            if is_divider(line) {
                let place = format!("{}:{}", file.path, number + 1);
                found.push(Finding::new(place, "split the file instead of drawing a divider"));
            }
        }
    }
}

fn is_divider(line: &str) -> bool {
    let Some(comment) = line.trim_start().strip_prefix("//") else { return false };
    let comment = comment.trim_start_matches(['/', '!']).trim();
    // A row of a table in a doc comment begins with `|`, a rule of a list does not repeat.
    DIVIDERS.iter().any(|mark| comment.chars().take_while(|c| c == mark).count() >= 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dividers() {
        let check = |line: &str, expect: bool| assert_eq!(is_divider(line), expect, "{line:?}");
        let bar = "-".repeat(8);
        check(&format!("// {bar}"), true);
        check(&format!("    // {} types", "=".repeat(5)), true);
        check("/// - a list", false);
        check("let a = b; // --flag", false);
        check("// --flag is read here", false);
    }
}
