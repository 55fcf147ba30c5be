//! Deciding one puzzle of peg solitaire.

use saut::Answer;
use saut::answer::BoardAnswer;
use saut::method::MethodName;
use saut::peg::Puzzle;
use saut::stop::Stop;

use crate::cli::answer::reply;
use crate::cli::arguments::Solve;
use crate::cli::progress::Line;
use crate::cli::question::{Measure, Question};
use crate::cli::reply::{Failure, Reply};
use crate::cli::settings;

/// Says that a puzzle has no plan, with a certificate that the ordinary way finds and checks.
pub fn refuse(arguments: &Solve, puzzle: &Puzzle, stop: &Stop) -> Result<Reply, Failure> {
    let settings = saut::Settings {
        stop: stop.clone(),
        ..settings::settings(arguments, Question::Any)
    };
    answer(arguments, Question::Any, puzzle, settings)
}

/// Decides, prints, and gives the exit status.
pub fn answer(
    arguments: &Solve,
    question: Question,
    puzzle: &Puzzle,
    mut settings: saut::Settings,
) -> Result<Reply, Failure> {
    let line = match arguments.limits.timeout {
        Some(_) => Line::new(),
        None => Line::without_limit(),
    };
    settings.progress = Some(line.clone());
    let (at_least, at_most) = puzzle.jump_range();
    let named = arguments
        .encoding
        .encoding
        .filter(|named| !named.is_sequential());
    if let (Question::Fewest(Measure::Jumps), Some(named), true) =
        (question, named, at_least < at_most)
    {
        tell!("saut: {named} finds the first plan; whether fewer jumps do is asked of sequential");
    }
    let stop = settings.stop.clone();
    let decided = match arguments.method {
        MethodName::Decide(method) => {
            BoardAnswer::solve(puzzle, &saut::Settings { method, ..settings })
        }
        method @ MethodName::Baseline(_) => {
            let decided = method.decide(puzzle, &settings);
            decided.map(|decision| BoardAnswer::decided(puzzle, decision, settings.minimise))
        }
    };
    line.clear();
    let answer = Answer::Board(Box::new(decided?));
    reply(answer, arguments.proof.as_deref(), &stop)
}
