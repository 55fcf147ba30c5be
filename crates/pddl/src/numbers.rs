//! Tasks with numbers: from the lifted task to the ground one, and back from its plans.
//!
//! The grounder knows no numbers. It is given the task with an atom in place of each comparison and each numeric effect
//! (`numbers/atoms.rs`); what it finds is read back with the numbers in their places (`numbers/ground.rs`). Plans are
//! judged by the validator on the lifted task, which has seen none of this (`numbers/planning.rs`).

mod atoms;
mod flows;
mod ground;
mod length;
mod linear;
mod planning;
mod reasons;
mod superfluous;
mod unreachable;
mod weights;

pub use planning::NumericPlanningDomain;
pub(crate) use planning::compile;
pub(crate) use reasons::check_reason;
pub use superfluous::Reduced;
pub use unreachable::ReachedRange;
