//! The numbers that a criterion compares.

/// A number in every hole, with what start and goal come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weighing {
    /// Meaning of the numbers.
    pub title: String,
    /// By hole.
    pub weights: Vec<i64>,
    /// The sum of the start, reduced where sums are counted modulo a number.
    pub start: String,
    /// The least sum of a position of the goal.
    pub goal: String,
}
