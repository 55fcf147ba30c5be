//! Instances of a candidate that keep at most one fact.
//!
//! An instance holds at most one fact in every reachable state if exactly one holds at the
//! start and every action that adds one deletes one that it requires. An action that requires
//! two facts of the instance is never applicable and does not count. Exactly one holds if,
//! besides, every action that deletes one adds one.

use super::candidate::{Candidate, Failure, Part, RawGroup};
use crate::problem::GroundAtom;
use crate::raw::{Packed, RawAction, facts};
use rustc_hash::FxHashMap;
use saut_base::stop::Ticker;

const NONE: u32 = u32::MAX;

/// Checks candidates one after the other.
pub(super) struct Checker<'c> {
    atoms: &'c [GroundAtom],
    initial: &'c [bool],
    actions: &'c [RawAction],
    by_predicate: FxHashMap<usize, Vec<u32>>,
    /// For each fact its instance of the candidate at hand.
    instance_of: Vec<u32>,
    work: usize,
    limits: &'c Ticker,
}

/// Result of a check.
pub(super) struct Verdict {
    pub(super) groups: Vec<RawGroup>,
    pub(super) failure: Option<Failure>,
}

/// Facts known of an instance.
struct Instance {
    key: Vec<u32>,
    facts: Vec<u32>,
    weight: usize,
    at_most_one: bool,
    at_least_one: bool,
}

/// Change of an instance by one action.
#[derive(Clone, Copy, Default)]
struct Touch {
    instance: u32,
    added: usize,
    deleted: usize,
    deleted_required: usize,
    required: usize,
    /// Whether a conditional effect may delete one.
    is_unsure: bool,
}

impl<'c> Checker<'c> {
    pub(super) fn new(
        atoms: &'c [GroundAtom],
        initial: &'c [bool],
        actions: &'c [RawAction],
        limits: &'c Ticker,
    ) -> Self {
        let mut by_predicate: FxHashMap<usize, Vec<u32>> = FxHashMap::default();
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

    /// The number of facts and effects that were looked at.
    pub(super) fn work(&self) -> usize {
        self.work
    }

    /// One predicate, with no argument or one of them counted over.
    pub(super) fn first_candidates(&self) -> Vec<Candidate> {
        let mut predicates: Vec<(usize, usize)> = self
            .by_predicate
            .iter()
            .map(|(predicate, facts)| (*predicate, self.atoms[facts[0] as usize].arguments.len()))
            .collect();
        predicates.sort_unstable();
        let mut candidates = Vec::new();
        for (predicate, arity) in predicates {
            for counted in (0..arity).map(Some).chain([None]) {
                let order = (0..arity)
                    .filter(|argument| Some(*argument) != counted)
                    .collect();
                candidates.push(Candidate {
                    parts: vec![Part { predicate, order }],
                });
            }
        }
        candidates
    }

    /// Judges every instance of the candidate. If it was stopped, the verdict means nothing.
    pub(super) fn check(&mut self, candidate: &Candidate) -> Verdict {
        let mut instances = self.instances(candidate);
        let mut failure = None;
        let mut touches: Vec<Touch> = Vec::new();
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
                        failure = Some(Failure {
                            action: number,
                            key: instance.key.clone(),
                        });
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
                groups.push(RawGroup {
                    facts: instance.facts,
                    exactly_one: instance.at_least_one,
                });
            }
        }
        Verdict { groups, failure }
    }

    /// The instances of which exactly one fact holds at the start.
    fn instances(&mut self, candidate: &Candidate) -> Vec<Instance> {
        let mut numbers: FxHashMap<Vec<u32>, usize> = FxHashMap::default();
        let mut instances: Vec<Instance> = Vec::new();
        for part in &candidate.parts {
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

    /// Changes by the action of each instance it touches.
    fn touch(&mut self, action: &RawAction, touches: &mut Vec<Touch>) {
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
            // It may add without deleting, and delete without adding.
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

    fn find(&self, fact: u32, touches: &mut Vec<Touch>, add: bool) -> Option<usize> {
        let instance = self.instance_of[fact as usize];
        if instance == NONE {
            return None;
        }
        let known = touches.iter().position(|touch| touch.instance == instance);
        if known.is_none() && add {
            touches.push(Touch {
                instance,
                ..Touch::default()
            });
            return Some(touches.len() - 1);
        }
        known
    }
}
