//! The two searches on states: the greedy one, and the visit of every state. Each goes on where it
//! was interrupted.

use std::time::{Duration, Instant};

use saut_plan::exhaustive::{ClosedStates, Exploration, ExplorationEnding};
use saut_plan::gbfs::{Gbfs, GreedyEnding};
use saut_plan::stop::{Stop, StopReason};
use saut_plan::{Domain, Error, Method, Settings};

/// What a search has found.
pub(super) enum Found<P> {
    /// A plan, replayed.
    Plan(P, Method),
    /// Every state, and no goal among them; checked.
    Closed(ClosedStates),
}

/// A turn of a search ends with what it has found, or with what ended it.
pub(super) type Turn<P> = Result<Found<P>, StopReason>;

/// Both searches, and what they have spent.
pub(super) struct Search<'a, D: Domain> {
    domain: &'a D,
    gbfs: Gbfs<'a, D>,
    /// None before it began, and when its states had become too many.
    exploration: Option<Exploration<'a, D>>,
    /// The states of the visit may take this much memory, in MiB. Its check takes as much again.
    most_mib: u64,
    /// Whether the visit needs more memory than it may have.
    is_too_large: bool,
    /// Whether the greedy search ran dry: then every state is worth a visit.
    pub is_exhausted: bool,
    /// What the greedy search has spent.
    pub greedy: Duration,
    /// What the visit has spent.
    pub exhaustive: Duration,
}

impl<'a, D: Domain> Search<'a, D> {
    /// What the visit may take where there is no limit of memory, in MiB.
    const ENOUGH_MIB: u64 = 2048;

    /// Nothing was looked at.
    pub fn new(domain: &'a D, settings: &Settings) -> Self {
        let memory = settings.stop.memory_mib();
        Self {
            domain,
            gbfs: Gbfs::new(domain),
            exploration: None,
            most_mib: memory.map_or(Self::ENOUGH_MIB, |mib| mib / 3),
            is_too_large: false,
            is_exhausted: false,
            greedy: Duration::ZERO,
            exhaustive: Duration::ZERO,
        }
    }

    /// A turn of the greedy search, until it has evaluated this many states since the beginning.
    pub fn greedy(&mut self, stop: &Stop, most: Option<u64>) -> Result<Turn<D::Replayed>, Error> {
        let began = Instant::now();
        let outcome = self.gbfs.run(stop, most);
        self.greedy += began.elapsed();
        let outcome = outcome?;
        let evaluated = outcome.evaluated;
        Ok(match outcome.ending {
            GreedyEnding::Plan(plan) => Ok(Found::Plan(plan, Method::BestFirst { evaluated })),
            GreedyEnding::Exhausted => {
                self.is_exhausted = true;
                Err(StopReason::NothingLeft)
            }
            GreedyEnding::Stopped(why) => Err(why),
        })
    }

    /// A turn of the visit, until it has reached this many states.
    pub fn exhaustive(
        &mut self,
        stop: &Stop,
        turn: Option<Duration>,
        most: usize,
    ) -> Result<Turn<D::Replayed>, Error> {
        if self.is_too_large {
            return Ok(Err(StopReason::TooLarge));
        }
        let began = Instant::now();
        let domain = self.domain;
        let exploration = self
            .exploration
            .get_or_insert_with(|| Exploration::new(domain));
        let ending = exploration.run(stop, turn, most, self.most_mib);
        self.exhaustive += began.elapsed();
        Ok(match ending? {
            ExplorationEnding::Plan(plan) => Ok(Found::Plan(plan, Method::Exhaustive)),
            ExplorationEnding::Infeasible(closed) => Ok(Found::Closed(closed)),
            ExplorationEnding::Stopped(why) => {
                if why == StopReason::TooLarge {
                    self.is_too_large = true;
                    self.exploration = None;
                }
                Err(why)
            }
        })
    }

    /// Turns of both until `stop` says so, each twice as long as the one before; the visit has half as
    /// much time as the greedy search.
    pub fn by_turns(&mut self, stop: &Stop) -> Result<Turn<D::Replayed>, Error> {
        let mut turn = Duration::from_secs(1);
        loop {
            if !self.is_exhausted {
                let found = self.greedy(&stop.with_timeout(turn), None)?;
                if found.is_ok() {
                    return Ok(found);
                }
            }
            let whole = self.is_exhausted;
            let visit = (!whole).then_some(turn / 2);
            let found = self.exhaustive(stop, visit, usize::MAX)?;
            if let (false, false, Some(why)) = (found.is_ok(), whole, stop.why()) {
                return Ok(Err(why));
            }
            if whole || found.is_ok() {
                return Ok(found);
            }
            turn *= 2;
        }
    }
}
