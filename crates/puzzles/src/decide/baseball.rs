//! Decides colour baseball: finds a shortest plan with a proof, any plan, or the plan of a hand method.
//!
//! Every puzzle of colour baseball has a plan. The proof shows that no plan is shorter.

mod layers;

use std::collections::HashSet;
use std::convert::Infallible;
use std::time::Instant;

use super::{EncodingChoice, Error, Horizon, Method, Settings};
use saut_base::BadInput;
use saut_base::named::Named as _;
use saut_base::stop::Stop;
use saut_criteria::compile::BaseballDomain;
use saut_peg::baseball::{Step, Strategy, TrackPuzzle, fewest_steps, fewest_steps_from};
use saut_peg::simulate::baseball::{ReplayedSteps, replay};
pub use saut_plan::Verdict;
use saut_plan::shortest::{FEWEST_ACTIONS, NOTHING_KNOWN, shortest_within};
use saut_task::Problem as _;
use saut_task::encode::{Encoded, Encoding, Order};
use saut_task::plan::Plan;

/// A verdict on a puzzle of colour baseball, which is never infeasible, with the method and the effort.
pub type TrackDecision = saut_plan::Decision<ReplayedSteps, Infallible>;

/// The encoding for any plan: in each step, the hole can move along the track and back.
pub const ANY: Encoding = Encoding::R2Exists {
    order: Order::Grouped,
    fold: true,
};

/// Solves a puzzle: by default, finds a shortest plan with a proof. If `settings` name `r2-exists` or `forall`, finds
/// any plan.
///
/// # Errors
/// The settings cannot be met, or a backend failed.
pub fn solve(puzzle: &TrackPuzzle, settings: &Settings) -> Result<TrackDecision, Error> {
    let began = Instant::now();
    let domain = BaseballDomain::new(puzzle);
    if let Some(steps) = attaining_bound(puzzle, &domain, settings) {
        let replayed = replay(puzzle, Plan::sequential(steps));
        let refused = |no| Error::internal("the plan that attains the bound was rejected", no);
        return Ok(TrackDecision {
            optimal: Some(true),
            ..by_search(replayed.map_err(refused)?, ATTAINED_BOUND, began)
        });
    }
    let encoding = match settings.encoding {
        None => FEWEST_ACTIONS,
        Some(EncodingChoice::Fixed(encoding)) => encoding,
        Some(EncodingChoice::MixedOrder) => ANY,
        Some(EncodingChoice::VariedOrder { fold }) => Encoding::R2Exists {
            order: Order::Grouped,
            fold,
        },
    };
    let mut decision = match (settings.horizon, encoding) {
        (Horizon::Auto, Encoding::Sequential { .. }) => {
            let layers =
                |encoded: &Encoded, stop: &Stop| layers::layers(domain.task(), encoded, stop);
            let stop = &settings.stop;
            shortest_within(&domain, encoding, settings, stop, NOTHING_KNOWN, &layers)?
        }
        (Horizon::Auto, Encoding::Smt) => {
            let fact = "for colour baseball, the encoding smt supports only a single horizon";
            return Err(BadInput::new("--encoding", fact)
                .remedy("give --horizon N")
                .into());
        }
        _ => {
            let settings = Settings {
                encoding: Some(EncodingChoice::Fixed(encoding)),
                minimise: None,
                ..settings.clone()
            };
            let solvable = |_| Error::internal("colour baseball", "a puzzle without a plan");
            saut_plan::solve(&domain, &settings)?.try_map(|refuted| Err(solvable(refuted)))?
        }
    };
    decision.elapsed = began.elapsed();
    Ok(decision)
}

/// The name of the search for a plan that attains the lower bound.
const ATTAINED_BOUND: &str = "attained-bound";

/// Maximum number of configurations that this search visits.
const MAX_CONFIGURATIONS: usize = 100_000;

/// Returns a plan whose number of steps is the lower bound, so no plan is shorter. The search is depth-first and skips
/// configurations from which the bound would be exceeded. `None` if no plan attains the bound, or a limit is reached.
/// Also `None` for small games, whose tasks have bounds, and if the settings name an encoding, a backend or a horizon.
fn attaining_bound(
    puzzle: &TrackPuzzle,
    domain: &BaseballDomain<'_>,
    settings: &Settings,
) -> Option<Vec<Step>> {
    let is_small = !domain.task().known().bounds.is_empty();
    let asks_formulas = settings.encoding.is_some() || !settings.backends.is_empty();
    if is_small || asks_formulas || settings.horizon != Horizon::Auto {
        return None;
    }
    let bound = fewest_steps(puzzle);
    let (mut seen, mut stack) = (HashSet::new(), vec![(puzzle.start().clone(), Vec::new())]);
    while let Some((configuration, steps)) = stack.pop() {
        if configuration == *puzzle.goal() {
            return Some(steps);
        }
        settings.stop.check().ok()?;
        for step in puzzle.steps(&configuration) {
            let (after, played) = (configuration.after(step), steps.len() + 1);
            let fits = played + fewest_steps_from(puzzle, &after) <= bound;
            if fits && seen.len() < MAX_CONFIGURATIONS && seen.insert((after.clone(), played)) {
                stack.push((after, [&steps[..], &[step]].concat()));
            }
        }
    }
    None
}

/// Returns the replayed plan of a hand method. The seed determines the free choices of the method.
///
/// # Errors
/// The goal is not the home configuration, or the method does not terminate.
pub fn by_hand(
    puzzle: &TrackPuzzle,
    strategy: Strategy,
    seed: u64,
) -> Result<TrackDecision, BadInput> {
    let began = Instant::now();
    let bad = |fact: String| {
        BadInput::new(strategy.name(), fact)
            .remedy("saut solve without --strategy finds a shortest plan")
    };
    let steps = strategy.play_freely(puzzle, seed);
    let steps = steps.map_err(|no| bad(no.to_owned()))?;
    let plan = replay(puzzle, Plan::sequential(steps)).map_err(bad)?;
    Ok(by_search(plan, strategy.name(), began))
}

fn by_search(plan: ReplayedSteps, name: &'static str, began: Instant) -> TrackDecision {
    TrackDecision {
        verdict: Verdict::Solved(plan),
        method: Some(Method::search(name)),
        elapsed: began.elapsed(),
        ..TrackDecision::default()
    }
}
