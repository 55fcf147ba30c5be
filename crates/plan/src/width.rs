//! Best-first width search: a search for plans without an estimate of the distance to the goal.
//!
//! States are expanded in the order of their novelty, then of the number of goals that do not hold. The novelty of a
//! state is 1 if a fluent is true in it for the first time. It is 2 if a pair of fluents is true for the first time,
//! and 3 otherwise. States are only compared with states that have the same two counters: the number of open goals, and
//! the number of reached atoms of a relaxed plan. The relaxed plan is computed whenever the number of open goals falls.
//!
//! The search is complete, and finds plans of tasks in which estimates mislead. It seldom computes a relaxed plan, so
//! in the same time it visits many more states than [`gbfs`](crate::gbfs).
//!
//! Lipovetzky and Geffner, *Best-first width search: exploration and exploitation in classical planning* (AAAI 2017):
//! BFWS(f5). Novelty 2 is not used for tasks with more fluents than [`MAX_FLUENTS`], or if the table of pairs would
//! need too much memory.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use rustc_hash::FxHashMap;
use saut_base::bits;
use saut_base::lists::number;
use saut_base::stop::StopReason;
use saut_task::packed::PackedTask;
use saut_task::states::VisitedStates;
use saut_task::task::{Literal, Task};

use crate::decision::{Method, WIDTH};
use crate::engine::{Budget, Turn};
use crate::gbfs::relaxation::{Relaxation, TieBreaking, effort};
use crate::relaxed_task::{DerivedFalse, RelaxedTask};

/// Maximum number of fluents of a task for which novelty 2 is used. The pairs of more fluents need too much memory.
const MAX_FLUENTS: usize = 8_000;
/// Number of expanded states between two checks of the limits.
const STATES_A_CHECK: u64 = 64;

/// A resumable search from the initial state of a task.
pub struct WidthSearch<'a> {
    packed: PackedTask<'a>,
    relaxation: Relaxation,
    fluents: usize,
    goals: Vec<Literal>,
    states: VisitedStates,
    progress: Vec<StateCounters>,
    /// The atoms of each relaxed plan.
    plans: Vec<Vec<u32>>,
    /// The reached atoms: for each state, a row with one bit for each atom of its relaxed plan.
    reached: Vec<u64>,
    /// The fluents and pairs that were true, by counters.
    seen: FxHashMap<(u32, u32), SeenFluents>,
    pair_bytes: usize,
    open: BTreeMap<(u8, u32), VecDeque<u32>>,
    /// The state whose expansion was interrupted, and the number of its successors so far.
    interrupted: Option<(u32, usize)>,
    expanded: u64,
}

#[derive(Clone, Copy, Debug, Default)]
struct StateCounters {
    /// Number of goals that do not hold.
    open_goals: u32,
    /// Index of the relaxed plan in [`WidthSearch::plans`].
    plan: u32,
    /// Number of atoms of the relaxed plan that were true since the plan was computed.
    reached: u32,
    /// Start of the row in [`WidthSearch::reached`].
    row: usize,
}

#[derive(Debug)]
struct SeenFluents {
    fluents: Vec<u64>,
    pairs: Vec<u64>,
}

impl<'a> WidthSearch<'a> {
    pub fn new(task: &'a Task) -> Self {
        let atoms = Arc::new(RelaxedTask::new(task, DerivedFalse::Exact));
        let costs = vec![1; task.actions().len()];
        Self {
            packed: PackedTask::new(task),
            relaxation: Relaxation::new(&atoms, TieBreaking::First, &costs),
            fluents: task.fluents().len(),
            goals: task.goal_literals().collect(),
            states: VisitedStates::new(&bits::from_values(task.start())),
            progress: Vec::new(),
            plans: Vec::new(),
            reached: Vec::new(),
            seen: FxHashMap::default(),
            pair_bytes: 0,
            open: BTreeMap::new(),
            interrupted: None,
            expanded: 0,
        }
    }

    pub fn turn(&mut self, budget: &mut Budget<'_>) -> Turn {
        if self.progress.is_empty() {
            if self.packed.is_goal(self.states.words(0)) {
                return self.path_to(0);
            }
            let most = budget.memory_mib;
            self.enter(0, None, most);
        }
        let (mut applicable, mut after) = (Vec::new(), Vec::new());
        loop {
            if self.expanded.is_multiple_of(STATES_A_CHECK) {
                if self.mib() > budget.memory_mib / 2 {
                    return Turn::Done(StopReason::TooLarge);
                }
                if budget.stop.stop_reason().is_some() {
                    return Turn::Paused;
                }
            }
            let next = self.interrupted.take();
            let Some((state, first)) = next.or_else(|| Some((self.next()?, 0))) else {
                return Turn::Done(StopReason::NothingLeft);
            };
            self.expanded += u64::from(first == 0);
            let words = self.states.words(state);
            let looked_at = self.packed.applicable(words, &mut applicable);
            self.relaxation.effort += effort::ACTION_TEST * looked_at as u64;
            for (place, &action) in applicable.iter().enumerate().skip(first) {
                after.clear();
                after.extend_from_slice(self.states.words(state));
                self.packed.apply(action, &mut after);
                self.relaxation.effort += effort::successor(&self.packed, after.len());
                if let Some(new) = self.states.enter(&after, state, action) {
                    if self.packed.is_goal(&after) {
                        return self.path_to(new);
                    }
                    self.enter(new, Some(state), budget.memory_mib);
                }
                // The states of large tasks have thousands of successors, each with millions of pairs.
                if !budget.spend(self.relaxation.take_work()) {
                    self.interrupted = Some((state, place + 1));
                    return Turn::Paused;
                }
            }
            if !budget.spend(1) {
                return Turn::Paused;
            }
        }
    }

    /// Returns the memory of the states and their counters, in MiB.
    fn mib(&self) -> u64 {
        let progress = size_of_val(self.progress.as_slice());
        let reached = size_of_val(self.reached.as_slice());
        self.states.mib() + ((progress + reached) >> 20) as u64
    }

    fn path_to(&self, state: u32) -> Turn {
        Turn::path(
            self.states.path_to(state),
            Method::counted(WIDTH, self.expanded),
        )
    }

    fn next(&mut self) -> Option<u32> {
        let mut bucket = self.open.first_entry()?;
        let state = bucket.get_mut().pop_front();
        if bucket.get().is_empty() {
            bucket.remove();
        }
        state
    }

    /// Computes the counters and the novelty of a new state, and puts it into its queue unless it is a dead end.
    fn enter(&mut self, state: u32, parent: Option<u32>, most_mib: u64) {
        let words = self.states.words(state).to_vec();
        let is_open = |goal: &&Literal| bits::get(&words, goal.fluent.index()) != goal.value;
        let open_goals = number(self.goals.iter().filter(is_open).count());
        let before = parent.map(|parent| self.progress[parent as usize]);
        let goals = self.goals.len() as u64;
        self.relaxation.effort += effort::NEW_STATE + effort::COMPARED_ATOM * goals;
        let same_plan = before.filter(|before| open_goals >= before.open_goals);
        let progress = same_plan.map(|before| self.advance(before, &words));
        let progress = progress.or_else(|| self.new_plan(&words));
        let Some(mut progress) = progress else {
            // A dead end is in no queue, so its counters are never read.
            self.progress.push(StateCounters::default());
            return;
        };
        progress.open_goals = open_goals;
        self.progress.push(progress);
        let counters = (open_goals, progress.reached);
        let is_same = |it: StateCounters| (it.open_goals, it.reached) == counters;
        let parent = parent.filter(|_| before.is_some_and(is_same));
        let (novelty, looked_at) = self.novelty(&words, counters, parent, most_mib);
        let queue = self.open.entry((novelty, open_goals)).or_default();
        queue.push_back(state);
        self.relaxation.effort += effort::PAIR * looked_at;
    }

    /// Returns the counters of a state, given the counters of its parent with the same relaxed plan.
    fn advance(&mut self, before: StateCounters, words: &[u64]) -> StateCounters {
        let atoms = &self.plans[before.plan as usize];
        let width = atoms.len().div_ceil(64);
        self.relaxation.effort += effort::COMPARED_ATOM * atoms.len() as u64;
        let row = self.reached.len();
        self.reached
            .extend_from_within(before.row..before.row + width);
        let reached = &mut self.reached[row..];
        let mut count = before.reached;
        for (place, &atom) in atoms.iter().enumerate() {
            let literal = Literal::of_index(atom as usize);
            let holds = bits::get(words, literal.fluent.index()) == literal.value;
            if holds && !bits::get(reached, place) {
                bits::set(reached, place, true);
                count += 1;
            }
        }
        StateCounters {
            reached: count,
            row,
            ..before
        }
    }

    /// Returns the counters of a state with a new relaxed plan; `None` for a dead end.
    fn new_plan(&mut self, words: &[u64]) -> Option<StateCounters> {
        let values = self.packed.values(words);
        let mut plan = self.relaxation.plan_atoms(&values)?;
        plan.retain(|&atom| (atom as usize) < 2 * self.fluents);
        let row = self.reached.len();
        self.reached.resize(row + plan.len().div_ceil(64), 0);
        let progress = StateCounters {
            plan: number(self.plans.len()),
            row,
            ..StateCounters::default()
        };
        self.plans.push(plan);
        Some(progress)
    }

    /// Returns the novelty of a state with these counters, and the number of fluents and pairs that were looked up. If
    /// a parent is given, it has the same counters, so only fluents that were false in the parent, and their pairs, may
    /// be new.
    fn novelty(
        &mut self,
        words: &[u64],
        counters: (u32, u32),
        parent: Option<u32>,
        most_mib: u64,
    ) -> (u8, u64) {
        let fluents = self.fluents;
        let pair_words = (fluents * fluents).div_ceil(64);
        let has_pairs = fluents <= MAX_FLUENTS;
        let seen = self.seen.entry(counters).or_insert_with(|| {
            let bytes = 8 * pair_words;
            let has_room = has_pairs && (self.pair_bytes + bytes) as u64 >> 20 <= most_mib / 4;
            if has_room {
                self.pair_bytes += bytes;
            }
            SeenFluents {
                fluents: vec![0; words.len()],
                pairs: vec![0; if has_room { pair_words } else { 0 }],
            }
        });
        let new: Vec<usize> = match parent {
            None => bits::iter(words).collect(),
            Some(parent) => {
                let old = self.states.words(parent);
                let new = words.iter().zip(old).map(|(word, old)| word & !old);
                bits::of_words(new).collect()
            }
        };
        let mut novelty = 3;
        for &fluent in &new {
            if !bits::get(&seen.fluents, fluent) {
                bits::set(&mut seen.fluents, fluent, true);
                novelty = 1;
            }
        }
        let mut looked_at = new.len() as u64;
        if !seen.pairs.is_empty() {
            let all: Vec<usize> = bits::iter(words).collect();
            for &one in &new {
                looked_at += all.len() as u64;
                for &other in &all {
                    let pair = one.min(other) * fluents + one.max(other);
                    let (word, bit) = (pair / 64, 1_u64 << (pair % 64));
                    if seen.pairs[word] & bit == 0 {
                        seen.pairs[word] |= bit;
                        novelty = novelty.min(2);
                    }
                }
            }
        }
        (novelty, looked_at)
    }
}

#[cfg(test)]
mod tests {
    use super::WidthSearch;
    use crate::engine::{Budget, Turn};
    use crate::random_task::{any_random_task, shortest};
    use saut_base::stop::{Stop, StopReason};
    use saut_task::by_actions::is_plan;

    #[test]
    fn a_plan_is_found_exactly_if_there_is_one() {
        let mut solved = 0;
        for seed in 0..1500 {
            let task = any_random_task(seed);
            let stop = Stop::default();
            let turn = WidthSearch::new(&task).turn(&mut Budget::unlimited(&stop));
            match turn {
                Turn::Plan(plan, _) => {
                    assert!(is_plan(&task, &plan.into_actions()), "seed {seed}");
                    solved += 1;
                }
                Turn::Done(StopReason::NothingLeft) => {
                    assert_eq!(shortest(&task), None, "seed {seed}");
                }
                turn => panic!("seed {seed}: {turn:?}"),
            }
        }
        assert!(solved > 100 && solved < 1400, "{solved}");
    }

    #[test]
    fn a_search_continues_where_its_budget_ended() {
        for seed in 0..300 {
            let task = any_random_task(seed);
            let stop = Stop::default();
            let best = std::sync::atomic::AtomicU64::new(u64::MAX);
            let mut search = WidthSearch::new(&task);
            let paused = loop {
                match search.turn(&mut Budget::new(1, 1, u64::MAX, &stop, &best)) {
                    Turn::Paused => {}
                    turn => break matches!(turn, Turn::Plan(..)),
                }
            };
            assert_eq!(paused, shortest(&task).is_some(), "seed {seed}");
        }
    }

    #[test]
    fn an_interrupted_search_pauses() {
        let task = any_random_task(1);
        let stop = Stop::default();
        stop.request();
        let turn = WidthSearch::new(&task).turn(&mut Budget::unlimited(&stop));
        assert!(matches!(turn, Turn::Paused));
    }
}
