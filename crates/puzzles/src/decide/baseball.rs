//! Deciding colour baseball: the shortest plan with proof, any plan, or a hand method's.
//!
//! Every puzzle of colour baseball has a plan, so there is nothing infeasible to show; what is to
//! be proved is that no plan is shorter.

mod layers;

use std::convert::Infallible;
use std::time::Instant;

use super::{EncodingChoice, Error, Horizon, Settings};
use saut_base::BadInput;
use saut_base::stop::{Stop, StopReason};
use saut_criteria::compile::BaseballDomain;
use saut_peg::baseball::{Puzzle, Strategy};
use saut_peg::simulate::baseball::{ReplayedSteps, replay};
use saut_plan::Method;
use saut_plan::attempt::{AttemptResult, attempt};
use saut_plan::backend::SolveLimits;
use saut_plan::shortest::{FEWEST_ACTIONS, shortest_within};
use saut_task::Problem as _;
use saut_task::encode::{Encoded, Encoding, Order};
use saut_task::plan::Plan;

/// The answer to a puzzle of colour baseball: it is never infeasible.
pub type Verdict = saut_plan::Verdict<ReplayedSteps, Infallible>;

/// A verdict on a puzzle of colour baseball, what gave it and what it cost.
pub type Decision = saut_plan::Decision<ReplayedSteps, Infallible>;

/// The encoding of any plan: the hole runs up and down the track in every step.
pub const ANY: Encoding = Encoding::R2Exists {
    order: Order::Grouped,
    fold: true,
};

/// Solves a puzzle: by default shortest with proof; any plan if `settings` name `r2-exists` or
/// `forall`.
///
/// # Errors
/// Settings that cannot be met, or a backend at fault.
pub fn solve(puzzle: &Puzzle, settings: &Settings) -> Result<Decision, Error> {
    let began = Instant::now();
    let domain = BaseballDomain::new(puzzle);
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
        (Horizon::Steps(horizon), _) => upward(&domain, encoding, horizon..=horizon, settings)?,
        (Horizon::Auto, Encoding::Sequential { .. }) => {
            let layers =
                |encoded: &Encoded, stop: &Stop| layers::layers(domain.task(), encoded, stop);
            shortest_within(&domain, encoding, settings, &settings.stop, &layers)?
        }
        (Horizon::Auto, Encoding::Smt) => {
            let fact = "smt is for one horizon of colour baseball";
            return Err(BadInput::new("--encoding", fact)
                .remedy("give --horizon N")
                .into());
        }
        (
            Horizon::Auto,
            Encoding::Naive
            | Encoding::R2Exists { .. }
            | Encoding::Forall
            | Encoding::ForallChain
            | Encoding::Exists,
        ) => {
            let first = match encoding {
                // A step has room for the hole's way up and down again, and the greedy sweep brings
                // every token home in as many of these as there are bases.
                Encoding::R2Exists { .. } => puzzle.bases() + 1,
                _ => 1,
            };
            let is_at_goal = domain.task().length().at_least == 0;
            let first = if is_at_goal { 0 } else { first };
            upward(&domain, encoding, first..=MOST_STEPS, settings)?
        }
    };
    decision.elapsed = began.elapsed();
    Ok(decision)
}

/// Every puzzle has a plan with far fewer steps.
const MOST_STEPS: usize = 100_000;

/// A hand method's plan, replayed.
///
/// # Errors
/// The goal is not home, or the method does not end.
pub fn by_hand(puzzle: &Puzzle, strategy: Strategy) -> Result<Decision, BadInput> {
    let began = Instant::now();
    let bad = |fact: String| {
        BadInput::new(strategy.name(), fact)
            .remedy("saut solve without --strategy finds a shortest plan")
    };
    let steps = strategy.play(puzzle).map_err(|no| bad(no.to_string()))?;
    let plan = replay(puzzle, Plan::sequential(steps)).map_err(|no| bad(no.to_string()))?;
    Ok(Decision {
        verdict: Verdict::Solved(plan),
        elapsed: began.elapsed(),
        ..Decision::default()
    })
}

/// Horizons from the first upward, one after the other, until there is a plan of any length.
fn upward(
    domain: &BaseballDomain<'_>,
    encoding: Encoding,
    horizons: std::ops::RangeInclusive<usize>,
    settings: &Settings,
) -> Result<Decision, Error> {
    let backends = settings.backends()?;
    let backend = backends[0].as_ref();
    let run = SolveLimits {
        stop: settings.stop.clone(),
        seed: settings.seed,
        ..SolveLimits::default()
    };
    let mut decision = Decision::default();
    for horizon in horizons {
        if let Some(progress) = &settings.progress {
            progress.attempt(encoding, horizon, backend.name(), decision.attempts);
        }
        let attempt = attempt(domain.task(), encoding, horizon, backend, &run)?;
        decision.attempts += 1;
        decision.conflicts += attempt.effort.conflicts.unwrap_or(0);
        let method = Method::of(&attempt);
        let is_proved = false;
        let verdict = match attempt.result {
            AttemptResult::Plan(plan) => {
                let refused = |no| Error::internal("a plan of a formula is refused", no);
                Verdict::Solved(domain.validate(plan).map_err(refused)?.0)
            }
            AttemptResult::Unknown(why) => Verdict::Undecided(why),
            AttemptResult::Refuted(_) => {
                Verdict::Undecided(StopReason::HorizonRefuted { horizon, is_proved })
            }
        };
        let is_refuted = matches!(
            verdict,
            Verdict::Undecided(StopReason::HorizonRefuted { .. })
        );
        decision.set(verdict, method);
        if !is_refuted {
            return Ok(decision);
        }
        if let Some(why) = settings.stop.stop_reason() {
            decision.verdict = Verdict::Undecided(why);
            return Ok(decision);
        }
    }
    Ok(decision)
}
