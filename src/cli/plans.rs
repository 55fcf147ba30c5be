//! `saut solve --all` and `--sample`: all solutions, all solutions with the fewest moves, or a random sample.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

use saut::answer::SavedProof;
use saut::answer::schema::{self, Count, Seconds};
use saut::count::CountError;
use saut::explore::{Distinct, FewestMoves, SolutionGraph, Solutions};
use saut::peg::{Jump, Puzzle};
use saut::plan::Plan;
use saut::random::Random;
use saut::settings::Settings;
use saut::simulate;
use schemars::JsonSchema;
use serde::Serialize;

use super::arguments::Solve;
use super::count::refuse;
use super::reply::{CommandOutput, Failure, keep_none};
use super::{print, settings, status};

/// Maximum number of solutions that --all prints.
const MOST: usize = 1_000_000;

/// Sampling stops after this number of draws in a row without a new solution.
const TRIES: usize = 100;

/// All solutions of a puzzle, or some of them.
#[derive(Default, Serialize, JsonSchema)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a field of the document"
)]
pub struct PlansDocument<'a> {
    /// The name of the puzzle.
    puzzle: &'a str,
    /// Always solved.
    #[schemars(extend("const" = "solved"))]
    verdict: &'static str,
    /// The replayed plans.
    #[schemars(with = "Vec<Vec<schema::Jump>>")]
    plans: Vec<Vec<Jump>>,
    /// Number of all solutions, if it is known.
    solutions: Option<Count>,
    /// Whether the list has all solutions, or the requested number of random solutions.
    complete: bool,
    /// Whether the plans were drawn at random; a plan can then occur twice.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    sample: bool,
    /// Whether plans that differ only by a symmetry, or by the order of independent jumps, are listed once.
    distinct: bool,
    /// Always true: the simulator has replayed the plans.
    #[schemars(extend("const" = true))]
    checked: bool,
    /// The minimum number of moves, if every listed plan has this number of moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<usize>,
    /// Whether no plan has fewer moves.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    optimal: bool,
    /// Wall time.
    seconds: Seconds,
    #[serde(flatten)]
    kept: SavedProof,
    /// Number of plans that were printed as they were found.
    #[serde(skip)]
    printed: usize,
}

/// Returns the reply with all solutions or a sample, or `None` if there is no solution.
pub fn run(
    arguments: &Solve,
    puzzle: &Puzzle,
    settings: &Settings,
    json: bool,
) -> Result<Option<CommandOutput>, Failure> {
    let began = Instant::now();
    let found = settings::searching(settings, |search, line| {
        let graph = SolutionGraph::new(puzzle, &search)?;
        if !graph.is_solvable() {
            return Ok(None);
        }
        let listing = SolutionList {
            puzzle,
            graph: &graph,
            distinct: arguments.shorten.distinct,
        };
        let document = match arguments.shorten.sample {
            Some(number) => listing.drawn(number.get(), settings.seed)?,
            None if arguments.asks_fewest_moves() => listing.shortest()?,
            None if json => listing.every()?,
            None => {
                line.finish_and_clear();
                return listing.printed().map(Some);
            }
        };
        Ok(Some(Ok(document)))
    });
    match found {
        Ok(None) => Ok(None),
        Ok(Some(document)) => {
            let proof = arguments.proof.as_deref();
            document?.reply(puzzle, json, began, proof).map(Some)
        }
        Err(why) => refuse(puzzle.name(), why, began).map(Some),
    }
}

/// Replays and prints a plan.
fn print_plan(puzzle: &Puzzle, number: usize, jumps: &[Jump]) -> Result<(), Failure> {
    replay(puzzle, jumps)?;
    let mut out = anstream::stdout().lock();
    writeln!(out, "{number}.")?;
    write!(out, "{}", print::plan(puzzle.board(), jumps))?;
    Ok(out.flush()?)
}

fn replay(puzzle: &Puzzle, jumps: &[Jump]) -> Result<(), Failure> {
    let plan = Plan::sequential(jumps.iter().copied());
    let replayed = simulate::replay(puzzle, plan);
    replayed
        .map(drop)
        .map_err(|rejected| Failure::Other(format!("a plan is invalid: {rejected}")))
}

struct SolutionList<'a, 'g> {
    puzzle: &'a Puzzle,
    graph: &'g SolutionGraph,
    /// Whether solutions that differ only by a symmetry, or by the order of independent jumps, are listed once.
    distinct: bool,
}

impl<'a> SolutionList<'a, '_> {
    /// Returns a document with these plans, each a list of jump numbers. The plans must be replayed before they are
    /// printed.
    fn document(&self, plans: &[Vec<usize>]) -> PlansDocument<'a> {
        let plans = plans.iter().map(|plan| self.jumps(plan));
        PlansDocument {
            puzzle: self.puzzle.name(),
            verdict: "solved",
            plans: plans.collect(),
            distinct: self.distinct,
            checked: true,
            ..PlansDocument::default()
        }
    }

    fn jumps(&self, plan: &[usize]) -> Vec<Jump> {
        let jumps = self.puzzle.board().jumps();
        plan.iter().map(|&jump| jumps[jump]).collect()
    }

    /// Prints every solution as it is found.
    fn printed(&self) -> Result<Result<PlansDocument<'a>, Failure>, CountError> {
        let (mut printed, mut failed) = (0, Ok(()));
        let complete = Distinct::new(self.graph)?.each(self.distinct, |plan| {
            if printed == MOST {
                return false;
            }
            printed += 1;
            failed = print_plan(self.puzzle, printed, &self.jumps(plan));
            failed.is_ok()
        })?;
        Ok(failed.map(|()| PlansDocument {
            solutions: complete.then_some(Count(printed as u128)),
            complete,
            printed,
            ..self.document(&[])
        }))
    }

    /// Returns all plans with the fewest moves. If `distinct`, only one plan of each class under symmetry is returned.
    fn shortest(&self) -> Result<PlansDocument<'a>, CountError> {
        let fewest = FewestMoves::new(self.graph)?;
        let representative = fewest.representatives();
        let mut plans = Vec::new();
        let complete = fewest.visit(|plan| {
            let is_listed = !self.distinct || representative(plan) == plan;
            let has_room = plans.len() < MOST;
            if is_listed && has_room {
                plans.push(plan.to_vec());
            }
            has_room || !is_listed
        })?;
        let all = if self.distinct {
            fewest.up_to_symmetry()?
        } else {
            fewest.plans()?
        };
        let moves = fewest.moves();
        Ok(PlansDocument {
            solutions: Some(Count(all)),
            complete,
            moves,
            optimal: moves.is_some(),
            ..self.document(&plans)
        })
    }

    fn every(&self) -> Result<PlansDocument<'a>, CountError> {
        let mut plans = Vec::new();
        let complete = Distinct::new(self.graph)?.each(self.distinct, |plan| {
            plans.push(plan.to_vec());
            plans.len() <= MOST
        })?;
        plans.sort_unstable();
        if !complete {
            plans.pop();
        }
        Ok(PlansDocument {
            solutions: complete.then_some(Count(plans.len() as u128)),
            complete,
            ..self.document(&plans)
        })
    }

    /// Draws `wanted` solutions at random.
    fn drawn(&self, wanted: usize, seed: u64) -> Result<PlansDocument<'a>, CountError> {
        let solutions = Solutions::new(self.graph)?;
        let classes = self.distinct.then(|| Distinct::new(self.graph));
        let classes = classes.transpose()?;
        let mut draw = Random::new(seed);
        let (mut plans, mut known, mut repeated) = (Vec::new(), BTreeSet::new(), 0);
        while plans.len() < wanted && repeated < TRIES {
            self.graph.check()?;
            let Some(plan) = solutions.draw(&mut draw) else {
                break;
            };
            let is_new = classes
                .as_ref()
                .is_none_or(|classes| known.insert(classes.representative(&plan)));
            if is_new {
                plans.push(plan);
                repeated = 0;
            } else {
                repeated += 1;
            }
        }
        Ok(PlansDocument {
            solutions: Some(Count(solutions.all())),
            complete: plans.len() == wanted,
            sample: true,
            ..self.document(&plans)
        })
    }
}

impl PlansDocument<'_> {
    /// Returns the reply. No proof file is written, because there is no proof.
    fn reply(
        mut self,
        puzzle: &Puzzle,
        json: bool,
        began: Instant,
        proof: Option<&Path>,
    ) -> Result<CommandOutput, Failure> {
        let no_proof = "the puzzle is solved, and its plans need no proof";
        self.kept = keep_none(no_proof, proof);
        if json {
            for plan in &self.plans {
                replay(puzzle, plan)?;
            }
            self.seconds = Seconds::since(began);
            return Ok(CommandOutput::new(status::SOLVED, self, ""));
        }
        for (number, plan) in (1..).zip(&self.plans) {
            print_plan(puzzle, number, plan)?;
        }
        let found = self.printed + self.plans.len();
        let kind = if self.distinct { " distinct" } else { "" };
        let number = print::grouped(found as u128);
        if let (Some(fewest), Some(all)) = (self.moves, self.solutions) {
            let moves = print::counted(fewest, "move");
            let plans = print::counted(all.0, format!("{kind} plan").trim_start());
            let others = if self.complete {
                "there are no others".to_owned()
            } else {
                format!("{number} printed")
            };
            let text = format!("{plans} in {moves}, which is the minimum; {others}\n");
            return Ok(CommandOutput::text(status::SOLVED, text));
        }
        let text = match (self.sample, self.solutions) {
            (true, Some(all)) => {
                let all = print::counted(all.0, "solution");
                let few = if self.complete {
                    String::new()
                } else {
                    format!("; {TRIES} more draws in a row found no new plan")
                };
                format!("{number}{kind} of {all}, drawn at random{few}\n")
            }
            _ if self.complete => {
                let noun = format!("{kind} solution");
                let number = print::counted(found, noun.trim_start());
                format!("{number}, and no others\n")
            }
            _ => {
                let number = print::counted(found, format!("{kind} solution").trim_start());
                format!("{number}; there are more (see saut count, and --sample)\n")
            }
        };
        Ok(CommandOutput::text(status::SOLVED, text))
    }
}
