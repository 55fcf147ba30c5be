//! Relaxed reachability: every atom that some sequence of actions could make true if nothing
//! were ever deleted, and the actions that could take part.
//!
//! The actions are rules of a Datalog program, and it is evaluated semi-naively: atoms are
//! taken from a queue one by one, and each is joined with those taken before wherever it fits
//! into the body of a rule. So every solution of every rule is found exactly once.
//!
//! Helmert: *Concise finite-domain representations for PDDL planning tasks* (Artificial
//! Intelligence 173, 2009), section 6. There rules are split into binary joins beforehand;
//! here a body is joined as a whole in an order that is chosen anew when the relations have
//! doubled, and no intermediate results are kept.

use super::join::Join;
use super::join_plan::plan;
use super::limits::{GroundingLimits, Stopped};
use super::prepared::{Prepared, prepare, triggers};
use super::relation::Relation;
use super::rule::{Rule, Source};
use super::world::{World, fill};
use crate::condition::ObjectId;

/// The fixpoint.
pub(super) struct Reachable {
    /// The predicates' relations first, then the sets of objects.
    pub(super) relations: Vec<Relation>,
    /// For each predicate the number of tuples that hold at the start; they come first.
    pub(super) initial: Vec<u32>,
    /// For each rule of an action or an axiom its solutions, one after the other.
    pub(super) solutions: Vec<Vec<ObjectId>>,
}

/// The evaluation under way.
struct Evaluation<'e, 'a> {
    world: &'e World<'a>,
    rules: &'e [Rule<'a>],
    prepared: Vec<Prepared>,
    /// For each predicate the atoms of bodies that a new tuple may be.
    triggers: Vec<Vec<(usize, usize)>>,
    queue: Vec<(usize, u32)>,
    reachable: Reachable,
    limits: &'e GroundingLimits,
    actions: usize,
}

/// Evaluates the program.
pub(super) fn reachable<'a>(
    world: &World<'a>,
    rules: &[Rule<'a>],
    limits: &GroundingLimits,
) -> Result<Reachable, Stopped> {
    let prepared: Vec<Prepared> = rules.iter().map(|rule| prepare(world, rule)).collect();
    let mut evaluation = Evaluation {
        world,
        rules,
        triggers: triggers(world, &prepared),
        prepared,
        queue: Vec::new(),
        reachable: start(world, rules.len()),
        limits,
        actions: 0,
    };
    match evaluation.run() {
        Ok(()) => Ok(evaluation.reachable),
        Err(stopped) => Err(stopped.with_largest(evaluation.sizes().into_iter())),
    }
}

/// The relations at the start; what never grows is processed at once.
pub(super) fn start(world: &World, rules: usize) -> Reachable {
    let predicates = world.domain.predicates().iter();
    let mut relations: Vec<Relation> = predicates
        .map(|predicate| Relation::new(predicate.parameters.len()))
        .collect();
    for atom in &world.problem.initial {
        relations[atom.predicate].insert(&atom.arguments);
    }
    let initial = relations.iter().map(Relation::len).collect();
    for members in world.members() {
        let mut set = Relation::new(1);
        for &object in members.iter() {
            set.insert(&[object]);
        }
        relations.push(set);
    }
    for (number, relation) in relations.iter_mut().enumerate() {
        if world.added.get(number) != Some(&true) {
            for _ in 0..relation.len() {
                relation.process();
            }
        }
    }
    Reachable {
        relations,
        initial,
        solutions: vec![Vec::new(); rules],
    }
}

impl Reachable {
    /// The atoms of the start that are of predicates which grow.
    pub(super) fn at_start(&self, world: &World) -> impl Iterator<Item = (usize, u32)> {
        let initial = self.initial.iter().enumerate();
        let growing = initial.filter(|(predicate, _)| world.added[*predicate]);
        growing.flat_map(|(predicate, count)| (0..*count).map(move |id| (predicate, id)))
    }
}

impl Evaluation<'_, '_> {
    /// For each schema the number of its actions so far.
    fn sizes(&self) -> Vec<(&str, usize)> {
        let schemas = &self.world.domain.schemas;
        let mut sizes: Vec<(&str, usize)> = schemas
            .iter()
            .map(|schema| (schema.name.as_str(), 0))
            .collect();
        for (rule, solutions) in self.rules.iter().zip(&self.reachable.solutions) {
            if let Source::Schema(schema) = rule.of {
                sizes[schema].1 += solutions.len() / rule.width();
            }
        }
        sizes
    }

    fn run(&mut self) -> Result<(), Stopped> {
        self.queue.extend(self.reachable.at_start(self.world));
        for rule in 0..self.rules.len() {
            if self.prepared[rule].is_of_the_start(self.world) {
                self.fire(rule, None)?;
            }
        }
        let mut next = 0;
        while next < self.queue.len() {
            self.limits.poll(0)?;
            if next.is_multiple_of(1024) {
                self.check_memory()?;
            }
            let (relation, id) = self.queue[next];
            next += 1;
            self.reachable.relations[relation].process();
            for trigger in 0..self.triggers[relation].len() {
                let (rule, atom) = self.triggers[relation][trigger];
                self.fire(rule, Some((atom, id)))?;
            }
        }
        Ok(())
    }

    fn check_memory(&self) -> Result<(), Stopped> {
        let facts = self.reachable.relations.iter().map(Relation::bytes);
        let solutions = self
            .reachable
            .solutions
            .iter()
            .map(|list| list.capacity() * 4);
        let bytes = facts.sum::<usize>() + solutions.sum::<usize>() + self.queue.capacity() * 16;
        if bytes > self.limits.memory {
            return Err(Stopped::Memory);
        }
        Ok(())
    }

    /// Finds the solutions of the rule that use the trigger, and takes in what they make true.
    fn fire(&mut self, number: usize, trigger: Option<(usize, u32)>) -> Result<(), Stopped> {
        let rule = &self.rules[number];
        let relations = &mut self.reachable.relations;
        let Prepared {
            atoms,
            absent,
            plans,
        } = &mut self.prepared[number];
        if atoms
            .iter()
            .any(|atom| relations[atom.relation].processed() == 0)
        {
            return Ok(());
        }
        let atom = trigger.map(|(atom, _)| atom);
        let slot = &mut plans[atom.unwrap_or(atoms.len())];
        if slot
            .as_ref()
            .is_none_or(|(_, facts)| self.queue.len() > 2 * facts + 64)
        {
            *slot = Some((
                plan(&rule.body, atoms, absent, atom, &[], relations),
                self.queue.len(),
            ));
        }
        let Some((plan, _)) = slot else {
            return Ok(());
        };
        let width = rule.width();
        let mut join = Join {
            world: self.world,
            relations,
            body: &rule.body,
            plan,
            initial: &self.reachable.initial,
            trigger: trigger.map(|(atom, id)| (atoms[atom].relation, id)),
            values: vec![0; width],
            key: Vec::new(),
            found: Vec::new(),
            work: 0,
            limits: &self.limits.stop,
            stopped: false,
            once: None,
            most: self.limits.most_solutions().saturating_mul(width),
        };
        join.begin_at(atoms, trigger);
        if join.stopped {
            return Err(if self.limits.stop.spend(0).is_err() {
                Stopped::Asked
            } else {
                Stopped::Actions
            });
        }
        let found = join.found;
        self.take_in(number, width, &found)
    }

    fn take_in(&mut self, rule: usize, width: usize, found: &[u32]) -> Result<(), Stopped> {
        let mut tuple = Vec::new();
        for values in found.chunks_exact(width) {
            self.limits.poll(self.rules[rule].heads.len())?;
            for head in &self.rules[rule].heads {
                fill(&mut tuple, head, values);
                if let Some(id) = self.reachable.relations[head.predicate].insert(&tuple) {
                    self.queue.push((head.predicate, id));
                }
            }
        }
        if !matches!(self.rules[rule].of, Source::Effect(_)) {
            self.reachable.solutions[rule].extend_from_slice(found);
            self.actions += found.len() / width;
        }
        if self.queue.len() > self.limits.facts {
            return Err(Stopped::Facts);
        }
        if self.actions > self.limits.actions {
            return Err(Stopped::Actions);
        }
        Ok(())
    }
}
