//! Tests that take minutes or gigabytes. None runs by default. Each test prints its measurements.
//!
//! `cargo test --release --test slow -- --ignored --nocapture --test-threads 1` runs all tests. A name after `--`
//! selects a test.

mod corsair;
mod criteria_timing;
mod release_checks;
mod work_clock;
