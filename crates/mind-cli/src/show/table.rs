//! Rows in aligned columns.

use std::io::Write;

use crate::fault::Fault;

/// Rows of cells; each column is as wide as its widest cell, but for the last, which runs on.
pub(super) struct Table {
    indent: &'static str,
    rows: Vec<Vec<String>>,
}

impl Table {
    pub(super) fn new() -> Self {
        Self { indent: "", rows: Vec::new() }
    }

    pub(super) fn indented() -> Self {
        Self { indent: "  ", rows: Vec::new() }
    }

    pub(super) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// The lines of the table, in order.
    pub(super) fn lines(&self) -> Vec<String> {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        // A column nobody fills takes no room.
        let width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        self.rows.iter().map(|row| self.line(row, &widths)).collect()
    }

    pub(super) fn write(&self, to: &mut dyn Write) -> Result<(), Fault> {
        for line in self.lines() {
            writeln!(to, "{line}")?;
        }
        Ok(())
    }

    fn line(&self, row: &[String], widths: &[usize]) -> String {
        let mut line = self.indent.to_owned();
        for (cell, width) in row.iter().zip(widths).filter(|(_, width)| **width > 0) {
            let padding = width - cell.chars().count() + 2;
            line.push_str(cell);
            line.extend(std::iter::repeat_n(' ', padding));
        }
        line.truncate(line.trim_end_matches(' ').len());
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_align_and_empty_ones_vanish() {
        let mut table = Table::new();
        table.row(["a", "", "one"].map(str::to_owned));
        table.row(["bcd", "", "two words"].map(str::to_owned));
        table.row(["é", "", ""].map(str::to_owned));
        assert_eq!(table.lines(), ["a    one", "bcd  two words", "é"]);
    }
}
