//! The size of a formula, estimated before the formula is written.

use super::derived;
use super::invariants::Invariants;
use super::{AtMostOne, Encoding};
use crate::task::Task;

impl Encoding {
    /// Maximum number of actions for which pairwise clauses are written by default. Every board has fewer jumps.
    pub(crate) const MOST_ACTIONS_BY_PAIRS: usize = 2000;

    /// If the task is large, returns this encoding in a form of linear size: `product` instead of `pairwise`, and
    /// chains instead of interfering pairs.
    #[must_use]
    pub fn scaled_to(self, task: &Task) -> Self {
        if task.actions().len() <= Self::MOST_ACTIONS_BY_PAIRS {
            return self;
        }
        match self {
            Self::Sequential {
                at_most_one: AtMostOne::Pairwise,
            } => Self::Sequential {
                at_most_one: AtMostOne::Product,
            },
            Self::Forall => Self::ForallChain,
            linear => linear,
        }
    }

    /// Returns an upper bound on the number of clauses or assertions of a formula of this encoding. So a formula that
    /// does not fit into memory need not be written.
    pub fn most_clauses(self, task: &Task, horizon: usize) -> u128 {
        let wide = |number: usize| number as u128;
        let (actions, fluents) = (wide(task.actions().len()), wide(task.fluents().len()));
        let conditional = task.actions().iter().flat_map(|action| &action.conditional);
        let conditional: usize = conditional.map(|one| 4 + 3 * one.conditions.len()).sum();
        let literals = wide(task.size() + conditional);
        let invariants = wide(Invariants::most_clauses(task));
        let states = literals + 2 * fluents + derived::most_clauses(task);
        let guards = || {
            let guards = task.guards();
            let own = |action| guards.read_by(action).len() + guards.touched_by(action).len();
            wide((0..task.actions().len()).map(own).sum())
        };
        let guards = if task.layers().is_empty() {
            0
        } else {
            guards()
        };
        let known = task.known();
        let facts = wide(known.invariants.len() + known.bounds.len());
        let a_step = match self {
            Self::Sequential { at_most_one } => {
                let at_most = wide(known.at_most.len()) * wide(horizon);
                let in_bits = u128::from(actions.max(2).ilog2()) + 1;
                let one = match at_most_one {
                    AtMostOne::Pairwise => actions * actions / 2,
                    AtMostOne::Ladder | AtMostOne::Product => 4 * actions + 4,
                    AtMostOne::Bitwise | AtMostOne::Bimander => (in_bits + 4) * actions,
                    AtMostOne::Commander => actions * actions / 32 + 4 * actions,
                };
                one + 1 + states + facts + at_most + invariants
            }
            Self::Forall => actions * actions / 2 + states + invariants,
            Self::ForallChain => 5 * (literals + guards) + states + invariants,
            Self::Sase => {
                // In addition to `forall`: one transition with its clauses for each precondition and for each fluent.
                let members: usize = task.groups().iter().map(|one| one.fluents.len()).sum();
                let largest = task.groups().iter().map(|one| one.fluents.len()).max();
                let to_none = wide(members * largest.unwrap_or(0));
                9 * literals + 5 * guards + 6 * fluents + states + invariants + to_none
            }
            Self::Exists => 3 * (literals + guards) + states + invariants,
            Self::R2Exists { .. } => {
                let macros = task.macros().iter().map(|one| &one.as_one);
                let changed = macros.map(|one| one.preconditions.len() + one.effects.len() + 1);
                3 * (literals + guards + wide(changed.sum()))
                    + actions
                    + derived::most_clauses(task)
                    + invariants
            }
            Self::Naive => 1 + literals + 2 * actions * fluents + derived::most_clauses(task),
            Self::Smt => actions + fluents + 1 + wide(conditional) + derived::most_clauses(task),
        };
        let first = if known.first.is_empty() { 0 } else { actions };
        let ends = 4 * fluents + wide(task.goal().len()) + first;
        a_step.saturating_mul(wide(horizon)).saturating_add(ends)
    }
}

#[cfg(test)]
mod tests {
    use crate::encode::{AtMostOne, Encoding, Order};
    use crate::random_task::{any_random_task, random_task};

    #[test]
    fn no_formula_is_larger_than_its_bound() {
        let mut all = Encoding::ALL.to_vec();
        all.push(Encoding::ForallChain);
        let forms = AtMostOne::ALL.iter();
        all.extend(forms.map(|&at_most_one| Encoding::Sequential { at_most_one }));
        all.push(Encoding::R2Exists {
            order: Order::Layers(1),
            fold: false,
        });
        for (seed, encoding) in itertools::iproduct!(0..40, all) {
            let task = any_random_task(seed);
            for horizon in 0..4 {
                let clauses = encoding.encode(&task, horizon).formula.clauses() as u128;
                let most = encoding.most_clauses(&task, horizon);
                assert!(clauses <= most.max(2), "{encoding}: {clauses} > {most}");
            }
        }
    }

    #[test]
    fn small_tasks_keep_their_encoding() {
        let task = random_task(1);
        for encoding in Encoding::ALL {
            assert_eq!(encoding.scaled_to(&task), encoding);
        }
    }
}
