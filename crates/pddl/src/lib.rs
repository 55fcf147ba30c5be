//! Reads planning tasks in PDDL, validates plans, and grounds tasks.
//!
//! ```text
//! domain.pddl ──► read_domain ──► Domain ───────┐
//! problem.pddl ─► read_problem ─► Problem ──────┴─► PlanningTask ─┬─► compile ──► PlanningDomain, for the planner
//! output.sas ───► SasTask::read ► SasTask ──────────► PlanningTask │
//! plan ─────────► NamedPlan::read ► NamedPlan ─────────────────────┴─► validate ─► ValidatedPlan
//! ```
//!
//! - [`read_domain`] and [`read_problem`] parse STRIPS, types with `either`, constants, equality, negative, disjunctive
//!   and quantified conditions, conditional effects, derived predicates, numeric fluents, action costs and metrics,
//!   trajectory constraints and preferences. The error for any other feature names the feature and its place
//!   ([`BadInput`]).
//! - [`validate`] simulates a plan on the parsed task and substitutes the variables itself. Only this function makes a
//!   [`ValidatedPlan`].
//! - [`ground`] finds the reachable actions by joins instead of enumeration, leaves out impossible and irrelevant facts
//!   and actions, and finds mutex groups. A limit or an unreachable goal is an error ([`GroundingError`]).
//! - [`SasTask`] is a task in the format of Fast Downward's translator, and [`TokenTask`] is a task of tokens on a
//!   graph. Each becomes a domain and a problem.
//! - [`PlanningTask`] is a problem with its domain. It is grounded and compiled for the planner, and its plans are
//!   validated on the parsed task.
//!
//! # Example
//!
//! ```
//! use saut_pddl::{
//!     GroundingLimits, NamedPlan, Quality, ground, read_domain, read_problem, validate,
//! };
//!
//! use saut_task::task::GroupKind;
//!
//! let domain = "(define (domain ferry)
//!   (:types car port)
//!   (:predicates (at ?c - car ?p - port) (ship ?p - port) (aboard ?c - car) (empty))
//!   (:action sail :parameters (?from ?to - port)
//!     :precondition (and (ship ?from) (not (= ?from ?to)))
//!     :effect (and (ship ?to) (not (ship ?from))))
//!   (:action board :parameters (?c - car ?p - port)
//!     :precondition (and (at ?c ?p) (ship ?p) (empty))
//!     :effect (and (aboard ?c) (not (at ?c ?p)) (not (empty))))
//!   (:action land :parameters (?c - car ?p - port)
//!     :precondition (and (aboard ?c) (ship ?p))
//!     :effect (and (at ?c ?p) (empty) (not (aboard ?c)))))";
//! let problem = "(define (problem one-car) (:domain ferry)
//!   (:objects beetle - car dover calais - port)
//!   (:init (at beetle dover) (ship dover) (empty))
//!   (:goal (at beetle calais)))";
//!
//! let domain = read_domain(domain, "ferry.pddl")?;
//! let problem = read_problem(problem, "one-car.pddl", &domain)?;
//!
//! let limits = GroundingLimits::default();
//! let task = ground(&problem, Quality::AnyPlan, &limits).expect("the goal is within reach");
//! assert_eq!((task.facts.len(), task.actions.len()), (6, 6));
//! assert!(task.mutex_groups.iter().any(|group| group.kind == GroupKind::ExactlyOne));
//!
//! let plan = NamedPlan::read(
//!     "(board beetle dover)\n(sail dover calais)\n(land beetle calais)",
//!     "plan",
//! )?;
//! assert_eq!(validate(&problem, &plan).map(|valid| valid.length()), Ok(3));
//!
//! let too_short = NamedPlan::read("(board beetle dover)\n(land beetle calais)", "plan")?;
//! assert_eq!(
//!     validate(&problem, &too_short).unwrap_err().to_string(),
//!     "step 2: (land beetle calais): (ship calais) does not hold; \
//!      related atoms of the state: (ship dover)",
//! );
//! # Ok::<(), saut_pddl::BadInput>(())
//! ```

#[macro_use]
mod diagnostics;

mod condition;
mod datalog;
mod domain;
mod ground;
mod interned;
mod invariants;
mod judge;
mod lint;
mod measure;
mod mention;
mod names;
mod numbers;
mod obstacle;
mod partial_task;
mod plan;
mod planning_task;
mod problem;
#[cfg(test)]
#[path = "../tests/tasks/common/random_task.rs"]
mod random_task;
mod read;
mod reason;
mod relaxed;
mod sas;
mod simulation_check;
mod task_repair;
mod tokens;
mod types;
mod validate;

pub use condition::{
    Atom, Comparator, Comparison, Condition, Expression, ObjectId, Parameter, Term,
};
pub use domain::{
    Axiom, Constraint, Domain, Effect, Modal, NumericChange, Operator, Preference, Schema,
    Trajectory,
};
pub use ground::{
    GroundAction, GroundTask, GroundingError, GroundingLimits, MissingCost, Stopped, compile,
    ground,
};
pub use lint::{Diagnostic, Lint, LintedFile, Severity, lint};
pub use measure::{Bound, Direction, Measure, Objective, Quality, number_entry, whole_number};
pub use mention::{Mention, NameKind};
pub use numbers::NumericPlanningDomain;
pub use obstacle::{Link, Obstacle};
pub use partial_task::{PartialGrounding, PartialTask};
pub use plan::{NamedPlan, PlanStep};
pub use planning_task::{Accepted, Compiled, PlanningDomain, PlanningTask};
pub use problem::{GroundAtom, Problem};
pub use read::{
    Header, MAX_PARAMETERS, Text, read_domain, read_domain_within, read_files, read_header,
    read_problem, read_problem_within,
};
pub use reason::{Reason, WeightsByName, bound_of_metric};
pub use sas::SasTask;
pub use saut_base::BadInput;
pub use saut_base::sexp::{DEEPEST, LONGEST_TEXT};
pub use task_repair::{ChangeKind, InitialStateEdit};
pub use tokens::TokenTask;
pub use types::{MAX_TYPES, OBJECT, TypeId, Types};
pub use validate::{
    Change, InvalidPlan, Trace, UnmetConditions, ValidatedPlan, WrongStep, trace, validate,
};
