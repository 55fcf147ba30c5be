#![doc = include_str!("../README.md")]

pub mod baseline;
pub mod census;
pub mod count;
pub mod decide;
pub mod explore;
pub mod play;
pub mod transform;

pub use saut_peg::{baseball, certify, compile, formats, packages, peg, search, simulate};
