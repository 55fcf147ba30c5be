//! PDDL: the peg solitaire problems of the International Planning Competitions.
//!
//! Two forms exist. With *sweeps* (2008, sequential tracks) `jump-new-move` costs 1 and
//! `jump-continue-move` nothing, so the cost of a plan is its number of moves. With *jumps*
//! (2016, unsolvability track) there is one action `jump`, and the goal may be partial. Both
//! share the predicates `IN-LINE`, `occupied` and `free`; we read the problems of either and
//! write problems and domains whose predicates and actions have the same names and parameters,
//! so that planners and problems from there can be used with ours.
//!
//! A location is named `pos-ROW-COLUMN`, both from 0, as in the 2008 problems.

mod problem;
mod write;

pub use problem::read_problem;
pub use write::{write_domain, write_problem};

pub(super) use problem::cell_of;

/// The two forms of the domain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PddlForm {
    /// A move of several jumps costs 1.
    #[default]
    Sweeps,
    /// Plain jumps, no costs.
    Jumps,
}

impl PddlForm {
    /// Both forms.
    pub const ALL: [Self; 2] = [Self::Sweeps, Self::Jumps];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sweeps => "sweeps",
            Self::Jumps => "jumps",
        }
    }

    /// The name of its domain in the competitions.
    pub const fn domain(self) -> &'static str {
        match self {
            Self::Sweeps => "pegsolitaire-sequential",
            Self::Jumps => "pegsolitaire-invasion",
        }
    }
}

#[cfg(test)]
mod tests;
