#![doc = include_str!("../README.md")]

pub mod baseball;
pub mod certify;
pub mod compile;
pub mod formats;
mod gf2;
pub mod packages;
pub mod peg;
pub mod search;
pub mod simulate;
