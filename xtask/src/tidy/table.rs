//! Reading the Markdown tables of the documents that tidy holds to the sources.

/// The cells of every row whose first cell is one code span: that span's text, and the cells after it.
pub(super) fn coded_rows(markdown: &str) -> Vec<(String, Vec<String>)> {
    markdown.lines().filter_map(coded_row).collect()
}

/// Every code span of a text.
pub(super) fn code_spans(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

fn coded_row(line: &str) -> Option<(String, Vec<String>)> {
    let inner = line.trim().strip_prefix('|')?.strip_suffix('|')?;
    let mut cells = inner.split('|').map(|cell| cell.trim().to_owned());
    let first = cells.next()?;
    let key = first.strip_prefix('`')?.strip_suffix('`')?;
    (!key.contains('`')).then(|| (key.to_owned(), cells.collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_with_a_coded_first_cell() {
        let text = "| a | b |\n|---|---|\n| `x.y` | one | `two` |\n| `p` and `q` | no |\n";
        let rows = coded_rows(text);
        assert_eq!(rows, [("x.y".to_owned(), vec!["one".to_owned(), "`two`".to_owned()])]);
    }

    #[test]
    fn spans_of_a_line() {
        assert_eq!(code_spans("a `b` c `d e`").collect::<Vec<_>>(), ["b", "d e"]);
    }
}
