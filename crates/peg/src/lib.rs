#![doc = include_str!("../README.md")]

pub mod baseball;
pub mod gf2;
pub mod peg;
pub mod simulate;
