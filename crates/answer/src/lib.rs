//! Decides puzzles and planning tasks.
//!
//! [`SubjectNames::load`] reads a puzzle or a task, and [`solve`] decides it. The [`Answer`] has JSON output, a text
//! and an exit status. The command line and the studio call the same public functions as other programs.
#![doc = include_str!("../README.md")]

mod answer;
mod baseball;
mod board;
mod diagnostics;
mod explanation;
mod kept;
pub mod print;
pub mod schema;
pub mod status;
mod task;
mod task_explanation;

pub use answer::{Answer, PuzzleMethod, Question, load, solve, solve_puzzle};
pub use baseball::{BaseballAnswer, SolvedBaseball, describe, name as step_name, steps_in_words};
pub use board::BoardAnswer;
pub use board::document::{
    AnswerMethod, BY_POSITIONS, Document, Infeasible, LowerBound, RequestedFacts, Solved, Undecided,
};
pub use diagnostics::Diagnostics;
pub use explanation::{Criteria, Explanation};
pub use kept::{Evidence, SavedProof};
pub use task::{
    GivenPlan, PlanObserver, PlanOrder, Repair, TaskAnswer, TaskInfeasible, TaskSolved,
    TaskUndecided, better_document, bound_in_words, plan_file, why_not,
};
pub use task_explanation::{MOST as MOST_EXPLAINED, TaskExplanation};

pub use saut_check::Subject;
pub use saut_check::subject::{Note, SubjectNames, TaskFiles, domain_beside, kind_of_file};
pub use saut_puzzles::method::MethodName;
