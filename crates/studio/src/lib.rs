#![doc = include_str!("../README.md")]

mod library;
mod question;
mod refusal;
mod remembered;

pub use library::{
    asset, bundled, census, check, download, explain, hint, in_words, position, puzzle, register,
    solve,
};
pub use question::{Question, RegisterText};
pub use refusal::{Cause, Refusal};
pub use remembered::Remembered;
