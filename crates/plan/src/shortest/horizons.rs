//! Horizons, known and next: the state that the engines share.

use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;
use std::time::Duration;

use crate::attempt::{AttemptResult, ClaimedRefutation};
use crate::engine::Turn;
use saut_base::stop::{Stop, StopReason};
use saut_task::encode::Encoding;
use saut_task::plan::Plan;
use saut_task::proof::{RefutedHorizon, padding, too_few};
use saut_task::task::{ActionId, Task};

/// To prove a refuted horizon once more, and to check that, is taken to need so many times what it took.
const PROOF_TO_SEARCH: u32 = 10;

/// Effort for one horizon, and the order in which they are tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// Number of the lowest horizons without an answer that are tried by turns.
    window: usize,
    /// Attempts at a horizon.
    rounds: u32,
    /// Conflicts of the first attempt at a horizon, twice as many in each that follows; if there is no limit, what
    /// ends one attempt ends all.
    conflicts: Option<u64>,
    /// Conflicts that the proof for a horizon may take.
    pub of_proof: Option<u64>,
}

impl Effort {
    /// For horizons below a plan in hand.
    pub const BRIEF: Self = Self {
        window: 4,
        rounds: 4,
        conflicts: Some(15_000),
        of_proof: Some(200_000),
    };

    /// One after the other to its end, on so many threads.
    pub fn unlimited(threads: usize) -> Self {
        Self {
            window: threads.max(1),
            rounds: 1,
            conflicts: None,
            of_proof: None,
        }
    }
}

/// Knowledge of one horizon.
#[derive(Default)]
struct Known {
    /// Ends the call that works on it, if there is one.
    open: Option<Stop>,
    /// Number of attempts that ended without an answer.
    tried: u32,
    /// There is no plan, with the proof, if it is needed and there is one.
    refuted: Option<ClaimedRefutation>,
    /// Time that the refutation took.
    elapsed: Duration,
    /// The checked proof.
    proved: Option<RefutedHorizon>,
}

/// A horizon that was given to an engine.
pub(super) struct Attempted {
    /// The horizon.
    pub horizon: usize,
    /// Ends the work on it.
    pub stop: Stop,
    /// Number of attempts given before.
    pub before: usize,
    /// Number of attempts at this horizon before.
    pub round: u32,
    /// Conflicts that it may take.
    pub conflicts: Option<u64>,
}

/// The next thing to do.
pub(super) enum Next {
    /// A horizon is to be solved.
    Attempt(Attempted),
    /// The proof of a horizon without a plan is to be checked, and made if there is none.
    Proof(ClaimedRefutation),
    /// Nothing: before an attempt of another has come to its end, or nothing more.
    Nothing(Turn),
}

/// The horizons of a range.
pub(super) struct Horizons<'a> {
    task: &'a Task,
    /// The encoding whose steps they count.
    pub encoding: Encoding,
    all: Range<usize>,
    /// The effort for each.
    pub effort: Effort,
    /// Steps of the shortest plan so far.
    plan: Option<usize>,
    known: BTreeMap<usize, Known>,
    attempts: usize,
    gave_up: Option<StopReason>,
    /// Horizons whose proofs are still to be checked; none while the search goes on.
    unproved: Option<VecDeque<ClaimedRefutation>>,
}

impl<'a> Horizons<'a> {
    /// All of a range, of which nothing is known; `plan` are the steps of a plan in hand.
    pub fn new(
        task: &'a Task,
        encoding: Encoding,
        all: Range<usize>,
        plan: Option<usize>,
        effort: Effort,
    ) -> Self {
        Self {
            task,
            encoding,
            all,
            effort,
            plan,
            known: BTreeMap::new(),
            attempts: 0,
            gave_up: None,
            unproved: None,
        }
    }

    /// The next thing to do, where `search` are the limits of the search and `all` those of everything, which end an
    /// attempt, too.
    pub fn next(&mut self, search: &Stop, all: &Stop) -> Next {
        if self.unproved.is_none()
            && let Some(attempt) = self.attempt(search, all)
        {
            return Next::Attempt(attempt);
        }
        if self.known.values().any(|known| known.open.is_some()) {
            return Next::Nothing(Turn::Blocked);
        }
        if self.unproved.is_none() {
            self.unproved = Some(self.needed(all.time_left()));
        }
        let unproved = self.unproved.as_mut().and_then(VecDeque::pop_front);
        let why = self.gave_up.unwrap_or(StopReason::NothingLeft);
        unproved.map_or(Next::Nothing(Turn::Done(why)), Next::Proof)
    }

    /// The horizon that is tried next: the one of the window with the fewest attempts.
    fn attempt(&mut self, search: &Stop, all: &Stop) -> Option<Attempted> {
        if self.gave_up.is_some() {
            return None;
        }
        let end = self.all.end;
        let below = self.plan.map_or(end, |plan| plan.min(end));
        let without = (self.all.start..below).filter(|&horizon| !self.is_refuted(horizon));
        let window = without.take(self.effort.window);
        let free = window.filter_map(|horizon| match self.known.get(&horizon) {
            Some(known) => known.open.is_none().then_some((known.tried, horizon)),
            None => Some((0, horizon)),
        });
        let next = free.min();
        let (round, horizon) = next.filter(|&(round, _)| round < self.effort.rounds)?;
        if let Some(why) = search.stop_reason() {
            self.gave_up = Some(why);
            return None;
        }
        let stop = match search.time_left() {
            Some(left) => all.with_timeout(left),
            None => all.child(),
        };
        self.known.entry(horizon).or_default().open = Some(stop.clone());
        self.attempts += 1;
        Some(Attempted {
            horizon,
            stop,
            before: self.attempts - 1,
            round,
            conflicts: self.effort.conflicts.map(|first| first << round),
        })
    }

    /// Takes down what came of an attempt, and ends those that have become pointless; returns its plan if that is shorter
    /// than all before.
    pub fn record(
        &mut self,
        horizon: usize,
        result: AttemptResult,
        elapsed: Duration,
    ) -> Option<Plan<ActionId>> {
        let is_below = self.plan.is_none_or(|plan| horizon < plan);
        let mut shorter = None;
        let known = self.known.entry(horizon).or_default();
        known.open = None;
        match result {
            AttemptResult::Plan(plan) if is_below => {
                self.plan = Some(horizon);
                shorter = Some(plan);
            }
            AttemptResult::Plan(_) => {}
            AttemptResult::Refuted(claim) => {
                (known.refuted, known.elapsed) = (Some(claim), elapsed);
            }
            AttemptResult::Unknown(why) => {
                known.tried += 1;
                // The first reason: what is given up on its account says that it was interrupted.
                if is_below && self.effort.conflicts.is_none() {
                    self.gave_up.get_or_insert(why);
                }
            }
        }
        let is_over = self.gave_up.is_some();
        for (&other, known) in &self.known {
            if let Some(stop) = &known.open
                && (is_over || self.plan.is_some_and(|plan| other > plan))
            {
                stop.request();
            }
        }
        self.forget();
        shorter
    }

    /// Takes down that the proof of a horizon was checked.
    pub fn is_proved(&mut self, refuted: RefutedHorizon) {
        let known = self.known.entry(refuted.proof().horizon).or_default();
        known.proved = Some(refuted);
    }

    /// Takes down that a proof was not had. Where every horizon needs its own, those above are no use without it.
    pub fn has_no_proof(&mut self) {
        if let (None, Some(unproved)) = (padding(self.task, self.encoding), &mut self.unproved) {
            unproved.clear();
        }
    }

    /// Gives away the horizons that are proved to have no plan, in their order, and says whether no plan is shorter for that
    /// than the shortest so far; nothing if there is no plan.
    pub fn take_proved(&mut self) -> (Vec<RefutedHorizon>, Option<bool>) {
        let is_proved =
            |horizon| matches!(self.known.get(&horizon), Some(it) if it.proved.is_some());
        let is_shortest = self.plan.map(|plan| self.too_few(plan).all(is_proved));
        let proved = self.known.values_mut();
        (
            proved.filter_map(|known| known.proved.take()).collect(),
            is_shortest,
        )
    }

    /// The horizons of the range that say together that no plan of it has fewer steps.
    fn too_few(&self, steps: usize) -> Range<usize> {
        let too_few = too_few(self.task, self.encoding, steps);
        too_few.start.max(self.all.start)..too_few.end
    }

    fn is_refuted(&self, horizon: usize) -> bool {
        matches!(self.known.get(&horizon), Some(known) if known.refuted.is_some())
    }

    /// The smallest horizon that is not refuted.
    fn frontier(&self) -> usize {
        let first = self.all.start;
        let refuted = (first..).take_while(|&horizon| self.is_refuted(horizon));
        first + refuted.count()
    }

    /// Proofs that will not be needed are not kept.
    fn forget(&mut self) {
        if padding(self.task, self.encoding).is_none() {
            return;
        }
        let lowest = self.too_few(self.frontier()).start;
        for (_, known) in self.known.range_mut(..lowest) {
            if let Some(claim) = &mut known.refuted {
                claim.proof = None;
            }
        }
    }

    /// The greatest number of steps for which a proof that all fewer are too few can be had within this time. Where
    /// every horizon needs its own, they are proved from the first on, as far as the time goes.
    fn provable(&self, left: Option<Duration>) -> usize {
        let (first, frontier) = (self.all.start, self.frontier());
        let is_quick = |&horizon: &usize| {
            let below = horizon.checked_sub(1);
            let below = below.and_then(|below| self.known.get(&below));
            let needed = below.map_or(Duration::ZERO, |below| below.elapsed * PROOF_TO_SEARCH);
            left.is_none_or(|left| needed <= left)
        };
        if padding(self.task, self.encoding).is_none() {
            return frontier;
        }
        let mut all = (first..=frontier).rev();
        all.find(is_quick).unwrap_or(first)
    }

    /// The horizons that must be proved to have no plan, with the proofs that there are: for the claim "no shorter plan",
    /// or, if that is not known, for the greatest number of steps of which it is known that they are too few. Where the
    /// effort is brief, for the claim alone.
    fn needed(&mut self, left: Option<Duration>) -> VecDeque<ClaimedRefutation> {
        let is_shortest = |plan: &usize| self.too_few(*plan).all(|below| self.is_refuted(below));
        let bound = match (self.plan.filter(is_shortest), self.effort.conflicts) {
            (Some(plan), _) => plan,
            (None, None) => self.provable(left),
            (None, Some(_)) => self.all.start,
        };
        let needed = self.too_few(bound);
        let claim = |below| {
            let known = self.known.get_mut(&below);
            let claim = known.and_then(|known| known.refuted.take());
            claim.unwrap_or_else(|| ClaimedRefutation::unproved(self.encoding, below))
        };
        needed.map(claim).collect()
    }
}
