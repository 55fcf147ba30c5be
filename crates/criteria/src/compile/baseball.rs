//! Colour baseball as a planning task.
//!
//! The fluents are `hole(b)` for "the hole is at base b", and `at(c, b, k)` for "base b has at least k tokens of colour
//! c". They distinguish neither tokens of the same colour nor the places of a base. An action moves one token of colour
//! c from base i, which has p tokens of this colour, to base j, which has q. There is one action for each p and q.
//!
//! Actions are grouped by the direction of the hole, in the order in which the hole passes the bases. So in a step of
//! `r2-exists`, the hole can move up and down the whole track. Among several tokens, the smallest colour is first on
//! the way up, and the largest on the way down. If every applicable action is played in this order, the result is the
//! greedy sweep.

use std::collections::HashMap;

use itertools::Itertools;

use saut_peg::baseball::{self, Base, Step, Token, TrackPuzzle};
use saut_peg::simulate::baseball::{ReplayedSteps, replay};
use saut_task::plan::Plan;
use saut_task::task::{
    Action, ActionId, Fluent, GoalConstraint, Length, Literal, ParityBound, Task, TaskParts,
    TrustedFacts,
};
use saut_task::{Cost, Problem, RefusedPlan};

/// A puzzle of colour baseball, with its planning task.
#[derive(Clone, Debug)]
pub struct BaseballDomain<'a> {
    puzzle: &'a TrackPuzzle,
    task: Task,
}

impl<'a> BaseballDomain<'a> {
    /// Compiles the puzzle.
    pub fn new(puzzle: &'a TrackPuzzle) -> Self {
        let task = baseball_task(puzzle);
        Self { puzzle, task }
    }
}

saut_task::no_reasons!(BaseballDomain<'_>);

impl Problem for BaseballDomain<'_> {
    type Plan = ReplayedSteps;

    fn task(&self) -> &Task {
        &self.task
    }

    fn validate(&self, plan: Plan<ActionId>) -> Result<(ReplayedSteps, Cost), RefusedPlan> {
        let cost = plan.len() as Cost;
        let replayed = replay(self.puzzle, baseball_plan(self.puzzle, plan));
        Ok((replayed.map_err(RefusedPlan::new)?, cost))
    }
}

/// The fluents of a puzzle.
struct Fluents {
    names: Vec<String>,
    hole: Vec<Fluent>,
    at: HashMap<(Token, Base, usize), Fluent>,
}

impl Fluents {
    fn new(puzzle: &TrackPuzzle) -> Self {
        let mut names: Vec<String> = (0..puzzle.bases()).map(|b| format!("hole-{b}")).collect();
        let hole = (0..puzzle.bases()).map(Fluent::new).collect();
        let mut at = HashMap::new();
        for token in colours(puzzle) {
            for base in 0..puzzle.bases() {
                for number in 1..=puzzle.tokens(token) {
                    at.insert((token, base, number), Fluent::new(names.len()));
                    names.push(format!("at-{token}-{base}-{number}"));
                }
            }
        }
        Self { names, hole, at }
    }

    fn at(&self, token: Token, base: Base, number: usize) -> Fluent {
        self.at[&(token, base, number)]
    }

    /// Returns the values of the fluents in a configuration.
    fn state(&self, puzzle: &TrackPuzzle, configuration: &baseball::Configuration) -> Vec<Literal> {
        let fluents = (0..self.names.len()).map(Fluent::new);
        let mut state: Vec<Literal> = fluents.map(Fluent::is_false).collect();
        if let Some(base) = configuration.hole(puzzle.capacity()) {
            state[self.hole[base].index()].value = true;
        }
        for (&(token, base, number), &fluent) in &self.at {
            state[fluent.index()].value = configuration.count(token, base) >= number;
        }
        state
    }
}

fn colours(puzzle: &TrackPuzzle) -> impl Iterator<Item = Token> + Clone {
    0..Token::try_from(puzzle.bases()).unwrap_or(Token::MAX)
}

/// Returns the group, the step, and the numbers p and q of each action.
fn steps(puzzle: &TrackPuzzle) -> Vec<(usize, Step, usize, usize)> {
    let bases = puzzle.bases();
    let ways = |to: Base| {
        puzzle
            .track()
            .neighbours(bases, to)
            .map(move |from| (from, to))
    };
    // The hole moves from `to` to `from`: upward in the order of the bases, downward in the reverse
    // order.
    let is_upward =
        |&(from, to): &(Base, Base)| from == (to + 1) % bases && (bases > 2 || from > to);
    let (mut up, mut down): (Vec<_>, Vec<_>) = (0..bases).flat_map(ways).partition(is_upward);
    down.reverse();
    for ways in [&mut up, &mut down] {
        // The connection between the last and the first base comes before all other connections.
        if let Some(closing) = ways.iter().position(|(from, to)| from.abs_diff(*to) > 1) {
            let closing = ways.remove(closing);
            ways.insert(0, closing);
        }
    }
    let mut steps = Vec::new();
    for (group, ways) in [up, down].into_iter().enumerate() {
        for (from, to) in ways {
            let mut colours: Vec<Token> = colours(puzzle).collect();
            if group == 1 {
                colours.reverse();
            }
            for token in colours {
                let all = puzzle.tokens(token);
                for (here, there) in (1..=all).flat_map(|p| (0..=all - p).map(move |q| (p, q))) {
                    steps.push((group, Step { token, from, to }, here, there));
                }
            }
        }
    }
    steps
}

/// Returns the planning task of a puzzle. Only tasks of small puzzles have invariants and bounds; for large puzzles,
/// their clauses would cost more time than they save.
///
/// # Panics
/// Never: the parts of the task are valid by construction.
pub fn baseball_task(puzzle: &TrackPuzzle) -> Task {
    let fluents = Fluents::new(puzzle);
    let action = |(group, step, here, there): (usize, Step, usize, usize)| {
        let Step { token, from, to } = step;
        let (gone, come) = (
            fluents.at(token, from, here),
            fluents.at(token, to, there + 1),
        );
        let more = fluents.at.get(&(token, from, here + 1)).copied();
        let enough = (there > 0).then(|| fluents.at(token, to, there));
        let needed = [fluents.hole[to], gone].into_iter().chain(enough);
        let forbidden = more.into_iter().chain([come, fluents.hole[from]]);
        let changes = [fluents.hole[to].is_false(), gone.is_false()];
        Action::new(
            format!("move-{token}-{from}-{to}-{here}{there}"),
            needed
                .map(Fluent::is_true)
                .chain(forbidden.map(Fluent::is_false)),
            changes
                .into_iter()
                .chain([fluents.hole[from].is_true(), come.is_true()]),
        )
        .with_order_key(group)
    };
    let start = fluents.state(puzzle, puzzle.start()).into_iter();
    let start = start.filter(|literal| literal.value);
    let goal = fluents.state(puzzle, puzzle.goal()).into_iter();
    let mut known = TrustedFacts {
        padding: 2, // a step, and the same step taken back
        ..TrustedFacts::default()
    };
    if puzzle.bases() <= MAX_BASES_WITH_BOUNDS && puzzle.capacity() <= 2 {
        known.invariants = invariants(puzzle, &fluents);
        known.bounds = bounds(puzzle, &fluents);
    }
    Task::new(TaskParts {
        actions: steps(puzzle).into_iter().map(action).collect(),
        start: start.map(|literal| literal.fluent).collect(),
        goal: goal.map(GoalConstraint::Literal).collect(),
        length: Length {
            at_least: baseball::fewest_steps(puzzle),
            at_most: None,
        },
        known,
        fluents: fluents.names,
        ..TaskParts::default()
    })
    .expect("the parts fit each other")
}

/// Returns the steps of a plan of [`baseball_task`].
pub fn baseball_plan(puzzle: &TrackPuzzle, plan: Plan<ActionId>) -> Plan<Step> {
    let steps = steps(puzzle);
    plan.map(|action| steps[action.index()].1)
}

/// Maximum number of bases for invariants and bounds. With more bases, there would be too many patterns.
const MAX_BASES_WITH_BOUNDS: usize = 7;

fn bounds(puzzle: &TrackPuzzle, fluents: &Fluents) -> Vec<ParityBound> {
    let pairs = colours(puzzle)
        .tuple_combinations()
        .map(|(a, b)| vec![a, b]);
    let patterns = pairs.flat_map(|pair| baseball::patterns(puzzle, &pair));
    let bound = |pattern: baseball::Pattern| {
        let tokens = pattern.tokens.iter();
        let tokens = tokens.map(|&(token, base, number)| fluents.at(token, base, number));
        ParityBound {
            fluents: [fluents.hole[pattern.hole]]
                .into_iter()
                .chain(tokens)
                .collect(),
            from_start: pattern.from_start,
            to_goal: pattern.to_goal,
        }
    };
    patterns.map(bound).collect()
}

/// Returns clauses for exactly one hole, for the number of tokens of each colour, and for the number of tokens on each
/// base.
fn invariants(puzzle: &TrackPuzzle, fluents: &Fluents) -> Vec<Vec<Literal>> {
    let mut clauses = vec![some(&fluents.hole)];
    clauses.extend(at_most(1, &fluents.hole));
    for token in colours(puzzle) {
        let ones = (0..puzzle.bases()).map(|base| fluents.at(token, base, 1));
        let ones: Vec<Fluent> = ones.collect();
        let most = puzzle.tokens(token);
        clauses.push(some(&ones));
        clauses.extend(at_most(most, &ones));
        for base in (0..puzzle.bases()).filter(|_| most > 1) {
            let (one, two) = (ones[base], fluents.at(token, base, 2));
            let others = ones.iter().copied().filter(|&other| other != one);
            clauses.push(vec![two.is_false(), one.is_true()]);
            clauses.extend(others.clone().map(|other| not_all([two, other])));
            let both_or_other = [one.is_false(), two.is_true()].into_iter();
            clauses.push(both_or_other.chain(others.map(Fluent::is_true)).collect());
        }
    }
    for (base, &hole) in fluents.hole.iter().enumerate() {
        let one = |token| fluents.at(token, base, 1);
        let ones: Vec<Fluent> = colours(puzzle).map(one).collect();
        clauses.push(some(&ones));
        clauses.extend(at_most(2, &ones));
        let pairs = ones.iter().copied().tuple_combinations();
        clauses.extend(pairs.map(|(first, second)| not_all([first, second, hole])));
        for token in colours(puzzle) {
            let two = fluents.at.get(&(token, base, 2)).copied();
            let others = ones.iter().copied().filter(|&other| other != one(token));
            let full = [hole].into_iter().chain(others.clone()).chain(two);
            clauses.push(full.map(Fluent::is_true).collect());
            if let Some(two) = two {
                clauses.push(not_all([two, hole]));
                clauses.extend(others.map(|other| not_all([two, other])));
            }
        }
    }
    clauses
}

fn some(fluents: &[Fluent]) -> Vec<Literal> {
    fluents.iter().map(|fluent| fluent.is_true()).collect()
}

fn not_all(fluents: impl IntoIterator<Item = Fluent>) -> Vec<Literal> {
    fluents.into_iter().map(Fluent::is_false).collect()
}

fn at_most(most: usize, fluents: &[Fluent]) -> impl Iterator<Item = Vec<Literal>> {
    let fluents = fluents.iter().copied();
    fluents.combinations(most + 1).map(not_all)
}

#[cfg(test)]
mod tests {
    use super::{Fluents, baseball_task};
    use saut_peg::baseball::{Track, TrackPuzzle, distances};

    #[test]
    fn known_facts_hold_in_every_configuration() {
        for track in [Track::Ring, Track::Line] {
            let all = distances(track, 4, 2, || true).unwrap();
            let start = all.by_distance().last().unwrap()[0].clone();
            let puzzle = TrackPuzzle::new("test", track, 2, start, None).unwrap();
            let (task, fluents) = (baseball_task(&puzzle), Fluents::new(&puzzle));
            assert!(task.length().at_least <= all.worst());
            for (distance, configuration) in (0..)
                .zip(all.by_distance())
                .flat_map(|(d, layer)| layer.iter().map(move |configuration| (d, configuration)))
            {
                let state = fluents.state(&puzzle, configuration).into_iter();
                let state: Vec<bool> = state.map(|literal| literal.value).collect();
                for clause in &task.known().invariants {
                    assert!(clause.iter().any(|literal| literal.holds(&state)));
                }
                for bound in &task.known().bounds {
                    if bound.fluents.iter().all(|fluent| state[fluent.index()]) {
                        assert!(!bound.forbids(all.worst(), distance), "{configuration:?}");
                    }
                }
                let applicable = task
                    .actions()
                    .iter()
                    .filter(|action| action.is_applicable(&state));
                assert_eq!(applicable.count(), puzzle.steps(configuration).len());
            }
        }
    }
}
