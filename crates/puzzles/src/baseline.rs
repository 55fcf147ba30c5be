//! Baselines: small implementations of the search programs of the older literature.
//!
//! A baseline plays jumps one by one and takes them back, plays random games, or maintains a queue of positions. No
//! baseline uses a formula, a criterion or a search from the goal. We compare baselines with formulas to measure the
//! benefit of SAT. Baselines are not tuned: each implements the method of its name, on one thread. It stops at the
//! deadline, at the memory limit or on request. The simulator replays all plans.
//!
//! | name | order of jumps | remembers | terminates |
//! |---|---|---|---|
//! | `depth-first` | by hole, row by row, then by direction | nothing | yes |
//! | `gravity` | least motion of the centre of gravity first | nothing | yes |
//! | `random-restarts` | random; restarts when stuck | nothing | no |
//! | `random-symmetric` | as `random-restarts`, with one of several symmetric jumps | nothing | no |
//! | `random-order` | first peg that can jump, in an order drawn before each game | nothing | no |
//! | `depth-first-table` | as `depth-first` | all entered boards, up to symmetry | yes |
//! | `best-first` | lightest position first; weight grows with the distance from the centre | all reached boards | yes |
//!
//! If a baseline terminates without a plan and reaches no limit, it has entered every reachable position, so there is
//! no plan. But it has no certificate that a checker could accept, so the verdict is undecided.
//!
//! Matos, *Depth-first search solves peg solitaire* (Porto, DCC-98-10, 1998), describes `depth-first` and how much it
//! depends on the order of the jumps. Bell, *Solving triangular peg solitaire* (Journal of Integer Sequences 11, 2008),
//! compares simple searches on the triangle of 15 holes. Barker and Korf, *Solving peg solitaire with bidirectional
//! BFIDA\** (AAAI 2012), describe the best earlier methods.

mod game;
mod random_play;
mod tree_search;

use std::time::Instant;

use saut_base::stop::{Stop, StopReason};
use saut_peg::peg::{Jump, Puzzle};
use saut_task::plan::Plan;
use strum::{Display, EnumMessage, IntoStaticStr, VariantArray};

use game::{BaselineGame, Budget, Path};
use random_play::{AnyJump, PegOrder};
use tree_search::{BaselineTable, IN_ORDER, backtrack, best_first, by_motion};

use crate::decide::{Decision, Error, Settings, Verdict};
use saut_peg::simulate;
use saut_plan::Method;

/// A baseline, which has a name in commands and results.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, Display, EnumMessage, IntoStaticStr, VariantArray,
)]
#[strum(serialize_all = "kebab-case")]
pub enum Baseline {
    /// Depth-first search with jumps in the order of the holes.
    DepthFirst,
    /// Depth-first search that begins with the jump that moves the pegs' centre of gravity least.
    Gravity,
    /// Random play, which restarts when it is stuck.
    RandomRestarts,
    /// Random play with restarts, up to the symmetries of each position.
    RandomSymmetric,
    /// Random play with an order of the pegs: the first peg that can jump jumps. It restarts when it is stuck.
    RandomOrder,
    /// Depth-first search with a table of the visited boards.
    DepthFirstTable,
    /// Best-first search that prefers positions with few pegs near the centre.
    BestFirst,
}

/// Outcome of a baseline, with the numbers of positions and games.
#[derive(Clone, Debug, PartialEq, Eq)]
struct BaselineOutcome {
    /// A plan that has not been replayed, or the reason why the search ended without a plan. The reason is
    /// [`StopReason::NothingLeft`] if the whole search space has no plan.
    found: Result<Plan<Jump>, StopReason>,
    /// Number of entered positions, including the start. A position that is entered twice counts twice.
    nodes: u64,
    /// Number of games that random play began; `None` for other searches.
    tries: Option<u64>,
}

impl Baseline {
    /// All baselines, in the order of the documentation.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// Searches for a plan. Only random play uses the seed. Without a memory limit in `stop`, a table takes at most
    /// 4096 MiB. The search calls `tell` at intervals with the number of positions entered so far.
    fn search(
        self,
        game: &BaselineGame<'_>,
        seed: u64,
        stop: &Stop,
        tell: &dyn Fn(u64),
    ) -> BaselineOutcome {
        let mut watch = Budget::new(stop, tell);
        let any_jump = |up_to_symmetry| AnyJump::new(game, up_to_symmetry, seed);
        let path = match self {
            Self::DepthFirst => backtrack(game, IN_ORDER, |_, _| Ok(true), &mut watch),
            Self::Gravity => backtrack(game, by_motion, |_, _| Ok(true), &mut watch),
            Self::RandomRestarts => random_play::search(game, &mut any_jump(false), &mut watch),
            Self::RandomSymmetric => random_play::search(game, &mut any_jump(true), &mut watch),
            Self::RandomOrder => {
                random_play::search(game, &mut PegOrder::new(game, seed), &mut watch)
            }
            Self::DepthFirstTable => {
                let mut boards = BaselineTable::new(game.puzzle);
                let is_new = |at: &_, watch: &Budget<'_>| boards.insert(at, watch);
                backtrack(game, IN_ORDER, is_new, &mut watch)
            }
            Self::BestFirst => best_first(game, &mut watch),
        };
        let plan = |path: Path| Plan::sequential(path.into_iter().map(|jump| game.names[jump]));
        BaselineOutcome {
            found: path.map(plan),
            nodes: watch.nodes,
            tries: Some(watch.tries).filter(|&tries| tries > 0),
        }
    }
}

/// Decides a puzzle by a baseline: the verdict is a replayed plan, or undecided. The reason is
/// [`StopReason::NothingLeft`] if the whole game tree has no plan, because the baseline has no certificate. `weights`
/// has the weight of a peg in each hole and replaces the default weights of best-first search.
///
/// # Errors
/// An internal [`Error`] if the simulator rejects the plan.
pub fn decide(
    puzzle: &Puzzle,
    settings: &Settings,
    baseline: Baseline,
    weights: Option<&[i64]>,
) -> Result<Decision, Error> {
    let began = Instant::now();
    let name = baseline.into();
    let report = |nodes| {
        if let Some(progress) = &settings.progress {
            progress.playing(name, nodes);
        }
    };
    report(0);
    let mut game = BaselineGame::new(puzzle);
    if let Some(weights) = weights {
        game.weights = weights.iter().map(|&weight| weight.into()).collect();
    }
    let searched = baseline.search(&game, settings.seed, &settings.stop, &report);
    let verdict = match searched.found {
        Ok(plan) => Verdict::Solved(simulate::replay(puzzle, plan).map_err(|refused| {
            Error::internal(format_args!("the plan of {baseline} was rejected"), refused)
        })?),
        Err(why) => Verdict::Undecided(why),
    };
    let BaselineOutcome { nodes, tries, .. } = searched;
    Ok(Decision {
        verdict,
        method: Some(Method::Baseline { name, nodes, tries }),
        elapsed: began.elapsed(),
        ..Decision::default()
    })
}

#[cfg(test)]
mod tests;
