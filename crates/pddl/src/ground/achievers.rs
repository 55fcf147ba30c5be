//! First achievers: for every atom that the relaxation reaches before the goal, ways to make it true, and relaxed
//! plans from them.
//!
//! The fixpoint is that of `reachable`, but of all solutions of a rule only one is looked for with each atom that it
//! makes true ([`super::join::Once`]), and only those of first use are kept. So it takes little memory and, where a
//! precondition falls into parts that share no parameter, no product of them: it comes to its end where the actions
//! cannot be listed. It is a guess at what matters: what it leaves out is left out of a part of the task.

use super::limits::{GroundingLimits, Stopped};
use super::reachable::{Achiever, AtomId, Evaluation, FirstAchievers};
use super::relation::Relation;
use super::rule::{self, Rule, Source};
use super::world::{World, fill};
use crate::condition::{Atom, ObjectId};
use crate::domain::Schema;
use crate::effect::SimpleEffect;
use rustc_hash::FxHashSet;

/// The rules of a task, each with one head.
pub(super) fn rules_by_head<'a>(world: &World<'a>) -> Vec<Rule<'a>> {
    let by_head = |rule: Rule<'a>| {
        let heads = rule.heads.into_iter();
        heads.map(move |head| Rule {
            body: rule.body.clone(),
            heads: vec![head],
            of: rule.of,
        })
    };
    rule::rules(world).into_iter().flat_map(by_head).collect()
}

/// The fixpoint.
pub(super) struct Achievers<'e, 'a>(Evaluation<'e, 'a>);

impl<'e, 'a> Achievers<'e, 'a> {
    /// Goes on until an atom of the predicate `goal` is reached, and a little further; nothing if there is none.
    pub(super) fn until_goal(
        world: &'e World<'a>,
        rules: &'e [Rule<'a>],
        goal: usize,
        limits: &'e GroundingLimits,
    ) -> Result<Option<Self>, Stopped> {
        let mut evaluation = Evaluation::new(world, rules, limits);
        evaluation.achievers = Some(FirstAchievers::new(goal));
        evaluation.run()?;
        let is_reached = evaluation.reachable.relations[goal].len() > 0;
        Ok(is_reached.then_some(Self(evaluation)))
    }

    /// The steps of a relaxed plan, as schemas with their arguments; `turn` says which achievers it takes.
    pub(super) fn relaxed_plan(&self, goal: usize, turn: usize) -> Vec<(usize, &[ObjectId])> {
        let mut steps = Vec::new();
        let mut open: Vec<AtomId> = vec![(goal, 0)];
        let mut seen: FxHashSet<AtomId> = FxHashSet::default();
        let achievers = self.0.achievers.as_ref();
        while let Some(atom) = open.pop() {
            let all = achievers.and_then(|known| known.of_atom.get(&atom));
            let Some(all) = all.filter(|_| seen.insert(atom)) else {
                continue;
            };
            // A plan of another turn differs in its choices, atom by atom.
            let Achiever { rule, values } = &all[(turn * (1 + atom.1 as usize)) % all.len()];
            let rule = &self.0.rules[*rule];
            let mut tuple = Vec::new();
            for (needed, _) in rule.body.literals.iter().filter(|(_, holds)| *holds) {
                fill(&mut tuple, needed, values);
                let known = self.relation(needed.predicate).find(&tuple);
                open.extend(known.map(|id| (needed.predicate, id)));
            }
            if let Source::Schema(schema) | Source::Effect(schema) = rule.of {
                let parameters = self.0.world.domain.schemas[schema].parameters.len();
                steps.push((schema, &values[..parameters]));
            }
        }
        steps
    }

    /// The atoms that were reached, those of small relations first, and of each relation in the order of its layers.
    pub(super) fn by_size(&self) -> Vec<AtomId> {
        let mut atoms = self.0.queue.clone();
        atoms.sort_by_key(|(predicate, _)| (self.relation(*predicate).len(), *predicate));
        atoms
    }

    /// The atoms of a predicate.
    pub(super) fn relation(&self, predicate: usize) -> &Relation {
        &self.0.reachable.relations[predicate]
    }
}

/// The atoms that an action adds whatever holds, and those that it deletes; those under conditions and quantifiers are
/// left out.
pub(super) fn changed(schema: &Schema) -> (Vec<&Atom>, Vec<&Atom>) {
    let (mut added, mut deleted) = (Vec::new(), Vec::new());
    for change in rule::always(schema).flat_map(|effect| &effect.changes) {
        if let SimpleEffect::Set(atom, adds) = change {
            let changed = if *adds { &mut added } else { &mut deleted };
            changed.push(atom);
        }
    }
    (added, deleted)
}
