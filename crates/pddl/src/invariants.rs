//! Mutex groups.

use crate::ground::raw::RawAction;
use crate::problem::GroundAtom;

/// Facts of which at most one holds.
pub(crate) struct RawGroup {
    pub(crate) facts: Vec<u32>,
    pub(crate) exactly_one: bool,
}

/// Finds groups.
pub(crate) fn groups(
    _atoms: &[GroundAtom],
    _initial: &[bool],
    _actions: &[RawAction],
    _should_stop: &dyn Fn() -> bool,
) -> Vec<RawGroup> {
    Vec::new()
}
