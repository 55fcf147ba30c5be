//! The census decides all figures with a given symmetry on a board. The goal is one peg, anywhere or in some holes.
//!
//! A figure is a start position. The authors of older work on the 37-hole board listed the figures with four axes of
//! symmetry, tried them by hand and by random play, and left many as "perhaps impossible". The census decides each
//! figure by a replayed plan with all survivors, or by a checked certificate. [`Selection::figures`] lists figures,
//! [`DecidedFigure`] decides one figure, and [`CensusJournal`] stores the verdicts.

mod classify;
mod decided;
mod difficulty;
mod figures;
mod generate;
mod journal;
mod playable;
mod sample;
mod shapes;

pub use classify::{
    CATEGORIES, Classification, ClassificationReport, category_of_figure, classify,
};
pub use decided::{CensusSettings, DecidedFigure};
pub use difficulty::Difficulty;
pub use figures::{Selection, Shard};
pub use generate::{GeneratedFigure, Generation, generate};
pub use journal::{CensusJournal, decide_figures, read_figures};
pub use playable::{PlayableRequest, playable};
pub use shapes::{Letter, Shape, ShapedBoard, single_vacancies};
