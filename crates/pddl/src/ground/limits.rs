//! Limits of grounding: atoms, actions, cases, memory, and a stop signal.

use saut_base::BadInput;
use saut_base::stop::{Stop, StopReason, Ticker};
use saut_base::words::grouped;
use saut_numeric::Exact;
use thiserror::Error;

/// Limits of grounding. If a limit is reached, the result is [`Stopped`].
#[derive(Clone, Debug)]
pub struct GroundingLimits {
    /// Maximum number of reachable atoms.
    pub facts: usize,
    /// Maximum number of ground actions.
    pub actions: usize,
    /// Maximum number of cases that one action or the goal is split into for its disjunctions and conditional effects.
    /// If there are more cases, disjunctions become derived facts.
    pub cases: usize,
    /// Maximum memory in bytes, approximately.
    pub memory: usize,
    /// Stop signal, which is polled regularly.
    pub stop: Ticker,
}

impl Default for GroundingLimits {
    /// Returns limits of ten million atoms, ten million actions and 4 GiB, without a time limit.
    fn default() -> Self {
        Self {
            facts: 10_000_000,
            actions: 10_000_000,
            cases: 4096,
            memory: 4 << 30,
            stop: Ticker::default(),
        }
    }
}

impl GroundingLimits {
    /// Returns the default limits, with the stop signal and the memory limit of `stop`.
    pub fn until(stop: &Stop) -> Self {
        let usual = Self::default();
        let memory = usize::try_from(stop.room(1)).unwrap_or(usize::MAX);
        Self {
            stop: Ticker::new(stop),
            memory: memory.min(usual.memory),
            ..usual
        }
    }

    /// Polls the stop signal, and counts the work for this number of atoms.
    pub(crate) fn poll(&self, atoms: usize) -> Result<(), Stopped> {
        const TURNS_OF_AN_ATOM: usize = 8;
        let turns = atoms.saturating_add(1).saturating_mul(TURNS_OF_AN_ATOM);
        self.stop.spend(turns).map_err(|_| Stopped::Asked)
    }
}

/// Limit that was reached.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Stopped {
    /// [`GroundingLimits::stop`] ended the grounding.
    #[error("grounding was stopped")]
    Asked,
    /// There are more atoms than [`GroundingLimits::facts`].
    #[error("more reachable atoms than the limit")]
    Facts,
    /// There are more actions than [`GroundingLimits::actions`].
    #[error("more ground actions than the limit")]
    Actions,
    /// More bytes than [`GroundingLimits::memory`] are needed.
    #[error("grounding needs more memory than the limit")]
    Memory,
    /// A limit was reached when one schema already had many actions.
    #[error("too large to ground: {} actions of schema `{schema}` so far ({limit})", grouped(*actions))]
    Schema {
        /// Name of the schema.
        schema: String,
        /// Number of ground actions of the schema.
        actions: usize,
        /// Limit that was reached.
        limit: Box<Stopped>,
    },
    /// The conditional effects or disjunctions of one ground action (or of the goal) have too many cases to be compiled
    /// away.
    #[error("{0} has too many cases because of its disjunctions or conditional effects")]
    Cases(String),
    /// A number does not fit into the states of a search.
    #[error("a number of the task {}", Exact::TOO_LARGE)]
    Numbers,
}

impl Stopped {
    /// Returns the reason for an undecided answer.
    pub fn reason(&self, stop: &Stop) -> StopReason {
        match self.limit() {
            Self::Asked => stop.stop_reason().unwrap_or(StopReason::Interrupted),
            Self::Memory => StopReason::Memory,
            Self::Facts | Self::Actions | Self::Cases(_) | Self::Numbers | Self::Schema { .. } => {
                StopReason::TooLarge
            }
        }
    }

    /// Returns the number of ground actions of the largest schema when the limit was reached, if there were many.
    pub const fn actions(&self) -> Option<usize> {
        match self {
            Self::Schema { actions, .. } => Some(*actions),
            _ => None,
        }
    }

    /// Returns the message that a task cannot be grounded. If a limit of the run ended the grounding, the field `limit`
    /// of the message names this limit.
    pub fn bad_input(&self, place: &str, stop: &Stop) -> BadInput {
        let mut bad = BadInput::new(place, format!("the task cannot be grounded: {self}"));
        bad.limit = match self.limit() {
            Self::Asked => stop.stop_reason(),
            Self::Memory if stop.memory_mib().is_some() => Some(StopReason::Memory),
            _ => None,
        };
        bad
    }

    /// Adds the name of the action or goal that has too many cases.
    pub(super) fn named(self, what: &str) -> Self {
        match self {
            Self::Cases(_) => Self::Cases(what.to_owned()),
            other => other,
        }
    }

    /// Returns the limit, without the schema.
    pub fn limit(&self) -> &Self {
        match self {
            Self::Schema { limit, .. } => limit.limit(),
            limit => limit,
        }
    }

    /// Adds the schema with the most ground actions, if there are many. `actions` has the name of each schema and its
    /// number of ground actions.
    pub(super) fn with_largest<'n>(self, actions: impl Iterator<Item = (&'n str, usize)>) -> Self {
        const MANY: usize = 10_000;
        match actions.max_by_key(|(_, actions)| *actions) {
            Some((schema, actions)) if actions >= MANY && *self.limit() == self => Self::Schema {
                schema: schema.to_owned(),
                actions,
                limit: Box::new(self),
            },
            _ => self,
        }
    }
}
