//! Relaxed reachability once more, over ground actions and with negative preconditions.
//!
//! The joins know nothing of negative preconditions on facts that are deleted, of conditions
//! that were split later, and of mutex groups; this pass does, and it is linear.

use super::limits::{GroundingLimits, Stopped};
use crate::raw::{Packed, RawAction, RawLists};

/// Facts and actions that can come about.
pub(super) struct Forward {
    /// For each action, and then for each axiom, whether it may be applicable at some time.
    pub(super) live: Vec<bool>,
    /// For each fact whether it may hold at some time.
    pub(super) may_hold: Vec<bool>,
    /// For each fact whether it may fail to hold at some time.
    pub(super) may_fail: Vec<bool>,
}

/// The fixpoint of what can hold and what can fail, from the initial state. Derived facts, the heads of axioms, may
/// fail at the start unless they always follow. The tests, facts that stand for comparisons, may hold and fail at any
/// time.
pub(super) fn forward(
    actions: &[RawAction],
    axioms: &[RawAction],
    initial: &[bool],
    tests: &[u32],
    limits: &GroundingLimits,
) -> Result<Forward, Stopped> {
    let forward = fixpoint(actions, axioms, initial, tests, limits)?;
    if axioms.is_empty() {
        return Ok(forward);
    }
    let always = always(axioms, &forward, limits)?;
    if !always.contains(&true) {
        return Ok(forward);
    }
    let initial: Vec<bool> = initial.iter().zip(&always).map(|(a, b)| *a || *b).collect();
    fixpoint(actions, axioms, &initial, tests, limits)
}

/// The facts that follow in every state from what always holds and what never does.
fn always(
    axioms: &[RawAction],
    forward: &Forward,
    limits: &GroundingLimits,
) -> Result<Vec<bool>, Stopped> {
    let mut is_derived = vec![false; forward.may_hold.len()];
    for head in axioms.iter().flat_map(|axiom| &axiom.effects) {
        is_derived[head.fact() as usize] = true;
    }
    let mut always = vec![false; forward.may_hold.len()];
    let mut has_grown = true;
    while std::mem::take(&mut has_grown) {
        for axiom in axioms {
            limits.poll(0)?;
            let is_sure = |one: &Packed| {
                let fact = one.fact() as usize;
                if one.holds() {
                    always[fact] || !is_derived[fact] && !forward.may_fail[fact]
                } else {
                    !forward.may_hold[fact]
                }
            };
            if axiom.preconditions.iter().all(is_sure) {
                for head in &axiom.effects {
                    let head = head.fact() as usize;
                    has_grown |= !std::mem::replace(&mut always[head], true);
                }
            }
        }
    }
    Ok(always)
}

fn fixpoint(
    actions: &[RawAction],
    axioms: &[RawAction],
    initial: &[bool],
    tests: &[u32],
    limits: &GroundingLimits,
) -> Result<Forward, Stopped> {
    let facts = initial.len();
    let conditional = actions.iter().flat_map(of_conditional);
    let conditional = conditional.map(|one| limits.poll(one.preconditions.len()).map(|()| one));
    let conditional: Vec<RawAction> = conditional.collect::<Result<_, _>>()?;
    let all = || actions.iter().chain(axioms).chain(&conditional);
    let number = actions.len() + axioms.len() + conditional.len();
    let at = |index: usize| match index.checked_sub(actions.len()) {
        None => &actions[index],
        Some(axiom) => axioms
            .get(axiom)
            .unwrap_or_else(|| &conditional[axiom - axioms.len()]),
    };
    let occurrences = Occurrences::new(all(), facts);
    let mut forward = Forward {
        live: vec![false; number],
        may_hold: initial.to_vec(),
        may_fail: initial.iter().map(|holds| !holds).collect(),
    };
    let mut waiting: Vec<usize> = all().map(|action| action.preconditions.len()).collect();
    let at_start = initial.iter().zip(0..);
    let mut literals: Vec<Packed> = at_start
        .map(|(holds, fact)| Packed::new(fact, *holds))
        .collect();
    for &test in tests {
        forward.may_hold[test as usize] = true;
        literals.push(Packed::new(test, true));
    }
    let mut ready: Vec<usize> = (0..number).filter(|a| waiting[*a] == 0).collect();
    loop {
        while let Some(action) = ready.pop() {
            limits.poll(at(action).effects.len())?;
            forward.live[action] = true;
            for &effect in &at(action).effects {
                let may_be = if effect.holds() {
                    &mut forward.may_hold
                } else {
                    &mut forward.may_fail
                };
                if !std::mem::replace(&mut may_be[effect.fact() as usize], true) {
                    literals.push(effect);
                }
            }
        }
        let Some(literal) = literals.pop() else {
            return Ok(forward);
        };
        limits.poll(occurrences.of(literal).len())?;
        for action in occurrences.of(literal) {
            let action = *action as usize;
            waiting[action] -= 1;
            if waiting[action] == 0 {
                ready.push(action);
            }
        }
    }
}

/// The conditional effects of an action as actions that need their conditions, too.
fn of_conditional(action: &RawAction) -> impl Iterator<Item = RawAction> + '_ {
    action.conditional.iter().filter_map(|effect| {
        let lists = RawLists {
            preconditions: [&action.preconditions[..], &effect.conditions].concat(),
            effects: effect.effects.clone(),
            conditional: Vec::new(),
        };
        Some(lists.tidy()?.action(None, &[], 0))
    })
}

/// For each literal the actions that have it as a precondition.
struct Occurrences {
    starts: Vec<usize>,
    actions: Vec<u32>,
}

impl Occurrences {
    fn new<'a>(actions: impl Iterator<Item = &'a RawAction> + Clone, facts: usize) -> Self {
        let mut starts = vec![0; 2 * facts + 2];
        for action in actions.clone() {
            for literal in &action.preconditions {
                starts[literal.index() + 1] += 1;
            }
        }
        for index in 1..starts.len() {
            starts[index] += starts[index - 1];
        }
        let mut next = starts.clone();
        let mut all = vec![0; starts[2 * facts]];
        for (action, number) in actions.zip(0..) {
            for literal in &action.preconditions {
                let next = &mut next[literal.index()];
                all[*next] = number;
                *next += 1;
            }
        }
        Self {
            starts,
            actions: all,
        }
    }

    fn of(&self, literal: Packed) -> &[u32] {
        let literal = literal.index();
        &self.actions[self.starts[literal]..self.starts[literal + 1]]
    }
}
