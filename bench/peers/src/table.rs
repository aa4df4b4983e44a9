//! The table: figures, and beside each how many times ours it is.

use std::fmt::Write as _;

use crate::measure::{Measured, System};

/// All engines by size; ratios are to `Mind::recall` of the same size.
pub(crate) fn table(measured: &[Measured]) -> String {
    let mut out = String::from(
        "### Recall beside other engines\n\n| facts | engine | facts/s built | p50 | p99 | p50 against `Mind::recall` | index, times the text | process grew by, times the text |\n|---|---|---|---|---|---|---|---|\n",
    );
    for row in measured {
        let ours = measured
            .iter()
            .find(|other| other.system == System::Recall && other.facts == row.facts);
        let ratio = ours.map_or(f64::NAN, |ours| row.p50 / ours.p50);
        let told = row.told.map_or("–".to_owned(), |told| format!("{told:.1} ×"));
        let _ = writeln!(
            out,
            "| {} | {} | {:.0} | {:.3} ms | {:.3} ms | {ratio:.2} × | {told} | {:.1} × |",
            row.facts,
            row.system.name(),
            row.build_rate,
            row.p50,
            row.p99,
            row.grown,
        );
    }
    out
}
