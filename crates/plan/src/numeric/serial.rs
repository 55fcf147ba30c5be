//! Serialized search: one greedy best-first search after another, each for an open part of the goal. Each search starts
//! from the state in which the last search ended, and has the parts already reached as additional goals.
//!
//! If parts of a goal pull in different directions, a search that adds up their distances runs into a plateau: a boat
//! that has to save two people sails back and forth between them. (Koehler and Hoffmann: *On reasonable and forced goal
//! orderings*, JAIR 12, 2000, for goals in an order; Lipovetzky and Geffner: *Width and serialization*, ECAI 2012, for
//! one search per goal. Here, the order is by additive costs; after a failure it is random.)
//!
//! If a search evaluates too many states, it is given up for another part of the goal. If all parts fail, the engine
//! restarts from the initial state with more states per search. The engine proves nothing, and runs until another
//! search has seen all states.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use saut_numeric::{Conditions, NumericState, NumericTask};

use super::relaxation::NumericHeuristic;
use super::search::GoalSearch;
use crate::decision::{BEST_FIRST, Method};
use crate::engine::{Budget, Turn};
use crate::error::Error;
use saut_base::random::Random;
use saut_base::stop::StopReason;
use saut_task::task::ActionId;

/// Maximum number of states that the first search for a part of the goal evaluates.
const FIRST_MOST: u64 = 2_000;

pub struct SerializedSearch<'a> {
    task: &'a NumericTask,
    parts: Vec<Conditions>,
    /// The actions so far, and the state after them.
    path: Vec<ActionId>,
    state: NumericState,
    /// Parts for which the search from this state was given up.
    given_up: Vec<usize>,
    /// The heuristic, while no search uses it.
    relaxation: Option<NumericHeuristic<'a>>,
    search: Option<(GoalSearch<'a>, usize)>,
    most: u64,
    random: Random,
    evaluated: u64,
    /// Whether another search has seen all states.
    exhausted: Arc<AtomicBool>,
}

impl<'a> SerializedSearch<'a> {
    /// Creates the searches of a task; `None` if its goal has only one part. The searches end when `exhausted` becomes
    /// true.
    pub fn new(task: &'a NumericTask, seed: u64, exhausted: Arc<AtomicBool>) -> Option<Self> {
        let parts = parts(&task.goal);
        (parts.len() > 1).then(|| Self {
            task,
            parts,
            path: Vec::new(),
            state: NumericState::start(task),
            given_up: Vec::new(),
            relaxation: Some(NumericHeuristic::new(task)),
            search: None,
            most: FIRST_MOST,
            random: Random::new(seed),
            evaluated: 0,
            exhausted,
        })
    }

    fn holds(&self, part: usize) -> bool {
        self.state.meets(self.task, &self.parts[part]) == Ok(true)
    }

    /// Returns the parts already reached, and one more part.
    fn kept_and(&self, part: usize) -> Conditions {
        let mut goal = Conditions::default();
        for other in (0..self.parts.len()).filter(|&it| it == part || self.holds(it)) {
            goal.positive.extend(&self.parts[other].positive);
            goal.negative.extend(&self.parts[other].negative);
            goal.tests.extend(&self.parts[other].tests);
        }
        goal
    }

    /// Starts the search for the next part; `None` if no part can be reached from the current state.
    fn begin(&mut self) -> Option<()> {
        let mut relaxation = self.relaxation.take()?;
        let mut open: Vec<(u64, usize)> = Vec::new();
        for part in 0..self.parts.len() {
            if self.given_up.contains(&part) || self.holds(part) {
                continue;
            }
            relaxation.aim(&self.kept_and(part));
            if let Ok(Some(estimate)) = relaxation.estimate(&self.state) {
                open.push((estimate.cost, part));
            }
        }
        let nearest = if self.most == FIRST_MOST {
            open.iter().min().copied()
        } else {
            let number = self.random.below(open.len().max(1));
            open.get(number).copied()
        };
        let Some((_, part)) = nearest else {
            self.relaxation = Some(relaxation);
            return None;
        };
        let goal = self.kept_and(part);
        self.search = Some((
            GoalSearch::between(relaxation, self.state.clone(), goal),
            part,
        ));
        Some(())
    }

    /// Restarts from the initial state, with more states per search.
    fn restart(&mut self) {
        self.path.clear();
        self.state = NumericState::start(self.task);
        self.given_up.clear();
        self.most = self.most.saturating_mul(2);
    }

    /// Applies a plan for a part of the goal.
    fn follow(&mut self, actions: Vec<ActionId>) -> Result<(), Error> {
        for action in actions {
            let wrong = |why| Error::internal("a plan for a part of the goal", format!("{why:?}"));
            let chosen = &self.task.actions[action.index()];
            self.state = self.state.after(self.task, chosen).map_err(wrong)?;
            self.path.push(action);
        }
        self.given_up.clear();
        Ok(())
    }

    pub fn turn(&mut self, budget: &mut Budget<'_>) -> Result<Turn, Error> {
        let stop = budget.stop;
        loop {
            if self.exhausted.load(Ordering::Relaxed) {
                return Ok(Turn::Done(StopReason::NothingLeft));
            }
            if stop.stop_reason().is_some() {
                return Ok(Turn::Paused);
            }
            if self.search.is_none() && self.begin().is_none() {
                if (0..self.parts.len()).all(|part| self.holds(part)) {
                    let method = Method::counted(BEST_FIRST, self.evaluated);
                    return Ok(Turn::path(self.path.clone(), method));
                }
                if self.path.is_empty() && self.given_up.is_empty() {
                    // No part can be reached from the initial state.
                    return Ok(Turn::Done(StopReason::NothingLeft));
                }
                self.restart();
                if !budget.spend(1) {
                    return Ok(Turn::Paused);
                }
                continue;
            }
            let Some((search, part)) = &mut self.search else {
                continue;
            };
            let before = search.evaluated;
            let found = search.run(budget, self.most);
            self.evaluated += search.evaluated - before;
            let part = *part;
            match found {
                Turn::Plan(plan, _) => self.follow(plan.into_actions())?,
                Turn::Done(_) => self.given_up.push(part),
                turn => return Ok(turn),
            }
            self.relaxation = self.search.take().map(|it| it.0.relaxation);
        }
    }
}

/// Splits a goal into its conditions.
fn parts(goal: &Conditions) -> Vec<Conditions> {
    let part = |positive: &[u32], negative: &[u32], tests: &[u32]| Conditions {
        positive: positive.to_vec(),
        negative: negative.to_vec(),
        tests: tests.to_vec(),
    };
    let positive = goal.positive.chunks(1).map(|one| part(one, &[], &[]));
    let negative = goal.negative.chunks(1).map(|one| part(&[], one, &[]));
    let tests = goal.tests.chunks(1).map(|one| part(&[], &[], one));
    positive.chain(negative).chain(tests).collect()
}
