//! Relaxed reachability once more, over ground actions and with negative preconditions.
//!
//! The joins know nothing of negative preconditions on facts that are deleted, of conditions
//! that were split later, and of mutex groups; this pass does, and it is linear.

use crate::raw::RawAction;

/// What can come about.
pub(super) struct Forward {
    /// For each action whether it may be applicable at some time.
    pub(super) live: Vec<bool>,
    /// For each fact whether it may hold at some time.
    pub(super) may_hold: Vec<bool>,
    /// For each fact whether it may fail to hold at some time.
    pub(super) may_fail: Vec<bool>,
}

/// The fixpoint of what can hold and what can fail, from the initial state.
pub(super) fn forward(actions: &[RawAction], initial: &[bool]) -> Forward {
    let facts = initial.len();
    let occurrences = Occurrences::new(actions, facts);
    let mut forward = Forward {
        live: vec![false; actions.len()],
        may_hold: initial.to_vec(),
        may_fail: initial.iter().map(|holds| !holds).collect(),
    };
    let count = |action: &RawAction| action.positive.len() + action.negative.len();
    let mut waiting: Vec<usize> = actions.iter().map(count).collect();
    let mut literals: Vec<usize> = (0..facts)
        .map(|fact| literal(fact, initial[fact]))
        .collect();
    let mut ready: Vec<usize> = (0..actions.len()).filter(|a| waiting[*a] == 0).collect();
    loop {
        while let Some(action) = ready.pop() {
            forward.live[action] = true;
            for fact in &actions[action].added {
                let fact = *fact as usize;
                if !std::mem::replace(&mut forward.may_hold[fact], true) {
                    literals.push(literal(fact, true));
                }
            }
            for fact in &actions[action].deleted {
                let fact = *fact as usize;
                if !std::mem::replace(&mut forward.may_fail[fact], true) {
                    literals.push(literal(fact, false));
                }
            }
        }
        let Some(literal) = literals.pop() else {
            return forward;
        };
        for action in occurrences.of(literal) {
            let action = *action as usize;
            waiting[action] -= 1;
            if waiting[action] == 0 {
                ready.push(action);
            }
        }
    }
}

/// A fact that holds, or does not, as one number.
fn literal(fact: usize, holds: bool) -> usize {
    2 * fact + usize::from(holds)
}

/// For each literal the actions that have it as a precondition.
struct Occurrences {
    starts: Vec<usize>,
    actions: Vec<u32>,
}

impl Occurrences {
    fn new(actions: &[RawAction], facts: usize) -> Self {
        let literals = |action: &RawAction| -> Vec<usize> {
            let positive = action
                .positive
                .iter()
                .map(|fact| literal(*fact as usize, true));
            let negative = action
                .negative
                .iter()
                .map(|fact| literal(*fact as usize, false));
            positive.chain(negative).collect()
        };
        let mut starts = vec![0; 2 * facts + 2];
        for action in actions {
            for literal in literals(action) {
                starts[literal + 1] += 1;
            }
        }
        for index in 1..starts.len() {
            starts[index] += starts[index - 1];
        }
        let mut next = starts.clone();
        let mut all = vec![0; starts[2 * facts]];
        for (action, number) in actions.iter().zip(0..) {
            for literal in literals(action) {
                all[next[literal]] = number;
                next[literal] += 1;
            }
        }
        Self {
            starts,
            actions: all,
        }
    }

    fn of(&self, literal: usize) -> &[u32] {
        &self.actions[self.starts[literal]..self.starts[literal + 1]]
    }
}
