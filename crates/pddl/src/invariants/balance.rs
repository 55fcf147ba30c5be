//! Checks the instances of candidates for mutex groups.
//!
//! At most one fact of an instance holds in every reachable state if exactly one holds initially, and no action adds
//! more facts of the instance than it both requires and deletes. An action that requires two facts of the instance is
//! never applicable and does not count. Exactly one fact holds if, in addition, every action that deletes a fact of the
//! instance adds one.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use saut_base::stop::Ticker;
use saut_task::task::{Fluent, Group, GroupKind};

use crate::interned::{InternedAction, Packed, facts};
use crate::problem::GroundAtom;

const NONE: u32 = u32::MAX;

/// Checks candidates one after the other.
pub(super) struct Checker<'c> {
    atoms: &'c [GroundAtom],
    initial: &'c [bool],
    actions: &'c [InternedAction],
    by_predicate: BTreeMap<usize, Vec<u32>>,
    /// For each fact, the instance of the current candidate to which it belongs.
    instance_of: Vec<u32>,
    /// Number of examined facts and effects.
    pub(super) work: usize,
    limits: &'c Ticker,
}

struct Instance {
    key: Vec<u32>,
    facts: Vec<u32>,
    weight: usize,
    at_most_one: bool,
    at_least_one: bool,
}

/// Change of an instance by one action.
#[derive(Clone, Copy, Default)]
struct InstanceChange {
    instance: u32,
    added: usize,
    deleted: usize,
    deleted_required: usize,
    required: usize,
    /// Whether a conditional effect may delete a fact of the instance.
    is_unsure: bool,
}

impl<'c> Checker<'c> {
    pub(super) fn new(
        atoms: &'c [GroundAtom],
        initial: &'c [bool],
        actions: &'c [InternedAction],
        limits: &'c Ticker,
    ) -> Self {
        let mut by_predicate: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
        for (atom, fact) in atoms.iter().zip(0..) {
            by_predicate.entry(atom.predicate).or_default().push(fact);
        }
        Self {
            atoms,
            initial,
            actions,
            by_predicate,
            instance_of: vec![NONE; initial.len()],
            work: 0,
            limits,
        }
    }

    /// Returns the candidates with one predicate, in which at most one argument is counted.
    pub(super) fn first_candidates(&self) -> Vec<Candidate> {
        let mut candidates = Vec::new();
        for (&predicate, facts) in &self.by_predicate {
            let arity = self.atoms[facts[0] as usize].arguments.len();
            for counted in (0..arity).map(Some).chain([None]) {
                let order = (0..arity)
                    .filter(|argument| Some(*argument) != counted)
                    .collect();
                candidates.push(vec![InvariantPart { predicate, order }]);
            }
        }
        candidates
    }

    /// Returns the groups among the instances of the candidate. Also returns the first action that adds a fact of an
    /// instance without deleting one that it requires, and the parameter values of this instance. If the check was
    /// stopped, the result is meaningless.
    pub(super) fn check(
        &mut self,
        candidate: &[InvariantPart],
    ) -> (Vec<Group>, Option<(usize, Vec<u32>)>) {
        let mut instances = self.instances(candidate);
        let mut failure = None;
        let mut touches: Vec<InstanceChange> = Vec::new();
        let actions = self.actions;
        for (number, action) in actions.iter().enumerate() {
            if self.limits.spend(action.effects.len() + 1).is_err() {
                break;
            }
            touches.clear();
            self.touch(action, &mut touches);
            for touch in &touches {
                let instance = &mut instances[touch.instance as usize];
                if touch.required >= 2 {
                    continue;
                }
                if touch.added > touch.deleted_required {
                    if touch.added == 1 && instance.at_most_one && failure.is_none() {
                        failure = Some((number, instance.key.clone()));
                    }
                    instance.at_most_one = false;
                }
                if touch.is_unsure || touch.deleted > 0 && touch.added == 0 {
                    instance.at_least_one = false;
                }
            }
        }
        let mut groups = Vec::new();
        for mut instance in instances {
            for fact in &instance.facts {
                self.instance_of[*fact as usize] = NONE;
            }
            if instance.at_most_one && instance.facts.len() >= 2 {
                instance.facts.sort_unstable();
                let facts = instance.facts.into_iter();
                groups.push(Group {
                    fluents: facts.map(|fact| Fluent::new(fact as usize)).collect(),
                    kind: if instance.at_least_one {
                        GroupKind::ExactlyOne
                    } else {
                        GroupKind::AtMostOne
                    },
                });
            }
        }
        (groups, failure)
    }

    /// Returns the instances of which exactly one fact holds in the initial state.
    fn instances(&mut self, candidate: &[InvariantPart]) -> Vec<Instance> {
        let mut numbers: FxHashMap<Vec<u32>, usize> = FxHashMap::default();
        let mut instances: Vec<Instance> = Vec::new();
        for part in candidate {
            for fact in self.by_predicate.get(&part.predicate).into_iter().flatten() {
                self.work += 4;
                let _ = self.limits.spend(4);
                let key = part.key(&self.atoms[*fact as usize]);
                let number = *numbers.entry(key).or_insert_with_key(|key| {
                    instances.push(Instance {
                        key: key.clone(),
                        facts: Vec::new(),
                        weight: 0,
                        at_most_one: true,
                        at_least_one: true,
                    });
                    instances.len() - 1
                });
                instances[number].facts.push(*fact);
                instances[number].weight += usize::from(self.initial[*fact as usize]);
            }
        }
        instances.retain(|instance| instance.weight == 1);
        for (instance, number) in instances.iter().zip(0..) {
            for fact in &instance.facts {
                self.instance_of[*fact as usize] = number;
            }
        }
        instances
    }

    /// Adds the changes that the action makes to each instance.
    fn touch(&mut self, action: &InternedAction, touches: &mut Vec<InstanceChange>) {
        self.work += action.effects.len() + 1;
        for fact in facts(&action.effects, true) {
            if let Some(touch) = self.find(fact, touches, true) {
                touches[touch].added += 1;
            }
        }
        for fact in facts(&action.effects, false) {
            if let Some(touch) = self.find(fact, touches, true) {
                touches[touch].deleted += 1;
                let required = Packed::new(fact, true);
                let required = action.preconditions.binary_search(&required).is_ok();
                touches[touch].deleted_required += usize::from(required);
            }
        }
        for one in &action.conditional {
            // A conditional effect may add without deleting, and delete without adding.
            for fact in facts(&one.effects, true) {
                if let Some(touch) = self.find(fact, touches, true) {
                    touches[touch].added += 2;
                }
            }
            for fact in facts(&one.effects, false) {
                if let Some(touch) = self.find(fact, touches, true) {
                    touches[touch].is_unsure = true;
                }
            }
        }
        if !touches.is_empty() {
            for fact in facts(&action.preconditions, true) {
                if let Some(touch) = self.find(fact, touches, false) {
                    touches[touch].required += 1;
                }
            }
        }
    }

    fn find(&self, fact: u32, touches: &mut Vec<InstanceChange>, add: bool) -> Option<usize> {
        let instance = self.instance_of[fact as usize];
        if instance == NONE {
            return None;
        }
        let known = touches.iter().position(|touch| touch.instance == instance);
        if known.is_none() && add {
            touches.push(InstanceChange {
                instance,
                ..InstanceChange::default()
            });
            return Some(touches.len() - 1);
        }
        known
    }
}

/// Predicates whose atoms are counted together, sorted and without repetitions. The arguments of each predicate are
/// matched to the same parameters. One further argument may be counted over.
pub(super) type Candidate = Vec<InvariantPart>;

#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct InvariantPart {
    pub(super) predicate: usize,
    /// For each parameter of the candidate, the place of the argument with which it is matched.
    pub(super) order: Vec<usize>,
}

impl InvariantPart {
    /// Returns the values of the candidate's parameters in this atom.
    pub(super) fn key(&self, atom: &GroundAtom) -> Vec<u32> {
        self.order
            .iter()
            .map(|argument| atom.arguments[*argument])
            .collect()
    }
}

/// Maximum number of ways to match the arguments of one atom to the parameters.
const MAX_ORDERS: usize = 24;

/// Returns refined candidates, each with one additional predicate: the predicate of an atom that the action requires
/// and deletes. The arguments of this atom must match `key`, the parameter values of the violated instance.
pub(super) fn refinements(
    candidate: &[InvariantPart],
    action: &InternedAction,
    key: &[u32],
    atoms: &[GroundAtom],
) -> Vec<Candidate> {
    let mut refined = Vec::new();
    for fact in facts(&action.effects, false) {
        let required = Packed::new(fact, true);
        if action.preconditions.binary_search(&required).is_err() {
            continue;
        }
        // The fact that represents a disjunctive goal is not an atom, and is never deleted.
        let Some(atom) = atoms.get(fact as usize) else {
            continue;
        };
        if candidate
            .iter()
            .any(|part| part.predicate == atom.predicate)
        {
            continue;
        }
        let missing = atom.arguments.len().checked_sub(key.len());
        if !matches!(missing, Some(0 | 1)) {
            continue;
        }
        let mut orders = Vec::new();
        match_orders(key, atom, &mut Vec::new(), &mut orders);
        refined.extend(orders.into_iter().map(|order| {
            let predicate = atom.predicate;
            let mut larger = [candidate, &[InvariantPart { predicate, order }]].concat();
            larger.sort();
            larger
        }));
    }
    refined
}

/// Returns all injective assignments of the key's values to arguments of the atom that have these values.
fn match_orders(
    key: &[u32],
    atom: &GroundAtom,
    order: &mut Vec<usize>,
    orders: &mut Vec<Vec<usize>>,
) {
    if orders.len() == MAX_ORDERS {
        return;
    }
    let Some(value) = key.get(order.len()) else {
        orders.push(order.clone());
        return;
    };
    for (argument, object) in atom.arguments.iter().enumerate() {
        if object == value && !order.contains(&argument) {
            order.push(argument);
            match_orders(key, atom, order, orders);
            order.pop();
        }
    }
}
