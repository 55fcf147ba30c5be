#![doc = include_str!("../README.md")]

mod boards;
mod library;
mod new_puzzle;
pub mod planning;
mod question;
mod routes;

pub use library::{Remembered, in_words, position, solve};
pub use question::{ApiError, Question, TaskQuestion};
pub use routes::{Answer, answer, read, time, unfit};
pub use saut_formats::page::assets::named as asset;
