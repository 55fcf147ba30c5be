//! The documents of puzzles of peg solitaire.

use saut_criteria::certify::cone::FewestJumps;
use saut_formats::certificate::{self, ConeEntry, LengthEntry, cone_entry};
use saut_formats::json;
use saut_levels::packages;
use saut_peg::peg::{GameLength, Puzzle};
use saut_peg::simulate::ReplayedPlan;
use saut_plan::{Method, Minimise};
use saut_puzzles::decide::{Decision, Verdict};
use serde::Serialize;

use super::answer::BoardAnswer;
use super::text::fewest_steps;
use crate::kept::Kept;
use crate::print::{self, Stage};

/// A decision as one JSON document.
pub(super) fn document(answer: &BoardAnswer, kept: Kept) -> serde_json::Result<String> {
    let (puzzle, decision) = (&answer.puzzle, &answer.decision);
    let name = puzzle.name().to_owned();
    let seconds = decision.elapsed.as_secs_f64();
    let method = decision.method.as_ref().map_or("", Method::name).to_owned();
    match &decision.verdict {
        Verdict::Solved(plan) => {
            let is_of_steps = answer.minimise == Some(Minimise::Steps);
            let steps = fewest_steps(decision).filter(|_| is_of_steps);
            let lower_bound = match (answer.minimise, steps) {
                (Some(Minimise::Actions), _) => {
                    Some(jumps_bound(puzzle, decision, answer.bound.as_ref(), &kept))
                }
                (_, Some(_)) => Some(steps_bound(decision, &kept)),
                _ => None,
            };
            let solved = solved(name, decision, plan, method);
            let facts = Facts {
                lower_bound,
                steps,
                made_of: made_of(puzzle, decision, plan),
                ..Facts::default()
            };
            json::write_json(&Document {
                solved,
                facts,
                kept,
            })
        }
        Verdict::Infeasible(checked) => {
            let certificate = certificate::entry(checked.certificate(), kept.file(0));
            json::write_json(&Document {
                solved: json::Infeasible {
                    puzzle: name,
                    verdict: json::JsonVerdict::Infeasible,
                    certificate,
                    method,
                    seconds,
                    checked: true,
                },
                facts: Facts::default(),
                kept,
            })
        }
        Verdict::Undecided(why) => json::write_json(&Document {
            solved: json::Undecided {
                method: Some(method).filter(|method| !method.is_empty()),
                nodes: decision.method.as_ref().and_then(Method::nodes),
                tries: decision.method.as_ref().and_then(Method::tries),
                ..json::Undecided::new(&name, *why, seconds)
            },
            facts: Facts {
                stages: print::stages(&decision.stages),
                ..Facts::default()
            },
            kept,
        }),
    }
}

/// An answer, and what was asked beyond; `A` is one of the answers of [`json`].
#[derive(Serialize)]
pub struct Document<A> {
    /// The answer, or the plan.
    #[serde(flatten)]
    pub solved: A,
    /// Other facts asked.
    #[serde(flatten)]
    pub facts: Facts,
    /// Result of `--proof`.
    #[serde(flatten)]
    pub kept: Kept,
}

/// Other facts asked of a plan, or of all plans; what was not asked is left out.
#[derive(Default, Serialize)]
pub struct Facts {
    /// The jumps of the longest sweep in any solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longest_sweep: Option<usize>,
    /// Reason why no plan is shorter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lower_bound: Option<LowerBound>,
    /// Number of plans as short.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optimal_plans: Option<String>,
    /// Number of plans as short, symmetric ones counted once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optimal_plans_up_to_symmetry: Option<String>,
    /// The plans as short by the lengths of their moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optimal_sweep_lengths: Option<serde_json::Value>,
    /// The block removals of the plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub packages: Option<serde_json::Value>,
    /// Parts of the plan of a large board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub made_of: Option<MadeOf>,
    /// The moves of the plan, where a triple removal counts as one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pieces: Option<usize>,
    /// The steps of the plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<usize>,
    /// Stages that gave no answer.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stages: Vec<Stage>,
}

/// Parts of the plan of a large board.
#[derive(Serialize)]
pub struct MadeOf {
    /// Block removals outside the core.
    packages: usize,
    /// Other jumps outside the core.
    single_jumps: usize,
    /// Windows around the core that a formula has cleared; their jumps are among those of packages and the single ones.
    windows: usize,
    /// Holes of the core.
    core_holes: usize,
    /// Jumps in the core.
    core_jumps: usize,
}

/// Parts of a plan, if it was put together from pieces.
fn made_of(puzzle: &Puzzle, decision: &Decision, plan: &ReplayedPlan) -> Option<MadeOf> {
    let Some(Method::Pieces { windows }) = decision.method else {
        return None;
    };
    let made_of = packages::construction(puzzle.board(), puzzle.start(), &plan.jumps());
    Some(MadeOf {
        packages: made_of.packages,
        single_jumps: made_of.single_jumps,
        windows,
        core_holes: made_of.core_holes,
        core_jumps: made_of.core_jumps,
    })
}

/// Reason why no plan has fewer moves than the fewest.
pub const BY_POSITIONS: &str = "every position on a solution";

/// Reason why no plan is shorter.
#[derive(Serialize)]
#[serde(untagged)]
pub enum LowerBound {
    /// No plan has fewer moves.
    Moves {
        /// Reason that says so.
        by: &'static str,
        /// Merson regions that must each be left.
        merson_regions: usize,
        /// The moves.
        moves: usize,
        /// The positions that it was worked out for.
        positions: u64,
    },
    /// No plan has fewer jumps.
    Jumps {
        /// Lower bound by counting: the number of pegs that have to go.
        by_pegs: usize,
        /// Lower bound on the number of jumps by the integer cone.
        #[serde(skip_serializing_if = "Option::is_none")]
        cone: Option<ConeEntry>,
        /// Numbers of jumps that no plan has, as proofs show.
        refuted: Vec<LengthEntry>,
    },
    /// No plan has fewer steps.
    Steps {
        /// Numbers of steps that no plan has, as proofs show.
        refuted: Vec<LengthEntry>,
    },
}

/// Reason why no plan has fewer jumps.
fn jumps_bound(
    puzzle: &Puzzle,
    decision: &Decision,
    bound: Option<&FewestJumps>,
    kept: &Kept,
) -> LowerBound {
    let (by_pegs, _) = puzzle.jump_range();
    let says_more = |bound: &&FewestJumps| bound.least as usize > by_pegs;
    LowerBound::Jumps {
        by_pegs,
        cone: bound.filter(says_more).and_then(cone_entry),
        refuted: kept.entries(&decision.refuted),
    }
}

/// Reason why no plan has fewer steps.
fn steps_bound(decision: &Decision, kept: &Kept) -> LowerBound {
    LowerBound::Steps {
        refuted: kept.entries(&decision.refuted),
    }
}

/// Reason why a solved puzzle has no proof to keep.
pub const fn reason_of_none(optimal: Option<bool>) -> &'static str {
    match optimal {
        None => "the puzzle is solved, and its plan needs no proof",
        Some(true) => {
            "that no plan is shorter needs no DRAT proof here: a count or weights show it"
        }
        Some(false) => "that no plan is shorter was not proved",
    }
}

/// The document of a solved puzzle, as far as it is of any.
pub fn solved(
    puzzle: String,
    decision: &Decision,
    plan: &ReplayedPlan,
    method: String,
) -> json::Solved {
    let (mut backend, mut horizon, mut variables, mut clauses) = (None, None, None, None);
    if let Some(Method::Formula {
        horizon: h,
        backend: b,
        variables: v,
        clauses: c,
        ..
    }) = &decision.method
    {
        (backend, horizon, variables, clauses) = (Some(b.clone()), Some(*h), Some(*v), Some(*c));
    }
    json::Solved {
        puzzle,
        verdict: json::JsonVerdict::Solved,
        plan: plan.jumps(),
        moves: GameLength::of(&plan.jumps()).moves,
        optimal: decision.optimal,
        method,
        backend,
        horizon,
        variables,
        clauses,
        nodes: decision.method.as_ref().and_then(Method::nodes),
        tries: decision.method.as_ref().and_then(Method::tries),
        seconds: decision.elapsed.as_secs_f64(),
        checked: true,
    }
}
