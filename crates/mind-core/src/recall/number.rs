//! Arithmetic that gives the same bits on every machine.

/// The natural logarithm of a positive finite number.
///
/// The standard library's comes from the platform and may differ in the last bit; this one uses only the four operations.
/// `x = m·2^e` with `m` in [√½, √2), and `ln m = 2·artanh((m-1)/(m+1))` by its series.
pub(super) fn ln(x: f64) -> f64 {
    let bits = x.to_bits();
    let mut exponent = ((bits >> 52) & 0x7ff) as i32 - 1023;
    let mut mantissa = f64::from_bits((bits & 0x000f_ffff_ffff_ffff) | 0x3ff0_0000_0000_0000);
    if mantissa > std::f64::consts::SQRT_2 {
        mantissa /= 2.0;
        exponent += 1;
    }
    let t = (mantissa - 1.0) / (mantissa + 1.0);
    let square = t * t;
    let mut sum = 0.0;
    for odd in [19.0, 17.0, 15.0, 13.0, 11.0, 9.0, 7.0, 5.0, 3.0, 1.0] {
        sum = sum * square + 1.0 / odd;
    }
    2.0 * t * sum + f64::from(exponent) * std::f64::consts::LN_2
}

/// The inverse document frequency of BM25 as Lucene has it: `ln(1 + (n - df + ½) / (df + ½))`, never negative.
pub(super) fn inverse_document_frequency(rows: f64, with: f64) -> f64 {
    ln(1.0 + (rows - with).max(0.0) / (with + 0.5) + 0.5 / (with + 0.5))
}

/// Smaller memories are weighed as if they had this many rows.
const FEWEST: usize = 256;

/// The next power of two at or above a count, from [`FEWEST`].
///
/// Counts enter the score only through this, so a row that comes or goes does not shift the weights of all others.
pub(super) fn rounded_up(count: usize) -> f64 {
    count.next_power_of_two().max(FEWEST) as f64
}

/// Rounds to six decimals, as scores are printed.
pub(super) fn six_decimals(x: f64) -> f64 {
    (x * 1e6).round() / 1e6
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithm_is_the_logarithm() {
        for x in [1e-9, 0.3, 0.9, 1.0, 1.5, 2.0, 10.0, 123_456.0, 1e15] {
            assert!((ln(x) - f64::ln(x)).abs() < 1e-12, "{x}");
        }
    }
}
