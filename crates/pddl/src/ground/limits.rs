//! When grounding gives up.

use std::fmt;

/// What grounding may use. Reaching a limit is an outcome, not an error.
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

impl GroundingLimits<'_> {
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

/// Which limit was reached.
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
    /// The conditional effects or disjunctions of one ground action (or of the goal) have too
    /// many cases to be written as actions without them.
    Cases(String),
    /// A number does not fit into the states of a search.
    Numbers,
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Asked => f.write_str("grounding was stopped"),
            Self::Facts => f.write_str("more reachable atoms than the limit"),
            Self::Actions => f.write_str("more ground actions than the limit"),
            Self::Memory => f.write_str("grounding needs more memory than the limit"),
            Self::Numbers => f.write_str(
                "a number of the task does not fit into 64 bits above and below the line",
            ),
            Self::Cases(what) => write!(
                f,
                "{what}: the disjunctions or conditional effects have too many cases"
            ),
        }
    }
}
