#![doc = include_str!("../README.md")]

pub mod conquer;
pub mod cube;
mod folder;
mod formula;
pub mod manifest;
pub mod merge;
mod outcome;
mod piece;
mod sealed;
pub mod status;
pub mod submit;
mod survey;

pub use conquer::{ConquerSettings, Conquered, conquer};
pub use folder::JobFolder;
pub use manifest::{JobQuestion, Manifest};
pub use merge::{MergeSettings, Merged, merge};
pub use outcome::{PieceOutcome, PieceResult, PlanEntry};
pub use piece::PieceName;
pub use status::{Status, status};
pub use survey::{JobSurvey, Lack};
