#![doc = include_str!("../README.md")]

pub mod bench;
mod credit;
pub mod family;
pub mod record;
pub mod report;

pub use saut_puzzles::method;
