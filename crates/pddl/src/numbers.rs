//! Tasks with numbers: from the lifted task to the ground one, and back from its plans.
//!
//! The grounder has a fact in the place of each comparison and each numeric effect; what it finds gets the numbers back
//! (`numbers/ground.rs`). Plans are judged by the validator on the lifted task, which has seen none of this
//! (`numbers/planning.rs`).

mod flows;
mod ground;
mod planning;
mod reasons;

pub(crate) use planning::compile;
pub use planning::{NumericPlanningDomain, Reduced};
pub(crate) use reasons::check_reason;
