#![doc = include_str!("../README.md")]

mod as_text;
pub mod bench;
mod credit;
pub mod family;
pub mod method;
pub mod record;
pub mod report;
