//! The time in UTC, as records have it: `2026-11-21T09:30:00Z`.
//!
//! Days to dates by Howard Hinnant, *chrono-compatible low-level date algorithms*: years begin in
//! March, so that the leap day is the last of its year.

use std::time::{SystemTime, UNIX_EPOCH};

/// Now.
pub fn now() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    text(since.map_or(0, |since| since.as_secs()))
}

/// So many seconds after the beginning of 1970.
fn text(seconds: u64) -> String {
    const DAYS_IN_400_YEARS: u64 = 146_097;
    const DAYS_BEFORE_1970: u64 = 719_468;
    let (days, second) = (seconds / 86_400 + DAYS_BEFORE_1970, seconds % 86_400);
    let (era, day) = (days / DAYS_IN_400_YEARS, days % DAYS_IN_400_YEARS);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let march_based = (5 * day + 2) / 153;
    let day = day - (153 * march_based + 2) / 5 + 1;
    let month = if march_based < 10 {
        march_based + 3
    } else {
        march_based - 9
    };
    let year = era * 400 + year + u64::from(month <= 2);
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::text;

    #[test]
    fn leap_days_and_ends_of_years_are_right() {
        for (seconds, wanted) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_767_225_599, "2025-12-31T23:59:59Z"),
            (1_795_253_400, "2026-11-21T09:30:00Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(text(seconds), wanted);
        }
    }
}
