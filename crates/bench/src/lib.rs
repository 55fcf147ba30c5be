//! Comparing solvers and encodings.

pub mod bench;
pub mod family;
pub mod record;
pub mod report;
