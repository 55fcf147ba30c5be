//! A trace of a plan: the facts that hold in the initial state, and the changes by each step.
//!
//! The trace is made from the states of the validator.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use saut_base::stop::{Stop, StopReason};
use saut_numeric::{Rational, rational};

use super::rejected::InvalidPlan;
use super::state::State;
use crate::domain::Domain;
use crate::plan::{NamedPlan, PlanStep};
use crate::problem::{GroundAtom, Problem};

/// Atoms in the initial state of a plan, and changes by each of its steps. Atoms are written as `on a b`. Each list is
/// in the order of predicates and objects, followed by the values of functions as `fuel truck = 7`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The initial atoms whose predicate no action changes and no axiom derives, and the values of such functions.
    pub fixed: Vec<String>,
    /// The other atoms of the initial state, including derived atoms.
    pub start: Vec<String>,
    /// The changes by each step before the first inapplicable step.
    pub steps: Vec<Change>,
    /// The error of the first inapplicable step.
    pub fault: Option<InvalidPlan>,
}

/// Changes by a step. An atom that the step deletes and adds again is in neither list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// Atoms that hold after the step and not before it, and new values of functions.
    pub added: Vec<String>,
    /// Atoms that hold before the step and not after it, and old values of functions.
    pub removed: Vec<String>,
    /// Cost of the step in the domain; 1 if costs do not count.
    pub cost: u64,
}

/// Simulates the steps of a plan one after the other, up to the first inapplicable step. The goal is not checked.
///
/// # Errors
///
/// The limit that ended the simulation.
pub fn trace(problem: &Problem, plan: &NamedPlan, stop: &Stop) -> Result<Trace, StopReason> {
    let mut state = State::initial(problem, stop);
    let traced = follow(&mut state, plan);
    match state.ended() {
        Some(why) => Err(why),
        None => Ok(traced),
    }
}

fn follow(state: &mut State, plan: &NamedPlan) -> Trace {
    let changing = changing(&state.problem.domain);
    let mut all: Vec<&GroundAtom> = state.holding.iter().chain(&state.derived).collect();
    all.sort();
    let (start, fixed): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|atom| changing[atom.predicate]);
    let (mut fixed, mut start) = (written(state, fixed), written(state, start));
    let changes = |function: &GroundAtom| state.problem.domain.changed[function.predicate];
    let (changing_numbers, fixed_numbers): (Vec<_>, Vec<_>) = state
        .numbers
        .iter()
        .partition(|(function, _)| changes(function));
    start.extend(valued(state, changing_numbers));
    fixed.extend(valued(state, fixed_numbers));
    let mut steps = Vec::new();
    let fault = take_all(state, plan, &changing, &mut steps).err();
    Trace {
        fixed,
        start,
        steps,
        fault,
    }
}

/// Performs the steps, and adds the changes by each step to `steps`.
fn take_all(
    state: &mut State,
    plan: &NamedPlan,
    changing: &[bool],
    steps: &mut Vec<Change>,
) -> Result<(), InvalidPlan> {
    for happening in plan.happenings() {
        state.check_together(&plan.steps, happening.clone())?;
        for place in happening {
            if !state.goes_on(state.size()) {
                return Ok(());
            }
            steps.push(change(state, place, &plan.steps[place], changing)?);
        }
    }
    Ok(())
}

/// Performs the step at this place, and returns the changes by it.
fn change(
    state: &mut State,
    place: usize,
    step: &PlanStep,
    changing: &[bool],
) -> Result<Change, InvalidPlan> {
    // Most of a state stays the same: only atoms that can change are copied.
    let atoms = |state: &State| -> BTreeSet<GroundAtom> {
        let atoms = state.holding.iter().chain(&state.derived);
        let changing = atoms.filter(|atom| changing[atom.predicate]);
        changing.cloned().collect()
    };
    let (before, numbers) = (atoms(state), state.numbers.clone());
    let spent = state.take(step);
    let spent = spent.map_err(|wrong| InvalidPlan::step(place, step, wrong))?;
    let (after, counts) = (atoms(state), state.problem.minimises_cost);
    let differs = |from: &FxHashMap<GroundAtom, Rational>, to: &FxHashMap<_, _>| -> Vec<String> {
        let changed = from
            .iter()
            .filter(|(function, value)| to.get(*function) != Some(*value));
        valued(state, changed)
    };
    let added = written(state, after.difference(&before));
    let removed = written(state, before.difference(&after));
    Ok(Change {
        added: [added, differs(&state.numbers, &numbers)].concat(),
        removed: [removed, differs(&numbers, &state.numbers)].concat(),
        cost: if counts { spent } else { 1 },
    })
}

/// Returns, for each predicate, whether an action changes it or an axiom derives it.
pub(super) fn changing(domain: &Domain) -> Vec<bool> {
    let changed = domain.changed_predicates().into_iter();
    let derived = changed.zip(&domain.symbols.derived);
    derived
        .map(|(changed, derived)| changed || *derived)
        .collect()
}

fn written<'a>(state: &State, atoms: impl IntoIterator<Item = &'a GroundAtom>) -> Vec<String> {
    let written = |atom| state.problem.written(atom);
    atoms.into_iter().map(written).collect()
}

/// Returns the values of functions, as `fuel truck = 7`.
fn valued<'a>(
    state: &State,
    numbers: impl IntoIterator<Item = (&'a GroundAtom, &'a Rational)>,
) -> Vec<String> {
    let mut all: Vec<(&GroundAtom, &Rational)> = numbers.into_iter().collect();
    all.sort_by_key(|(function, _)| *function);
    let written = |(function, value)| {
        let name = state.problem.written_function(function);
        format!("{name} = {}", rational::written(value))
    };
    all.into_iter().map(written).collect()
}

#[cfg(test)]
mod tests {
    use saut_base::stop::Stop;

    use super::{Change, trace};
    use crate::{NamedPlan, read_domain, read_problem};

    const DOMAIN: &str = "(define (domain lamps)
      (:predicates (next ?a ?b) (at ?a) (lit ?a) (bright))
      (:derived (bright) (forall (?a) (lit ?a)))
      (:action walk :parameters (?a ?b) :precondition (and (at ?a) (next ?a ?b))
        :effect (and (not (at ?a)) (at ?b)))
      (:action touch :parameters (?a) :precondition (at ?a)
        :effect (and (not (at ?a)) (at ?a) (when (not (lit ?a)) (lit ?a)) (when (lit ?a) (not (lit ?a))))))";
    const PROBLEM: &str = "(define (problem two) (:domain lamps) (:objects a b)
      (:init (next a b) (at a) (lit b)) (:goal (bright)))";

    fn traced(plan: &str) -> super::Trace {
        let domain = read_domain(DOMAIN, "d").unwrap();
        let problem = read_problem(PROBLEM, "p", &domain).unwrap();
        let plan = NamedPlan::read(plan, "plan").unwrap();
        trace(&problem, &plan, &Stop::default()).unwrap()
    }

    #[test]
    fn a_step_lists_the_changed_facts() {
        let trace = traced("(touch a)\n(walk a b)\n(touch b)");
        assert_eq!(trace.fault, None);
        assert_eq!(trace.fixed, ["next a b"]);
        assert_eq!(trace.start, ["at a", "lit b"]);
        let change = |added: &[&str], removed: &[&str]| Change {
            added: added.iter().map(|&it| it.to_owned()).collect(),
            removed: removed.iter().map(|&it| it.to_owned()).collect(),
            cost: 1,
        };
        assert_eq!(
            trace.steps,
            [
                change(&["lit a", "bright"], &[]),
                change(&["at b"], &["at a"]),
                change(&[], &["lit b", "bright"]),
            ]
        );
    }

    #[test]
    fn a_value_that_changes_goes_and_comes() {
        let domain = "(define (domain tank) (:requirements :numeric-fluents)
          (:predicates (dry)) (:functions (level ?t))
          (:action pour :parameters (?a ?b) :precondition (>= (level ?a) 1)
            :effect (and (decrease (level ?a) 1) (increase (level ?b) 1))))";
        let problem = "(define (problem two) (:domain tank) (:objects a b)
          (:init (dry) (= (level a) 2) (= (level b) 0)) (:goal (>= (level b) 1)))";
        let domain = read_domain(domain, "d").unwrap();
        let problem = read_problem(problem, "p", &domain).unwrap();
        let plan = NamedPlan::read("(pour a b)", "plan").unwrap();
        let trace = trace(&problem, &plan, &Stop::default()).unwrap();
        assert_eq!(trace.start, ["level a = 2", "level b = 0"]);
        assert_eq!(trace.steps[0].added, ["level a = 1", "level b = 1"]);
        assert_eq!(trace.steps[0].removed, ["level a = 2", "level b = 0"]);
    }

    #[test]
    fn the_steps_before_one_that_cannot_be_taken_are_followed() {
        let trace = traced("(touch a)\n(touch b)\n(touch a)");
        assert_eq!(trace.steps.len(), 1);
        let wrong = trace.fault.unwrap().to_string();
        assert!(
            wrong.starts_with("step 2: (touch b): (at b) does not hold"),
            "{wrong}"
        );
    }
}
