//! Deciding one puzzle.

use saut::Answer;
use saut::answer::{BaseballAnswer, BoardAnswer};
use saut::formats::Entry;
use saut::method::MethodName;
use saut::settings::Settings;

use crate::cli::progress::Line;
use crate::cli::question::Question;
use crate::cli::reply::Failure;

/// Decides a puzzle: it has a plan, or none by a certificate. A plan of colour baseball may be traced.
pub fn answer(
    entry: &Entry,
    question: Question,
    method: MethodName,
    traced: bool,
    settings: Settings,
) -> Result<Answer, Failure> {
    let line = match (entry, settings.stop.time_left()) {
        (Entry::Peg(_), None) => Line::without_limit(),
        _ => Line::new(),
    };
    let answer = line.over(settings, |settings| match (entry, method) {
        (Entry::Baseball(puzzle), _) => {
            let answer = match question {
                Question::ByHand(strategy) => BaseballAnswer::by_hand(puzzle, strategy),
                _ => BaseballAnswer::solve(puzzle, settings),
            };
            answer.map(|answer| Answer::Baseball(Box::new(answer.traced(traced))))
        }
        (Entry::Peg(puzzle), MethodName::Decide(method)) => {
            let settings = Settings {
                method,
                ..settings.clone()
            };
            BoardAnswer::solve(puzzle, &settings).map(|answer| Answer::Board(Box::new(answer)))
        }
        (Entry::Peg(puzzle), MethodName::Baseline(_)) => {
            let decision = method.decide(puzzle, settings)?;
            let answer = BoardAnswer::decided(puzzle, decision, settings.minimise);
            Ok(Answer::Board(Box::new(answer)))
        }
    });
    Ok(answer?)
}
