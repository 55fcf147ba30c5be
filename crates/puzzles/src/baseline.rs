//! Baselines: the search programs of the older literature, small and honest.
//!
//! They play jumps one after the other and take them back, or keep a queue of positions; none
//! knows a formula, a criterion or the other end of the game. They are here so that everybody can
//! see what SAT buys, and none is tuned: each does what its name says, with one thread, and stops
//! at the deadline, the memory limit or a request. What they return is a plan for the simulator.
//!
//! | name | order | remembers | ends of itself |
//! |---|---|---|---|
//! | `depth-first` | holes as read, at each the directions | nothing | yes |
//! | `gravity` | least motion of the centre of gravity first | nothing | yes |
//! | `random-restarts` | random, from the start again when stuck | nothing | no |
//! | `random-symmetric` | the same, of jumps that are images of each other one | nothing | no |
//! | `random-order` | the first peg, of an order drawn before each game, that can jump | nothing | no |
//! | `depth-first-table` | as `depth-first` | every board entered, up to symmetry | yes |
//! | `best-first` | lightest position first, weights grow from the centre | the same | yes |
//!
//! One that ends of itself has seen every position that can be reached, so there is no plan. But
//! all that it has to show for it is its word, which no checker can take: the verdict is then
//! undecided, and it is for others to find a certificate.
//!
//! Matos, *Depth-first search solves peg solitaire* (Porto, DCC-98-10, 1998) has the first, and
//! how much depends on the order of the jumps; Bell, *Solving triangular peg solitaire* (Journal of
//! Integer Sequences 11, 2008) compares simple searches on the triangle of 15 holes; Barker and
//! Korf, *Solving peg solitaire with bidirectional BFIDA\** (AAAI 2012), say what was best before.

mod game;
mod random_play;
mod tree_search;

use std::time::Instant;

use saut_base::stop::{Stop, StopReason};
use saut_peg::peg::{Jump, Puzzle};
use saut_task::plan::Plan;
use strum::{Display, EnumMessage, IntoStaticStr, VariantArray};

use game::{BaselineGame, Path, Watch};
use random_play::{AnyJump, PegOrder};
use tree_search::{BaselineTable, IN_ORDER, backtrack, best_first, by_motion};

use crate::decide::{Decision, Error, Settings, Verdict};
use saut_peg::simulate;
use saut_plan::Method;

/// A search program by name.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, Display, EnumMessage, IntoStaticStr, VariantArray,
)]
#[strum(serialize_all = "kebab-case")]
pub enum Baseline {
    /// Depth first, jumps in the order of the holes.
    DepthFirst,
    /// Depth first, the jump first that moves the pegs' centre of gravity least.
    Gravity,
    /// Random play, from the start again when stuck.
    RandomRestarts,
    /// Random play likewise, up to the symmetries of each position.
    RandomSymmetric,
    /// Random orders of the pegs: the first peg that can jump does, from the start again when stuck.
    RandomOrder,
    /// Depth first with a table of the boards seen.
    DepthFirstTable,
    /// The position first whose pegs are fewest and nearest to the centre.
    BestFirst,
}

/// Outcome of a baseline, with the positions and games that it took.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Searched {
    /// A plan, not yet replayed; or what ended the search: [`StopReason::NothingLeft`] if there is no plan in the whole
    /// space, of which its word is all there is.
    found: Result<Plan<Jump>, StopReason>,
    /// Positions that were entered, the start among them; one entered twice counts twice.
    nodes: u64,
    /// Games that were begun from the start, by random play; none by others.
    tries: Option<u64>,
}

impl Baseline {
    /// All of them, in the order in which they are documented.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// Searches for a plan. Only random play depends on the seed. Without a
    /// memory limit in `stop` a table takes at most 4096 MiB. `tell` is called now and then with
    /// the positions entered so far.
    fn search(self, puzzle: &Puzzle, seed: u64, stop: &Stop, tell: &dyn Fn(u64)) -> Searched {
        let game = BaselineGame::new(puzzle);
        let mut watch = Watch::new(stop, tell);
        let any_jump = |up_to_symmetry| AnyJump::new(&game, up_to_symmetry, seed);
        let path = match self {
            Self::DepthFirst => backtrack(&game, IN_ORDER, |_, _| Ok(true), &mut watch),
            Self::Gravity => backtrack(&game, by_motion, |_, _| Ok(true), &mut watch),
            Self::RandomRestarts => random_play::search(&game, &mut any_jump(false), &mut watch),
            Self::RandomSymmetric => random_play::search(&game, &mut any_jump(true), &mut watch),
            Self::RandomOrder => {
                random_play::search(&game, &mut PegOrder::new(&game, seed), &mut watch)
            }
            Self::DepthFirstTable => {
                let mut boards = BaselineTable::new(puzzle);
                let is_new = |at: &_, watch: &Watch<'_>| boards.insert(at, watch);
                backtrack(&game, IN_ORDER, is_new, &mut watch)
            }
            Self::BestFirst => best_first(&game, &mut watch),
        };
        let plan = |path: Path| Plan::sequential(path.into_iter().map(|jump| game.names[jump]));
        Searched {
            found: path.map(plan),
            nodes: watch.nodes,
            tries: Some(watch.tries).filter(|&tries| tries > 0),
        }
    }
}

/// Decision by a baseline: a replayed plan, or undecided. One that has come to the end of
/// the game tree without a plan has no certificate to show for it ([`StopReason::NothingLeft`]).
///
/// # Errors
/// A plan of ours that the simulator refuses.
pub fn decide(puzzle: &Puzzle, settings: &Settings, baseline: Baseline) -> Result<Decision, Error> {
    let began = Instant::now();
    let name = baseline.into();
    let report = |nodes| {
        if let Some(progress) = &settings.progress {
            progress.playing(name, nodes);
        }
    };
    report(0);
    let searched = baseline.search(puzzle, settings.seed, &settings.stop, &report);
    let verdict = match searched.found {
        Ok(plan) => Verdict::Solved(simulate::replay(puzzle, plan).map_err(|refused| {
            Error::internal(format_args!("the plan of {baseline} is refused"), refused)
        })?),
        Err(why) => Verdict::Undecided(why),
    };
    let Searched { nodes, tries, .. } = searched;
    Ok(Decision {
        verdict,
        method: Some(Method::Baseline { name, nodes, tries }),
        elapsed: began.elapsed(),
        ..Decision::default()
    })
}

#[cfg(test)]
mod tests;
