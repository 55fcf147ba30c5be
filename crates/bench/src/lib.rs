//! Comparing solvers and encodings.

pub mod baseline;
pub mod bench;
pub mod family;
pub mod method;
pub mod record;
pub mod report;
