#![doc = include_str!("../README.md")]

pub mod baseline;
pub mod census;
pub mod decide;
pub mod method;
pub mod play;
pub mod transform;
