//! Greedy best-first search on a numeric task.
//!
//! The search is similar to the search for tasks without numbers ([`gbfs`](crate::gbfs)). There are four heuristics:
//! the size of the relaxed plan, its additive cost, its size with the actions for missing amounts, and the number of
//! open goals. States are expanded alternately in the orders of these heuristics. Each heuristic has a second queue for
//! the states reached by helpful actions. Estimates are computed when a state is taken from a queue, and each state is
//! evaluated only once. A state whose numbers overflow is left out; then the search ends with [`StopReason::TooLarge`]
//! and without a certificate. If the relaxed plan repeats an action, the search also tries the action with all its
//! repetitions, as long as it is applicable. These are the *jumps* of ENHSP (Scala, Haslum, Thiébaux and Ramirez, JAIR
//! 68, 2020). A jump enters the intermediate states without evaluating them. They are evaluated when a single action
//! leads to them, so the search remains complete.
//!
//! A plan is a claim until the problem has validated it. The end of the search is not a proof.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use saut_numeric::{Conditions, NumericState, NumericTask, Refused};

use super::relaxation::NumericHeuristic;
use crate::decision::{BEST_FIRST, Method};
use crate::engine::{Budget, Turn};
use crate::gbfs::best_first::{Queues, UnvisitedSuccessors};
use crate::work::Work;
use saut_base::bits;
use saut_base::stop::StopReason;
use saut_task::certificate::Certificate;
use saut_task::states::VisitedStates;
use saut_task::task::ActionId;

/// Number of states that the first turn evaluates, if every evaluation visits the whole task.
const FIRST_EVALUATIONS: u64 = 2_000;
/// Maximum number of repetitions of an action in a jump. The relaxation repeats effects that do not help in the state
/// more often than this, so they never become a jump.
const LONGEST_JUMP: u32 = 10_000;
/// Number of heuristics: the relaxed plan, its additive cost, the relaxed plan with the missing amounts, and the open
/// goals.
const HEURISTICS: usize = 4;
/// Weight of an open goal. With this large weight, the size of the relaxed plan only breaks ties.
const A_GOAL: u64 = 1 << 40;
/// Number of items that an evaluation visits per unit of work.
const SEEN_A_WORK: u64 = 50;

/// A resumable search on a numeric task.
pub struct NumericSearch<'a, R> {
    search: GoalSearch<'a>,
    /// The reason that the search claims when no state is left, if any.
    all_states: Option<R>,
    /// Becomes true when no state is left. Then no search of the task can find a plan.
    pub has_seen_all: Arc<AtomicBool>,
}

impl<'a, R: Clone> NumericSearch<'a, R> {
    /// Creates a search from the initial state of a task. `all_states` is the reason that no state is a goal.
    pub fn new(task: &'a NumericTask, all_states: Option<R>) -> Self {
        let (start, goal) = (NumericState::start(task), task.goal.clone());
        Self {
            search: GoalSearch::between(NumericHeuristic::new(task), start, goal),
            all_states,
            has_seen_all: Arc::default(),
        }
    }

    /// Returns the work of the first turn. It also applies to other searches with the same estimates.
    pub fn first_turn(&self) -> Work {
        FIRST_EVALUATIONS * (1 + self.search.relaxation.whole() / SEEN_A_WORK)
    }

    pub fn turn(&mut self, budget: &mut Budget<'_>) -> Turn<R> {
        let turn = self.search.run(budget, u64::MAX);
        if !matches!(turn, Turn::Done(_)) {
            return turn.for_any();
        }
        self.has_seen_all.store(true, Ordering::Relaxed);
        if self.search.leaves_out {
            return Turn::Done(StopReason::TooLarge);
        }
        // If there are few states, the check may accept this reason.
        let method = Method::Criterion("numeric-states");
        match self.all_states.clone() {
            Some(reason) => Turn::Bound(Certificate::Own(reason), method),
            None => Turn::Done(StopReason::NothingLeft),
        }
    }
}

/// A successor that was not visited yet.
#[derive(Clone, Copy)]
struct Successor {
    action: ActionId,
    /// Maximum number of repetitions of the action.
    times: u32,
}

pub(super) struct GoalSearch<'a> {
    task: &'a NumericTask,
    goal: Conditions,
    is_integral: bool,
    pub(super) relaxation: NumericHeuristic<'a>,
    states: VisitedStates,
    /// The successors of all states, stored consecutively.
    successors: Vec<Successor>,
    queues: Queues,
    /// A state that was entered but is not expanded yet.
    entered: Option<(u32, NumericState)>,
    /// A bit for each evaluated state.
    known: Vec<u64>,
    pub(super) evaluated: u64,
    /// Whether a state was left out because a number overflows.
    leaves_out: bool,
}

impl<'a> GoalSearch<'a> {
    /// Creates a search from any state to any goal of the task.
    pub(super) fn between(
        mut relaxation: NumericHeuristic<'a>,
        start: NumericState,
        goal: Conditions,
    ) -> Self {
        let task = relaxation.task();
        let is_integral = task.is_integral();
        let mut words = Vec::new();
        start.pack(is_integral, &mut words);
        relaxation.aim(&goal);
        Self {
            task,
            goal,
            is_integral,
            relaxation,
            states: VisitedStates::new(&words),
            successors: Vec::new(),
            queues: Queues::new(HEURISTICS),
            entered: Some((0, start)),
            known: Vec::new(),
            evaluated: 0,
            leaves_out: false,
        }
    }

    /// Continues within the budget. After `most` evaluations in all turns together, the search ends without a plan.
    pub(super) fn run(&mut self, budget: &mut Budget<'_>, most: u64) -> Turn {
        loop {
            if let Some((number, state)) = self.entered.take() {
                if budget.stop.stop_reason().is_some() {
                    self.entered = Some((number, state));
                    return Turn::Paused;
                }
                if self.is_goal(&state) {
                    let method = Method::counted(BEST_FIRST, self.evaluated);
                    return Turn::path(self.states.path_to(number), method);
                }
                self.expand(number, &state);
                if !budget.spend(1 + self.relaxation.take_seen() / SEEN_A_WORK) {
                    return Turn::Paused;
                }
                if self.evaluated >= most {
                    return Turn::Done(StopReason::NothingLeft);
                }
            }
            let Some(waiting) = self.queues.next() else {
                return Turn::Done(StopReason::NothingLeft);
            };
            self.entered = self.follow(waiting);
        }
    }

    /// Returns the state that a successor leads to, unless it was evaluated.
    fn follow(&mut self, waiting: UnvisitedSuccessors) -> Option<(u32, NumericState)> {
        let successor = self.successors[waiting.from];
        let action = &self.task.actions[successor.action.index()];
        let before = self.states.words(waiting.parent);
        let mut state = NumericState::unpack(self.task, self.is_integral, before);
        let mut number = waiting.parent;
        let mut words = Vec::new();
        for time in 0..successor.times {
            let after = match state.after(self.task, action) {
                Ok(after) => after,
                Err(why) => {
                    self.leaves_out |= why == Refused::TooLarge;
                    if time == 0 {
                        return None;
                    }
                    break;
                }
            };
            words.clear();
            after.pack(self.is_integral, &mut words);
            let reached = self
                .states
                .find_or_enter(&words, number, successor.action)?;
            (number, state) = (reached.0, after);
            // An intermediate state of the jump may be a goal.
            if time + 1 < successor.times && self.is_goal(&state) {
                break;
            }
        }
        (!self.is_known(number)).then_some((number, state))
    }

    fn is_known(&self, number: u32) -> bool {
        let bit = number as usize;
        bits::words(bit + 1) <= self.known.len() && bits::get(&self.known, bit)
    }

    fn is_goal(&self, state: &NumericState) -> bool {
        state.meets(self.task, &self.goal) == Ok(true)
    }

    /// Estimates a state, and queues its successors unless it is a dead end.
    fn expand(&mut self, number: u32, state: &NumericState) {
        self.evaluated += 1;
        bits::insert(&mut self.known, number as usize);
        let estimate = match self.relaxation.estimate(state) {
            Ok(Some(estimate)) => estimate,
            Ok(None) => return,
            Err(_) => {
                self.leaves_out = true;
                return;
            }
        };
        let goals = estimate.open_goals.saturating_mul(A_GOAL);
        let keys = [
            estimate.plain_size,
            estimate.cost,
            estimate.size,
            goals + estimate.size.min(A_GOAL - 1),
        ];
        self.queues.note(&keys);
        // The order is: jumps, single helpful actions, other actions. The queues of all successors start after the
        // jumps.
        let first = self.successors.len();
        let jumps = estimate.helpful.iter();
        let jumps = jumps.filter_map(|&(action, times)| {
            let times = u32::try_from(times).ok()?;
            (2..=LONGEST_JUMP)
                .contains(&times)
                .then_some(Successor { action, times })
        });
        self.successors.extend(jumps);
        let singles = self.successors.len();
        let is_helpful = |action: &ActionId| {
            let found = estimate.helpful.binary_search_by_key(action, |one| one.0);
            found.is_ok()
        };
        let once = |&action: &ActionId| Successor { action, times: 1 };
        let all = estimate.applicable.iter();
        let (helpful, others): (Vec<_>, Vec<_>) = all.partition(|action| is_helpful(action));
        self.successors.extend(helpful.into_iter().map(once));
        let plain = self.successors.len();
        self.successors.extend(others.into_iter().map(once));
        let all = UnvisitedSuccessors::new(number, singles, self.successors.len());
        let helpful = UnvisitedSuccessors::new(number, first, plain);
        self.queues.offer(&keys, all, helpful);
    }
}
