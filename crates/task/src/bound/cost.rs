//! Sums of lower bounds.

use crate::domain::{Cost, INFINITE};

/// Two lower bounds of parts of a plan together. A finite sum that has no room is cut off just below [`INFINITE`],
/// which is a lower bound again.
pub const fn plus(one: Cost, other: Cost) -> Cost {
    if one == INFINITE || other == INFINITE {
        return INFINITE;
    }
    match one.checked_add(other) {
        Some(sum) if sum < INFINITE => sum,
        _ => INFINITE - 1,
    }
}
