//! Formulas of a task with numbers, horizon after horizon, for a solver of linear arithmetic.
//!
//! The encodings are those of [`saut_numeric::encode`], the solver a program that reads SMT-LIB. Each turn asks about
//! one horizon, for as long as the turn has; where that was not enough, the next turn, which is longer, asks again.
//! A refuted horizon is left behind: it says nothing of the task. A plan is decoded and replayed; one that the rules
//! refuse is the solver's fault.

use saut_numeric::encode::{NumericEncoding, decode, encode, order, why_not};
use saut_numeric::{NumericDomain, NumericState};

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use super::relaxation::Relaxation;
use crate::backend::{
    Answer, Availability, Backend, BackendError, Reads, SolveLimits, all, by_name,
};
use crate::bad_input::BadInput;
use crate::decision::Method;
use crate::engine::{Budget, Engine, Turn};
use crate::error::Error;
use crate::formula::{Formula, smtlib};
use crate::model::Model;
use crate::plan::Plan;
use crate::settings::{Horizon, Settings};
use crate::stop::{Stop, StopReason};
use crate::task::ActionId;
use crate::work::{Work, clocked};

/// The first turn.
const FIRST: Work = 2_000_000;
/// No formula has more steps.
const MOST_STEPS: usize = 1_000;

/// Formulas of growing horizons.
pub struct NumericFormulas<'a, D: NumericDomain> {
    domain: &'a D,
    encoding: NumericEncoding,
    order: Vec<ActionId>,
    horizon: usize,
    /// The only horizon, if one was asked for.
    is_fixed: bool,
    /// Backends that are left; the first is asked.
    backends: Vec<Box<dyn Backend>>,
    seed: u64,
    formulas: usize,
    warnings: Vec<String>,
}

/// The solvers of linear arithmetic that are here: those named, or all.
///
/// # Errors
/// A name that is none, or of a solver that reads clauses.
pub fn arithmetic_backends(settings: &Settings) -> Result<Vec<Box<dyn Backend>>, BadInput> {
    if settings.backends.is_empty() {
        let is_here = |one: &dyn Backend| {
            one.reads() == Reads::SmtLib
                && !matches!(one.availability(), Availability::Missing { .. })
        };
        let all = all().into_iter();
        return Ok(all.filter(|one| is_here(one.as_ref())).collect());
    }
    let mut named = Vec::new();
    for name in &settings.backends {
        let backend = by_name(name)?;
        if backend.reads() == Reads::Clauses {
            let fact = format!("{name} reads clauses, and a task with numbers has none");
            return Err(BadInput::new("--backend", fact)
                .remedy("choose one that reads SMT-LIB (saut backends)"));
        }
        named.push(backend);
    }
    Ok(named)
}

impl<'a, D: NumericDomain> NumericFormulas<'a, D> {
    /// Formulas for these solvers; nothing if there is none, or if the task cannot be written so.
    pub fn new(
        domain: &'a D,
        encoding: NumericEncoding,
        backends: Vec<Box<dyn Backend>>,
        settings: &Settings,
    ) -> Option<Self> {
        let task = domain.numeric();
        if backends.is_empty() || why_not(task).is_some() {
            return None;
        }
        let order = order_of(domain, encoding).unwrap_or_default();
        let fixed = match settings.horizon {
            Horizon::Auto => None,
            Horizon::Steps(steps) => Some(steps),
        };
        let first = usize::from(encoding != NumericEncoding::Sequential);
        Some(Self {
            domain,
            encoding,
            order,
            horizon: fixed.unwrap_or(first),
            is_fixed: fixed.is_some(),
            backends,
            seed: settings.seed,
            formulas: 0,
            warnings: Vec::new(),
        })
    }

    /// Goes on without a solver that is at fault.
    fn without(&mut self, fault: BackendError) -> Result<Turn<D>, Error> {
        if self.backends.len() <= 1 {
            return Err(fault.into());
        }
        self.backends.remove(0);
        self.warnings.push(fault.to_string());
        Ok(Turn::More)
    }
}

/// The order of the actions in a step: by what the relaxed plans of the start need before them.
pub fn pattern<D: NumericDomain>(domain: &D) -> Option<Vec<ActionId>> {
    let task = domain.numeric();
    Relaxation::new(task).order(&NumericState::start(task)).ok()
}

/// The order of the actions in a step of an encoding.
fn order_of<D: NumericDomain>(domain: &D, encoding: NumericEncoding) -> Option<Vec<ActionId>> {
    Some(order(domain.numeric(), encoding, pattern(domain)?))
}

/// A formula as a file for an outside solver.
pub struct Written {
    /// Declarations and assertions, under a title and the names of the actions.
    pub text: String,
    /// The symbols of the actions.
    pub symbols: Vec<String>,
}

impl Written {
    /// Number of assertions.
    pub fn assertions(&self) -> usize {
        self.text.matches("(assert").count()
    }

    /// The file, with the questions at its end.
    pub fn whole(&self) -> String {
        format!("{}{}", self.text, smtlib::questions(&self.symbols))
    }
}

/// The formula of a task for a horizon, under a title.
///
/// # Errors
/// Reason why there is none, in words.
pub fn script<D: NumericDomain>(
    domain: &D,
    encoding: NumericEncoding,
    horizon: usize,
    title: &str,
    stop: &Stop,
) -> Result<Written, String> {
    let task = domain.numeric();
    if let Some(why) = why_not(task) {
        return Err(why.to_owned());
    }
    let too_large = || "a number does not fit".to_owned();
    let order = order_of(domain, encoding).ok_or_else(too_large)?;
    let script = encode(task, encoding, horizon, &order, stop);
    let script = script.map_err(|why| why.name().to_owned())?;
    let mut text = format!("; {title}\n; {}, horizon {horizon}\n", encoding.name());
    for id in &order {
        let index = id.index();
        let _ = writeln!(text, "; a{index}: {}", task.actions[index].name);
    }
    Ok(Written {
        text: text + &script.text,
        symbols: script.symbols,
    })
}

/// The plan of a model of such a formula, as [`script`] writes it; nothing if it is none of it.
pub fn plan_of<D: NumericDomain>(
    domain: &D,
    encoding: NumericEncoding,
    horizon: usize,
    model: &Model,
) -> Option<Plan<ActionId>> {
    let order = order_of(domain, encoding)?;
    decode(domain.numeric(), encoding, horizon, &order, model)
}

impl<D: NumericDomain> Engine<D> for NumericFormulas<'_, D> {
    fn name(&self) -> &'static str {
        "formulas"
    }

    fn least(&self) -> Work {
        FIRST
    }

    fn formulas(&self) -> (usize, u64) {
        (self.formulas, 0)
    }

    fn warnings(&mut self) -> Vec<String> {
        std::mem::take(&mut self.warnings)
    }

    fn turn(&mut self, budget: &mut Budget<'_>) -> Result<Turn<D>, Error> {
        let Some(backend) = self.backends.first() else {
            return Ok(Turn::Done(StopReason::NothingLeft));
        };
        let (task, horizon) = (self.domain.numeric(), self.horizon);
        if horizon > MOST_STEPS || (self.order.is_empty() && horizon > 1) {
            return Ok(Turn::Done(StopReason::NothingLeft));
        }
        let began = Instant::now();
        let stop = budget.stop();
        let stop = stop.with_timeout(Duration::from_micros(budget.left()));
        let script = encode(task, self.encoding, horizon, &self.order, &stop);
        let run = SolveLimits {
            stop: stop.clone(),
            seed: self.seed,
            ..SolveLimits::default()
        };
        let response = script.map(|script| {
            self.formulas += 1;
            backend.solve(&Formula::Smt(script), &run)
        });
        let name = backend.name().to_owned();
        budget.spend(clocked(began.elapsed()));
        let answer = match response {
            Err(_) => return Ok(Turn::More),
            Ok(Err(fault)) => return self.without(fault),
            Ok(Ok(response)) => response.answer,
        };
        match answer {
            Answer::Sat(model) => {
                let wrong = |fact: String| BackendError::WrongModel {
                    name: name.clone(),
                    fact,
                };
                let plan = decode(task, self.encoding, horizon, &self.order, &model);
                let Some(plan) = plan else {
                    return self.without(wrong("it is none of the formula".to_owned()));
                };
                match self.domain.replay(plan) {
                    Ok(plan) => {
                        let encoding = self.encoding.name();
                        let method = Method::NumericFormula {
                            encoding,
                            horizon,
                            backend: name,
                        };
                        Ok(Turn::Plan(plan, method))
                    }
                    Err(refused) => self.without(wrong(refused.to_string())),
                }
            }
            Answer::Unsat if self.is_fixed => Ok(Turn::Done(StopReason::HorizonRefuted {
                horizon,
                is_proved: false,
            })),
            Answer::Unsat => {
                self.horizon += 1;
                Ok(Turn::More)
            }
            Answer::Unknown(StopReason::SolverGaveUp) => {
                if self.backends.len() <= 1 {
                    return Ok(Turn::Done(StopReason::SolverGaveUp));
                }
                self.backends.remove(0);
                Ok(Turn::More)
            }
            Answer::Unknown(_) => Ok(Turn::More),
        }
    }
}
