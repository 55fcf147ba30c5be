//! The horizons of a search, with their results so far. The engines share this state.

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

/// Estimated time to prove and check a refuted horizon, as a multiple of the time to refute it.
const PROOF_TO_SEARCH: u32 = 10;

/// Effort per horizon, and the order in which horizons are tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// Number of horizons that are tried alternately: the smallest ones without an answer.
    window: usize,
    /// Maximum number of attempts at a horizon.
    rounds: u32,
    /// Conflict limit of the first attempt at a horizon; it doubles with every further attempt. Without a limit, the
    /// first attempt without an answer ends the search.
    conflicts: Option<u64>,
    /// Conflict limit of the proof for a horizon.
    pub of_proof: Option<u64>,
}

impl Effort {
    /// Effort for horizons that are shorter than a known plan.
    pub const BRIEF: Self = Self {
        window: 4,
        rounds: 4,
        conflicts: Some(15_000),
        of_proof: Some(200_000),
    };

    /// Creates the effort without conflict limits, with one horizon per thread at a time.
    pub fn unlimited(threads: usize) -> Self {
        Self {
            window: threads.max(1),
            rounds: 1,
            conflicts: None,
            of_proof: None,
        }
    }
}

#[derive(Default)]
struct HorizonStatus {
    /// Stops the current attempt, if there is one.
    open: Option<Stop>,
    /// Number of attempts without an answer.
    tried: u32,
    /// The claim that there is no plan. Its proof is dropped if it is not needed.
    refuted: Option<ClaimedRefutation>,
    /// Time that the refutation took.
    elapsed: Duration,
    proved: Option<RefutedHorizon>,
}

/// An attempt at a horizon, to be made by an engine.
pub(super) struct HorizonAttempt {
    pub horizon: usize,
    pub stop: Stop,
    /// Number of earlier attempts at any horizon.
    pub before: usize,
    /// Number of earlier attempts at this horizon.
    pub round: u32,
    pub conflicts: Option<u64>,
}

/// The next turn of an engine.
pub(super) enum Next {
    /// Solve the formula of a horizon.
    Attempt(HorizonAttempt),
    /// Check the proof of a refuted horizon, or create the proof if there is none.
    Proof(ClaimedRefutation),
    /// Nothing: wait for the attempts of other engines, or end.
    Nothing(Turn),
}

pub(super) struct Horizons<'a> {
    task: &'a Task,
    pub encoding: Encoding,
    all: Range<usize>,
    pub effort: Effort,
    /// Number of steps of the shortest known plan.
    plan: Option<usize>,
    known: BTreeMap<usize, HorizonStatus>,
    attempts: usize,
    gave_up: Option<StopReason>,
    /// Claims whose proofs have yet to be checked; `None` during the search.
    unproved: Option<VecDeque<ClaimedRefutation>>,
}

impl<'a> Horizons<'a> {
    /// Creates all horizons of a range, without results. `plan` is the number of steps of a known plan.
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

    /// Returns the next turn of an engine. `search` has the limits of the search for plans, and `all` has the limits of
    /// the whole race. An attempt ends when one of these limits is reached.
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

    /// Returns the next attempt: at the horizon of the window with the fewest attempts.
    fn attempt(&mut self, search: &Stop, all: &Stop) -> Option<HorizonAttempt> {
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
        Some(HorizonAttempt {
            horizon,
            stop,
            before: self.attempts - 1,
            round,
            conflicts: self.effort.conflicts.map(|first| first << round),
        })
    }

    /// Records the result of an attempt, and stops attempts that have become pointless. Returns the plan if it is
    /// shorter than all earlier plans.
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
                // Only the first reason counts: attempts that are stopped because of it end as interrupted.
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

    /// Records a checked proof.
    pub fn is_proved(&mut self, refuted: RefutedHorizon) {
        let known = self.known.entry(refuted.proof().horizon).or_default();
        known.proved = Some(refuted);
    }

    /// Records that a proof was not found. If every horizon needs a separate proof, the proofs of larger horizons are
    /// useless without this one.
    pub fn has_no_proof(&mut self) {
        if let (None, Some(unproved)) = (padding(self.task, self.encoding), &mut self.unproved) {
            unproved.clear();
        }
    }

    /// Takes the proved horizons, in increasing order. Also returns whether they prove that no plan is shorter than the
    /// shortest known plan; `None` without a plan.
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

    /// Returns the horizons of the range that together imply that every plan has at least this number of steps.
    fn too_few(&self, steps: usize) -> Range<usize> {
        let too_few = too_few(self.task, self.encoding, steps);
        too_few.start.max(self.all.start)..too_few.end
    }

    fn is_refuted(&self, horizon: usize) -> bool {
        matches!(self.known.get(&horizon), Some(known) if known.refuted.is_some())
    }

    /// Returns the smallest horizon that is not refuted.
    fn frontier(&self) -> usize {
        let first = self.all.start;
        let refuted = (first..).take_while(|&horizon| self.is_refuted(horizon));
        first + refuted.count()
    }

    /// Drops proofs that will not be needed.
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

    /// Returns the greatest number n such that the proof of "fewer than n steps are too few" is expected to take at
    /// most this time. If every horizon needs a separate proof, the horizons are proved from the first one on, as far
    /// as time allows.
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

    /// Returns the refutations to prove, with the proofs known so far. They establish the claim "no shorter plan". If
    /// the claim cannot be established, they prove the greatest provable lower bound on the number of steps. With a
    /// brief effort, only the claim is proved.
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
