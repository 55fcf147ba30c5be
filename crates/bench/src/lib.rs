//! Comparing solvers and encodings.

mod as_text;
pub mod bench;
pub mod family;
pub mod record;
pub mod report;
