//! saut decides jump-and-slide puzzles by SAT and SMT.
#![doc = include_str!("../README.md")]

pub mod backend;
mod bad_input;
pub mod baseball;
pub mod baseline;
pub mod bench;
pub mod census;
pub mod certify;
pub mod count;
pub mod decide;
pub mod decode;
pub mod encode;
pub mod explore;
pub mod family;
pub mod formats;
pub mod formula;
pub mod model;
pub mod peg;
pub mod plan;
pub mod pose;
mod random;
pub mod record;
pub mod report;
pub mod search;
pub mod simulate;
pub mod stop;
pub mod task;

pub use bad_input::BadInput;
pub use decide::{Decision, Settings, Verdict, decide};
