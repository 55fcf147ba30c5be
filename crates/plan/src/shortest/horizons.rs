//! What is known of the horizons, and which is next: what the threads share.

use std::collections::BTreeMap;

use crate::decision::Method;
use crate::error::Error;
use crate::stop::{Stop, StopReason};

/// The horizons that come after the last are tried only up to this one.
const LAST_HORIZON: usize = 100_000;

/// A plan of some horizon.
pub(super) struct Witness<P> {
    /// The plan, replayed.
    pub plan: P,
    /// The formula that gave it.
    pub method: Method,
}

/// What is known of one horizon.
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
    /// How many were given before.
    pub number: usize,
}

/// What an attempt came to: what is known of its horizon, or the limit that ended it.
pub(super) struct Outcome<P> {
    /// What is known, or why it is not.
    pub known: Result<HorizonStatus<P>, StopReason>,
    /// Conflicts of the backend, where it told.
    pub conflicts: u64,
}

/// The first horizon with a plan, all below being refuted.
pub(super) struct First<P> {
    /// Its plan.
    pub witness: Witness<P>,
    /// The horizons below that the claim "no shorter plan" needs refuted, with the proofs that
    /// there are.
    pub needed: Vec<(usize, Option<Vec<u8>>)>,
}

/// The horizons from the first on.
pub(super) struct Horizons<P> {
    next: usize,
    most: usize,
    /// How many below the last need a proof; 0 means all.
    padding: usize,
    known: BTreeMap<usize, HorizonStatus<P>>,
    pub attempts: usize,
    pub conflicts: u64,
    pub failed: Option<Error>,
    pub gave_up: Option<StopReason>,
}

impl<P> Horizons<P> {
    /// All from `first` to `most`, of which nothing is known.
    pub fn new(first: usize, most: Option<usize>, padding: usize) -> Self {
        Self {
            next: first,
            most: most.unwrap_or(LAST_HORIZON),
            padding,
            known: BTreeMap::new(),
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
            Ok(Outcome { known, conflicts }) => {
                self.conflicts += conflicts;
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

    /// Proofs that will not be needed are not kept.
    fn forget(&mut self) {
        if self.padding == 0 {
            return;
        }
        let mut known = self.known.iter();
        let open = known.find(|(_, known)| !matches!(known, HorizonStatus::Refuted(_)));
        let open = open.map_or(self.next, |(&horizon, _)| horizon);
        for (_, known) in self.known.range_mut(..open.saturating_sub(self.padding)) {
            *known = HorizonStatus::Refuted(None);
        }
    }

    /// The first horizon with a plan, if all from `first` up to it are refuted.
    pub fn end(self, first: usize) -> Option<First<P>> {
        let mut proofs = BTreeMap::new();
        for (horizon, known) in self.known {
            match known {
                HorizonStatus::Refuted(proof) => _ = proofs.insert(horizon, proof),
                HorizonStatus::Open(_) => return None,
                HorizonStatus::Plan(witness) => {
                    let lowest = match self.padding {
                        0 => first,
                        padding => first.max(horizon.saturating_sub(padding)),
                    };
                    let needed = (lowest..horizon)
                        .map(|below| (below, proofs.remove(&below).flatten()))
                        .collect();
                    return Some(First { witness, needed });
                }
            }
        }
        None
    }
}
