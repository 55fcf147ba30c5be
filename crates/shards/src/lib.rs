#![doc = include_str!("../README.md")]

mod conquer;
pub mod cube;
mod folder;
mod formula;
mod manifest;
mod merge;
pub mod submit;
mod survey;

pub use conquer::{ConquerEvent, ConquerSettings, Conquered, MIN_CONFLICTS, conquer};
pub use folder::JobFolder;
pub use formula::PlanMeasures;
pub use manifest::{JobQuestion, Manifest, PieceName, PlanEntry};
pub use merge::{MergeResult, RESULT_FILE, merge};
pub use survey::{MissingResult, Status, status};
