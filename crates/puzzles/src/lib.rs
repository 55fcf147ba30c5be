#![doc = include_str!("../README.md")]

pub mod baseball;
pub mod census;
pub mod certify;
pub mod compile;
pub mod count;
pub mod decide;
pub mod explore;
pub mod formats;
mod gf2;
pub mod peg;
pub mod play;
pub mod search;
pub mod simulate;
pub mod transform;
