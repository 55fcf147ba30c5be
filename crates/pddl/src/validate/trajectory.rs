//! Evaluates constraints and preferences on the states of a plan.
//!
//! Each constraint is evaluated for every choice of objects, and the truth of its conditions is recorded for every
//! state. At the end, the definition of the constraint is evaluated on these truth values.
//!
//! Gerevini and Long: *Plan constraints and preferences in PDDL3* (2005), section 3, for the definitions.

use saut_task::Cost;

use super::evaluate::quantifier;
use super::rejected::{InvalidPlan, sum_of_costs};
use super::state::State;
use crate::condition::{Condition, ObjectId};
use crate::domain::{Constraint, Modal};
use crate::judge::Judge as _;

/// Truth values of all conditions in the states so far.
pub(super) struct TrajectoryMonitor<'a> {
    hard: Vec<ConstraintMonitor<'a>>,
    /// The preferences, each for one choice of objects: a conjunction, and the cost of its violation.
    soft: Vec<(Vec<ConstraintMonitor<'a>>, Cost)>,
    states: usize,
}

/// A constraint for one choice of objects.
pub(super) struct ConstraintMonitor<'a> {
    modal: Modal,
    conditions: &'a [Condition],
    values: Vec<ObjectId>,
    /// For each condition, whether it held in each state.
    held: Vec<Vec<bool>>,
}

impl<'a> TrajectoryMonitor<'a> {
    /// Creates a monitor and records the initial state.
    pub(super) fn begin(state: &State<'a>) -> Self {
        let trajectory = &state.problem.trajectory;
        let mut trace = Self {
            hard: Vec::new(),
            soft: Vec::new(),
            states: 0,
        };
        watch(
            &trajectory.constraints,
            state,
            &mut Vec::new(),
            &mut trace.hard,
        );
        for (preference, price) in trajectory.weighed() {
            state.every(&preference.parameters, &mut Vec::new(), &mut |values| {
                let mut parts = Vec::new();
                watch(&preference.wanted, state, values, &mut parts);
                trace.soft.push((parts, price));
                true
            });
        }
        trace.look(state);
        trace
    }

    /// Records the truth values in the next state.
    pub(super) fn look(&mut self, state: &State) {
        let soft = self.soft.iter_mut().flat_map(|(parts, _)| parts);
        for watched in self.hard.iter_mut().chain(soft) {
            if state.poll().is_err() {
                return;
            }
            for (condition, held) in watched.conditions.iter().zip(&mut watched.held) {
                held.push(state.holds(condition, &mut watched.values.clone()));
            }
        }
        self.states += 1;
    }

    /// Whether a plan that has reached its goal in this state can end in it: no constraint is violated, and later steps
    /// cannot satisfy a preference.
    pub(super) fn may_end(&self, state: &State) -> bool {
        self.soft.is_empty() && self.broken(state).is_none()
    }

    /// Returns the first constraint that is violated if the plan ends here.
    pub(super) fn broken(&self, state: &State) -> Option<&ConstraintMonitor<'a>> {
        let mut hard = self.hard.iter().take_while(|_| state.goes_on(self.states));
        hard.find(|watched| watched.breaks_at().is_some())
    }

    /// Returns the total cost of the preferences that are violated if the plan ends here.
    ///
    /// # Errors
    ///
    /// Same as [`sum_of_costs`].
    pub(super) fn price(&self, state: &State) -> Result<Cost, InvalidPlan> {
        let mut violated = self.soft.iter().filter(|(parts, _)| {
            let mut parts = parts.iter().take_while(|_| state.goes_on(self.states));
            parts.any(|part| part.breaks_at().is_some())
        });
        violated.try_fold(0, |sum, (_, price)| sum_of_costs(sum, *price))
    }
}

impl ConstraintMonitor<'_> {
    /// Returns the number of the state in which the violation of the constraint shows; `None` if it is satisfied.
    fn breaks_at(&self) -> Option<usize> {
        // With only one condition, `second` is equal to `first`.
        let (first, second) = (&self.held[0], &self.held[self.held.len() - 1]);
        let mut all = 0..first.len();
        let last = first.len().saturating_sub(1);
        let holds_at = |state: usize| first[state];
        match self.modal {
            Modal::AtEnd => (!first.ends_with(&[true])).then_some(last),
            Modal::Always => all.find(|&state| !holds_at(state)),
            Modal::Sometime => (!first.contains(&true)).then_some(last),
            Modal::AtMostOnce => {
                let begins =
                    |&state: &usize| holds_at(state) && (state == 0 || !holds_at(state - 1));
                all.filter(begins).nth(1)
            }
            Modal::SometimeAfter => {
                let last = second.iter().rposition(|holds| *holds);
                all.find(|&state| holds_at(state) && last.is_none_or(|last| last < state))
            }
            Modal::SometimeBefore => {
                let first = second.iter().position(|holds| *holds);
                all.find(|&state| holds_at(state) && first.is_none_or(|first| first >= state))
            }
        }
    }

    pub(super) fn told(&self, state: &State) -> InvalidPlan {
        InvalidPlan::Constraint {
            constraint: state.named_modal(
                self.modal,
                self.conditions,
                &self.values,
                &mut Vec::new(),
            ),
            after: self.breaks_at().unwrap_or(0),
        }
    }
}

impl State<'_> {
    /// Returns a constraint as PDDL text. `bound` has the names of the variables of the quantifiers around it.
    pub(crate) fn named_constraint<'c>(
        &self,
        constraint: &'c Constraint,
        bound: &mut Vec<&'c str>,
    ) -> String {
        match constraint {
            Constraint::Modal(modal, conditions) => {
                self.named_modal(*modal, conditions, &[], bound)
            }
            Constraint::ForAll(variables, parts) => {
                let before = bound.len();
                bound.extend(variables.iter().map(|one| &*one.name));
                let mut text = quantifier("forall", variables);
                for part in parts {
                    text = text + " " + &self.named_constraint(part, bound);
                }
                bound.truncate(before);
                text + ")"
            }
        }
    }

    fn named_modal<'c>(
        &self,
        modal: Modal,
        conditions: &'c [Condition],
        values: &[ObjectId],
        bound: &mut Vec<&'c str>,
    ) -> String {
        let mut text = format!("({}", <&str>::from(modal));
        for condition in conditions {
            text = text + " " + &self.text(condition, values, bound);
        }
        text + ")"
    }
}

/// Adds the monitors of constraints, one for every choice of objects.
fn watch<'a>(
    constraints: &'a [Constraint],
    state: &State<'a>,
    values: &mut Vec<ObjectId>,
    watched: &mut Vec<ConstraintMonitor<'a>>,
) {
    for constraint in constraints {
        match constraint {
            Constraint::ForAll(variables, inner) => {
                state.every(variables, values, &mut |values| {
                    watch(inner, state, values, watched);
                    true
                });
            }
            Constraint::Modal(modal, conditions) => watched.push(ConstraintMonitor {
                modal: *modal,
                conditions,
                values: values.clone(),
                held: vec![Vec::new(); conditions.len()],
            }),
        }
    }
}
