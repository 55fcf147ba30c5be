//! Mutex groups: sets of fluents of which at most one, or exactly one, is true in every reachable state.
//!
//! A group is proved by induction over the actions, so its source need not be trusted. Initially, exactly one member is
//! true (at most one, for a group of kind *at most one*). An action may add at most one member, and only if it requires
//! another member to be true and deletes that member. In a group of kind *exactly one*, an action may not delete the
//! true member without adding another. A group contains no derived fluents. No conditional effect may add a member. In
//! a group of kind *exactly one*, no conditional effect may delete a member.
//!
//! Edelkamp and Helmert, *Exhibiting knowledge in planning problems to minimize state encoding length* (ECP 1999), here
//! for ground tasks.

use saut_base::bits;

use super::{Action, Fluent, InvalidTask, Literal, Transitions};

/// The number of members that are true in a reachable state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupKind {
    /// Zero or one.
    AtMostOne,
    /// Exactly one.
    ExactlyOne,
}

/// A mutex group: a set of fluents and the number of them that are true in every reachable state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The members of the group.
    pub fluents: Vec<Fluent>,
    /// How many members are true.
    pub kind: GroupKind,
}

impl Group {
    /// Proves the group for the transitions of a task.
    ///
    /// # Errors
    /// [`InvalidTask`] with the violated condition.
    pub fn check(&self, task: &Transitions) -> Result<(), InvalidTask> {
        self.check_changes(task, &task.actions)
    }

    /// Proves the group from the actions in `changing`, which must include all actions that change a member.
    pub(super) fn check_changes<'a>(
        &self,
        task: &Transitions,
        changing: impl IntoIterator<Item = &'a Action>,
    ) -> Result<(), InvalidTask> {
        let no = |fact: String| {
            let fact = format_args!("this is not a mutex group: {fact}");
            Err(InvalidTask::new(fact))
        };
        if let Some(derived) = self.fluents.iter().find(|&&member| task.is_derived(member)) {
            return no(format!("fluent {} is derived", derived.index()));
        }
        let members = self.fluents.iter().map(|member| member.index());
        let members = bits::row(task.fluents.len(), members);
        let at_start = bits::iter(&members).filter(|&f| task.start[f]).count();
        if at_start > 1 || (at_start == 0 && self.kind == GroupKind::ExactlyOne) {
            return no(format!("{at_start} members are true in the initial state"));
        }
        let broken_by = |action: &&Action| !self.is_kept_by(action, &members);
        match changing.into_iter().find(broken_by) {
            Some(action) => no(format!(
                "action {} can change the number of true members",
                action.name
            )),
            None => Ok(()),
        }
    }

    fn is_kept_by(&self, action: &Action, members: &[u64]) -> bool {
        let has = |fluent: Fluent| bits::get(members, fluent.index());
        let mut conditional = action.conditional.iter().map(|one| one.effect);
        let breaks = |effect: Literal| {
            has(effect.fluent) && (effect.value || self.kind == GroupKind::ExactlyOne)
        };
        if conditional.any(breaks) {
            return false;
        }
        let needed = || {
            let wanted = action.preconditions.iter().filter(|wanted| wanted.value);
            wanted.map(|wanted| wanted.fluent).filter(|&f| has(f))
        };
        if needed().nth(1).is_some() {
            return true; // an action that requires two members is never applicable
        }
        let needed = needed().next();
        let added = action.adds().filter(|&f| has(f)).count();
        let deletes_needed = needed.is_some_and(|needed| action.deletes().any(|f| f == needed));
        let deletes_other = action.deletes().any(|f| has(f) && Some(f) != needed);
        match (added, self.kind) {
            (0, GroupKind::AtMostOne) => true,
            // A member that the action does not require may be the true member.
            (0, GroupKind::ExactlyOne) => !deletes_needed && (!deletes_other || needed.is_some()),
            (1, _) => deletes_needed,
            _ => false,
        }
    }
}
