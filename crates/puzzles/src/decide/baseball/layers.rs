//! Layers: the states that are possible at every time, as lemmas about a `sequential` formula.
//!
//! By the bounds of colour baseball (axiom S8) few states are possible after t steps if T−t are left. They
//! are visited layer by layer from the start; a state from which the goal is not reached in time gives
//! the lemma "not this state after t steps". From the last layer back every lemma follows by unit
//! propagation from those before it: for each action the lemma that the state excludes it, because it
//! leads to a state already excluded, and then the lemma about the state, which has no action left.
//! If the start is excluded, the lemmas are a DRAT proof, which is checked like a solver's; if not,
//! they are added to the formula and spare the solver the blind alleys.
//!
//! A CDCL solver learns the same lemmas and a great many weaker ones: on six bases of colour baseball
//! it needs a hundred thousand conflicts where a few thousand states are possible.

use std::collections::{HashMap, HashSet};
use std::fmt::Write;

use rustsat::types::Lit;
use saut_base::stop::Stop;
use saut_plan::shortest::Lemmas;
use saut_task::encode::Encoded;
use saut_task::formula::{Formula, VarName, dimacs, literal};
use saut_task::task::{Action, Fluent, GoalConstraint, Literal, ParityBound, Task};

/// More states than this in all layers are not worth it.
const MOST_STATES: usize = 200_000;

/// A state: bit f is fluent f.
type State = u128;

/// The layers of a `sequential` formula; `None` if the task knows no bounds, is too large or it is
/// time to stop.
pub fn layers(task: &Task, encoded: &Encoded, stop: &Stop) -> Option<Lemmas> {
    let is_plain = |wish: &GoalConstraint| matches!(wish, GoalConstraint::Literal(_));
    let has_bounds = !task.known().bounds.is_empty();
    if !has_bounds || task.fluents().len() > 128 || !task.goal().iter().all(is_plain) {
        return None;
    }
    let game = Game::new(task);
    let layers = game.visit(encoded.horizon, stop)?;
    let variables = Variables::new(task, encoded)?;
    let mut alive: HashSet<State> = HashSet::new();
    let (mut proof, mut lemmas) = (String::new(), Vec::new());
    for (time, layer) in layers.iter().enumerate().rev() {
        let mut alive_here = HashSet::new();
        for &state in layer {
            let is_alive = if time == encoded.horizon {
                game.is_goal(state)
            } else {
                game.successors(state)
                    .any(|(_, next)| alive.contains(&next))
            };
            if is_alive {
                alive_here.insert(state);
                continue;
            }
            let lemma = variables.not_this(&game, state, time);
            if time < encoded.horizon {
                for (action, _) in game.successors(state) {
                    write_clause(
                        &mut proof,
                        &lemma,
                        Some(!variables.action(time + 1, action)),
                    );
                }
            }
            write_clause(&mut proof, &lemma, None);
            lemmas.push(lemma.into_iter().collect());
        }
        alive = alive_here;
        if stop.stop_reason().is_some() {
            return None;
        }
    }
    if alive.is_empty() {
        proof.push_str("0\n");
        return Some(Lemmas::Refuted(proof.into_bytes()));
    }
    Some(Lemmas::Clauses(lemmas))
}

fn write_clause(proof: &mut String, literals: &[Lit], another: Option<Lit>) {
    for &literal in literals.iter().chain(&another) {
        let _ = write!(proof, "{} ", dimacs::number(literal));
    }
    proof.push_str("0\n");
}

/// An action as masks.
struct Masks {
    needs: State,
    forbids: State,
    adds: State,
    deletes: State,
}

/// A task as masks.
struct Game<'a> {
    task: &'a Task,
    actions: Vec<Masks>,
    /// The bounds by their first fluent.
    bounds: Vec<Vec<(State, &'a ParityBound)>>,
}

fn mask(fluents: impl IntoIterator<Item = Fluent>) -> State {
    let bits = fluents.into_iter().map(|fluent| 1 << fluent.index());
    bits.fold(0, |mask: State, bit: State| mask | bit)
}

fn mask_of(literals: &[Literal], value: bool) -> State {
    let wanted = literals.iter().filter(|literal| literal.value == value);
    mask(wanted.map(|literal| literal.fluent))
}

impl<'a> Game<'a> {
    fn new(task: &'a Task) -> Self {
        let masks = |action: &Action| Masks {
            needs: mask_of(&action.preconditions, true),
            forbids: mask_of(&action.preconditions, false),
            adds: mask_of(&action.effects, true),
            deletes: mask_of(&action.effects, false),
        };
        let mut bounds = vec![Vec::new(); task.fluents().len()];
        for bound in &task.known().bounds {
            if let Some(&first) = bound.fluents.first() {
                bounds[first.index()].push((mask(bound.fluents.iter().copied()), bound));
            }
        }
        let actions = task.actions().iter().map(masks).collect();
        Self {
            task,
            actions,
            bounds,
        }
    }

    fn start(&self) -> State {
        let fluents = self.task.start().iter().enumerate();
        fluents
            .filter(|(_, value)| **value)
            .fold(0, |state, (fluent, _)| state | 1 << fluent)
    }

    fn is_goal(&self, state: State) -> bool {
        let holds = |wanted: Literal| (state >> wanted.fluent.index() & 1 == 1) == wanted.value;
        self.task.goal_literals().all(holds)
    }

    fn successors(&self, state: State) -> impl Iterator<Item = (usize, State)> + '_ {
        let applicable =
            move |masks: &Masks| state & masks.needs == masks.needs && state & masks.forbids == 0;
        let actions = self.actions.iter().enumerate();
        actions
            .filter(move |(_, masks)| applicable(masks))
            .map(move |(id, masks)| (id, state & !masks.deletes | masks.adds))
    }

    /// Whether a bound forbids the state at this time.
    fn is_forbidden(&self, state: State, after: usize, before_end: usize) -> bool {
        let mut firsts = (0..self.bounds.len()).filter(|&fluent| state >> fluent & 1 == 1);
        firsts.any(|first| {
            self.bounds[first]
                .iter()
                .any(|&(mask, bound)| state & mask == mask && bound.forbids(after, before_end))
        })
    }

    /// The possible states at every time, in a fixed order.
    fn visit(&self, horizon: usize, stop: &Stop) -> Option<Vec<Vec<State>>> {
        let mut layers = Vec::with_capacity(horizon + 1);
        let mut layer = vec![self.start()];
        let mut visited = 0;
        for time in 0..=horizon {
            layer.retain(|&state| !self.is_forbidden(state, time, horizon - time));
            visited += layer.len();
            if visited > MOST_STATES || stop.stop_reason().is_some() {
                return None;
            }
            let next = layer.iter().flat_map(|&state| self.successors(state));
            let mut next: Vec<State> = next.map(|(_, state)| state).collect();
            next.sort_unstable();
            next.dedup();
            layers.push(std::mem::replace(&mut layer, next));
        }
        Some(layers)
    }
}

/// The variables of the formula by what they stand for.
struct Variables {
    fluents: HashMap<(usize, usize), usize>,
    actions: HashMap<(usize, usize), usize>,
}

impl Variables {
    fn new(task: &Task, encoded: &Encoded) -> Option<Self> {
        let Formula::Cnf { names, .. } = &encoded.formula else {
            return None;
        };
        let (mut fluents, mut actions) = (HashMap::new(), HashMap::new());
        for (index, name) in names.iter().enumerate() {
            match *name {
                VarName::Fluent { time, fluent } => {
                    _ = fluents.insert((time, fluent.index()), index);
                }
                VarName::Action { step, action } => {
                    _ = actions.insert((step, action.index()), index);
                }
                VarName::Version { .. } | VarName::Auxiliary => {}
            }
        }
        let is_whole = fluents.len() == task.fluents().len() * (encoded.horizon + 1)
            && actions.len() == task.actions().len() * encoded.horizon;
        is_whole.then_some(Self { fluents, actions })
    }

    fn action(&self, step: usize, action: usize) -> Lit {
        literal(self.actions[&(step, action)])
    }

    /// "Not this state at this time". The true fluents are enough if invariants fix the others.
    fn not_this(&self, game: &Game<'_>, state: State, time: usize) -> Vec<Lit> {
        let all_needed = game.task.known().invariants.is_empty();
        let fluent = |fluent: usize| {
            let it = literal(self.fluents[&(time, fluent)]);
            match state >> fluent & 1 {
                1 => Some(!it),
                _ if all_needed => Some(it),
                _ => None,
            }
        };
        (0..game.task.fluents().len()).filter_map(fluent).collect()
    }
}
