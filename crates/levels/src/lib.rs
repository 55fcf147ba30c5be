#![doc = include_str!("../README.md")]

pub mod count;
pub mod explore;
pub mod packages;
#[cfg(test)]
mod samples;
pub mod search;
