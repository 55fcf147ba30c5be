//! Deciding: stage after stage, cheapest first, until one has a checked verdict.
//!
//! The strategy is a table (`decide/strategy.rs`); every verdict says which stage gave it.

mod reason;
mod search;
mod stages;
mod strategy;

use std::time::Instant;

use saut_plan::backend::Backend;
use saut_plan::portfolio::Portfolio;
use saut_plan::settings::EncodingChoice;
use saut_plan::{Decision, Domain, Error, Settings, Verdict};

pub use reason::{NamedWeights, Reason};
use stages::Stages;
use strategy::lineup;

/// Which way to go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlanMethod {
    /// All stages as the strategy has them.
    #[default]
    Auto,
    /// Formulas alone.
    Formulas,
    /// Greedy best-first search alone.
    Gbfs,
    /// Every state alone.
    Exhaustive,
}

/// What was decided of a task.
pub type Decided<P> = Decision<P, Reason>;

/// Decides a task.
///
/// # Errors
///
/// As [`saut_plan::solve()`]; a plan or a certificate of ours that is refused is an internal error.
pub fn decide<D: Domain>(
    domain: &D,
    method: PlanMethod,
    settings: &Settings,
) -> Result<Decided<D::Replayed>, Error> {
    let began = Instant::now();
    let settings = &scaled(domain, settings);
    let mut stages = Stages::new(domain, settings);
    if let Some(minimise) = settings.minimise {
        stages.before_the_shortest()?;
        if !matches!(stages.decision.verdict, Verdict::Infeasible(_)) {
            stages.shortest(minimise)?;
        }
    } else if settings.names_a_formula() || method == PlanMethod::Formulas {
        stages.formulas_alone()?;
    } else {
        match method {
            PlanMethod::Gbfs => stages.greedy_alone()?,
            PlanMethod::Exhaustive => stages.exhaustive_alone()?,
            PlanMethod::Auto | PlanMethod::Formulas => stages.all()?,
        }
    }
    stages.decision.elapsed = began.elapsed();
    Ok(stages.decision)
}

/// The settings, an encoding that was asked for in its linear form where the task is large.
fn scaled<D: Domain>(domain: &D, settings: &Settings) -> Settings {
    let encoding = settings.encoding.map(|choice| match choice {
        EncodingChoice::Fixed(encoding) => EncodingChoice::Fixed(encoding.scaled_to(domain.task())),
        varied => varied,
    });
    Settings {
        encoding,
        ..settings.clone()
    }
}

/// The formulas of the strategy.
fn portfolio<'a, D: Domain>(
    domain: &'a D,
    settings: &Settings,
    backends: &'a [Box<dyn Backend>],
) -> Portfolio<'a, D> {
    let lineup = lineup(settings);
    Portfolio::of_lineup(domain, settings, backends, lineup)
}
