//! Planning tasks in PDDL.

mod bad_input;
mod condition;
mod domain;
mod effect;
mod ground;
mod invariants;
mod names;
mod plan;
mod problem;
mod read;
mod sas;
mod sexp;
mod types;
mod validate;

pub use bad_input::BadInput;
pub use condition::{Atom, Condition, ObjectId, Parameter, Term};
pub use domain::{Domain, Object, Predicate, Schema};
pub use effect::{Cost, Effect};
pub use ground::{
    GroundAction, GroundTask, Grounding, Limits, MutexGroup, Reached, Stopped, ground,
};
pub use plan::{Plan, PlanStep};
pub use problem::{GroundAtom, Problem};
pub use read::{MOST_PARAMETERS, read_domain, read_problem};
pub use sas::{SasTask, ValidatedSasPlan, validate_sas};
pub use sexp::{DEEPEST, LONGEST_TEXT};
pub use types::{MOST_TYPES, OBJECT, TypeId, Types};
pub use validate::{Rejected, ValidatedPlan, WrongStep, validate};
