//! `saut solve --minimise moves` and its kin: answers that look at all solutions together.

use std::io::Write;
use std::sync::Arc;
use std::time::Instant;

use saut::count::{LevelFolder, NotCounted};
use saut::decide::{Decision, Method, Verdict};
use saut::explore::{FewestMoves, LongestSweep, OptimalPlans, SolutionGraph, merson, packages};
use saut::formats::json;
use saut::peg::{Jump, Puzzle, moves};
use saut::plan::Plan;
use saut::search::kept_levels::KeptLevels;
use saut::simulate;

use super::arguments::Solve;
use super::count::{refuse, searching};
use super::failure::Failure;
use super::proofs::Kept;
use super::question::Best;
use super::solve::{Document, Facts, LowerBound};
use super::{print, save, solve, status};

/// What was found of all solutions.
struct Answer {
    plan: Plan<Jump>,
    optimal: Option<bool>,
    facts: Facts,
    lines: Vec<String>,
}

/// Runs `saut solve` with such a question.
pub fn run(arguments: &Solve, puzzle: &Puzzle, best: Best) -> Result<u8, Failure> {
    let (search, line) = searching(&arguments.limits);
    let began = Instant::now();
    let folder =
        save::store(&arguments.save, puzzle)?.map(|store| Arc::new(LevelFolder::new(store)));
    let kept = folder.clone().map(|folder| folder as Arc<dyn KeptLevels>);
    let found =
        SolutionGraph::kept_in(puzzle, &search, kept).and_then(|winning| answer(best, &winning));
    line.clear();
    if let Some(bad) = folder.and_then(|folder| folder.fault()) {
        return Err(bad.into());
    }
    match found {
        Ok(Some(answer)) => report(arguments, puzzle, answer, began),
        Ok(None) => solve::refuse(arguments, puzzle, &search.stop),
        Err(why) => {
            save::tell_how_to_go_on(&arguments.save, &why);
            refuse(puzzle.name(), why, rounded(began), arguments.output.json)
        }
    }
}

fn rounded(since: Instant) -> f64 {
    super::count::rounded(since)
}

fn answer(best: Best, winning: &SolutionGraph) -> Result<Option<Answer>, NotCounted> {
    let mut answer = Answer {
        plan: Plan::sequential([]),
        optimal: None,
        facts: Facts::default(),
        lines: Vec::new(),
    };
    if !winning.is_solvable() {
        return Ok(None);
    }
    if best.longest_sweep
        && let Some(sweep) = LongestSweep::new(winning)?
    {
        answer.facts.longest_sweep = Some(sweep.jumps);
        answer.lines.push(format!(
            "the longest sweep in any solution has {}",
            print::counted(sweep.jumps, "jump")
        ));
        answer.plan = sweep.plan;
    }
    if best.fewest_moves {
        let fewest = FewestMoves::new(winning)?;
        let (Some(plan), Some(least)) = (fewest.plan(), fewest.moves()) else {
            return Ok(None);
        };
        (answer.plan, answer.optimal) = (plan, Some(true));
        let positions = winning.len();
        let regions =
            merson::disjoint_regions(winning.compact(), winning.start(), winning.vacant_at_end());
        answer.facts.lower_bound = Some(LowerBound::Moves {
            by: "every position on a solution",
            merson_regions: regions.len(),
            moves: least,
            positions,
        });
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
        if best.count_optimal {
            let optimal = OptimalPlans::new(&fewest)?;
            let (plans, classes) = (optimal.plans(), optimal.up_to_symmetry()?);
            answer.facts.optimal_plans = Some(plans.to_string());
            answer.facts.optimal_plans_up_to_symmetry = Some(classes.to_string());
            answer.lines.push(format!(
                "so few: {}, as sequences of jumps; {} up to the symmetries of the puzzle",
                print::counted(plans, "plan"),
                print::grouped(classes)
            ));
        }
    }
    if best.packages {
        let triples = packages::triples(winning.compact());
        let fewest = FewestMoves::with(winning, triples)?;
        let (Some(plan), Some(least)) = (fewest.plan(), fewest.moves()) else {
            return Ok(None);
        };
        answer.plan = plan;
        answer.facts.pieces = Some(least);
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
        facts.packages = Some(print::block_entries(&blocks));
    }
    let reason = "that no plan is better is a search of all positions, which leaves no DRAT proof";
    let kept = Kept::nothing(arguments.proof.as_deref(), reason);
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
        let document = Document {
            solved,
            facts,
            kept,
        };
        let text = json::write_json(&document).map_err(|e| Failure::Other(e.to_string()))?;
        writeln!(out, "{text}")?;
    } else {
        let strong = print::STRONG;
        writeln!(out, "{}\n\n{}", print::heading(puzzle), print::pair(puzzle))?;
        let number = print::counted(jumps.len(), "jump");
        let grouped = print::counted(moves(&jumps).len(), "move");
        writeln!(out, "{strong}solved{strong:#}: {number} in {grouped}")?;
        if facts.pieces.is_some() {
            write!(out, "{}", print::packaged(puzzle.board(), &jumps, &blocks))?;
        } else {
            write!(out, "{}", print::plan(puzzle.board(), &jumps))?;
        }
        write!(out, "{}", print::blocks(puzzle.board(), &jumps, &blocks))?;
        writeln!(out, "\n{}", answer.lines.join("\n"))?;
        writeln!(out, "replayed by the simulator; {:.2} s", rounded(began))?;
    }
    Ok(status::SOLVED)
}
