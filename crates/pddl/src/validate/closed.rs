//! Visits all states of a numeric task to check the claims "no reachable state satisfies the goal" and "no plan has a
//! better metric". The search works on the lifted task.
//!
//! Every action is tried with all objects in every state, by the rules of the validator. States count as the same if
//! they differ only in the values of functions on which no condition depends, such as costs. A function with a value
//! and a function without a value always distinguish states.
//!
//! Among equal states, the state with the best metric is kept, as in uniform-cost search (Dijkstra, *A note on two
//! problems in connexion with graphs*, 1959). This is sufficient because the same steps add the same amount to the
//! metric from each of these states (`measure`). If no step improves the metric, states that are not better than the
//! bound are skipped.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::{FxHashMap, FxHashSet};
use saut_base::stop::{Stop, StopReason};
use saut_numeric::Rational;

use super::measure::{Metric, note_expression};
use super::rejected::WrongStep;
use super::state::State;
use crate::condition::{Comparison, Condition, Expression, ObjectId};
use crate::domain::Schema;
use crate::judge::Judge as _;
use crate::problem::{GroundAtom, Problem};

/// Maximum number of object choices for an action.
const MAX_STEPS: usize = 1_000_000;
/// Maximum number of visits. A state is visited again each time a better path to it is found.
const MAX_VISITS: usize = 8_000_000;

/// A state in compact form: atoms that hold, and values of functions.
type CompactState = (FxHashSet<GroundAtom>, FxHashMap<GroundAtom, Rational>);

/// Key that distinguishes states: the atoms, and the functions, with their values if the values matter.
type Key = (Vec<GroundAtom>, Vec<(GroundAtom, Option<Rational>)>);

/// Visits every reachable state, but at most `most` states. With a bound, it searches for goal states with a lower
/// metric; a metric that is to be maximised is negated. Returns the number of visited states if none of them is a goal
/// state (better than the bound, if there is one), and `None` if such a goal state is reachable.
///
/// # Errors
///
/// The limit that ended the search before all states were visited.
///
/// # Panics
///
/// If there is a bound, but the problem has no metric.
pub(crate) fn closed_states(
    problem: &Problem,
    bound: Option<&Rational>,
    most: usize,
    stop: &Stop,
) -> Result<Option<usize>, StopReason> {
    let mut state = State::initial(problem, stop);
    let steps = steps(&state)?;
    let bound = bound.map(|bound| (bound, Metric::new(problem)));
    let mut visit = StateVisit {
        matters: mattering(problem, bound.as_ref().map(|(_, measure)| measure)),
        bound,
        places: FxHashMap::default(),
        found: Vec::new(),
        open: BinaryHeap::new(),
    };
    visit.meet(&state)?;
    let mut visits = 0_usize;
    while let Some(Reverse((measured, place))) = visit.open.pop() {
        // A state that is no longer stored has already been visited on a better path.
        let Some((holding, numbers)) = visit.take(place, measured.as_ref()) else {
            continue;
        };
        visits += 1;
        state.holding.clone_from(&holding);
        state.numbers.clone_from(&numbers);
        state.derive();
        let derived = state.derived.clone();
        if visit.is_wanted(measured.as_ref()) && state.holds(&problem.goal, &mut Vec::new()) {
            return Ok(None);
        }
        for step in &steps {
            // The state is copied for each step.
            if !state.goes_on(state.size()) {
                break;
            }
            match state.perform(step.0, &mut step.1.clone()) {
                Ok(_) => {
                    visit.meet(&state)?;
                    state.holding.clone_from(&holding);
                    state.numbers.clone_from(&numbers);
                    state.derived.clone_from(&derived);
                }
                Err(WrongStep::TooLong) => return Err(StopReason::TooLarge),
                Err(_) => {}
            }
        }
        if visit.places.len() > most || visits > MAX_VISITS {
            return Err(StopReason::TooLarge);
        }
        if let Some(why) = state.ended() {
            return Err(why);
        }
    }
    Ok(Some(visit.places.len()))
}

/// The states found so far, and the queue of states to be visited. The state with the best metric is visited first.
struct StateVisit<'a> {
    /// For each function, whether its values distinguish states.
    matters: Vec<bool>,
    /// The bound and the metric. The search looks for a goal state whose metric is below the bound.
    bound: Option<(&'a Rational, Metric<'a>)>,
    places: FxHashMap<Key, usize>,
    /// The best metric of each state (`None` without a value), and the state itself until it is visited.
    found: Vec<(Option<Rational>, Option<CompactState>)>,
    open: BinaryHeap<Reverse<(Option<Rational>, usize)>>,
}

impl StateVisit<'_> {
    /// Adds a state to the queue if it is new or better than before, and may still lead to a goal below the bound.
    fn meet(&mut self, state: &State) -> Result<(), StopReason> {
        let mut measured = None;
        if let Some((bound, measure)) = &self.bound {
            measured = match measure.of(state) {
                Ok(measured) => Some(measured),
                Err(WrongStep::TooLong) => return Err(StopReason::TooLarge),
                Err(_) => None,
            };
            if measure.never_falls && measured.as_ref().is_some_and(|it| it >= *bound) {
                return Ok(());
            }
        }
        let next = self.found.len();
        let place = *self.places.entry(key(state, &self.matters)).or_insert(next);
        let held = (state.holding.clone(), state.numbers.clone());
        match self.found.get_mut(place) {
            None => self.found.push((measured.clone(), Some(held))),
            Some((known, kept)) if measured < *known => {
                (*known, *kept) = (measured.clone(), Some(held));
            }
            Some(_) => return Ok(()),
        }
        self.open.push(Reverse((measured, place)));
        Ok(())
    }

    /// Returns the state with this number, if `measured` is its best metric and the state has not been visited yet.
    fn take(&mut self, place: usize, measured: Option<&Rational>) -> Option<CompactState> {
        let (known, held) = &mut self.found[place];
        held.take_if(|_| known.as_ref() == measured)
    }

    /// Whether a goal with this metric is better than the bound.
    fn is_wanted(&self, measured: Option<&Rational>) -> bool {
        let is_below = |(bound, _): &(&Rational, Metric)| measured.is_some_and(|it| it < *bound);
        self.bound.as_ref().is_none_or(is_below)
    }
}

fn key(state: &State, matters: &[bool]) -> Key {
    let mut atoms: Vec<GroundAtom> = state.holding.iter().cloned().collect();
    atoms.sort_unstable();
    let numbers = state.numbers.iter().map(|(applied, number)| {
        let number = matters[applied.predicate].then(|| number.clone());
        (applied.clone(), number)
    });
    let mut numbers: Vec<(GroundAtom, Option<Rational>)> = numbers.collect();
    numbers.sort_unstable();
    (atoms, numbers)
}

/// Returns every action with every choice of objects.
fn steps<'a>(state: &State<'a>) -> Result<Vec<(&'a Schema, Vec<ObjectId>)>, StopReason> {
    let mut steps = Vec::new();
    for schema in &state.problem.domain.schemas {
        let first = steps.len();
        let objects = &state.objects;
        objects.each(&schema.parameters, &mut Vec::new(), &mut |values| {
            steps.push((schema, values.clone()));
            if steps.len() - first > MAX_STEPS {
                return Err(StopReason::TooLarge);
            }
            state.poll()
        })?;
    }
    Ok(steps)
}

/// Returns, for each function, whether a condition depends on it, also through the amounts of effects, or whether its
/// value is needed to know how the metric changes.
fn mattering(problem: &Problem, measure: Option<&Metric>) -> Vec<bool> {
    let schemas = &problem.domain.schemas;
    let mut matters = vec![false; problem.domain.symbols.functions.len()];
    let effects = schemas.iter().flat_map(|schema| &schema.effects);
    let preconditions = schemas.iter().map(|schema| &schema.precondition);
    let conditions = effects.map(|effect| &effect.condition).chain(preconditions);
    let comparisons = conditions
        .chain([&problem.goal])
        .flat_map(Condition::comparisons);
    for function in comparisons.flat_map(Comparison::functions) {
        matters[function.predicate] = true;
    }
    // Whether an action can be applied may depend on divisors.
    for change in schemas.iter().flat_map(Schema::numeric_changes) {
        note_divisors(&change.amount, &mut matters);
    }
    close(schemas, &mut matters);
    if let Some(measure) = measure {
        measure.note(&mut matters);
        close(schemas, &mut matters);
    }
    matters
}

/// Adds the functions on which the changes of relevant functions depend.
fn close(schemas: &[Schema], matters: &mut [bool]) {
    loop {
        let before = matters.iter().filter(|it| **it).count();
        for change in schemas.iter().flat_map(Schema::numeric_changes) {
            if matters[change.function.predicate] {
                note_expression(&change.amount, matters);
            }
        }
        if matters.iter().filter(|it| **it).count() == before {
            return;
        }
    }
}

fn note_divisors(expression: &Expression, matters: &mut [bool]) {
    if matches!(expression, Expression::Quotient(_)) {
        note_expression(expression, matters);
    }
    for part in expression.children() {
        note_divisors(part, matters);
    }
}
