//! A search that visits states and stops at dead ends, until a goal is found or all ways have ended.
//!
//! It goes depth first, because states that lie deep are dead for simple reasons, and what is learned there is known
//! further up. A state that no reason known so far says to be dead is asked for new ones: the relaxation always; pairs
//! of literals and a linear program for weights, which cost more, only as far as they have a share of the work. Where
//! the task has symmetries one state stands for all its images, and it is worth going on without new reasons where they
//! are rare.
//!
//! Pommerening and Seipp, *Fishing for undetected dead ends* (2016); Steinmetz and Hoffmann, *State space search nogood
//! learning* (AIJ 245, 2017).

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use super::traps::{PairTraps, RelaxedTraps};
use crate::bound::{CheckedPotential, DeadEnds, Trap};
use crate::domain::INFINITE;
use crate::packed::PackedTask;
use crate::states::States;
use crate::stop::{Stop, StopReason};
use crate::symmetry::Orbits;
use crate::task::{ActionId, Literal, Task};
use crate::weights::Fishing;
use crate::work::{Work, clocked};

/// The end of a turn of the search.
#[derive(Debug)]
pub enum Found {
    /// A plan.
    Plan(Vec<ActionId>),
    /// Every way ends at a dead end, or among states without a goal.
    Closed(Box<DeadEnds>),
    /// The turn is over.
    More,
    /// At a limit.
    Done(StopReason),
}

/// A trap with its masks.
struct Masked {
    trap: Trap,
    /// Words with the fluents that must be false, and those that must be true.
    words: Vec<(usize, u64, u64)>,
    hits: u64,
}

impl Masked {
    fn new(trap: Trap) -> Self {
        let mut words: Vec<(usize, u64, u64)> = Vec::new();
        for literal in &trap.literals {
            let fluent = literal.fluent.index();
            let place = words.iter().position(|(word, _, _)| *word == fluent / 64);
            let place = place.unwrap_or_else(|| {
                words.push((fluent / 64, 0, 0));
                words.len() - 1
            });
            let (_, no, yes) = &mut words[place];
            *(if literal.value { no } else { yes }) |= 1 << (fluent % 64);
        }
        Self {
            trap,
            words,
            hits: 0,
        }
    }

    fn holds(&self, state: &[u64]) -> bool {
        let is_clear =
            |&(word, no, yes): &(usize, u64, u64)| state[word] & no == 0 && !state[word] & yes == 0;
        let is_true = |one: &Literal| {
            let fluent = one.fluent.index();
            (state[fluent / 64] >> (fluent % 64) & 1 == 1) == one.value
        };
        let is_broken = |pair: &[Literal; 2]| pair.iter().all(is_true);
        self.words.iter().all(is_clear) && !self.trap.pairs.iter().any(is_broken)
    }
}

/// The reasons known so far.
#[derive(Default)]
struct Known {
    traps: Vec<Masked>,
    potentials: Vec<(CheckedPotential, u64)>,
    /// Whether a state was dead by the relaxation whose trap was not kept.
    needs_relaxation: bool,
}

impl Known {
    /// Most traps that are kept: each costs time at every state.
    const MOST_TRAPS: usize = 1_000;

    /// Whether one of the reasons says that a state is dead. A reason that does moves one place up.
    fn has(&mut self, state: &[u64]) -> bool {
        if let Some(first) = self.traps.iter().position(|trap| trap.holds(state)) {
            self.traps[first].hits += 1;
            self.traps.swap(first, first.saturating_sub(1));
            return true;
        }
        let says = |(one, _): &(CheckedPotential, u64)| one.bound(state) == INFINITE;
        let first = self.potentials.iter().position(says);
        if let Some(first) = first {
            self.potentials[first].1 += 1;
        }
        first.is_some()
    }

    fn learn(&mut self, trap: Trap) -> bool {
        let has_room = self.traps.len() < Self::MOST_TRAPS;
        if has_room {
            self.traps.push(Masked::new(trap));
        }
        has_room
    }
}

/// A way to learn reasons that costs more than a state is worth: it has a share of the work.
#[derive(Default)]
struct Dear {
    spent: Work,
    tries: u64,
    gains: u64,
}

impl Dear {
    /// The least and the most work of one try.
    const LEAST: Work = 5_000;
    const MOST: Work = 5_000_000;

    /// The work that it may take, after so much of all, if it may be asked: one that has often had an answer may take
    /// more.
    fn may(&self, all: Work) -> Option<Work> {
        let share = if 4 * self.gains > self.tries { 2 } else { 8 };
        let left = (all / share).checked_sub(self.spent)?;
        (left >= Self::LEAST).then_some(left.min(Self::MOST))
    }

    fn book(&mut self, spent: Work, has_gained: bool) {
        self.spent += spent;
        self.tries += 1;
        self.gains += u64::from(has_gained);
    }
}

/// The search, to be taken up again and again.
pub struct DeadEndSearch<'a> {
    task: &'a Task,
    packed: PackedTask<'a>,
    states: States,
    /// The states whose successors were not entered yet.
    open: VecDeque<u32>,
    /// Whether the state that was entered first is next, and not the last.
    is_breadth_first: bool,
    orbits: Orbits,
    /// Whether states are asked for reasons that are not known.
    asks: bool,
    known: Known,
    relaxation: RelaxedTraps,
    pairs: PairTraps<'a>,
    by_pairs: Dear,
    fishing: Option<Fishing>,
    by_weights: Dear,
    spent: Work,
    /// States that were asked for reasons, and those that are dead.
    asked: u64,
    dead: u64,
    applicable: Vec<ActionId>,
    after: Vec<u64>,
}

impl<'a> DeadEndSearch<'a> {
    /// Operators that are looked at in about a microsecond.
    const LOOKS_A_WORK: u64 = 150;
    /// Successors, and reasons asked of them, that take about a microsecond.
    const TRIES_A_WORK: usize = 2;
    const REASONS_A_WORK: usize = 100;
    /// Operations on words, of a search for pairs, that take about a microsecond.
    const WORDS_A_WORK: usize = 500;
    /// Bits of permutations that are looked at in about a microsecond.
    const BITS_A_WORK: usize = 200;
    /// After so many states one in so many must have been dead: else the visit of every state does the same and is
    /// faster.
    const FEWEST_DEAD: (u64, u64) = (3_000, 50);
    /// With so many permutations it is worth going on without reasons: the exchanges of n + 1 objects make up to 2^n
    /// states and more to one.
    const FEWEST_PERMUTATIONS: usize = 8;

    /// From the start of a task.
    pub fn new(task: &'a Task) -> Self {
        Self::up_to(task, Orbits::default())
    }

    /// From the start of a task, with states up to symmetries.
    pub fn up_to(task: &'a Task, orbits: Orbits) -> Self {
        let mut start = PackedTask::pack(task.start());
        orbits.put_in_order(&mut start);
        Self {
            task,
            packed: PackedTask::new(task),
            states: States::new(&start),
            open: VecDeque::from([0]),
            is_breadth_first: false,
            orbits,
            asks: true,
            known: Known::default(),
            relaxation: RelaxedTraps::new(task),
            pairs: PairTraps::new(task),
            by_pairs: Dear::default(),
            fishing: None,
            by_weights: Dear::default(),
            spent: 0,
            asked: 0,
            dead: 0,
            applicable: Vec::new(),
            after: start,
        }
    }

    /// The search, breadth first: a plan that it finds has few actions.
    #[must_use]
    pub fn breadth_first(self) -> Self {
        Self {
            is_breadth_first: true,
            ..self
        }
    }

    /// Goes on until there is something to say, `spend` says that the turn is over, or a limit is hit.
    pub fn run(
        &mut self,
        stop: &Stop,
        most_mib: u64,
        spend: &mut dyn FnMut(Work) -> bool,
    ) -> Found {
        if self.packed.is_goal(self.states.words(0)) {
            return Found::Plan(Vec::new());
        }
        let mut may_go_on = true;
        for turn in 0_u64.. {
            if let Some(why) = turn.is_multiple_of(16).then(|| stop.why()).flatten() {
                return Found::Done(why);
            }
            if turn.is_multiple_of(256) && self.states.mib() > most_mib {
                return Found::Done(StopReason::TooLarge);
            }
            let next = if self.is_breadth_first {
                self.open.pop_front()
            } else {
                self.open.pop_back()
            };
            let Some(state) = next else {
                return match self.closed(stop, spend) {
                    Ok(reasons) => Found::Closed(Box::new(reasons)),
                    Err(why) => Found::Done(why),
                };
            };
            if !may_go_on {
                if self.is_breadth_first {
                    self.open.push_front(state);
                } else {
                    self.open.push_back(state);
                }
                return Found::More;
            }
            let (after, one_in) = Self::FEWEST_DEAD;
            if self.asks && self.asked > after && self.dead * one_in < self.asked {
                let is_hardly_smaller = self.orbits.count() < Self::FEWEST_PERMUTATIONS;
                if is_hardly_smaller && !self.is_breadth_first {
                    return Found::Done(StopReason::NothingLeft);
                }
                self.asks = false;
            }
            self.asked += u64::from(self.asks);
            let mut work = self.asking();
            let is_known = self.known.has(self.states.words(state));
            let is_dead = is_known
                || self.asks && {
                    let (is_dead, more) = self.is_dead(state, stop);
                    work += more;
                    is_dead
                };
            if is_dead {
                self.dead += 1;
            } else {
                match self.expand(state) {
                    Ok(more) => work += more,
                    Err(path) => {
                        let start = PackedTask::pack(self.task.start());
                        let plan = self.orbits.plan(&self.packed, &start, path);
                        return plan.map_or(Found::Done(StopReason::NothingLeft), Found::Plan);
                    }
                }
            }
            self.spent += work;
            may_go_on = spend(work);
        }
        Found::More
    }

    /// The work of asking all reasons.
    fn asking(&self) -> Work {
        let reasons = self.known.traps.len() + 10 * self.known.potentials.len();
        (reasons / Self::REASONS_A_WORK) as Work
    }

    /// Whether a state is dead for a reason that was not known before, and the work.
    fn is_dead(&mut self, state: u32, stop: &Stop) -> (bool, Work) {
        let values = self.packed.values(self.states.words(state));
        let before = self.relaxation.looks();
        let is_dead = !self.relaxation.reaches_goal(&values);
        if is_dead {
            let trap = self.relaxation.trap();
            let is_kept = trap.is_some_and(|trap| self.known.learn(trap));
            self.known.needs_relaxation |= !is_kept;
        }
        let work = 1 + (self.relaxation.looks() - before) / Self::LOOKS_A_WORK;
        if is_dead {
            return (true, work);
        }
        let mut all = work;
        if let Some(most) = self.by_pairs.may(self.spent) {
            let began = Instant::now();
            let should_stop = || stop.why().is_some();
            let most = usize::try_from(most).unwrap_or(usize::MAX);
            let most = most.saturating_mul(Self::WORDS_A_WORK);
            let trap = self.pairs.trap(&values, most, &should_stop);
            let is_kept = trap.is_some_and(|trap| self.known.learn(trap));
            let took = clocked(began.elapsed());
            self.by_pairs.book(took, is_kept);
            all += took;
            if is_kept {
                return (true, all);
            }
        }
        if let Some(most) = self.by_weights.may(self.spent) {
            let began = Instant::now();
            let task = self.task;
            let fishing = self.fishing.get_or_insert_with(|| Fishing::new(task));
            let found = fishing.dead_end(task, &values, Duration::from_micros(most), stop);
            let is_found = found.is_some();
            self.known.potentials.extend(found.map(|one| (one, 1)));
            let took = clocked(began.elapsed());
            self.by_weights.book(took, is_found);
            all += took;
            if is_found {
                return (true, all);
            }
        }
        (false, all)
    }

    /// Enters the successors of a state; the way to one that is a goal.
    fn expand(&mut self, state: u32) -> Result<Work, Vec<ActionId>> {
        let mut applicable = std::mem::take(&mut self.applicable);
        self.packed
            .applicable(self.states.words(state), &mut applicable);
        for &action in &applicable {
            self.after.clear();
            self.after.extend_from_slice(self.states.words(state));
            self.packed.apply(action, &mut self.after);
            self.orbits.put_in_order(&mut self.after);
            if self.states.number(&self.after).is_some() {
                continue;
            }
            if self.known.has(&self.after) {
                self.dead += 1;
                continue;
            }
            if let Some(new) = self.states.enter(&self.after, state, action) {
                if self.packed.is_goal(&self.after) {
                    return Err(self.states.path_to(new));
                }
                self.open.push_back(new);
            }
        }
        let tries = applicable.len();
        let asked = tries as Work * self.asking();
        let moved = tries * self.orbits.size() / Self::BITS_A_WORK;
        self.applicable = applicable;
        Ok(1 + (tries / Self::TRIES_A_WORK + moved) as Work + asked)
    }

    /// The reasons that are needed: all states are visited once more, and each dead one counts for the first that says
    /// so.
    fn closed(
        &mut self,
        stop: &Stop,
        spend: &mut dyn FnMut(Work) -> bool,
    ) -> Result<DeadEnds, StopReason> {
        let known = &mut self.known;
        known.traps.sort_by_key(|trap| std::cmp::Reverse(trap.hits));
        known.potentials.sort_by_key(|one| std::cmp::Reverse(one.1));
        let mut trap_hits = vec![0_u64; known.traps.len()];
        let mut weight_hits = vec![0_u64; known.potentials.len()];
        let mut is_dead = |state: &[u64]| {
            let says = |(one, _): &(CheckedPotential, u64)| one.bound(state) == INFINITE;
            if let Some(first) = known.potentials.iter().position(says) {
                weight_hits[first] += 1;
                return true;
            }
            let first = known.traps.iter().position(|trap| trap.holds(state));
            if let Some(first) = first {
                trap_hits[first] += 1;
            }
            first.is_some()
        };
        let mut start = PackedTask::pack(self.task.start());
        self.orbits.put_in_order(&mut start);
        let mut seen = States::new(&start);
        let mut open: Vec<u32> = if is_dead(&start) { Vec::new() } else { vec![0] };
        let (mut applicable, mut after) = (Vec::new(), Vec::new());
        let mut turns = 0_u64;
        while let Some(state) = open.pop() {
            turns += 1;
            if let Some(why) = turns.is_multiple_of(64).then(|| stop.why()).flatten() {
                return Err(why);
            }
            if known.needs_relaxation {
                let values = self.packed.values(seen.words(state));
                if !self.relaxation.reaches_goal(&values) {
                    continue;
                }
            }
            self.packed.applicable(seen.words(state), &mut applicable);
            spend(1 + applicable.len() as Work);
            for &action in &applicable {
                after.clear();
                after.extend_from_slice(seen.words(state));
                self.packed.apply(action, &mut after);
                self.orbits.put_in_order(&mut after);
                if seen.number(&after).is_none()
                    && !is_dead(&after)
                    && let Some(new) = seen.enter(&after, state, action)
                {
                    open.push(new);
                }
            }
        }
        let traps = known.traps.iter().zip(&trap_hits);
        let traps = traps.filter(|(_, hits)| **hits > 0);
        let potentials = known.potentials.iter().zip(&weight_hits);
        let potentials = potentials.filter(|(_, hits)| **hits > 0);
        Ok(DeadEnds {
            potentials: potentials
                .map(|((one, _), _)| one.potential().clone())
                .collect(),
            traps: traps.map(|(masked, _)| masked.trap.clone()).collect(),
            relaxed: known.needs_relaxation,
        })
    }
}
