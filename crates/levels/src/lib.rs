#![doc = include_str!("../README.md")]

pub mod count;
pub mod explore;
pub mod packages;
#[cfg(test)]
#[path = "tests/samples.rs"]
mod samples;
pub mod search;
