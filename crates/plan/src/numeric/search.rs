//! Greedy best-first search on a task with numbers.
//!
//! As the search without numbers ([`gbfs`](crate::gbfs)): states are expanded in the order of the size of a relaxed plan
//! and of its additive cost by turns, each with a second queue for the states that helpful actions lead to; estimates are made when a
//! state is taken from a queue; no state is entered twice. A state whose numbers do not fit is left out, and told.
//!
//! A plan is only a claim until [`Domain::replay`](crate::Domain::replay) has accepted it. The search proves nothing.

use std::time::{Duration, Instant};

use saut_numeric::{NumericDomain, NumericState, NumericTask, Refused};

use super::relaxation::Relaxation;
use crate::NotAccepted;
use crate::decision::{BEST_FIRST, Method};
use crate::engine::{Budget, Engine, Turn, replay};
use crate::error::Error;
use crate::gbfs::queue::{Entry, Queues};
use crate::states::States;
use crate::stop::{Stop, StopReason};
use crate::task::ActionId;
use crate::work::{Work, clocked};

/// The states that the first turn evaluates on a task of which every evaluation sees all.
const FIRST_EVALUATIONS: u64 = 2_000;
/// So much of what an evaluation looks at takes about a microsecond.
const SEEN_A_WORK: u64 = 50;

/// A search that can be interrupted and taken up again.
pub struct NumericSearch<'a, D: NumericDomain> {
    domain: &'a D,
    search: Search<'a>,
}

impl<'a, D: NumericDomain> NumericSearch<'a, D> {
    /// A search from the start of a task.
    pub fn new(domain: &'a D) -> Self {
        Self {
            domain,
            search: Search::new(domain.numeric()),
        }
    }
}

impl<D: NumericDomain> NumericSearch<'_, D> {
    /// Nothing is left to search: where the states are few, all are visited by the rules, which is a reason that counts.
    fn visit_all(&self, budget: &mut Budget<'_>) -> Result<Turn<D>, Error> {
        let began = Instant::now();
        let stop = budget
            .stop()
            .with_timeout(Duration::from_micros(budget.left()));
        let visited = self.domain.all_states(&stop);
        budget.spend(clocked(began.elapsed()));
        Ok(match visited {
            Ok(checked) => Turn::AtLeast(checked, Method::Criterion("numeric-states")),
            Err(NotAccepted::Refused(fact)) => {
                return Err(Error::internal("a search with no state left", fact));
            }
            Err(NotAccepted::Unfinished(StopReason::TooLarge)) => {
                Turn::Done(StopReason::NothingLeft)
            }
            Err(NotAccepted::Unfinished(_)) => Turn::More,
        })
    }
}

impl<D: NumericDomain> Engine<D> for NumericSearch<'_, D> {
    fn name(&self) -> &'static str {
        BEST_FIRST
    }

    fn least(&self) -> Work {
        FIRST_EVALUATIONS * (1 + self.search.relaxation.whole() / SEEN_A_WORK)
    }

    fn turn(&mut self, budget: &mut Budget<'_>) -> Result<Turn<D>, Error> {
        let stop = budget.stop().clone();
        let found = self.search.run(&stop, &mut |work| budget.spend(work));
        let evaluated = self.search.evaluated;
        Ok(match found {
            Found::Plan(actions) => {
                let plan = replay(self.domain, BEST_FIRST, actions)?;
                Turn::Plan(plan, Method::BestFirst { evaluated })
            }
            Found::Nothing if self.search.leaves_out => Turn::Done(StopReason::TooLarge),
            Found::Nothing => return self.visit_all(budget),
            Found::Stopped => Turn::More,
        })
    }
}

/// What a search found.
enum Found {
    Plan(Vec<ActionId>),
    Nothing,
    Stopped,
}

struct Search<'a> {
    task: &'a NumericTask,
    is_integral: bool,
    relaxation: Relaxation<'a>,
    states: States,
    queues: Queues,
    /// A state that was entered and is not expanded yet.
    entered: Option<(u32, NumericState)>,
    /// The smallest estimates so far.
    best: [u64; 2],
    evaluated: u64,
    /// Whether a state was left out because a number does not fit.
    leaves_out: bool,
}

impl<'a> Search<'a> {
    fn new(task: &'a NumericTask) -> Self {
        let (start, is_integral) = (NumericState::start(task), task.is_integral());
        let mut words = Vec::new();
        start.pack(is_integral, &mut words);
        Self {
            task,
            is_integral,
            relaxation: Relaxation::new(task),
            states: States::new(&words),
            queues: Queues::new(2),
            entered: Some((0, start)),
            best: [u64::MAX; 2],
            evaluated: 0,
            leaves_out: false,
        }
    }

    fn run(&mut self, stop: &Stop, spend: &mut dyn FnMut(Work) -> bool) -> Found {
        let mut words = Vec::new();
        loop {
            if let Some((number, state)) = self.entered.take() {
                if stop.why().is_some() {
                    self.entered = Some((number, state));
                    return Found::Stopped;
                }
                if self.is_goal(&state) {
                    return Found::Plan(self.states.path_to(number));
                }
                self.expand(number, &state);
                if !spend(1 + self.relaxation.take_seen() / SEEN_A_WORK) {
                    return Found::Stopped;
                }
            }
            let Some(Entry { parent, action }) = self.queues.next() else {
                return Found::Nothing;
            };
            let before = self.states.words(parent);
            let before = NumericState::unpack(self.task, self.is_integral, before);
            match before.after(self.task, &self.task.actions[action.index()]) {
                Ok(after) => {
                    words.clear();
                    after.pack(self.is_integral, &mut words);
                    let entered = self.states.enter(&words, parent, action);
                    self.entered = entered.map(|number| (number, after));
                }
                Err(Refused::TooLarge) => self.leaves_out = true,
                Err(Refused::Precondition | Refused::Undefined | Refused::Conflict) => {}
            }
        }
    }

    fn is_goal(&self, state: &NumericState) -> bool {
        state.meets(self.task, &self.task.goal) == Ok(true)
    }

    /// Estimates a state and offers its successors, unless it is a dead end.
    fn expand(&mut self, number: u32, state: &NumericState) {
        self.evaluated += 1;
        let estimate = match self.relaxation.estimate(state) {
            Ok(Some(estimate)) => estimate,
            Ok(None) => return,
            Err(_) => {
                self.leaves_out = true;
                return;
            }
        };
        let keys = [estimate.size, estimate.cost];
        let mut has_led_on = false;
        for (best, key) in self.best.iter_mut().zip(keys) {
            has_led_on |= key < *best;
            *best = key.min(*best);
        }
        if has_led_on {
            self.queues.boost();
        }
        for action in estimate.applicable {
            let is_helpful = estimate.helpful.binary_search(&action).is_ok();
            let entry = Entry {
                parent: number,
                action,
            };
            self.queues.offer(&keys, is_helpful, entry);
        }
    }
}
