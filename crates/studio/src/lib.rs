#![doc = include_str!("../README.md")]

mod error;
mod library;
pub mod planning;
mod question;
mod remembered;
mod routes;

pub use error::ApiError;
pub use library::{asset, in_words, position, solve};
pub use question::{Question, TaskQuestion};
pub use remembered::Remembered;
pub use routes::{Answer, answer, read, time, unfit};
