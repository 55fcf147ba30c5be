//! `saut solve --minimise moves` and its kin: answers that look at all solutions together.

use std::path::Path;
use std::time::{Duration, Instant};

use saut::answer::schema::{Count, Seconds};
use saut::answer::{BY_POSITIONS, Document, Facts, Found, LowerBound, Solved};
use saut::count::NotCounted;
use saut::decide::{Method, Verdict};
use saut::explore::{FewestMoves, LongestSweep, OptimalPlans, SolutionGraph, SweepLengths, merson};
use saut::packages;
use saut::peg::{Jump, Puzzle, moves};
use saut::plan::Plan;
use saut::settings::Settings;
use saut::simulate::{self, ReplayedPlan};
use saut::stop::StopReason;
use saut_plan::decision::EXHAUSTIVE;

use super::question::Best;
use super::reply::{Failure, Reply};
use super::{print, proofs, status};

/// Findings on all solutions.
pub struct Answer {
    plan: Plan<Jump>,
    method: Method,
    optimal: Option<bool>,
    facts: Facts,
    lines: Vec<String>,
}

/// The longest that an ordinary plan is looked for before the fewest moves are, and the part of the time that is left.
const ANY_PLAN: Duration = Duration::from_secs(1);
const PART_OF_TIME: f64 = 0.3;

/// An ordinary plan, for when a limit comes before the fewest moves are known.
pub struct AnyPlan {
    plan: ReplayedPlan,
    method: Option<Method>,
}

/// Looks for it; not where other things are asked of all solutions, of which one plan says nothing.
pub fn any_plan(
    best: Best,
    puzzle: &Puzzle,
    settings: &Settings,
) -> Result<Option<AnyPlan>, Failure> {
    let asks_no_more = Best {
        fewest_moves: true,
        ..Best::default()
    };
    if best != asks_no_more {
        return Ok(None);
    }
    let left = settings.stop.time_left();
    let within = left.map_or(ANY_PLAN, |left| ANY_PLAN.min(left.mul_f64(PART_OF_TIME)));
    let settings = Settings {
        stop: settings.stop.with_timeout(within),
        ..settings.clone()
    };
    let decided = saut::decide::decide(puzzle, &settings)?;
    Ok(match decided.verdict {
        Verdict::Solved(plan) => Some(AnyPlan {
            plan,
            method: decided.method,
        }),
        _ => None,
    })
}

impl AnyPlan {
    /// Answer where a limit came first.
    pub fn at_most(self, why: StopReason) -> Answer {
        let most = moves(&self.plan.jumps()).len();
        Answer {
            plan: self.plan.plan().clone(),
            method: self.method.unwrap_or(Method::search(EXHAUSTIVE)),
            optimal: Some(false),
            facts: Facts::default(),
            lines: vec![format!(
                "at most {}: whether a plan has fewer was not decided ({})",
                print::counted(most, "move"),
                why.name()
            )],
        }
    }
}

/// Finds the bests that are asked for.
pub fn find(best: Best, winning: &SolutionGraph) -> Result<Option<Answer>, NotCounted> {
    let mut answer = Answer {
        plan: Plan::sequential([]),
        method: Method::search(EXHAUSTIVE),
        optimal: None,
        facts: Facts::default(),
        lines: Vec::new(),
    };
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
            by: BY_POSITIONS,
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
            answer.facts.optimal_plans = Some(Count(plans));
            answer.facts.optimal_plans_up_to_symmetry = Some(Count(classes));
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

impl Answer {
    /// The reply; nothing is kept in the file for the proof, for there is none.
    pub fn reply(
        self,
        puzzle: &Puzzle,
        began: Instant,
        proof: Option<&Path>,
    ) -> Result<Reply, Failure> {
        let no_proof = match self.optimal {
            Some(false) => "that no plan has fewer moves was not proved",
            _ => "that no plan is better is a search of all positions, which leaves no DRAT proof",
        };
        let kept = proofs::keep_none(no_proof, proof);
        let replayed = simulate::replay(puzzle, self.plan)
            .map_err(|rejected| Failure::Other(format!("a plan that does not hold: {rejected}")))?;
        let jumps = replayed.jumps();
        let blocks = packages::blocks(puzzle.board(), puzzle.start(), &jumps);
        let mut facts = self.facts;
        if !blocks.is_empty() {
            facts.packages = Some(print::block_entries(&blocks));
        }
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
            self.lines.join("\n"),
            Seconds::since(began)
        );
        let found = Found::new(Some(&self.method));
        let solved = Solved {
            optimal: self.optimal,
            ..Solved::new(puzzle.name(), jumps, found, Seconds::since(began))
        };
        let document = serde_json::to_string(&Document {
            solved,
            facts,
            kept,
        })?;
        Ok(Reply::written(status::SOLVED, document, text))
    }
}
