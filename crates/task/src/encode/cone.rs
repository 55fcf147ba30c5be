//! The cone of influence in `r2-exists`: the values of fluents that axioms read.
//!
//! A version f′ of a fluent f is only defined for the values that are read. `f′ → f ∨ m` is written if an axiom reads
//! that f′ is true. The other direction is written if an axiom reads that f′ is false. In most planning tasks, only
//! invariants read that a fact is false.
//!
//! In the last step, a fluent needs no further version after the last action that reads it. Exceptions are the fluents
//! of the goal, of bodies of rules, and of invariants that share a fluent with the goal or a rule.
//!
//! Plaisted and Greenbaum, *A structure-preserving clause form translation* (Journal of Symbolic Computation 2, 1986).

use super::invariants::Invariants;
use crate::task::{Action, ActionId, Fluent, GoalConstraint, Literal, Task};

/// The values of fluents that the axioms of a formula read.
pub struct Cone {
    /// For each fluent, whether an axiom reads that it is false, and whether an axiom reads that it is true.
    values: Vec<[bool; 2]>,
    /// For each fluent, whether its value after the last step is read.
    at_end: Vec<bool>,
}

/// Returns the literals that an action reads. Conditions of effects are read with both values.
fn read_by(action: &Action) -> impl Iterator<Item = Literal> + '_ {
    let conditions = action.conditions().flat_map(|&one| [one, !one]);
    action.preconditions.iter().copied().chain(conditions)
}

impl Cone {
    pub fn new(task: &Task, invariants: &Invariants<'_>) -> Self {
        let mut values = vec![[false; 2]; task.fluents().len()];
        let mut at_end = vec![false; task.fluents().len()];
        let mut read = |literal: Literal| {
            values[literal.fluent.index()][usize::from(literal.value)] = true;
        };
        let macros = task.macros().iter().map(|one| &one.as_one);
        let actions = task.actions().iter().chain(macros);
        actions.flat_map(read_by).for_each(&mut read);
        for one in task.rules().iter().flat_map(|rule| &rule.body) {
            read(*one);
            read(!*one);
            at_end[one.fluent.index()] = true;
        }
        for constraint in task.goal() {
            match constraint {
                GoalConstraint::Literal(wanted) => read(*wanted),
                GoalConstraint::AnyOf(literals) => literals.iter().copied().for_each(&mut read),
                GoalConstraint::AtMostOne(fluents) => {
                    fluents.iter().map(|one| one.is_false()).for_each(&mut read);
                }
            }
            let fluents = constraint.fluents().into_iter();
            fluents.for_each(|fluent| at_end[fluent.index()] = true);
        }
        let of_goal = at_end.clone();
        invariants.for_each(|literals| {
            literals.iter().copied().for_each(&mut read);
            let fluents = || literals.iter().map(|literal| literal.fluent.index());
            if fluents().any(|fluent| of_goal[fluent]) {
                fluents().for_each(|fluent| at_end[fluent] = true);
            }
        });
        Self { values, at_end }
    }

    pub fn values(&self, fluent: Fluent) -> [bool; 2] {
        self.values[fluent.index()]
    }

    pub fn reads_at_end(&self, fluent: Fluent) -> bool {
        self.at_end[fluent.index()]
    }

    /// Returns, for each fluent, the position of its last reader in this order of the actions of the last step. The
    /// position is 0 if no action reads the fluent, and `usize::MAX` if the fluent is read after the step.
    pub fn places(&self, task: &Task, order: &[ActionId]) -> Vec<usize> {
        let at_end = self.at_end.iter();
        let mut places: Vec<usize> = at_end
            .map(|&read| if read { usize::MAX } else { 0 })
            .collect();
        for (place, &id) in order.iter().enumerate() {
            for literal in read_by(task.action(id)) {
                let last = &mut places[literal.fluent.index()];
                *last = (*last).max(place);
            }
        }
        places
    }
}
