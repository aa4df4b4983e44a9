//! Spans of time as people write them: `90m`, `48h`, `3d`, `1w`.

/// A span in seconds. `bare` is what a number without a unit counts, in seconds; without it a unit is needed.
///
/// What is no span is not a number, which the core refuses in its turn with the code of the field.
pub(crate) fn seconds(text: &str, bare: Option<f64>) -> f64 {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match &text[digits.len()..] {
        "" => bare,
        "s" => Some(1.0),
        "m" => Some(60.0),
        "h" => Some(3_600.0),
        "d" => Some(86_400.0),
        "w" => Some(604_800.0),
        _ => None,
    };
    // `parse` alone would take `inf`, `1e9` and `-1` for numbers.
    let plain = digits.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let number = digits.parse::<f64>().ok().filter(|_| plain);
    number.zip(unit).map_or(f64::NAN, |(number, unit)| number * unit)
}

/// A lifetime in hours; a bare number counts hours.
pub(crate) fn hours(text: &str) -> f64 {
    seconds(text, Some(3_600.0)) / 3_600.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans() {
        let check =
            |text: &str, expect: f64| assert!((hours(text) - expect).abs() < 1e-9, "{text}");
        check("48h", 48.0);
        check("48", 48.0);
        check("90m", 1.5);
        check("3d", 72.0);
        check("1w", 168.0);
        check("1.5h", 1.5);
        check("3600s", 1.0);
        for bad in ["", "h", "-1h", "+1h", "1e3h", "inf", "nan", "1y", "1 h", "1h30m", "é"] {
            assert!(hours(bad).is_nan(), "{bad}");
        }
        assert!(seconds("5", None).is_nan());
    }
}
