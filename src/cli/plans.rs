//! `saut solve --all` and `--sample`: many solutions, or all with the fewest moves.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

use saut::answer::Kept;
use saut::answer::schema::{self, Count, Seconds};
use saut::count::NotCounted;
use saut::explore::{Distinct, Draw, FewestMoves, SolutionGraph, Solutions};
use saut::peg::{Jump, Puzzle};
use saut::settings::Settings;
use saut::simulate::{self, ReplayedPlan};
use schemars::JsonSchema;
use serde::Serialize;

use super::count::refuse;
use super::question::OfAll;
use super::reply::{Failure, Reply};
use super::{print, proofs, settings, status};

/// The most solutions that --all prints.
const MOST: usize = 1_000_000;

/// Number of times that a draw may repeat what was drawn before.
const TRIES: usize = 100;

/// Solutions by numbers of jumps, and how many there are in all, where that is known.
struct Many {
    plans: Vec<Vec<usize>>,
    /// Number of plans printed already, as they were found.
    printed: Result<usize, Failure>,
    all: Option<u128>,
    complete: bool,
    is_sample: bool,
    distinct: bool,
    /// The fewest moves, if all plans have so many.
    fewest: Option<usize>,
}

/// Many plans.
#[derive(Serialize, JsonSchema)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct PlansDocument<'a> {
    /// The name of the puzzle.
    puzzle: &'a str,
    /// Always solved.
    #[schemars(extend("const" = "solved"))]
    verdict: &'static str,
    /// The plans, each replayed.
    #[schemars(with = "Vec<Vec<schema::Jump>>")]
    plans: Vec<Vec<Jump>>,
    /// Number of all, if it is known.
    solutions: Option<Count>,
    /// Whether these are all, or as many as were to be drawn.
    complete: bool,
    /// Whether they were drawn at random; one may be there twice.
    #[serde(skip_serializing_if = "is_false")]
    sample: bool,
    /// Whether one plan stands for all that differ from it by a symmetry or an order.
    distinct: bool,
    /// Always true: the simulator has replayed the plans.
    #[schemars(extend("const" = true))]
    checked: bool,
    /// The fewest moves, if all plans have as many.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<usize>,
    /// Whether no plan has fewer moves.
    #[serde(skip_serializing_if = "is_false")]
    optimal: bool,
    /// Wall time.
    seconds: Seconds,
    #[serde(flatten)]
    kept: Kept,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
fn is_false(value: &bool) -> bool {
    !*value
}

/// The reply of every solution, or of a sample; `None` if there is no solution.
pub fn run(
    asked: OfAll,
    puzzle: &Puzzle,
    settings: &Settings,
    json: bool,
    proof: Option<&Path>,
) -> Result<Option<Reply>, Failure> {
    let began = Instant::now();
    let (search, line) = settings::search(settings);
    let found = SolutionGraph::new(puzzle, &search).and_then(|graph| {
        if !graph.is_solvable() {
            return Ok(None);
        }
        let distinct = asked.flags.distinct;
        let many = match asked.flags.sample {
            Some(number) => drawn(&graph, number.get(), distinct, settings.seed),
            None if asked.fewest_moves => shortest(&graph, distinct),
            None if json => every(&graph, distinct),
            None => {
                line.clear();
                printed(puzzle, &graph, distinct)
            }
        };
        many.map(Some)
    });
    line.clear();
    match found {
        Ok(many) => many
            .map(|many| many.reply(puzzle, json, began, proof))
            .transpose(),
        Err(why) => refuse(puzzle.name(), why, began).map(Some),
    }
}

/// Prints every solution as it is found.
fn printed(puzzle: &Puzzle, winning: &SolutionGraph, distinct: bool) -> Result<Many, NotCounted> {
    let (mut printed, mut failed) = (0, Ok(()));
    let complete = Distinct::new(winning)?.each(distinct, |plan| {
        if printed == MOST {
            return false;
        }
        printed += 1;
        failed = print_plan(puzzle, printed, plan);
        failed.is_ok()
    })?;
    Ok(Many {
        printed: failed.map(|()| printed),
        all: complete.then_some(printed as u128),
        complete,
        ..Many::new(Vec::new(), distinct)
    })
}

/// Every plan with the fewest moves, or of those that are images of each other the least.
fn shortest(winning: &SolutionGraph, distinct: bool) -> Result<Many, NotCounted> {
    let fewest = FewestMoves::new(winning)?;
    let representative = fewest.representatives();
    let mut plans = Vec::new();
    let complete = fewest.visit(|plan| {
        let is_listed = !distinct || representative(plan) == plan;
        let has_room = plans.len() < MOST;
        if is_listed && has_room {
            plans.push(plan.to_vec());
        }
        has_room || !is_listed
    })?;
    let all = if distinct {
        fewest.up_to_symmetry()?
    } else {
        fewest.plans()?
    };
    Ok(Many {
        all: Some(all),
        complete,
        fewest: fewest.moves(),
        ..Many::new(plans, distinct)
    })
}

fn print_plan(puzzle: &Puzzle, number: usize, plan: &[usize]) -> Result<(), Failure> {
    let plan = replayed(puzzle, plan)?;
    let mut out = anstream::stdout().lock();
    writeln!(out, "{number}.")?;
    write!(out, "{}", print::plan(puzzle.board(), &plan.jumps()))?;
    Ok(out.flush()?)
}

fn replayed(puzzle: &Puzzle, plan: &[usize]) -> Result<ReplayedPlan, Failure> {
    let jumps = puzzle.board().jumps();
    let plan = saut::plan::Plan::sequential(plan.iter().map(|&jump| jumps[jump]));
    simulate::replay(puzzle, plan)
        .map_err(|rejected| Failure::Other(format!("a plan that does not hold: {rejected}")))
}

/// Every solution.
fn every(winning: &SolutionGraph, distinct: bool) -> Result<Many, NotCounted> {
    let mut plans = Vec::new();
    let complete = Distinct::new(winning)?.each(distinct, |plan| {
        plans.push(plan.to_vec());
        plans.len() <= MOST
    })?;
    plans.sort_unstable();
    if !complete {
        plans.pop();
    }
    let all = complete.then_some(plans.len() as u128);
    Ok(Many {
        all,
        complete,
        ..Many::new(plans, distinct)
    })
}

/// As many solutions as are wanted, drawn at random.
fn drawn(
    winning: &SolutionGraph,
    wanted: usize,
    distinct: bool,
    seed: u64,
) -> Result<Many, NotCounted> {
    let solutions = Solutions::new(winning)?;
    let classes = distinct.then(|| Distinct::new(winning)).transpose()?;
    let mut draw = Draw::new(seed);
    let (mut plans, mut known, mut repeated) = (Vec::new(), BTreeSet::new(), 0);
    while plans.len() < wanted && repeated < TRIES {
        winning.check()?;
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
    Ok(Many {
        all: Some(solutions.all()),
        complete: plans.len() == wanted,
        is_sample: true,
        ..Many::new(plans, distinct)
    })
}

impl Many {
    fn new(plans: Vec<Vec<usize>>, distinct: bool) -> Self {
        Self {
            plans,
            printed: Ok(0),
            all: None,
            complete: false,
            is_sample: false,
            distinct,
            fewest: None,
        }
    }

    /// The reply; nothing is kept in the file for the proof, for there is none.
    fn reply(
        self,
        puzzle: &Puzzle,
        json: bool,
        began: Instant,
        proof: Option<&Path>,
    ) -> Result<Reply, Failure> {
        let no_proof = "the puzzle is solved, and its plans need no proof";
        let kept = proofs::keep_none(no_proof, proof);
        let printed = self.printed?;
        if json {
            let plans = self.plans.iter().map(|plan| replayed(puzzle, plan));
            let plans: Vec<ReplayedPlan> = plans.collect::<Result<_, _>>()?;
            let document = PlansDocument {
                puzzle: puzzle.name(),
                verdict: "solved",
                plans: plans.iter().map(ReplayedPlan::jumps).collect(),
                solutions: self.all.map(Count),
                complete: self.complete,
                sample: self.is_sample,
                distinct: self.distinct,
                checked: true,
                moves: self.fewest,
                optimal: self.fewest.is_some(),
                seconds: Seconds::since(began),
                kept,
            };
            return Ok(Reply::new(status::SOLVED, document, ""));
        }
        for (number, plan) in (1..).zip(&self.plans) {
            print_plan(puzzle, number, plan)?;
        }
        let found = printed + self.plans.len();
        let kind = if self.distinct { " distinct" } else { "" };
        let number = print::grouped(found as u128);
        if let (Some(fewest), Some(all)) = (self.fewest, self.all) {
            let moves = print::counted(fewest, "move");
            let plans = print::counted(all, format!("{kind} plan").trim_start());
            let others = if self.complete {
                "and no others".to_owned()
            } else {
                format!("of which {number} are printed")
            };
            let text = format!("{plans} in {moves}, the fewest, {others}\n");
            return Ok(Reply::text(status::SOLVED, text));
        }
        let text = match (self.is_sample, self.all) {
            (true, Some(all)) => {
                let all = print::counted(all, "solution");
                let few = if self.complete {
                    String::new()
                } else {
                    format!("; {TRIES} more draws in a row brought nothing new")
                };
                format!("{number}{kind} of {all}, drawn at random{few}\n")
            }
            _ if self.complete => {
                let noun = format!("{kind} solution");
                let number = print::counted(found, noun.trim_start());
                format!("{number}, and no others\n")
            }
            _ => {
                format!("{number}{kind} solutions; there are more (see saut count, and --sample)\n")
            }
        };
        Ok(Reply::text(status::SOLVED, text))
    }
}
