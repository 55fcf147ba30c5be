//! Formulas whose plans cost at most a given bound.
//!
//! The bound becomes a constraint on a weighted sum of the literals of the actions. The weights are the costs of the
//! actions. The library rustsat encodes the constraint. The generalized totalizer is used if all costs are equal, or if
//! the bound is small in units of the greatest common divisor of the costs. Otherwise, the dynamic polynomial watchdog
//! is used.
//!
//! Joshi, Martins, Manquinho, *Generalized totalizer encoding for pseudo-Boolean constraints* (CP 2015); Paxian,
//! Reimer, Becker, *Dynamic polynomial watchdog encoding for solving weighted `MaxSAT`* (SAT 2018).

use rustsat::encodings::pb::{BoundUpper, DynamicPolyWatchdog, GeneralizedTotalizer};
use rustsat::instances::{BasicVarManager, Cnf, ManageVars};
use rustsat::types::{Clause, Lit, Var};

use super::{Encoded, StepMap, When};
use crate::domain::Cost;
use crate::formula::{Formula, VarName, literal};
use crate::task::Task;
use saut_base::divisor::gcd;

/// Maximum bound for which the totalizer is used if costs differ, in units of the greatest common divisor of the costs.
const MOST_SUMS: usize = 400;

impl Encoded {
    /// Restricts the formula to plans that cost at most `most`. A formula without literals for actions (`naive`) is not
    /// changed. `None` if the formula is an SMT-LIB script, if the estimated size of the constraint exceeds `size`, or
    /// if a number is too large.
    #[must_use]
    pub fn costing_at_most(mut self, task: &Task, most: Cost, size: usize) -> Option<Self> {
        let Formula::Cnf { cnf, names } = &mut self.formula else {
            return None;
        };
        let (mut always, mut weighted) = (0_u64, Vec::new());
        for (action, when) in self.steps.iter().flat_map(StepMap::actions) {
            let cost = task.action(*action).cost;
            match when {
                _ if cost == 0 => {}
                When::Always => always = always.saturating_add(cost),
                When::If(literal) => weighted.push((*literal, cost)),
                When::Symbol(_) => return None,
            }
        }
        let Some(most) = most.checked_sub(always) else {
            // The actions that always happen already exceed the bound.
            names.push(VarName::Auxiliary);
            let never = literal(names.len() - 1);
            cnf.add_unit(never);
            cnf.add_unit(!never);
            return Some(self);
        };
        weighted.retain(|&(literal, cost)| {
            let is_too_dear = cost > most;
            if is_too_dear {
                cnf.add_unit(!literal);
            }
            !is_too_dear
        });
        let unit = weighted.iter().fold(0, |unit, &(_, cost)| gcd(unit, cost));
        if unit == 0 {
            return Some(self);
        }
        let most = usize::try_from(most / unit).ok()?;
        let sum = weighted
            .iter()
            .try_fold(0_u64, |sum, &(_, cost)| sum.checked_add(cost / unit));
        let sum = usize::try_from(sum?).ok()?;
        if sum <= most {
            return Some(self);
        }
        let inputs = weighted
            .iter()
            .map(|&(literal, cost)| Some((literal, usize::try_from(cost / unit).ok()?)));
        let inputs: Vec<(Lit, usize)> = inputs.collect::<Option<_>>()?;
        let is_small = most <= MOST_SUMS || inputs.iter().all(|&(_, weight)| weight == 1);
        let about = inputs
            .len()
            .saturating_mul(if is_small { most.min(inputs.len()) } else { 64 });
        if about > size {
            return None;
        }
        let variables = if is_small {
            bounded::<GeneralizedTotalizer>(inputs, most, cnf, names.len())
        } else {
            bounded::<DynamicPolyWatchdog>(inputs, most, cnf, names.len())
        };
        names.resize(variables?, VarName::Auxiliary);
        Some(self)
    }
}

/// Adds the clauses of the constraint. Returns the new number of variables.
fn bounded<E: BoundUpper + FromIterator<(Lit, usize)>>(
    inputs: Vec<(Lit, usize)>,
    most: usize,
    cnf: &mut Cnf,
    variables: usize,
) -> Option<usize> {
    let mut encoding: E = inputs.into_iter().collect();
    let mut manager = BasicVarManager::from_next_free(Var::new(u32::try_from(variables).ok()?));
    encoding.encode_ub(most..=most, cnf, &mut manager).ok()?;
    for unit in encoding.enforce_ub(most).ok()? {
        cnf.add_clause(Clause::from([unit]));
    }
    Some(manager.n_used() as usize)
}

#[cfg(test)]
mod tests {
    use rustsat::solvers::{Solve, SolverResult};

    use crate::encode::Encoding;
    use crate::formula::Formula;
    use crate::random_task::Changed as _;
    use crate::random_task::random_task;
    use crate::task::{ActionId, Task};

    /// Returns the minimum cost of a plan with `horizon` steps, each with at most one action, by brute force.
    fn cheapest(task: &Task, state: &[bool], horizon: usize) -> Option<u64> {
        let here = task.is_goal(state).then_some(0);
        if horizon == 0 {
            return here;
        }
        let can = |id: &ActionId| task.action(*id).is_applicable(state);
        let ways = task.action_ids().filter(can).filter_map(|id| {
            let mut after = state.to_vec();
            task.action(id).apply(&mut after);
            Some(task.action(id).cost + cheapest(task, &after, horizon - 1)?)
        });
        ways.chain(here).min()
    }

    fn is_satisfiable(formula: &Formula) -> bool {
        let Formula::Cnf { cnf, .. } = formula else {
            panic!("a script");
        };
        let mut solver = rustsat_batsat::BasicSolver::default();
        solver.add_cnf_ref(cnf).unwrap();
        solver.solve().unwrap() == SolverResult::Sat
    }

    #[test]
    fn plans_within_the_bound_are_models_and_dearer_ones_are_none() {
        let (mut some, mut none, mut dear) = (0, 0, 0);
        for seed in 0..300 {
            // Small costs, and some that are too large for the totalizer.
            let scale = [1, 3, 1009][usize::try_from(seed % 3).unwrap()];
            let task = random_task(seed).with_costs(|id| {
                let cost = (id.index() as u64 * 7 + seed) % 5;
                cost * scale + u64::from(scale > 100 && cost > 0)
            });
            let Some(least) = cheapest(&task, task.start(), 3) else {
                continue;
            };
            // A plan of three steps with at most one action each is also a plan of three sets of actions.
            let within = |encoding: Encoding, most: u64| {
                let encoded = encoding.encode(&task, 3);
                let bounded = encoded.costing_at_most(&task, most, usize::MAX).unwrap();
                is_satisfiable(&bounded.formula)
            };
            for encoding in [Encoding::Exists, Encoding::Forall, Encoding::R2_EXISTS] {
                assert!(within(encoding, least), "seed {seed}");
                some += 1;
            }
            // Three sets of at most two actions cost at least as much as the cheapest plan of at most six actions.
            if task.actions().len() <= 2 {
                let real = cheapest(&task, task.start(), 6).unwrap();
                if real > 0 {
                    assert!(!within(Encoding::Forall, real - 1), "seed {seed}");
                    none += 1;
                }
            }
            if least > 0 {
                let sequential = Encoding::SEQUENTIAL.encode(&task, 1);
                if let Some(one) = cheapest(&task, task.start(), 1).filter(|cost| *cost > 0) {
                    let bounded = sequential.costing_at_most(&task, one - 1, usize::MAX);
                    let formula = bounded.unwrap().formula;
                    assert!(
                        task.is_goal(task.start()) || !is_satisfiable(&formula),
                        "seed {seed}"
                    );
                    dear += 1;
                }
            }
        }
        assert!(some > 100 && none + dear > 20, "{some} {none} {dear}");
    }

    #[test]
    fn a_formula_that_would_be_too_large_is_not_written() {
        let task = random_task(1).with_costs(|_| 1);
        let encoded = Encoding::Exists.encode(&task, 9);
        assert!(encoded.clone().costing_at_most(&task, 2, 1).is_none());
        assert!(encoded.costing_at_most(&task, 2, 1 << 20).is_some());
    }
}
