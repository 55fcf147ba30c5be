//! `saut solve --all` and `--sample`: many solutions, or all with the fewest moves.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

use saut::answer::Kept;
use saut::count::NotCounted;
use saut::explore::{Distinct, Draw, FewestMoves, OptimalPlans, SolutionGraph, Solutions};
use saut::formats::json;
use saut::peg::{Jump, Puzzle};
use saut::simulate::{self, ReplayedPlan};
use serde::Serialize;

use super::count::rounded;
use super::reply::{Failure, Reply};
use super::{print, proofs, status};

/// The most solutions that --all prints.
const MOST: usize = 1_000_000;

/// Number of times that a draw may repeat what was drawn before.
const TRIES: usize = 100;

/// Solutions by numbers of jumps, and how many there are in all, where that is known.
pub struct Many {
    plans: Vec<Vec<usize>>,
    /// Number of plans printed already, as they were found.
    printed: Result<usize, Failure>,
    all: Option<u128>,
    complete: bool,
    is_sample: bool,
    distinct: bool,
    fewest: Option<Fewest>,
}

/// Facts known of all plans with the fewest moves.
#[derive(Clone, Copy, Serialize)]
struct Fewest {
    moves: usize,
    optimal: bool,
}

/// The document of many solutions.
#[derive(Serialize)]
struct Document<'a> {
    checked: bool,
    complete: bool,
    distinct: bool,
    #[serde(flatten)]
    fewest: Option<Fewest>,
    plans: Vec<Vec<Jump>>,
    puzzle: &'a str,
    /// Says that the plans were drawn at random, so that one may stand twice.
    #[serde(skip_serializing_if = "Option::is_none")]
    sample: Option<bool>,
    seconds: f64,
    solutions: Option<String>,
    verdict: json::JsonVerdict,
    #[serde(flatten)]
    kept: Kept,
}

/// Prints every solution as it is found.
pub fn printed(
    puzzle: &Puzzle,
    winning: &SolutionGraph,
    distinct: bool,
) -> Result<Many, NotCounted> {
    let (mut printed, mut failed) = (0, Ok(()));
    let complete = Distinct::new(winning)?.each(MOST, distinct, |plan| {
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
pub fn shortest(winning: &SolutionGraph, distinct: bool) -> Result<Many, NotCounted> {
    let fewest = FewestMoves::new(winning)?;
    let optimal = OptimalPlans::new(&fewest)?;
    let representative = optimal.representatives();
    let mut plans = Vec::new();
    let complete = optimal.visit(|plan| {
        let is_listed = !distinct || representative(plan) == plan;
        let has_room = plans.len() < MOST;
        if is_listed && has_room {
            plans.push(plan.to_vec());
        }
        has_room || !is_listed
    })?;
    let all = if distinct {
        optimal.up_to_symmetry()?
    } else {
        optimal.plans()
    };
    Ok(Many {
        all: Some(all),
        complete,
        fewest: fewest.moves().map(|moves| Fewest {
            moves,
            optimal: true,
        }),
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
pub fn every(winning: &SolutionGraph, distinct: bool) -> Result<Many, NotCounted> {
    let classes = Distinct::new(winning)?;
    let (plans, complete) = if distinct {
        classes.least(MOST, true)?
    } else {
        classes.all(MOST)?
    };
    let all = complete.then_some(plans.len() as u128);
    Ok(Many {
        all,
        complete,
        ..Many::new(plans, distinct)
    })
}

/// As many solutions as are wanted, drawn at random.
pub fn drawn(
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
    pub fn reply(
        self,
        puzzle: &Puzzle,
        json: bool,
        began: Instant,
        proof: Option<&Path>,
    ) -> Result<Reply, Failure> {
        let no_proof = "the puzzle is solved, and its plans need no proof";
        report(
            puzzle,
            self,
            json,
            began,
            proofs::keep_none(no_proof, proof),
        )
    }
}

fn report(
    puzzle: &Puzzle,
    many: Many,
    json: bool,
    began: Instant,
    kept: Kept,
) -> Result<Reply, Failure> {
    let printed = many.printed?;
    if json {
        let plans = many.plans.iter().map(|plan| replayed(puzzle, plan));
        let plans: Vec<ReplayedPlan> = plans.collect::<Result<_, _>>()?;
        let entries = plans.iter().map(saut::simulate::ReplayedPlan::jumps);
        let document = Document {
            checked: true,
            complete: many.complete,
            distinct: many.distinct,
            fewest: many.fewest,
            plans: entries.collect(),
            puzzle: puzzle.name(),
            sample: many.is_sample.then_some(true),
            seconds: rounded(began),
            solutions: many.all.map(|all| all.to_string()),
            verdict: json::JsonVerdict::Solved,
            kept,
        };
        let document = json::write_json(&document)?;
        return Ok(Reply::new(status::SOLVED, document, ""));
    }
    for (number, plan) in (1..).zip(&many.plans) {
        print_plan(puzzle, number, plan)?;
    }
    let found = printed + many.plans.len();
    let kind = if many.distinct { " distinct" } else { "" };
    let number = print::grouped(found as u128);
    if let (Some(fewest), Some(all)) = (many.fewest, many.all) {
        let moves = print::counted(fewest.moves, "move");
        let plans = print::counted(all, format!("{kind} plan").trim_start());
        let others = if many.complete {
            "and no others".to_owned()
        } else {
            format!("of which {number} are printed")
        };
        let text = format!("{plans} in {moves}, the fewest, {others}\n");
        return Ok(Reply::text(status::SOLVED, text));
    }
    let text = match (many.is_sample, many.all) {
        (true, Some(all)) => {
            let all = print::counted(all, "solution");
            let few = if many.complete {
                String::new()
            } else {
                format!("; {TRIES} more draws in a row brought nothing new")
            };
            format!("{number}{kind} of {all}, drawn at random{few}\n")
        }
        _ if many.complete => {
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
