//! Tests that take minutes or gigabytes; none runs by default. Each test prints its measurements.
//!
//! Run `cargo test --release --test slow -- --ignored --nocapture --test-threads 1`; a name after `--` selects one.

mod corsair;
mod criteria_timing;
mod release_checks;
mod work_clock;
