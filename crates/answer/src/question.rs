//! Questions: a subject and the methods that decide it.

use saut_base::BadInput;
use saut_base::stop::Stop;
use saut_check::Subject;
use saut_check::subject::SubjectNames;
use saut_formats::Entry;
use saut_peg::baseball::Strategy;
use saut_plan::planning::PlanMethod;
use saut_plan::{Error, Settings};
use saut_puzzles::method::MethodName;

use crate::answer::Answer;
use crate::baseball::BaseballAnswer;
use crate::board::BoardAnswer;
use crate::task::{Better, TaskAnswer};

/// Question: whether a puzzle or a planning task has a plan.
pub struct Question<'a> {
    /// Its subject.
    pub subject: Subject,
    /// Notes on the files of the subject, for a reader of the answer.
    pub notes: Vec<String>,
    /// Method for a puzzle.
    pub puzzle_method: PuzzleMethod,
    /// Method for a planning task.
    pub task_method: PlanMethod,
    /// Observer of better plans of a planning task.
    pub better: Better<'a>,
}

/// Method for a puzzle.
#[derive(Clone, Copy, Debug, Default)]
pub struct PuzzleMethod {
    /// Method for a board of peg solitaire; that of the settings if none is named.
    pub board: Option<MethodName>,
    /// Hand method of colour baseball.
    pub strategy: Option<Strategy>,
    /// Whether a plan of colour baseball has the configuration after each step.
    pub is_traced: bool,
}

impl<S: Into<Subject>> From<S> for Question<'_> {
    fn from(subject: S) -> Self {
        Self {
            subject: subject.into(),
            notes: Vec::new(),
            puzzle_method: PuzzleMethod::default(),
            task_method: PlanMethod::Auto,
            better: &|_, _| (),
        }
    }
}

/// Reads a question. One name is that of a bundled puzzle, or a file: a puzzle, a picture, a problem in PDDL whose
/// domain is beside it, a task in SAS+. Two are a domain and a problem in PDDL, or a graph and tokens on it.
///
/// # Errors
/// There is no such puzzle or file, it cannot be read, or its content cannot be used.
pub fn load(names: &[&str]) -> Result<Question<'static>, BadInput> {
    let (first, problem) = match *names {
        [first] => (first, None),
        [first, problem] => (first, Some(problem)),
        _ => {
            let fact = format!("{} names were given", names.len());
            let remedy = "give a puzzle, or a domain and a problem";
            return Err(BadInput::new("question", fact).remedy(remedy));
        }
    };
    let names = SubjectNames {
        first,
        problem,
        command: ("saut solve", ""),
        ..SubjectNames::default()
    };
    let (subject, notes) = names.load_with_notes(&Stop::default())?;
    Ok(Question {
        notes,
        ..subject.into()
    })
}

/// Decides a question: a plan that was replayed, a checked reason why there is none, or neither within the limits of
/// the settings.
///
/// # Errors
/// [`enum@Error`] if the settings cannot be met, every backend failed, or one of our own parts contradicts another.
pub fn solve(question: &Question<'_>, settings: &Settings) -> Result<Answer, Error> {
    match &question.subject {
        Subject::Puzzle(puzzle) => solve_puzzle(puzzle, question.puzzle_method, settings),
        Subject::Task(task) => {
            TaskAnswer::solve(task, question.task_method, settings, question.better)
                .map(Answer::from)
        }
    }
}

/// Decides a puzzle. A program that calls only this one links no planner for tasks.
///
/// # Errors
/// As [`solve`].
pub fn solve_puzzle(
    puzzle: &Entry,
    method: PuzzleMethod,
    settings: &Settings,
) -> Result<Answer, Error> {
    Ok(match puzzle {
        Entry::Peg(puzzle) => {
            let board = method.board.unwrap_or(MethodName::Decide(settings.method));
            let answer = BoardAnswer::solve(puzzle, board, settings)?;
            Answer::Board(Box::new(answer))
        }
        Entry::Baseball(puzzle) => {
            let answer =
                BaseballAnswer::solve(puzzle, method.strategy, method.is_traced, settings)?;
            Answer::Baseball(Box::new(answer))
        }
    })
}
