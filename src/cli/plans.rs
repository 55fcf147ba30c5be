//! `saut solve --all` and `--sample`: many solutions, or all with the fewest moves.

use std::collections::BTreeSet;
use std::io::Write;
use std::num::NonZeroUsize;
use std::time::Instant;

use saut::count::NotCounted;
use saut::explore::{Distinct, Draw, FewestMoves, OptimalPlans, SolutionGraph, Solutions};
use saut::formats::json;
use saut::peg::{Jump, Puzzle};
use saut::simulate::{self, ReplayedPlan};
use serde::Serialize;

use super::arguments::Solve;
use super::count::{refuse, rounded, searching};
use super::progress::Line;
use super::proofs;
use super::reply::{Failure, Reply};
use super::solve::answer;
use super::{print, status};

/// The most solutions that --all prints.
const MOST: usize = 1_000_000;

/// Number of times that a draw may repeat what was drawn before.
const TRIES: usize = 100;

/// Solutions by numbers of jumps, and how many there are in all, where that is known.
struct Many {
    plans: Vec<Vec<usize>>,
    /// Number of plans printed already, as they were found.
    printed: usize,
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
    seconds: f64,
    solutions: Option<String>,
    verdict: json::JsonVerdict,
    #[serde(flatten)]
    kept: saut::answer::Kept,
}

/// Prints every solution: as it is found, but for JSON, which is one document.
pub fn all(arguments: &Solve, puzzle: &Puzzle, distinct: bool) -> Result<Reply, Failure> {
    let mut failed = Ok(());
    let status = run(arguments, puzzle, |winning, line| {
        if arguments.output.json {
            return every(winning, distinct);
        }
        line.clear();
        let mut printed = 0;
        let complete = Distinct::new(winning)?.each(MOST, distinct, |plan| {
            printed += 1;
            failed = print_plan(puzzle, printed, plan);
            failed.is_ok()
        })?;
        Ok(Many {
            plans: Vec::new(),
            printed,
            all: complete.then_some(printed as u128),
            complete,
            is_sample: false,
            distinct,
            fewest: None,
        })
    });
    failed.and(status)
}

/// Prints every plan with the fewest moves, or of those that are images of each other the least.
pub fn shortest(arguments: &Solve, puzzle: &Puzzle, distinct: bool) -> Result<Reply, Failure> {
    run(arguments, puzzle, |winning, _| {
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
            plans,
            printed: 0,
            all: Some(all),
            complete,
            is_sample: false,
            distinct,
            fewest: fewest.moves().map(|moves| Fewest {
                moves,
                optimal: true,
            }),
        })
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

/// Prints `number` solutions, drawn at random.
pub fn sample(
    arguments: &Solve,
    puzzle: &Puzzle,
    number: NonZeroUsize,
    distinct: bool,
) -> Result<Reply, Failure> {
    let seed = arguments.limits.seed;
    run(arguments, puzzle, |winning, _| {
        drawn(winning, number.get(), distinct, seed)
    })
}

fn run(
    arguments: &Solve,
    puzzle: &Puzzle,
    find: impl FnOnce(&SolutionGraph, &Line) -> Result<Many, NotCounted>,
) -> Result<Reply, Failure> {
    let (search, line) = searching(arguments.limits.threads);
    let began = Instant::now();
    let winning = SolutionGraph::new(puzzle, &search);
    let found = winning.and_then(|winning| {
        let is_solvable = winning.is_solvable();
        is_solvable.then(|| find(&winning, &line)).transpose()
    });
    line.clear();
    match found {
        Ok(Some(many)) => report(arguments, puzzle, &many, began),
        Ok(None) => answer::refuse(arguments, puzzle, &search.stop),
        Err(why) => refuse(puzzle.name(), why, rounded(began)),
    }
}

fn every(winning: &SolutionGraph, distinct: bool) -> Result<Many, NotCounted> {
    let classes = Distinct::new(winning)?;
    let (plans, complete) = if distinct {
        classes.least(MOST, true)?
    } else {
        classes.all(MOST)?
    };
    let all = complete.then_some(plans.len() as u128);
    Ok(Many {
        plans,
        printed: 0,
        all,
        complete,
        is_sample: false,
        distinct,
        fewest: None,
    })
}

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
    let complete = plans.len() == wanted;
    Ok(Many {
        plans,
        printed: 0,
        all: Some(solutions.all()),
        complete,
        is_sample: true,
        distinct,
        fewest: None,
    })
}

fn report(
    arguments: &Solve,
    puzzle: &Puzzle,
    many: &Many,
    began: Instant,
) -> Result<Reply, Failure> {
    let reason = "the puzzle is solved, and its plans need no proof";
    let kept = proofs::nothing(arguments.proof.as_deref(), reason);
    if arguments.output.json {
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
    let found = many.printed + many.plans.len();
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
