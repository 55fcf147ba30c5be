#![doc = include_str!("../README.md")]

pub mod certify;
pub mod compile;
