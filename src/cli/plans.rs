//! `saut solve --all` and `--sample`: many solutions.

use std::collections::BTreeSet;
use std::io::Write;
use std::num::NonZeroUsize;
use std::time::Instant;

use saut::count::NotCounted;
use saut::explore::{Distinct, Draw, SolutionGraph, Solutions};
use saut::formats::json;
use saut::peg::Puzzle;
use saut::simulate::{self, ReplayedPlan};
use serde_json::{Value, json};

use super::arguments::Solve;
use super::count::{refuse, rounded, searching};
use super::failure::Failure;
use super::{print, solve, status};

/// The most solutions that --all prints.
const MOST: usize = 1_000_000;

/// How often a draw may repeat what was drawn before.
const TRIES: usize = 100;

/// Whether `solve` is to print many solutions.
pub fn is_asked(arguments: &Solve) -> bool {
    arguments.shorten.all || arguments.shorten.sample.is_some()
}

/// Solutions by numbers of jumps, and how many there are in all, where that is known.
struct Many {
    plans: Vec<Vec<usize>>,
    all: Option<u128>,
    complete: bool,
}

/// Runs `saut solve` with such a question.
pub fn run(arguments: &Solve, puzzle: &Puzzle) -> Result<u8, Failure> {
    let (search, line) = searching(&arguments.limits);
    let began = Instant::now();
    let winning = SolutionGraph::new(puzzle, &search);
    let found = winning.and_then(|winning| many(arguments, &winning));
    line.clear();
    match found {
        Ok(Some(many)) => report(arguments, puzzle, &many, began),
        Ok(None) => solve::refuse(arguments, puzzle, &search.stop),
        Err(why) => refuse(puzzle.name(), why, rounded(began), arguments.output.json),
    }
}

fn many(arguments: &Solve, winning: &SolutionGraph) -> Result<Option<Many>, NotCounted> {
    if !winning.is_solvable() {
        return Ok(None);
    }
    let distinct = arguments.shorten.distinct;
    let Some(wanted) = arguments.shorten.sample.map(NonZeroUsize::get) else {
        let classes = Distinct::new(winning)?;
        let (plans, complete) = if distinct {
            classes.least(MOST, true)?
        } else {
            classes.all(MOST)?
        };
        let all = complete.then_some(plans.len() as u128);
        return Ok(Some(Many {
            plans,
            all,
            complete,
        }));
    };
    let solutions = Solutions::new(winning)?;
    let classes = if distinct {
        Some(Distinct::new(winning)?)
    } else {
        None
    };
    let mut draw = Draw::new(arguments.limits.seed);
    let (mut plans, mut seen, mut repeated) = (Vec::new(), BTreeSet::new(), 0);
    while plans.len() < wanted && repeated < TRIES {
        winning.check()?;
        let Some(plan) = solutions.draw(&mut draw) else {
            break;
        };
        let is_new = classes
            .as_ref()
            .is_none_or(|classes| seen.insert(classes.representative(&plan)));
        if is_new {
            plans.push(plan);
            repeated = 0;
        } else {
            repeated += 1;
        }
    }
    let complete = plans.len() == wanted;
    Ok(Some(Many {
        plans,
        all: Some(solutions.all()),
        complete,
    }))
}

fn report(arguments: &Solve, puzzle: &Puzzle, many: &Many, began: Instant) -> Result<u8, Failure> {
    let jumps = puzzle.board().jumps();
    let replay = |plan: &Vec<usize>| {
        let plan = saut::plan::Plan::sequential(plan.iter().map(|&jump| jumps[jump]));
        simulate::replay(puzzle, plan)
            .map_err(|rejected| Failure::Other(format!("a plan that does not hold: {rejected}")))
    };
    let plans: Vec<ReplayedPlan> = many.plans.iter().map(replay).collect::<Result<_, _>>()?;
    let mut out = anstream::stdout().lock();
    if arguments.output.json {
        let entries: Vec<Value> = plans
            .iter()
            .map(|plan| json!(json::jump_entries(plan.plan())))
            .collect();
        let document = json!({
            "puzzle": puzzle.name(),
            "verdict": "solved",
            "solutions": many.all.map(|all| all.to_string()),
            "distinct": arguments.shorten.distinct,
            "complete": many.complete,
            "plans": entries,
            "checked": true,
            "seconds": rounded(began),
        });
        writeln!(out, "{document}")?;
        return Ok(status::SOLVED);
    }
    for (number, plan) in (1..).zip(&plans) {
        writeln!(out, "{number}.")?;
        write!(out, "{}", print::plan(puzzle.board(), &plan.jumps()))?;
    }
    let kind = if arguments.shorten.distinct {
        " distinct"
    } else {
        ""
    };
    let number = print::grouped(plans.len() as u128);
    match (arguments.shorten.sample, many.all) {
        (Some(_), Some(all)) => {
            writeln!(
                out,
                "{number}{kind} of {}, drawn at random{}",
                print::counted(all, "solution"),
                if many.complete {
                    String::new()
                } else {
                    format!("; {TRIES} more draws in a row brought nothing new")
                }
            )?;
        }
        _ if many.complete => {
            let noun = format!("{kind} solution");
            let number = print::counted(plans.len(), noun.trim_start());
            writeln!(out, "{number}, and no others")?;
        }
        _ => writeln!(
            out,
            "{number}{kind} solutions; there are more (see saut count, and --sample)"
        )?,
    }
    Ok(status::SOLVED)
}
