//! Shares of the time: how long each question of an explanation may take.

use std::time::Duration;

use saut_base::stop::Stop;

/// Time that all takes at most, unless a limit is given.
pub const MOST: Duration = Duration::from_secs(30);

/// A part of the time that is left.
pub fn part(stop: &Stop, share: u32, most: Duration) -> Stop {
    let left = stop.time_left().unwrap_or(MOST);
    stop.with_timeout((left / share).min(most))
}
