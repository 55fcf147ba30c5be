//! Questions about all solutions together, by every position on a solution.

use std::path::Path;
use std::time::Instant;

use saut::count::NotCounted;
use saut::explore::SolutionGraph;
use saut::peg::Puzzle;
use saut::settings::Settings;

use crate::cli::arguments::Save;
use crate::cli::count::refuse;
use crate::cli::question::OfAll;
use crate::cli::reply::{Failure, Reply};
use crate::cli::{plans, save, settings, shorten};

/// What a search of all solutions found.
enum Found {
    Best(Box<shorten::Answer>),
    Many(plans::Many),
}

/// The reply about all solutions; `None` if there is no solution.
pub fn find(
    puzzle: &Puzzle,
    question: OfAll,
    settings: &Settings,
    levels: &Save,
    json: bool,
    proof: Option<&Path>,
) -> Result<Option<Reply>, Failure> {
    let began = Instant::now();
    let any_plan = match question {
        OfAll::Best(best) => shorten::any_plan(best, puzzle, settings)?,
        _ => None,
    };
    let found = save::keeping(levels, puzzle, |checkpoints| {
        let (mut search, line) = settings::search(settings);
        search.checkpoints = checkpoints;
        let graph = SolutionGraph::new(puzzle, &search);
        let found = graph.and_then(|graph| {
            if !graph.is_solvable() {
                return Ok(None);
            }
            let many = match question {
                OfAll::Best(best) => {
                    return Ok(
                        shorten::find(best, &graph)?.map(|answer| Found::Best(Box::new(answer)))
                    );
                }
                OfAll::Every {
                    distinct,
                    fewest_moves: true,
                } => plans::shortest(&graph, distinct)?,
                OfAll::Every { distinct, .. } if json => plans::every(&graph, distinct)?,
                OfAll::Every { distinct, .. } => {
                    line.clear();
                    plans::printed(puzzle, &graph, distinct)?
                }
                OfAll::Sample { number, distinct } => {
                    plans::drawn(&graph, number.get(), distinct, settings.seed)?
                }
            };
            Ok(Some(Found::Many(many)))
        });
        line.clear();
        found
    })?;
    match (found, any_plan) {
        (Ok(None), _) => Ok(None),
        (Ok(Some(Found::Best(answer))), _) => answer.reply(puzzle, began, proof).map(Some),
        (Ok(Some(Found::Many(many))), _) => many.reply(puzzle, json, began, proof).map(Some),
        (Err(NotCounted::Stopped(why)), Some(plan)) => {
            plan.at_most(why).reply(puzzle, began, proof).map(Some)
        }
        (Err(why), _) => refuse(puzzle.name(), why, began).map(Some),
    }
}
