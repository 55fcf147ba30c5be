//! Deciding colour baseball: the shortest plan with proof, any plan, or a hand method's.
//!
//! Every puzzle of colour baseball has a plan, so there is nothing infeasible to show; what is to
//! be proved is that no plan is shorter.

use std::time::{Duration, Instant};

use super::shortest::{self, Ending, shortest};
use super::{EncodingChoice, Error, Horizon, Method, Settings};
use crate::baseball::{Puzzle, Strategy};
use crate::certify::proof::RefutedHorizon;
use crate::pose;
use crate::simulate::baseball::{ReplayedSteps, replay};
use saut_plan::backend::{Answer, Run};
use saut_plan::bad_input::BadInput;
use saut_plan::decode;
use saut_plan::encode::{AtMostOne, Encoding, Order};
use saut_plan::plan::Plan;
use saut_plan::stop::Why;
use saut_plan::task::Task;

/// The encoding of shortest plans.
pub const SHORTEST: Encoding = Encoding::Sequential {
    at_most_one: AtMostOne::Product,
};

/// The encoding of any plan: the hole runs up and down the track in every step.
pub const ANY: Encoding = Encoding::R2Exists {
    order: Order::DIRECTION,
    left_packing: false,
    fold: true,
};

/// What came of a puzzle.
#[derive(Clone, Debug)]
pub struct Decided {
    /// The plan, replayed, or the limit that was hit.
    pub plan: Result<ReplayedSteps, Why>,
    /// Whether the plan is proved to be as short as can be; `None` if that was not asked.
    pub optimal: Option<bool>,
    /// The lengths proved to have no plan, beyond the bound that counts distances.
    pub refuted: Vec<RefutedHorizon>,
    /// No plan is shorter than this, by distances alone.
    pub at_least: usize,
    /// What gave it; `None` for hand methods.
    pub method: Option<Method>,
    /// Wall-clock time.
    pub elapsed: Duration,
    /// Formulas tried.
    pub attempts: usize,
    /// Their conflicts together.
    pub conflicts: u64,
}

/// Solves a puzzle: by default shortest with proof; any plan if `settings` name `r2-exists` or
/// `forall`.
///
/// # Errors
/// Settings that cannot be met, or a backend at fault.
pub fn solve(puzzle: &Puzzle, settings: &Settings) -> Result<Decided, Error> {
    let began = Instant::now();
    let task = pose::baseball_task(puzzle);
    let replayed = |plan| {
        let plan = pose::baseball_plan(puzzle, plan);
        replay(puzzle, plan).map_err(|rejected| rejected.to_string())
    };
    let encoding = match settings.encoding {
        None => SHORTEST,
        Some(EncodingChoice::Fixed(encoding)) => encoding,
        Some(EncodingChoice::VariedOrder { left_packing, fold }) => Encoding::R2Exists {
            order: Order::DIRECTION,
            left_packing,
            fold,
        },
    };
    let mut decided = match (settings.horizon, encoding) {
        (Horizon::Steps(horizon), _) => at_horizon(&task, encoding, horizon, settings, replayed)?,
        (Horizon::Auto, Encoding::Sequential { .. }) => {
            let search = shortest(&task, encoding, settings, replayed)?;
            from_search(&task, encoding, search)
        }
        (Horizon::Auto, Encoding::Smt { .. }) => {
            let fact = "smt is for one horizon of colour baseball";
            return Err(BadInput::new("--encoding", fact)
                .remedy("give --horizon N")
                .into());
        }
        (Horizon::Auto, Encoding::R2Exists { .. }) => {
            // A step has room for the hole's way up and down again, and the greedy sweep brings
            // every token home in as many of these as there are bases.
            upward(&task, encoding, puzzle.bases() + 1, settings, replayed)?
        }
        (Horizon::Auto, _) => upward(&task, encoding, 1, settings, replayed)?,
    };
    decided.elapsed = began.elapsed();
    Ok(decided)
}

/// A hand method's plan, replayed.
///
/// # Errors
/// The goal is not home, or the method does not end.
pub fn by_hand(puzzle: &Puzzle, strategy: Strategy) -> Result<Decided, BadInput> {
    let began = Instant::now();
    let bad = |fact: String| {
        BadInput::new(format!("--strategy {}", strategy.name()), fact)
            .remedy("solve without --strategy")
    };
    let steps = strategy.play(puzzle).map_err(|no| bad(no.to_string()))?;
    let plan = replay(puzzle, Plan::sequential(steps)).map_err(|no| bad(no.to_string()))?;
    Ok(Decided {
        plan: Ok(plan),
        elapsed: began.elapsed(),
        at_least: crate::baseball::fewest_steps(puzzle),
        ..Decided::none(Why::Exhausted)
    })
}

impl Decided {
    fn none(why: Why) -> Self {
        Self {
            plan: Err(why),
            optimal: None,
            refuted: Vec::new(),
            at_least: 0,
            method: None,
            elapsed: Duration::ZERO,
            attempts: 0,
            conflicts: 0,
        }
    }
}

fn from_search(
    task: &Task,
    encoding: Encoding,
    search: shortest::Search<ReplayedSteps>,
) -> Decided {
    let (attempts, conflicts) = (search.attempts, search.conflicts);
    let at_least = task.length.at_least;
    match search.ending {
        Ending::Undecided(why) => Decided {
            at_least,
            attempts,
            conflicts,
            ..Decided::none(why)
        },
        Ending::Plan(found) => Decided {
            method: Some(found.method(encoding)),
            plan: Ok(found.plan),
            optimal: Some(found.is_proved),
            refuted: found.refuted,
            at_least,
            elapsed: Duration::ZERO,
            attempts,
            conflicts,
        },
    }
}

/// One formula only.
fn at_horizon(
    task: &Task,
    encoding: Encoding,
    horizon: usize,
    settings: &Settings,
    replayed: impl Fn(Plan<usize>) -> Result<ReplayedSteps, String>,
) -> Result<Decided, Error> {
    let backends = settings.backends()?;
    let backend = &backends[0];
    let encoded = encoding.encode(task, horizon);
    if let Some(progress) = &settings.progress {
        progress.attempt(encoding, horizon, backend.name(), 0);
    }
    let run = Run {
        stop: settings.stop.clone(),
        seed: settings.seed,
        ..Run::default()
    };
    let outcome = backend.solve(&encoded.formula, &run)?;
    let wrong = |fact: String| saut_plan::backend::Error::WrongModel {
        name: backend.name().to_owned(),
        fact,
    };
    let plan = match outcome.answer {
        Answer::Sat(model) => {
            let plan = decode::decode(task, &encoded, &model).map_err(|e| wrong(e.to_string()))?;
            Ok(replayed(plan).map_err(wrong)?)
        }
        Answer::Unsat => Err(Why::Exhausted),
        Answer::Unknown(why) => Err(why),
    };
    Ok(Decided {
        plan,
        at_least: task.length.at_least,
        method: Some(Method::Formula {
            encoding,
            horizon,
            backend: backend.name().to_owned(),
            variables: encoded.formula.variables(),
            clauses: encoded.formula.clauses(),
        }),
        attempts: 1,
        conflicts: outcome.effort.conflicts.unwrap_or(0),
        ..Decided::none(Why::Exhausted)
    })
}

/// Horizons from the first upward, one after the other, until there is a plan of any length.
fn upward(
    task: &Task,
    encoding: Encoding,
    first: usize,
    settings: &Settings,
    replayed: impl Fn(Plan<usize>) -> Result<ReplayedSteps, String>,
) -> Result<Decided, Error> {
    let (mut attempts, mut conflicts) = (0, 0);
    let first = if task.length.at_least > 0 { first } else { 0 };
    for horizon in first.. {
        let decided = at_horizon(task, encoding, horizon, settings, &replayed)?;
        attempts += decided.attempts;
        conflicts += decided.conflicts;
        let refuted = matches!(decided.plan, Err(Why::Exhausted));
        if !refuted || settings.stop.why().is_some() {
            let plan = decided
                .plan
                .map_err(|why| settings.stop.why().unwrap_or(why));
            return Ok(Decided {
                plan,
                attempts,
                conflicts,
                ..decided
            });
        }
    }
    Ok(Decided {
        attempts,
        conflicts,
        ..Decided::none(Why::Exhausted)
    })
}
