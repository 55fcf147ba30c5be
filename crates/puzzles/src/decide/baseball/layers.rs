//! Layers: computes the states that are possible at each time, and derives lemmas about a `sequential` formula.
//!
//! By the bounds of colour baseball (axiom S8), few states are possible after t of T steps. The states are visited
//! layer by layer from the start. If the goal cannot be reached in time from a state, the state gives the lemma "not
//! this state after t steps".
//!
//! The proof visits the layers from the last to the first, and unit propagation derives every lemma from earlier
//! lemmas. For each action of a state, a lemma excludes the action in this state, because it leads to an excluded
//! state. The next lemma excludes the state, because no action remains. If the start is excluded, the lemmas are a DRAT
//! proof, which is checked like the proof of a solver. Otherwise they are added to the formula, so the solver does not
//! visit these dead ends.
//!
//! A CDCL solver learns the same lemmas, but also many weaker ones.

use std::collections::HashMap;

use rustc_hash::FxHashSet;
use rustsat::types::Lit;
use saut_base::bits::{self, Mask};
use saut_base::stop::Stop;
use saut_plan::shortest::Lemmas;
use saut_task::encode::Encoded;
use saut_task::formula::{Formula, VarName, dimacs, literal};
use saut_task::packed::PackedTask;
use saut_task::task::{ActionId, Fluent, GoalConstraint, Task};

/// Maximum number of states in all layers. With more states, the lemmas cost more time than they save.
const MAX_STATES: usize = 200_000;

type State = Vec<u64>;

/// Returns the lemmas about a `sequential` formula. `None` if the task has no bounds, is too large, or a limit was
/// reached.
pub fn layers(task: &Task, encoded: &Encoded, stop: &Stop) -> Option<Lemmas> {
    let is_plain = |wish: &GoalConstraint| matches!(wish, GoalConstraint::Literal(_));
    if task.known().bounds.is_empty() || !task.goal().iter().all(is_plain) {
        return None;
    }
    let game = PackedTask::new(task);
    let layers = visit(task, &game, encoded.horizon, stop)?;
    let (fluents, actions) = variables(task, encoded)?;
    // If the task has invariants, the true fluents determine the state.
    let all_needed = task.known().invariants.is_empty();
    let not_this = |state: &State, time: usize| -> Vec<Lit> {
        let differs = |fluent: usize| {
            let it = fluents[&(time, Fluent::new(fluent))];
            if bits::get(state, fluent) {
                Some(!it)
            } else {
                all_needed.then_some(it)
            }
        };
        (0..task.fluents().len()).filter_map(differs).collect()
    };
    let mut alive: FxHashSet<State> = FxHashSet::default();
    let (mut proof, mut lemmas) = (String::new(), Vec::new());
    let (mut applicable, mut after) = (Vec::new(), State::new());
    for (time, layer) in layers.into_iter().enumerate().rev() {
        let mut alive_here = FxHashSet::default();
        for state in layer {
            let is_last = time == encoded.horizon;
            if is_last {
                applicable.clear();
            } else {
                game.applicable(&state, &mut applicable);
            }
            let leads_on = |&action: &ActionId| {
                after.clone_from(&state);
                game.apply(action, &mut after);
                alive.contains(&after)
            };
            if is_last && game.is_goal(&state) || applicable.iter().any(leads_on) {
                alive_here.insert(state);
                continue;
            }
            let lemma = not_this(&state, time);
            for &action in &applicable {
                let excluded = !actions[&(time + 1, action)];
                dimacs::write_clause(&mut proof, lemma.iter().chain([&excluded]));
            }
            dimacs::write_clause(&mut proof, &lemma);
            lemmas.push(lemma.into_iter().collect());
        }
        alive = alive_here;
        stop.check().ok()?;
    }
    if alive.is_empty() {
        proof.push_str("0\n");
        return Some(Lemmas::Refuted(proof.into_bytes()));
    }
    Some(Lemmas::Clauses(lemmas))
}

/// Returns the applicable actions of a state, each with the next state.
fn successors(game: &PackedTask<'_>, state: &State) -> Vec<(ActionId, State)> {
    let mut applicable = Vec::new();
    game.applicable(state, &mut applicable);
    let next = applicable.into_iter().map(|action| {
        let mut next = state.clone();
        game.apply(action, &mut next);
        (action, next)
    });
    next.collect()
}

/// Returns the states that the bounds admit at each time, in a fixed order. `None` if there are too many states, or a
/// limit was reached.
fn visit(
    task: &Task,
    game: &PackedTask<'_>,
    horizon: usize,
    stop: &Stop,
) -> Option<Vec<Vec<State>>> {
    let (mut layers, mut visited) = (Vec::with_capacity(horizon + 1), 0);
    let mut layer = vec![bits::from_values(task.start())];
    for time in 0..=horizon {
        // The bounds by their first fluent: a state is compared only with bounds whose first fluent is true.
        let mut forbidden = vec![Vec::new(); task.fluents().len()];
        let bounds = task.known().bounds.iter();
        for bound in bounds.filter(|bound| bound.forbids(time, horizon - time)) {
            if let Some(first) = bound.fluents.first() {
                let all = bound.fluents.iter().map(|it| (it.index(), true));
                forbidden[first.index()].push(Mask::all(all));
            }
        }
        let holds = |state: &State, masks: &Vec<Mask>| masks.iter().all(|mask| mask.holds(state));
        layer.retain(|state| {
            let mut bounds = bits::iter(state).flat_map(|fluent| &forbidden[fluent]);
            !bounds.any(|masks| holds(state, masks))
        });
        visited += layer.len();
        if visited > MAX_STATES || stop.stop_reason().is_some() {
            return None;
        }
        let next = layer.iter().flat_map(|state| successors(game, state));
        let mut next: Vec<State> = next.map(|(_, state)| state).collect();
        // The states are sorted as numbers.
        next.sort_unstable_by(|one, other| one.iter().rev().cmp(other.iter().rev()));
        next.dedup();
        layers.push(std::mem::replace(&mut layer, next));
    }
    Some(layers)
}

/// The variables of a formula by time and fluent, and by step and action.
type Variables = (
    HashMap<(usize, Fluent), Lit>,
    HashMap<(usize, ActionId), Lit>,
);

fn variables(task: &Task, encoded: &Encoded) -> Option<Variables> {
    let Formula::Cnf { names, .. } = &encoded.formula else {
        return None;
    };
    let (mut fluents, mut actions) = (HashMap::new(), HashMap::new());
    for (index, name) in names.iter().enumerate() {
        match *name {
            VarName::Fluent { time, fluent } => {
                _ = fluents.insert((time, fluent), literal(index));
            }
            VarName::Action { step, action } => {
                _ = actions.insert((step, action), literal(index));
            }
            VarName::Version { .. } | VarName::Auxiliary => {}
        }
    }
    let is_whole = fluents.len() == task.fluents().len() * (encoded.horizon + 1)
        && actions.len() == task.actions().len() * encoded.horizon;
    is_whole.then_some((fluents, actions))
}
