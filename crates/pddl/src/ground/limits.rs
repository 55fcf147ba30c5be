//! Limits of grounding: atoms, actions, cases, memory, and a question whether to stop.

use std::fmt;

use saut_numeric::Exact;
use saut_task::stop::{Stop, StopReason};
use saut_task::words::grouped;

/// Limits of grounding. Reaching a limit is an outcome, not an error.
#[derive(Clone, Copy)]
pub struct GroundingLimits<'a> {
    /// Most reachable atoms.
    pub facts: usize,
    /// Most ground actions.
    pub actions: usize,
    /// Most cases that one action or the goal is split into for its disjunctions and conditional effects. Where there
    /// are more, disjunctions become derived facts.
    pub cases: usize,
    /// Most bytes, about.
    pub memory: usize,
    /// Asked again and again; grounding stops soon after it says yes.
    pub should_stop: &'a dyn Fn() -> bool,
}

impl Default for GroundingLimits<'_> {
    /// Ten million atoms and actions, 4 GiB, as long as it takes.
    fn default() -> Self {
        Self {
            facts: 10_000_000,
            actions: 10_000_000,
            cases: 4096,
            memory: 4 << 30,
            should_stop: &|| false,
        }
    }
}

impl<'a> GroundingLimits<'a> {
    /// The usual limits, and an end when this says yes.
    pub fn until(should_stop: &'a dyn Fn() -> bool) -> Self {
        Self {
            should_stop,
            ..Self::default()
        }
    }

    /// Asks whether to stop, at the first of some pieces of work and then now and again.
    pub(crate) fn poll(&self, done: usize) -> Result<(), Stopped> {
        const EVERY: usize = 1024;
        if done.is_multiple_of(EVERY) && (self.should_stop)() {
            return Err(Stopped::Asked);
        }
        Ok(())
    }

    /// Most solutions of one join.
    pub(super) fn most_solutions(&self) -> usize {
        self.actions
    }
}

/// Limit that was reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// [`GroundingLimits::should_stop`] said so.
    Asked,
    /// There are more atoms than [`GroundingLimits::facts`].
    Facts,
    /// There are more actions than [`GroundingLimits::actions`].
    Actions,
    /// More bytes than [`GroundingLimits::memory`] are needed.
    Memory,
    /// A limit was reached when there were many actions already, most of them of one schema.
    Schema {
        /// Its name.
        schema: String,
        /// Number of its actions.
        actions: usize,
        /// Limit that was reached.
        limit: Box<Stopped>,
    },
    /// The conditional effects or disjunctions of one ground action (or of the goal) have too
    /// many cases to be written as actions without them.
    Cases(String),
    /// A number does not fit into the states of a search.
    Numbers,
}

impl Stopped {
    /// The reason of an answer that was not reached.
    pub fn reason(&self, stop: &Stop) -> StopReason {
        match self.limit() {
            Self::Asked => stop.why().unwrap_or(StopReason::Interrupted),
            Self::Memory => StopReason::Memory,
            Self::Facts | Self::Actions | Self::Cases(_) | Self::Numbers | Self::Schema { .. } => {
                StopReason::TooLarge
            }
        }
    }
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Asked => f.write_str("grounding was stopped"),
            Self::Facts => f.write_str("more reachable atoms than the limit"),
            Self::Actions => f.write_str("more ground actions than the limit"),
            Self::Memory => f.write_str("grounding needs more memory than the limit"),
            Self::Schema {
                schema,
                actions,
                limit,
            } => {
                let actions = grouped(*actions);
                write!(
                    f,
                    "too large to ground: {actions} actions of schema `{schema}` so far ({limit})"
                )
            }
            Self::Numbers => write!(f, "a number of the task {}", Exact::TOO_LARGE),
            Self::Cases(what) => write!(
                f,
                "{what}: the disjunctions or conditional effects have too many cases"
            ),
        }
    }
}

impl Stopped {
    /// Number of ground actions of a schema when the limit was reached, if they were many.
    pub const fn actions(&self) -> Option<usize> {
        match self {
            Self::Schema { actions, .. } => Some(*actions),
            _ => None,
        }
    }

    /// The limit itself.
    pub fn limit(&self) -> &Self {
        match self {
            Self::Schema { limit, .. } => limit.limit(),
            limit => limit,
        }
    }

    /// The limit with the schema that has most of the actions so far, if they are many. `actions` are the numbers of
    /// all schemas.
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
