#![doc = include_str!("../README.md")]

pub mod baseline;
pub mod bench;
pub mod family;
pub mod method;
pub mod record;
pub mod report;
