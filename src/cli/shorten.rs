//! `saut solve --minimise moves` and its kin: answers that look at all solutions together.

use std::io::Write;
use std::time::Instant;

use saut::count::NotCounted;
use saut::decide::{Decision, Method, Verdict};
use saut::explore::{FewestMoves, LongestSweep, OptimalPlans, SolutionGraph, merson, packages};
use saut::formats::json;
use saut::peg::{Jump, Puzzle, moves};
use saut::plan::Plan;
use saut::simulate;
use serde_json::{Map, Value, json};

use super::arguments::{MinimiseName, Solve, StyleName};
use super::count::{refuse, searching};
use super::failure::Failure;
use super::{print, solve, status};

/// Whether `solve` is to look at all solutions.
pub fn is_asked(arguments: &Solve) -> bool {
    matches!(arguments.minimise, Some(MinimiseName::Moves))
        || arguments.shorten.longest_sweep
        || arguments.shorten.style.is_some()
}

/// What was found of all solutions.
struct Answer {
    plan: Plan<Jump>,
    optimal: Option<bool>,
    facts: Map<String, Value>,
    lines: Vec<String>,
}

/// Runs `saut solve` with such a question.
pub fn run(arguments: &Solve, puzzle: &Puzzle) -> Result<u8, Failure> {
    let (search, line) = searching(&arguments.limits);
    let began = Instant::now();
    let found = SolutionGraph::new(puzzle, &search).and_then(|winning| answer(arguments, &winning));
    line.clear();
    match found {
        Ok(Some(answer)) => report(arguments, puzzle, answer, began),
        Ok(None) => solve::refuse(arguments, puzzle, &search.stop),
        Err(why) => refuse(puzzle.name(), why, rounded(began), arguments.output.json),
    }
}

fn rounded(since: Instant) -> f64 {
    super::count::rounded(since)
}

fn answer(arguments: &Solve, winning: &SolutionGraph) -> Result<Option<Answer>, NotCounted> {
    let mut answer = Answer {
        plan: Plan::sequential([]),
        optimal: None,
        facts: Map::new(),
        lines: Vec::new(),
    };
    if !winning.is_solvable() {
        return Ok(None);
    }
    if arguments.shorten.longest_sweep
        && let Some(sweep) = LongestSweep::new(winning)?
    {
        answer
            .facts
            .insert("longest_sweep".to_owned(), sweep.jumps.into());
        answer.lines.push(format!(
            "the longest sweep in any solution has {}",
            print::counted(sweep.jumps, "jump")
        ));
        answer.plan = sweep.plan;
    }
    if matches!(arguments.minimise, Some(MinimiseName::Moves)) {
        let fewest = FewestMoves::new(winning)?;
        let (Some(plan), Some(least)) = (fewest.plan(), fewest.moves()) else {
            return Ok(None);
        };
        (answer.plan, answer.optimal) = (plan, Some(true));
        let positions = winning.len();
        let regions =
            merson::disjoint_regions(winning.compact(), winning.start(), winning.vacant_at_end());
        let bound = json!({
            "moves": least,
            "by": "every position on a solution",
            "positions": positions,
            "merson_regions": regions.len(),
        });
        answer.facts.insert("lower_bound".to_owned(), bound);
        let up_to = if winning.is_up_to_symmetry() {
            " up to symmetry"
        } else {
            ""
        };
        answer.lines.push(format!(
            "no plan has fewer than {}: worked out for all positions on a solution, {}{up_to}",
            print::counted(least, "move"),
            print::grouped(positions)
        ));
        if !regions.is_empty() {
            answer.lines.push(format!(
                "(by hand: {} that must be left, so at least {})",
                print::counted(regions.len(), "disjoint Merson region"),
                print::counted(regions.len(), "move")
            ));
        }
        if arguments.shorten.count_optimal {
            let optimal = OptimalPlans::new(&fewest)?;
            let (plans, classes) = (optimal.plans(), optimal.up_to_symmetry()?);
            for (name, number) in [
                ("optimal_plans", plans),
                ("optimal_plans_up_to_symmetry", classes),
            ] {
                answer
                    .facts
                    .insert(name.to_owned(), number.to_string().into());
            }
            answer.lines.push(format!(
                "so few: {}, as sequences of jumps; {} up to the symmetries of the puzzle",
                print::counted(plans, "plan"),
                print::grouped(classes)
            ));
        }
    }
    if arguments.shorten.style == Some(StyleName::Packages) {
        let triples = packages::triples(winning.compact());
        let fewest = FewestMoves::with(winning, triples)?;
        let (Some(plan), Some(least)) = (fewest.plan(), fewest.moves()) else {
            return Ok(None);
        };
        answer.plan = plan;
        answer.facts.insert("pieces".to_owned(), least.into());
        answer.lines.push(format!(
            "{} to remember, where a triple removal counts as one move; no plan has fewer",
            print::counted(least, "piece")
        ));
    }
    Ok(Some(answer))
}

fn report(
    arguments: &Solve,
    puzzle: &Puzzle,
    answer: Answer,
    began: Instant,
) -> Result<u8, Failure> {
    let replayed = simulate::replay(puzzle, answer.plan)
        .map_err(|rejected| Failure::Other(format!("a plan that does not hold: {rejected}")))?;
    let jumps = replayed.jumps();
    let blocks = packages::blocks(puzzle.board(), puzzle.start(), &jumps);
    let mut facts = answer.facts;
    if !blocks.is_empty() {
        facts.insert("packages".to_owned(), print::block_entries(&blocks));
    }
    let mut out = anstream::stdout().lock();
    if arguments.output.json {
        let decision = Decision {
            verdict: Verdict::Solved(replayed.clone()),
            method: Some(Method::Exhaustive),
            elapsed: began.elapsed(),
            optimal: answer.optimal,
            ..Decision::default()
        };
        let name = puzzle.name().to_owned();
        let solved = solve::solved(
            name,
            &decision,
            &replayed,
            Method::Exhaustive.name().to_owned(),
        );
        let document = solve::Document { solved, facts };
        let text = json::write_json(&document).map_err(|e| Failure::Other(e.to_string()))?;
        writeln!(out, "{text}")?;
    } else {
        let strong = print::STRONG;
        writeln!(out, "{}\n\n{}", print::heading(puzzle), print::pair(puzzle))?;
        let number = print::counted(jumps.len(), "jump");
        let grouped = print::counted(moves(&jumps).len(), "move");
        writeln!(out, "{strong}solved{strong:#}: {number} in {grouped}")?;
        write!(out, "{}", print::plan(puzzle.board(), &jumps))?;
        write!(out, "{}", print::blocks(puzzle.board(), &jumps, &blocks))?;
        writeln!(out, "\n{}", answer.lines.join("\n"))?;
        writeln!(out, "replayed by the simulator; {:.2} s", rounded(began))?;
    }
    Ok(status::SOLVED)
}
