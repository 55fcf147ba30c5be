//! First achievers: for every atom that the relaxation reaches before the goal, ways to make it true, and relaxed
//! plans from them.
//!
//! The fixpoint is that of `reachable`, but of all solutions of a rule only one is looked for with each atom that it
//! makes true ([`Once`]), and only those of first use are kept. So it takes little memory and, where a precondition
//! falls into parts that share no parameter, no product of them: it comes to its end where the actions cannot be listed.
//! It is a guess at what matters and nothing more: what it leaves out is left out of a part of the task.

use super::join::{Join, Once};
use super::join_plan::{Lookup, plan};
use super::limits::{GroundingLimits, Stopped};
use super::prepared::{Prepared, prepare, triggers};
use super::reachable::{Reachable, start};
use super::relation::Relation;
use super::rule::{self, Rule, Source};
use super::world::{World, fill};
use crate::condition::{Atom, ObjectId};
use crate::domain::Schema;
use crate::effect::SimpleEffect;
use rustc_hash::{FxHashMap, FxHashSet};

/// Most achievers that are kept of one atom.
pub(super) const MOST_ACHIEVERS: usize = 4;

/// Tuples that are looked at behind the goal at least.
const SLACK: u64 = 100_000;

/// An atom by its predicate and its number in the relation of it.
pub(super) type AtomId = (usize, u32);

/// A rule with values for its variables.
struct Achiever {
    rule: usize,
    values: Box<[ObjectId]>,
}

/// The fixpoint under way, and what it has come to.
pub(super) struct Achievers<'w, 'a> {
    world: &'w World<'a>,
    /// Each with one head.
    rules: Vec<Rule<'a>>,
    prepared: Vec<Prepared>,
    /// For each predicate the atoms of bodies that a new tuple may be.
    triggers: Vec<Vec<(usize, usize)>>,
    reachable: Reachable,
    /// The atoms in the order of their layers.
    queue: Vec<AtomId>,
    of_atom: FxHashMap<AtomId, Vec<Achiever>>,
    /// Tuples that joins have looked at.
    work: u64,
}

impl<'w, 'a> Achievers<'w, 'a> {
    /// Goes on until an atom of the predicate `goal` is reached, and a little further; nothing if there is none.
    pub(super) fn until_goal(
        world: &'w World<'a>,
        goal: usize,
        limits: &GroundingLimits,
    ) -> Result<Option<Self>, Stopped> {
        let mut rules = Vec::new();
        for rule in rule::rules(world) {
            for head in &rule.heads {
                rules.push(Rule {
                    body: rule.body.clone(),
                    heads: vec![head.clone()],
                    of: rule.of,
                });
            }
        }
        let prepared: Vec<Prepared> = rules.iter().map(|rule| prepare(world, rule)).collect();
        let mut achievers = Self {
            world,
            reachable: start(world, 0),
            rules,
            triggers: triggers(world, &prepared),
            prepared,
            queue: Vec::new(),
            of_atom: FxHashMap::default(),
            work: 0,
        };
        let is_reached = achievers.run(goal, limits)?;
        Ok(is_reached.then_some(achievers))
    }

    fn run(&mut self, goal: usize, limits: &GroundingLimits) -> Result<bool, Stopped> {
        self.queue.extend(self.reachable.at_start(self.world));
        for rule in 0..self.rules.len() {
            if self.prepared[rule].is_of_the_start(self.world) {
                self.fire(rule, None, limits)?;
            }
        }
        // Behind the goal it goes on for as much work again.
        let mut until = None;
        let mut next = 0;
        while let Some(&(relation, id)) = self.queue.get(next) {
            if until.is_none() && self.reachable.relations[goal].len() > 0 {
                until = Some(2 * self.work + SLACK);
            }
            if until.is_some_and(|until| self.work > until) {
                break;
            }
            limits.poll(0)?;
            next += 1;
            self.reachable.relations[relation].process();
            for trigger in 0..self.triggers[relation].len() {
                let (rule, atom) = self.triggers[relation][trigger];
                self.fire(rule, Some((atom, id)), limits)?;
            }
        }
        Ok(self.reachable.relations[goal].len() > 0)
    }

    /// Finds what the rule makes true with the trigger.
    fn fire(
        &mut self,
        number: usize,
        trigger: Option<(usize, u32)>,
        limits: &GroundingLimits,
    ) -> Result<(), Stopped> {
        let rule = &self.rules[number];
        let relations = &mut self.reachable.relations;
        let Prepared {
            atoms,
            absent,
            plans,
        } = &mut self.prepared[number];
        let is_empty = |atom: &Lookup| relations[atom.relation].processed() == 0;
        if atoms.iter().any(is_empty) {
            return Ok(());
        }
        let head = &rule.heads[0];
        let (atom, size) = (trigger.map(|(atom, _)| atom), self.queue.len());
        let slot = &mut plans[atom.unwrap_or(atoms.len())];
        if slot.as_ref().is_none_or(|(_, facts)| size > 2 * facts + 64) {
            let plan = plan(&rule.body, atoms, absent, atom, &head.arguments, relations);
            *slot = Some((plan, size));
        }
        let Some((plan, _)) = slot else {
            return Ok(());
        };
        let (initial, achievers) = (&self.reachable.initial, &self.of_atom);
        let is_enough = |tuple: &[ObjectId]| {
            let relation = &relations[head.predicate];
            relation.find(tuple).is_some_and(|id| {
                let known = achievers.get(&(head.predicate, id)).map_or(0, Vec::len);
                // What is used already has its reasons before this one: no circle comes about.
                id < initial[head.predicate] || id < relation.processed() || known >= MOST_ACHIEVERS
            })
        };
        let width = rule.width();
        let mut join = Join {
            world: self.world,
            relations,
            body: &rule.body,
            plan,
            initial,
            trigger: trigger.map(|(atom, id)| (atoms[atom].relation, id)),
            values: vec![0; width],
            key: Vec::new(),
            found: Vec::new(),
            work: 0,
            limits: &limits.stop,
            stopped: false,
            most: usize::MAX,
            once: Some(Once {
                head,
                is_enough: &is_enough,
                seen: FxHashSet::default(),
                until: u64::MAX,
                is_over: false,
            }),
        };
        join.begin_at(atoms, trigger);
        if join.stopped {
            return Err(Stopped::Asked);
        }
        self.work += join.work;
        let found = join.found;
        let mut tuple = Vec::new();
        for values in found.chunks_exact(width) {
            fill(&mut tuple, head, values);
            let relation = &mut self.reachable.relations[head.predicate];
            if let Some(id) = relation.insert(&tuple) {
                self.queue.push((head.predicate, id));
            }
            if let Some(id) = relation.find(&tuple) {
                let achievers = self.of_atom.entry((head.predicate, id)).or_default();
                achievers.push(Achiever {
                    rule: number,
                    values: values.into(),
                });
            }
        }
        if self.queue.len() > limits.facts {
            return Err(Stopped::Facts);
        }
        Ok(())
    }

    /// The steps of a relaxed plan, as schemas with their arguments; `turn` says which achievers it takes.
    pub(super) fn relaxed_plan(&self, goal: usize, turn: usize) -> Vec<(usize, &[ObjectId])> {
        let mut steps = Vec::new();
        let mut open: Vec<AtomId> = vec![(goal, 0)];
        let mut seen: FxHashSet<AtomId> = FxHashSet::default();
        while let Some(atom) = open.pop() {
            let Some(all) = self.of_atom.get(&atom).filter(|_| seen.insert(atom)) else {
                continue;
            };
            // Whoever differs in its turn differs in its choices, atom by atom.
            let Achiever { rule, values } = &all[(turn * (1 + atom.1 as usize)) % all.len()];
            let rule = &self.rules[*rule];
            let mut tuple = Vec::new();
            for needed in &rule.body.positive {
                fill(&mut tuple, needed, values);
                let known = self.reachable.relations[needed.predicate].find(&tuple);
                open.extend(known.map(|id| (needed.predicate, id)));
            }
            if let Source::Schema(schema) | Source::Effect(schema) = rule.of {
                let parameters = self.world.domain.schemas[schema].parameters.len();
                steps.push((schema, &values[..parameters]));
            }
        }
        steps
    }

    /// The atoms that were reached, those of small relations first, and of each relation in the order of its layers.
    pub(super) fn by_size(&self) -> Vec<AtomId> {
        let mut atoms = self.queue.clone();
        atoms.sort_by_key(|(predicate, _)| (self.relation(*predicate).len(), *predicate));
        atoms
    }

    /// The atoms of a predicate.
    pub(super) fn relation(&self, predicate: usize) -> &Relation {
        &self.reachable.relations[predicate]
    }
}

/// The atoms that an action adds whatever holds, and those that it deletes; those under conditions and quantifiers are
/// left out.
pub(super) fn changed(schema: &Schema) -> (Vec<&Atom>, Vec<&Atom>) {
    let (mut added, mut deleted) = (Vec::new(), Vec::new());
    let always = schema.effects.iter().filter(|effect| effect.is_always());
    for change in always.flat_map(|effect| &effect.changes) {
        match change {
            SimpleEffect::Add(atom) => added.push(atom),
            SimpleEffect::Delete(atom) => deleted.push(atom),
            SimpleEffect::Number(_) => {}
        }
    }
    (added, deleted)
}
