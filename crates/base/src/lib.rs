#![doc = include_str!("../README.md")]

pub mod bad_input;
pub mod beside;
pub mod bits;
pub mod digest;
pub mod divisor;
pub mod files;
pub mod lists;
pub mod named;
pub mod random;
pub mod read_limited;
pub mod sexp;
pub mod stop;
pub mod visible;
pub mod words;

pub use bad_input::{BadInput, TextPlace};
