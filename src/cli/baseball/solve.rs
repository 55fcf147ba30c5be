//! `saut solve` for colour baseball.

use saut::Answer;
use saut::answer::BaseballAnswer;
use saut::baseball::Puzzle;

use crate::cli::answer::reply;
use crate::cli::arguments::Solve;
use crate::cli::progress::Line;
use crate::cli::question::Question;
use crate::cli::reply::{Failure, Reply};
use crate::cli::settings::found_settings;
use crate::cli::solve::interrupt::stop_at_ctrl_c;

/// Runs `saut solve` for a puzzle of colour baseball.
pub fn solve(arguments: &Solve, question: Question, puzzle: &Puzzle) -> Result<Reply, Failure> {
    let mut settings = found_settings(arguments, question)?;
    let stop = settings.stop.clone();
    let answer = if let Question::ByHand(strategy) = question {
        BaseballAnswer::by_hand(puzzle, strategy)?
    } else {
        stop_at_ctrl_c(&stop);
        let line = Line::new();
        settings.progress = Some(line.clone());
        let answer = BaseballAnswer::solve(puzzle, &settings);
        line.clear();
        answer?
    };
    let answer = Answer::Baseball(Box::new(answer.traced(arguments.trace)));
    reply(answer, arguments.proof.as_deref(), &stop)
}
