//! batsat: a Rust port of `MiniSat`, in process. On boards, it is the faster of the two default backends.
//!
//! Eén and Sörensson, *An extensible SAT-solver* (SAT 2003). We call it through `rustsat-batsat`. That crate creates
//! batsat's literals by their constructor, because batsat stores the sign bit inverted. batsat calls `stop` between
//! propagations, so a deadline, a memory limit and Ctrl-C end the search.

use std::cell::Cell;

use batsat::{Callbacks, SolverInterface, SolverOpts, clause, lbool};
use rustsat::types::Lit;

use super::in_process::search;
use super::{
    Answer, Availability, Backend, BackendError, LemmaExchange, Response, SolveLimits, SolverEffort,
};
use crate::work::Work;
use saut_base::stop::{Stop, StopReason};
use saut_task::formula::{Formula, VarName};

#[derive(Clone, Copy, Debug)]
pub struct Batsat;

/// Checks the limits at regular intervals.
#[derive(Default)]
struct StopCallbacks {
    stop: Stop,
    conflicts_left: Option<u64>,
    most_calls: Option<u32>,
    calls: Cell<u32>,
    why: Cell<Option<StopReason>>,
    /// Learnt clauses that may be lemmas for other horizons; `None` without an exchange.
    learnt: Option<Vec<Vec<Lit>>>,
}

impl StopCallbacks {
    /// batsat calls `stop` after every propagation; we read the clock at every 64th call.
    const LOOK_EVERY: u32 = 64;

    /// Estimated work between two calls of `stop`.
    const WORK_A_CALL: Work = 30;
}

impl Callbacks for StopCallbacks {
    fn on_new_clause(&mut self, clause: &[batsat::Lit], kind: clause::Kind) {
        if let (Some(learnt), clause::Kind::Learnt) = (&mut self.learnt, kind)
            && LemmaExchange::wants(clause.len(), clause.len())
        {
            let literal = |one: &batsat::Lit| Lit::new(one.var().idx(), !one.sign());
            learnt.push(clause.iter().map(literal).collect());
        }
        if let (Some(left), clause::Kind::Learnt) = (&mut self.conflicts_left, kind) {
            *left = left.saturating_sub(1);
        }
    }

    fn stop(&self) -> bool {
        if self.why.get().is_none() {
            let calls = self.calls.get().wrapping_add(1);
            self.calls.set(calls);
            if self.conflicts_left == Some(0) || self.most_calls.is_some_and(|most| calls >= most) {
                self.why.set(Some(StopReason::EffortSpent));
            } else if calls.is_multiple_of(Self::LOOK_EVERY) {
                self.why.set(self.stop.stop_reason());
            }
        }
        self.why.get().is_some()
    }
}

/// Returns the options for a seed. Seed 0 is batsat's default; other seeds start from random activities.
fn options(seed: u64) -> SolverOpts {
    let defaults = SolverOpts::default();
    if seed == 0 {
        return defaults;
    }
    let random_seed = f64::from(u32::try_from(seed % 1_000_003).unwrap_or(1)) * 7919.0 + 1.0;
    SolverOpts {
        random_seed,
        rnd_init_act: true,
        ..defaults
    }
}

impl Backend for Batsat {
    fn name(&self) -> &'static str {
        "batsat"
    }

    fn counts_conflicts(&self) -> bool {
        true
    }

    fn availability(&self) -> Availability {
        Availability::BuiltIn {
            version: "0.6.0".to_owned(),
        }
    }

    fn solve(&self, formula: &Formula, run: &SolveLimits) -> Result<Response, BackendError> {
        let Formula::Cnf { cnf, names } = formula else {
            return Err(BackendError::needs_clauses(self.name()));
        };
        if let Some(why) = run.stop.stop_reason() {
            return Ok(Response::unknown(why));
        }
        let calls = |work| u32::try_from(work / StopCallbacks::WORK_A_CALL).unwrap_or(u32::MAX);
        let limits = StopCallbacks {
            stop: run.stop.clone(),
            conflicts_left: run.conflicts,
            most_calls: run.work.map(calls),
            learnt: run.lemmas.as_ref().map(|_| Vec::new()),
            ..StopCallbacks::default()
        };
        let mut solver = rustsat_batsat::Solver::<StopCallbacks>::default();
        *solver.batsat_mut() = batsat::Solver::new(options(run.seed), limits);
        // If the fluents of the encoding have versions within a step, a decision on an action variable takes its last
        // value, as for all other variables. In other encodings, such a decision makes the action variable false
        // (`results/encoding-experiments.md`).
        let is_version = |name: &VarName| matches!(name, VarName::Version { .. });
        let has_versions = names.iter().any(is_version);
        for name in names {
            let always = match name {
                VarName::Action { .. } if !has_versions => lbool::FALSE,
                _ => lbool::UNDEF,
            };
            solver.batsat_mut().new_var(always, true);
        }
        let mut answer = search(self.name(), &mut solver, (cnf, names.len()), run)?;
        if let (Answer::Unknown(why), Some(limit)) =
            (&mut answer, solver.batsat_ref().cb().why.get())
        {
            *why = limit;
        }
        if let Some(exchange) = &run.lemmas {
            let learnt = solver.batsat_mut().cb_mut().learnt.take();
            exchange.give(learnt.into_iter().flatten());
        }
        let inner = solver.batsat_ref();
        let effort = SolverEffort {
            conflicts: Some(inner.num_conflicts()),
            decisions: Some(inner.num_decisions()),
            propagations: Some(inner.num_propagations()),
            work: None,
        };
        Ok(Response::new(answer, effort))
    }
}
