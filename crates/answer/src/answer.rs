//! Questions and their answers. A question has a subject (a puzzle or a task) and a method. An answer has JSON output,
//! a text and an exit status.
//!
//! Every plan in an answer was replayed when it was found, and every certificate and bound was checked.

use std::fmt;
use std::time::Duration;

use saut_base::BadInput;
use saut_base::stop::Stop;
use saut_check::Subject;
use saut_check::subject::SubjectNames;
use saut_formats::Entry;
use saut_peg::baseball::Strategy;
use saut_plan::planning::PlanMethod;
use saut_plan::{Decision, Error, Settings, Verdict};
use saut_puzzles::baseline::{self, Baseline};
use saut_puzzles::decide;
use saut_puzzles::method::MethodName;

use crate::baseball::{self, BaseballAnswer};
use crate::board::BoardAnswer;
use crate::kept::{Evidence, SavedProof};
use crate::status;
use crate::task::{PlanObserver, TaskAnswer};

/// The question whether a puzzle or a planning task has a plan.
pub struct Question<'a> {
    /// The puzzle or the planning task.
    pub subject: Subject,
    /// Notes on the files of the subject, for the user.
    pub notes: Vec<String>,
    /// Method for a puzzle.
    pub puzzle_method: PuzzleMethod,
    /// Method for a planning task.
    pub task_method: PlanMethod,
    /// Function that is called with each better plan of a planning task.
    pub better: PlanObserver<'a>,
}

/// Method for a puzzle.
#[derive(Clone, Debug, Default)]
pub struct PuzzleMethod {
    /// Method for a board of peg solitaire. The default is the method of the settings.
    pub board: Option<MethodName>,
    /// Weight of a peg in each hole. With weights, a best-first search replaces the method.
    pub weights: Option<Vec<i64>>,
    /// Hand method of colour baseball.
    pub strategy: Option<Strategy>,
    /// Whether the answer about colour baseball lists the configuration after each step.
    pub is_traced: bool,
    /// Whether the text of an answer about peg solitaire names the method that found it.
    pub is_verbose: bool,
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

/// Reads a puzzle or a task, with the default methods. A single name is a bundled puzzle or a file. The file has a
/// puzzle, a picture, a task in SAS+, or a PDDL problem whose domain is in a nearby file. Two names are a domain and a
/// problem in PDDL, or a graph and tokens on it.
///
/// # Errors
/// The puzzle or file does not exist, it cannot be read, or its content is invalid.
pub fn load(names: &[&str]) -> Result<Question<'static>, BadInput> {
    let (first, problem) = match *names {
        [first] => (first, None),
        [first, problem] => (first, Some(problem)),
        _ => {
            let fact = format!("{} names were given", names.len());
            let remedy = "give one puzzle, or a domain and a problem";
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

/// Decides a question. The answer is a replayed plan, a checked reason why no plan exists, or "undecided" if the limits
/// of the settings are reached.
///
/// # Errors
/// [`enum@Error`] if the settings cannot be satisfied, every backend failed, or two engines contradict each other.
pub fn solve(question: &Question<'_>, settings: &Settings) -> Result<Answer, Error> {
    match &question.subject {
        Subject::Puzzle(puzzle) => solve_puzzle(puzzle, &question.puzzle_method, settings),
        Subject::Task(task) => {
            TaskAnswer::solve(task, question.task_method, settings, question.better)
                .map(Answer::from)
        }
    }
}

/// Decides a puzzle. A program that calls only this function does not link the planner for tasks.
///
/// # Errors
/// Same as [`solve`].
pub fn solve_puzzle(
    puzzle: &Entry,
    method: &PuzzleMethod,
    settings: &Settings,
) -> Result<Answer, Error> {
    Ok(match puzzle {
        Entry::Peg(puzzle) => {
            let named = method.board.unwrap_or(MethodName::Decide(settings.method));
            let (decision, bound) = match &method.weights {
                Some(weights) => {
                    let weights = Some(&weights[..]);
                    let decision =
                        baseline::decide(puzzle, settings, Baseline::BestFirst, weights)?;
                    (decision, None)
                }
                None => named.decide_with_bound(puzzle, settings)?,
            };
            Answer::Board(Box::new(BoardAnswer {
                puzzle: puzzle.as_ref().clone(),
                decision,
                bound,
                minimise: settings.minimise,
                is_verbose: method.is_verbose,
            }))
        }
        Entry::Baseball(puzzle) => Answer::Baseball(Box::new(BaseballAnswer {
            puzzle: puzzle.as_ref().clone(),
            decision: match method.strategy {
                Some(strategy) => decide::baseball::by_hand(puzzle, strategy, settings.seed)?,
                None => decide::baseball::solve(puzzle, settings)?,
            },
            strategy: method.strategy,
            is_traced: method.is_traced,
        })),
    })
}

/// Answer to a question.
#[derive(Debug)]
#[non_exhaustive]
pub enum Answer {
    /// Answer to a puzzle of peg solitaire.
    Board(Box<BoardAnswer>),
    /// Answer to a puzzle of colour baseball.
    Baseball(Box<BaseballAnswer>),
    /// Answer to a planning task.
    Task(Box<TaskAnswer>),
}

/// Returns the exit status of a decision, and its warnings.
fn status_and_warnings<P, C>(decision: &Decision<P, C>) -> (u8, &[String]) {
    let status = match decision.verdict {
        Verdict::Solved(_) => status::SOLVED,
        Verdict::Infeasible(_) => status::INFEASIBLE,
        Verdict::Undecided(_) => status::UNDECIDED,
    };
    (status, &decision.warnings)
}

impl From<TaskAnswer> for Answer {
    fn from(answer: TaskAnswer) -> Self {
        Self::Task(Box::new(answer))
    }
}

impl Answer {
    /// Whether the answer has a replayed plan.
    pub fn is_solved(&self) -> bool {
        self.exit_status() == status::SOLVED
    }

    /// Returns the steps of the plan as text: `45/47` for a jump, `(move a b)` for an action, `2:4>3` for a step of
    /// colour baseball. Returns `None` if the answer has no plan.
    pub fn plan(&self) -> Option<Vec<String>> {
        match self {
            Self::Board(answer) => answer.plan(),
            Self::Baseball(answer) => {
                let steps = answer.decision.plan()?.steps();
                Some(steps.into_iter().map(baseball::name).collect())
            }
            Self::Task(answer) => answer.plan(),
        }
    }

    /// Returns the plan file of a planning task. Returns `None` for a puzzle, and for an answer without a plan unless
    /// the format of the task can express this.
    pub fn plan_file(&self) -> Option<String> {
        match self {
            Self::Task(answer) => answer.plan_file(),
            _ => None,
        }
    }

    /// Sets the wall-clock time of the whole request, including the time to read its files.
    #[must_use]
    pub fn within(mut self, elapsed: Duration) -> Self {
        *match &mut self {
            Self::Board(answer) => &mut answer.decision.elapsed,
            Self::Baseball(answer) => &mut answer.decision.elapsed,
            Self::Task(answer) => &mut answer.decision.elapsed,
        } = elapsed;
        self
    }

    fn status_and_warnings(&self) -> (u8, &[String]) {
        match self {
            Self::Board(answer) => status_and_warnings(&answer.decision),
            Self::Baseball(answer) => status_and_warnings(&answer.decision),
            Self::Task(answer) => status_and_warnings(&answer.decision),
        }
    }

    /// Returns the exit status.
    pub fn exit_status(&self) -> u8 {
        self.status_and_warnings().0
    }

    /// Returns the faults of backends. After a fault, a backend is not used again.
    pub fn warnings(&self) -> &[String] {
        self.status_and_warnings().1
    }

    /// Returns the evidence that can be stored in files.
    pub fn evidence(&self) -> Evidence<'_> {
        match self {
            Self::Board(answer) => answer.evidence(),
            Self::Baseball(answer) => answer.evidence(),
            Self::Task(answer) => answer.evidence(),
        }
    }

    /// Returns the answer as one line of JSON. `kept` is the result of storing the evidence.
    ///
    /// # Errors
    /// The answer cannot be written as JSON, which is an internal error.
    pub fn document(&self, kept: SavedProof) -> Result<String, Error> {
        let written = match self {
            Self::Board(answer) => answer.document(kept),
            Self::Baseball(answer) => answer.document(kept),
            Self::Task(answer) => answer.document(&kept).map(|it| it.to_string()),
        };
        written.map_err(|error| Error::internal("the document of an answer", error))
    }

    /// Returns the answer as text, with escape sequences for colours. `Display` writes the text without them.
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing into a string does not fail.
        let _ = match self {
            Self::Board(answer) => answer.write_text(&mut text),
            Self::Baseball(answer) => answer.write_text(&mut text),
            Self::Task(answer) => answer.write_text(&mut text),
        };
        text
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", anstream::adapter::strip_str(&self.text()))
    }
}
