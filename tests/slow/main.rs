//! Tests that take minutes or gigabytes: nothing here runs by default. Each test prints what it measured.
//!
//! `cargo test --release --test slow -- --ignored --nocapture --test-threads 1`; a name after `--`
//! chooses one.

mod corsair;
mod criteria_timing;
mod release_checks;
