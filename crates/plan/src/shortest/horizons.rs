//! Horizons, known and next: the state that the threads share.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::decision::Method;
use crate::error::Error;
use crate::stop::{Stop, StopReason};

/// The horizons that come after the last are tried only up to this one.
const LAST_HORIZON: usize = 100_000;

/// To prove a refuted horizon once more, and to check that, is taken to need so many times what it took.
const PROOF_TO_SEARCH: u32 = 10;

/// A plan of some horizon.
pub(super) struct Witness<P> {
    /// The plan, replayed.
    pub plan: P,
    /// The formula that gave it.
    pub method: Method,
}

/// Status of one horizon.
pub(super) enum HorizonStatus<P> {
    /// Being worked on, by a call that this ends.
    Open(Stop),
    /// There is no plan; the DRAT proof, if it is needed and there is one.
    Refuted(Option<Vec<u8>>),
    /// There is a plan.
    Plan(Witness<P>),
}

/// A horizon that was given to a thread.
pub(super) struct Turn {
    /// The horizon.
    pub horizon: usize,
    /// Ends the work on it.
    pub stop: Stop,
    /// Number of horizons given before.
    pub number: usize,
}

/// Result of an attempt: the status of its horizon, or the limit that ended it.
pub(super) struct Outcome<P> {
    /// Status, or the reason why it is not known.
    pub known: Result<HorizonStatus<P>, StopReason>,
    /// Conflicts of the backend, where it told.
    pub conflicts: u64,
    /// Wall-clock time.
    pub elapsed: Duration,
}

/// Result of all horizons together.
pub(super) struct End<P> {
    /// The plan of the smallest horizon that has one.
    pub witness: Option<Witness<P>>,
    /// Whether no horizon below has a plan, if those needed are refuted.
    pub is_first: bool,
    /// The horizons that must be refuted for the claim "no shorter plan", with the proofs that there are; if that is
    /// not known, for the greatest number of steps of which it is known that they are too few.
    pub needed: Vec<(usize, Option<Vec<u8>>)>,
}

/// The horizons from the first on.
pub(super) struct Horizons<P> {
    first: usize,
    next: usize,
    most: usize,
    /// Number of horizons below the last that need a proof; 0 means all.
    padding: usize,
    known: BTreeMap<usize, HorizonStatus<P>>,
    /// The time that those refuted took.
    elapsed: BTreeMap<usize, Duration>,
    pub attempts: usize,
    pub conflicts: u64,
    pub failed: Option<Error>,
    pub gave_up: Option<StopReason>,
}

impl<P> Horizons<P> {
    /// All from `first` to `most`, of which nothing is known.
    pub fn new(first: usize, most: Option<usize>, padding: usize) -> Self {
        Self {
            first,
            next: first,
            most: most.unwrap_or(LAST_HORIZON),
            padding,
            known: BTreeMap::new(),
            elapsed: BTreeMap::new(),
            attempts: 0,
            conflicts: 0,
            failed: None,
            gave_up: None,
        }
    }

    /// The next horizon for a thread, unless one below all open ones has a plan.
    pub fn turn(&mut self, stop: &Stop) -> Option<Turn> {
        let is_over = self.failed.is_some() || self.gave_up.is_some();
        if is_over || self.best().is_some() || self.next > self.most {
            return None;
        }
        if let Some(why) = stop.why() {
            self.gave_up = Some(why);
            return None;
        }
        let turn = Turn {
            horizon: self.next,
            stop: stop.child(),
            number: self.attempts,
        };
        self.next += 1;
        self.attempts += 1;
        self.known
            .insert(turn.horizon, HorizonStatus::Open(turn.stop.clone()));
        Some(turn)
    }

    /// Takes down what an attempt came to, and ends those that have become pointless.
    pub fn record_outcome(&mut self, horizon: usize, outcome: Result<Outcome<P>, Error>) {
        match outcome {
            Err(error) => self.failed = Some(error),
            Ok(Outcome {
                known,
                conflicts,
                elapsed,
            }) => {
                self.conflicts += conflicts;
                self.elapsed.insert(horizon, elapsed);
                match known {
                    Ok(known) => _ = self.known.insert(horizon, known),
                    Err(why) => {
                        self.known.remove(&horizon);
                        // The first reason: what is given up on its account says that it was interrupted.
                        if self.best().is_none_or(|best| best > horizon) {
                            self.gave_up.get_or_insert(why);
                        }
                    }
                }
            }
        }
        let is_over = self.failed.is_some() || self.gave_up.is_some();
        let best = if is_over { Some(0) } else { self.best() };
        for (&other, known) in &self.known {
            if let (HorizonStatus::Open(stop), true) =
                (known, best.is_some_and(|best| other > best))
            {
                stop.request();
            }
        }
        self.forget();
    }

    /// The smallest horizon with a plan so far.
    fn best(&self) -> Option<usize> {
        let mut plans = self
            .known
            .iter()
            .filter(|(_, known)| matches!(known, HorizonStatus::Plan(_)));
        plans.next().map(|(&horizon, _)| horizon)
    }

    fn is_refuted(&self, horizon: usize) -> bool {
        matches!(self.known.get(&horizon), Some(HorizonStatus::Refuted(_)))
    }

    /// The smallest horizon that is not refuted.
    fn frontier(&self) -> usize {
        let refuted = (self.first..).take_while(|&horizon| self.is_refuted(horizon));
        self.first + refuted.count()
    }

    /// The first of those horizons whose refutation says that all below `horizon` are too small.
    fn lowest(&self, horizon: usize) -> usize {
        match self.padding {
            0 => self.first,
            padding => self.first.max(horizon.saturating_sub(padding)),
        }
    }

    /// Proofs that will not be needed are not kept.
    fn forget(&mut self) {
        if self.padding == 0 {
            return;
        }
        let lowest = self.lowest(self.frontier());
        for (_, known) in self.known.range_mut(..lowest) {
            *known = HorizonStatus::Refuted(None);
        }
    }

    /// The greatest number of steps for which a proof that all fewer are too few can be had within this time. Where
    /// every horizon needs its own, they are proved from the first on, as far as the time goes.
    fn provable(&self, left: Option<Duration>) -> usize {
        let frontier = self.frontier();
        let is_quick = |&horizon: &usize| {
            let below = horizon.checked_sub(1);
            let elapsed = below.and_then(|below| self.elapsed.get(&below));
            let needed = elapsed.map_or(Duration::ZERO, |&elapsed| elapsed * PROOF_TO_SEARCH);
            left.is_none_or(|left| needed <= left)
        };
        if self.padding == 0 {
            return frontier;
        }
        let mut all = (self.first..=frontier).rev();
        all.find(is_quick).unwrap_or(self.first)
    }

    /// Result in the end, and what can be proved of it in the time that is left.
    pub fn end(mut self, left: Option<Duration>) -> End<P> {
        let best = self.best();
        let is_first = best.is_some_and(|best| {
            let mut below = self.lowest(best)..best;
            below.all(|horizon| self.is_refuted(horizon))
        });
        let bound = best.filter(|_| is_first);
        let bound = bound.unwrap_or_else(|| self.provable(left));
        let needed = (self.lowest(bound)..bound)
            .map(|below| match self.known.remove(&below) {
                Some(HorizonStatus::Refuted(proof)) => (below, proof),
                _ => (below, None),
            })
            .collect();
        let witness = best.and_then(|best| match self.known.remove(&best) {
            Some(HorizonStatus::Plan(witness)) => Some(witness),
            _ => None,
        });
        End {
            witness,
            is_first,
            needed,
        }
    }
}
