//! Numbers as text: seconds with three digits that count, counts with commas.

pub use saut_base::words::{counted, grouped};

/// Seconds with three significant digits: `0.00123`, `1.23`, `12.3`, `1,234`.
pub fn seconds(value: f64) -> String {
    let digits = match value {
        value if value < 0.01 => 5,
        value if value < 0.1 => 4,
        value if value < 1.0 => 3,
        value if value < 10.0 => 2,
        value if value < 100.0 => 1,
        _ => 0,
    };
    grouped(format!("{value:.digits$}"))
}

/// A measure as it is written, or a dash.
pub fn maybe(value: Option<f64>, written: fn(f64) -> String) -> String {
    value.map_or_else(|| "–".to_owned(), written)
}

/// A ratio: `0.71×`, `12.3×`.
pub fn ratio(value: f64) -> String {
    let digits = if value < 10.0 { 2 } else { 1 };
    format!("{value:.digits$}×")
}

/// A share as whole percent.
pub fn percent(value: f64) -> String {
    format!("{:.0} %", 100.0 * value)
}

/// A measure as a whole number with commas.
pub fn whole(value: f64) -> String {
    grouped(format!("{value:.0}"))
}

#[cfg(test)]
mod tests {
    use super::{grouped, maybe, percent, ratio, seconds};

    #[test]
    fn seconds_have_three_digits_that_count() {
        let shown: Vec<String> = [0.001_234, 0.012_34, 0.1234, 1.234, 12.34, 123.4, 12_345.6]
            .map(seconds)
            .into();
        assert_eq!(
            shown,
            [
                "0.00123", "0.0123", "0.123", "1.23", "12.3", "123", "12,346"
            ]
        );
        assert_eq!(maybe(None, seconds), "–");
    }

    #[test]
    fn counts_ratios_and_shares_are_short() {
        assert_eq!(
            (grouped(1_234_567), grouped(12)),
            ("1,234,567".into(), "12".into())
        );
        assert_eq!(
            (ratio(0.714), ratio(12.34)),
            ("0.71×".into(), "12.3×".into())
        );
        assert_eq!(percent(0.125), "12 %");
    }
}
