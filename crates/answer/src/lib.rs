//! From a question to a checked answer: the front door of the project.
//!
//! `load` reads a question, `solve` decides it, and an [`Answer`] knows its document, its text and its exit status. The
//! command line, the studio and programs of others go through here, so that they say the same.
#![doc = include_str!("../README.md")]

mod answer;
mod baseball;
mod board;
mod explanation;
mod kept;
pub mod print;
pub mod schema;
pub mod status;
mod task;
mod task_explanation;

pub use answer::Answer;
pub use baseball::{BaseballAnswer, SolvedBaseball, describe, name as step_name, steps_in_words};
pub use board::BoardAnswer;
pub use board::document::{
    BY_POSITIONS, Document, Facts, Found, Infeasible, LowerBound, Solved, Undecided,
};
pub use explanation::{Criteria, Explanation};
pub use kept::{Evidence, Kept};
pub use task::{
    Better, GivenPlan, NumberedStep, TaskAnswer, TaskInfeasible, TaskSolved, TaskUndecided,
    bound_in_words, plan_file, why_not,
};
pub use task_explanation::{MOST as MOST_EXPLAINED, TaskExplanation};

use saut_check::Subject;
pub use saut_check::subject::{
    Question, TaskFiles, domain_beside, files, is_task, kind_of_file, load, load_within, named,
};
use saut_formats::Entry;
use saut_plan::planning::PlanMethod;
use saut_plan::{Error, Settings};

/// Decides a question: a plan that was replayed, a checked reason why there is none, or neither within the limits of
/// the settings.
///
/// # Errors
/// [`enum@Error`] if the settings cannot be met, every backend failed, or one of our own parts contradicts another.
pub fn solve(question: &Question, settings: &Settings) -> Result<Answer, Error> {
    Ok(match &question.subject {
        Subject::Puzzle(Entry::Peg(puzzle)) => {
            Answer::Board(Box::new(BoardAnswer::solve(puzzle, settings)?))
        }
        Subject::Puzzle(Entry::Baseball(puzzle)) => {
            Answer::Baseball(Box::new(BaseballAnswer::solve(puzzle, settings)?))
        }
        Subject::Task(task) => {
            let answer = TaskAnswer::solve(task, PlanMethod::Auto, settings, &|_, _| ())?;
            Answer::Task(Box::new(answer))
        }
    })
}
