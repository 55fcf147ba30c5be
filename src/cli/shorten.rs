//! `saut solve` with `--minimise moves`, `--longest-sweep` or `--style`. The answers are computed from all positions on
//! solutions.

use std::path::Path;
use std::time::{Duration, Instant};

use saut::answer::schema::{Count, Seconds};
use saut::answer::{AnswerMethod, BY_POSITIONS, Document, LowerBound, RequestedFacts, Solved};
use saut::count::CountError;
use saut::decide::{Decision, Method};
use saut::explore::{FewMoves, FewestMoves, SolutionGraph, SweepLengths, longest_sweep, merson};
use saut::packages;
use saut::peg::{Jump, Puzzle, moves};
use saut::plan::Plan;
use saut::settings::Settings;
use saut::simulate;
use saut::stop::Stop;
use saut_plan::decision::EXHAUSTIVE;

use super::arguments::{Shorten, Solve};
use super::count::refuse;
use super::reply::{CommandOutput, Failure, keep_none};
use super::{print, settings, status};

struct Answer {
    plan: Plan<Jump>,
    method: Method,
    optimal: Option<bool>,
    facts: RequestedFacts,
    lines: Vec<String>,
}

/// Before the minimum number of moves is computed, a search for any plan may take this time, but at most
/// [`PART_OF_TIME`] of the remaining time.
const ANY_PLAN: Duration = Duration::from_secs(1);
const PART_OF_TIME: f64 = 0.3;

/// Returns the reply with the requested optima, or `None` if there is no solution.
pub fn run(
    arguments: &Solve,
    puzzle: &Puzzle,
    settings: &Settings,
) -> Result<Option<CommandOutput>, Failure> {
    let began = Instant::now();
    let any_plan = any_plan(&arguments.shorten, puzzle, settings)?;
    // During the exact search, beam searches find plans with few moves. They are used if a limit ends the exact search.
    let (found, few) = std::thread::scope(|scope| {
        let stop = settings.stop.child();
        let beams = any_plan.as_ref().map(|_| {
            let stop = stop.clone();
            scope.spawn(move || few_moves(puzzle, settings.seed, &stop, began))
        });
        let found = settings::searching_in_levels(&arguments.save, puzzle, settings, |search| {
            find(arguments, &SolutionGraph::new(puzzle, search)?)
        });
        stop.request();
        let few = beams.and_then(|beams| beams.join().ok().flatten());
        found.map(|found| (found, few))
    })?;
    let proof = arguments.proof.as_deref();
    let reply = |answer: Answer| answer.reply(puzzle, began, proof);
    match found {
        Ok(answer) => answer.map(reply).transpose(),
        Err(why) => match any_plan.and_then(|any_plan| at_most(&any_plan, few, why)) {
            Some(answer) => reply(answer).map(Some),
            None => refuse(puzzle.name(), why, began).map(Some),
        },
    }
}

/// Searches for any plan. It is used if a limit is reached before the minimum number of moves is known. Returns `None`
/// if other optima are requested, because a single plan does not bound them.
fn any_plan(
    flags: &Shorten,
    puzzle: &Puzzle,
    settings: &Settings,
) -> Result<Option<Decision>, Failure> {
    if flags.count_optimal || flags.sweep_lengths || flags.longest_sweep || flags.style.is_some() {
        return Ok(None);
    }
    let left = settings.stop.time_left();
    let within = left.map_or(ANY_PLAN, |left| ANY_PLAN.min(left.mul_f64(PART_OF_TIME)));
    let settings = settings.until(settings.stop.with_timeout(within));
    Ok(Some(saut::decide::decide(puzzle, &settings)?))
}

/// After this time, each plan with fewer moves is reported when it is found.
const QUIET: Duration = Duration::from_secs(3);

/// Runs beam searches until they are stopped. Returns the plan with the fewest moves that they found, if there is one.
fn few_moves(puzzle: &Puzzle, seed: u64, stop: &Stop, began: Instant) -> Option<Plan<Jump>> {
    let mut best = None;
    FewMoves::new(puzzle, stop)?.improve(seed, stop, |moves, plan| {
        if began.elapsed() > QUIET {
            tell!("saut: a plan of {}", print::counted(moves, "move"));
        }
        best = Some(plan);
    });
    best
}

/// Returns the answer if a limit ended the exact search: the plan with the fewest moves so far. `None` if there is no
/// plan, or if the search ended for another reason.
fn at_most(decision: &Decision, few: Option<Plan<Jump>>, why: CountError) -> Option<Answer> {
    let CountError::Stopped(why) = why else {
        return None;
    };
    let any = decision
        .plan()
        .map(|plan| (plan.plan().clone(), decision.method.clone()));
    let few = few.map(|plan| (plan, Some(Method::search("improved"))));
    let number = |plan: &Plan<Jump>| moves(&plan.actions().copied().collect::<Vec<_>>()).len();
    let plans = any.into_iter().chain(few);
    let (plan, method) = plans.min_by_key(|(plan, _)| number(plan))?;
    let most = print::counted(number(&plan), "move");
    let why = why.name();
    let line =
        format!("at most {most} are needed: it was not decided whether a plan has fewer ({why})");
    Some(Answer {
        plan,
        method: method.unwrap_or(Method::search(EXHAUSTIVE)),
        optimal: Some(false),
        facts: RequestedFacts::default(),
        lines: vec![line],
    })
}

/// Computes the requested optima. Returns `None` if there is no solution.
fn find(arguments: &Solve, winning: &SolutionGraph) -> Result<Option<Answer>, CountError> {
    let flags = &arguments.shorten;
    if !winning.is_solvable() {
        return Ok(None);
    }
    let mut answer = Answer {
        plan: Plan::sequential([]),
        method: Method::search(EXHAUSTIVE),
        optimal: None,
        facts: RequestedFacts::default(),
        lines: Vec::new(),
    };
    if flags.longest_sweep
        && let Some((jumps, plan)) = longest_sweep(winning)?
    {
        answer.facts.longest_sweep = Some(jumps);
        answer.lines.push(format!(
            "the longest sweep in any solution has {}",
            print::counted(jumps, "jump")
        ));
        answer.plan = plan;
    }
    if arguments.asks_fewest_moves() {
        let fewest = FewestMoves::new(winning)?;
        let (Some(plan), Some(least)) = (fewest.plan(), fewest.moves()) else {
            return Ok(None);
        };
        (answer.plan, answer.optimal) = (plan, Some(true));
        let positions = winning.positions();
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
            "no plan has fewer than {}: computed for all {} positions on solutions{up_to}",
            print::counted(least, "move"),
            print::grouped(positions)
        ));
        if !regions.is_empty() {
            answer.lines.push(format!(
                "(by hand: a move must leave each of {}, so every plan has at least {})",
                print::counted(regions.len(), "disjoint Merson region"),
                print::counted(regions.len(), "move")
            ));
        }
        if flags.count_optimal {
            let (plans, classes) = (fewest.plans()?, fewest.up_to_symmetry()?);
            answer.facts.optimal_plans = Some(Count(plans));
            answer.facts.optimal_plans_up_to_symmetry = Some(Count(classes));
            answer.lines.push(format!(
                "minimal: {}, as sequences of jumps; {} up to the symmetries of the puzzle",
                print::counted(plans, "plan"),
                print::grouped(classes)
            ));
        }
        if flags.sweep_lengths
            && let Some(lengths) = SweepLengths::new(&fewest)?
        {
            answer.facts.optimal_sweep_lengths = Some(print::sweep_length_entries(&lengths));
            answer.lines.extend(print::sweep_lengths(&lengths));
            answer.plan = lengths.plan;
        }
    }
    if flags.style.is_some() {
        let triples = packages::triples(winning.compact());
        let fewest = FewestMoves::with(winning, triples)?;
        let (Some(plan), Some(least)) = (fewest.plan(), fewest.moves()) else {
            return Ok(None);
        };
        answer.plan = plan;
        answer.facts.pieces = Some(least);
        answer.lines.push(format!(
            "{}, counting a triple removal as one move; no plan has fewer",
            print::counted(least, "piece")
        ));
    }
    Ok(Some(answer))
}

impl Answer {
    /// Returns the reply. No proof file is written, because there is no proof.
    fn reply(
        self,
        puzzle: &Puzzle,
        began: Instant,
        proof: Option<&Path>,
    ) -> Result<CommandOutput, Failure> {
        let no_proof = match self.optimal {
            Some(false) => "it was not proved that no plan has fewer moves",
            _ => {
                "a search of all positions shows that no plan is better; this search has no DRAT proof"
            }
        };
        let kept = keep_none(no_proof, proof);
        let replayed = simulate::replay(puzzle, self.plan)
            .map_err(|rejected| Failure::Other(format!("a plan is invalid: {rejected}")))?;
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
            "{}\n{strong}solved{strong:#}: {}\n{plan}{}\n{}\n\
         replayed by the simulator; {:.2} s\n",
            print::opening(puzzle),
            print::length(&jumps),
            print::blocks(puzzle.board(), &jumps, &blocks),
            self.lines.join("\n"),
            Seconds::since(began)
        );
        let found = AnswerMethod::new(Some(&self.method));
        let solved = Solved {
            optimal: self.optimal,
            ..Solved::new(puzzle.name(), jumps, found, Seconds::since(began))
        };
        let document = Document::write(solved, facts, kept)?;
        Ok(CommandOutput::written(status::SOLVED, document, text))
    }
}
