//! `saut solve --minimise moves` and its kin: answers that look at all solutions together.

use std::sync::Arc;
use std::time::{Duration, Instant};

use saut::count::{LevelFolder, NotCounted};
use saut::decide::{Decision, Method, Verdict};
use saut::explore::{FewestMoves, LongestSweep, OptimalPlans, SolutionGraph, SweepLengths, merson};
use saut::formats::json;
use saut::packages;
use saut::peg::{Jump, Puzzle, moves};
use saut::plan::Plan;
use saut::search::kept_levels::KeptLevels;
use saut::simulate::{self, ReplayedPlan};
use saut::stop::{Stop, StopReason};
use saut_plan::decision::EXHAUSTIVE;

use super::arguments::Solve;
use super::count::{refuse, rounded, searching};
use super::proofs;
use super::question::{Best, Question};
use super::reply::{Failure, Reply};
use super::solve::answer;
use super::{print, save, settings, status};
use saut::answer::{Document, Facts, LowerBound, solved};

/// Findings on all solutions.
struct Answer {
    plan: Plan<Jump>,
    method: Method,
    optimal: Option<bool>,
    facts: Facts,
    lines: Vec<String>,
}

/// Runs `saut solve` with such a question.
pub fn run(arguments: &Solve, puzzle: &Puzzle, best: Best) -> Result<Reply, Failure> {
    let (search, line) = searching(arguments.limits.threads);
    let began = Instant::now();
    let folder =
        save::store(&arguments.save, puzzle)?.map(|store| Arc::new(LevelFolder::new(store)));
    let any_plan = any_plan(arguments, puzzle, best, &search.stop)?;
    let kept = folder.clone().map(|folder| folder as Arc<dyn KeptLevels>);
    let found =
        SolutionGraph::kept_in(puzzle, &search, kept).and_then(|winning| answer(best, &winning));
    line.clear();
    if let Some(bad) = folder.and_then(|folder| folder.fault()) {
        return Err(bad.into());
    }
    match found {
        Ok(Some(answer)) => told(arguments, puzzle, answer, began),
        Ok(None) => answer::refuse(arguments, puzzle, &search.stop),
        Err(why) => {
            save::tell_how_to_go_on(&arguments.save, &why);
            if let (NotCounted::Stopped(why), Some(decided)) = (why, any_plan)
                && let Verdict::Solved(plan) = decided.verdict
            {
                let answer = at_most(&plan, decided.method, why);
                return told(arguments, puzzle, answer, began);
            }
            refuse(puzzle.name(), why, rounded(began))
        }
    }
}

/// The longest that an ordinary plan is looked for before the fewest moves are, and the part of the time limit.
const ANY_PLAN: Duration = Duration::from_secs(1);
const PART_OF_TIMEOUT: f64 = 0.25;

/// An ordinary plan, for when a limit comes before the fewest moves are known; nothing where other things are
/// asked of all solutions, of which one plan says nothing.
fn any_plan(
    arguments: &Solve,
    puzzle: &Puzzle,
    best: Best,
    stop: &Stop,
) -> Result<Option<Decision>, Failure> {
    let asks_no_more = Best {
        fewest_moves: true,
        ..Best::default()
    };
    if best != asks_no_more {
        return Ok(None);
    }
    let seconds = arguments.limits.timeout.map(|all| all * PART_OF_TIMEOUT);
    let within = seconds.map_or(ANY_PLAN, |part| ANY_PLAN.min(Duration::from_secs_f64(part)));
    let settings = saut::Settings {
        stop: stop.with_timeout(within),
        ..settings::settings(arguments, Question::Any)
    };
    let decided = saut::decide::decide(puzzle, &settings)?;
    let is_solved = matches!(decided.verdict, Verdict::Solved(_));
    Ok(is_solved.then_some(decided))
}

/// Answer where a limit came first.
fn at_most(plan: &ReplayedPlan, method: Option<Method>, why: StopReason) -> Answer {
    let most = moves(&plan.jumps()).len();
    Answer {
        plan: plan.plan().clone(),
        method: method.unwrap_or(Method::search(EXHAUSTIVE)),
        optimal: Some(false),
        facts: Facts::default(),
        lines: vec![format!(
            "at most {}: whether a plan has fewer was not decided ({})",
            print::counted(most, "move"),
            why.name()
        )],
    }
}

fn answer(best: Best, winning: &SolutionGraph) -> Result<Option<Answer>, NotCounted> {
    let mut answer = Answer {
        plan: Plan::sequential([]),
        method: Method::search(EXHAUSTIVE),
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
        if best.sweep_lengths
            && let Some(lengths) = SweepLengths::new(&fewest)?
        {
            answer.facts.optimal_sweep_lengths = Some(print::sweep_length_entries(&lengths));
            answer.lines.extend(print::sweep_lengths(&lengths));
            answer.plan = lengths.plan;
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

fn told(
    arguments: &Solve,
    puzzle: &Puzzle,
    answer: Answer,
    began: Instant,
) -> Result<Reply, Failure> {
    let replayed = simulate::replay(puzzle, answer.plan)
        .map_err(|rejected| Failure::Other(format!("a plan that does not hold: {rejected}")))?;
    let jumps = replayed.jumps();
    let blocks = packages::blocks(puzzle.board(), puzzle.start(), &jumps);
    let mut facts = answer.facts;
    if !blocks.is_empty() {
        facts.packages = Some(print::block_entries(&blocks));
    }
    let reason = match answer.optimal {
        Some(false) => "that no plan has fewer moves was not proved",
        _ => "that no plan is better is a search of all positions, which leaves no DRAT proof",
    };
    let kept = proofs::nothing(arguments.proof.as_deref(), reason);
    let strong = print::STRONG;
    let plan = if facts.pieces.is_some() {
        print::packaged(puzzle.board(), &jumps, &blocks)
    } else {
        print::plan(puzzle.board(), &jumps)
    };
    let text = format!(
        "{}\n\n{}\n{strong}solved{strong:#}: {} in {}\n{plan}{}\n{}\n\
         replayed by the simulator; {:.2} s\n",
        print::heading(puzzle),
        print::pair(puzzle),
        print::counted(jumps.len(), "jump"),
        print::counted(moves(&jumps).len(), "move"),
        print::blocks(puzzle.board(), &jumps, &blocks),
        answer.lines.join("\n"),
        rounded(began)
    );
    let method = answer.method.name().to_owned();
    let decision = Decision {
        verdict: Verdict::Solved(replayed.clone()),
        method: Some(answer.method),
        elapsed: began.elapsed(),
        optimal: answer.optimal,
        ..Decision::default()
    };
    let solved = solved(puzzle.name().to_owned(), &decision, &replayed, method);
    let document = json::write_json(&Document {
        solved,
        facts,
        kept,
    })?;
    Ok(Reply::new(status::SOLVED, document, text))
}
