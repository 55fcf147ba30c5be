//! Relaxed reachability: finds every atom that some sequence of actions could make true if nothing were ever deleted,
//! and the actions that could occur in such a sequence.
//!
//! The actions are rules of a Datalog program, which is evaluated semi-naively. Atoms are taken from a queue one by
//! one, and each is joined with all earlier atoms, at every matching place of a rule body. So every solution of every
//! rule is found exactly once.
//!
//! Helmert: *Concise finite-domain representations for PDDL planning tasks* (Artificial Intelligence 173, 2009). In
//! this paper, the rules are split into binary joins beforehand (section 6). This module joins a body as a whole and
//! stores no intermediate results. It chooses the order again each time the relations have doubled.

use super::context::{GroundingContext, fill};
use super::join::{FirstMatch, Join};
use super::join_plan::{JoinPlan, plan};
use super::limits::{GroundingLimits, Stopped};
use super::relation::Relation;
use super::rule::{DeferredCondition, GroundingRule, RuleKind};
use crate::condition::{Atom, ObjectId, Term};
use rustc_hash::FxHashMap;

/// Result of the fixpoint computation.
pub(super) struct Reachable {
    /// The relations of the predicates, followed by the sets of objects as relations.
    pub(super) relations: Vec<Relation>,
    /// Number of tuples that hold in the initial state, for each predicate; these tuples come first.
    pub(super) initial: Vec<u32>,
    /// The solutions of each rule of an action or an axiom, one after the other.
    pub(super) solutions: Vec<Vec<ObjectId>>,
}

/// A rule prepared for joins.
struct PlannedRule {
    /// The positive atoms of the body, and one atom for the set of objects of each variable.
    atoms: Vec<Atom>,
    /// The atoms of negative literals, for predicates whose atoms no action deletes.
    absent: Vec<Atom>,
    /// The join plan for each atom as the trigger, with the number of facts for which it was made. The last plan has no
    /// trigger. The list is empty until the first join.
    plans: Vec<Option<(JoinPlan, usize)>>,
}

pub(super) struct Evaluation<'e, 'a> {
    pub(super) context: &'e GroundingContext<'a>,
    pub(super) rules: &'e [GroundingRule<'a>],
    prepared: Vec<PlannedRule>,
    /// For each predicate, the body atoms that a new tuple may match, each by its rule and its place in the body.
    triggers: Vec<Vec<(usize, usize)>>,
    /// The reached atoms of predicates that grow, in the order in which they were reached.
    pub(super) queue: Vec<AtomId>,
    pub(super) reachable: Reachable,
    limits: &'e GroundingLimits,
    actions: usize,
    /// Number of tuples examined by joins.
    pub(super) work: u64,
    /// Set if a few solutions are enough for each atom. Then each rule has one head.
    pub(super) achievers: Option<FirstAchievers>,
}

pub(super) fn reachable<'a>(
    context: &GroundingContext<'a>,
    rules: &[GroundingRule<'a>],
    limits: &GroundingLimits,
) -> Result<Reachable, Stopped> {
    let mut evaluation = Evaluation::new(context, rules, limits);
    match evaluation.run() {
        Ok(()) => Ok(evaluation.reachable),
        Err(stopped) => Err(stopped.with_largest(evaluation.sizes().into_iter())),
    }
}

/// Returns the relations in the initial state; relations that never grow are processed immediately.
fn start(context: &GroundingContext, rules: usize) -> Reachable {
    let predicates = context.domain.symbols.predicates.values();
    let relations = predicates.map(|parameters| Relation::new(parameters.len()));
    let mut relations: Vec<Relation> = relations.collect();
    for atom in &context.problem.initial {
        relations[atom.predicate].insert(&atom.arguments);
    }
    let initial = relations.iter().map(Relation::len).collect();
    for members in context.members() {
        let mut set = Relation::new(1);
        for &object in members.iter() {
            set.insert(&[object]);
        }
        relations.push(set);
    }
    for (number, relation) in relations.iter_mut().enumerate() {
        if !context.grows(number) {
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

/// Prepares a rule for joins. The set of objects of each variable becomes an atom.
fn prepare(context: &GroundingContext, rule: &GroundingRule) -> PlannedRule {
    let of = |wanted: bool| {
        let literals = rule.body.literals.iter();
        literals.filter_map(move |(atom, holds)| (*holds == wanted).then_some(atom))
    };
    let sets = rule.body.sets.iter().enumerate();
    let sets = sets.map(|(variable, set)| {
        Atom::new(context.added.len() + set, vec![Term::Variable(variable)])
    });
    let atoms: Vec<Atom> = of(true).cloned().chain(sets).collect();
    let never_deleted = of(false).filter(|atom| !context.deleted[atom.predicate]);
    PlannedRule {
        absent: never_deleted.cloned().collect(),
        plans: Vec::new(),
        atoms,
    }
}

impl Reachable {
    /// Returns, for each fact that is an atom, whether it holds in the initial state.
    pub(super) fn initial_facts(&self, context: &GroundingContext) -> Vec<bool> {
        let facts = self.facts(context);
        facts
            .map(|(predicate, id)| id < self.initial[predicate])
            .collect()
    }

    /// Returns the atoms that are facts, in the order of the facts. Each atom is given by its predicate and its number
    /// in the relation.
    pub(super) fn facts(&self, context: &GroundingContext) -> impl Iterator<Item = AtomId> {
        let predicates =
            (0..context.added.len()).filter(|&predicate| !context.is_static(predicate));
        predicates.flat_map(|predicate| {
            let all = 0..self.relations[predicate].len();
            all.map(move |id| (predicate, id))
        })
    }
}

impl<'e, 'a> Evaluation<'e, 'a> {
    pub(super) fn new(
        context: &'e GroundingContext<'a>,
        rules: &'e [GroundingRule<'a>],
        limits: &'e GroundingLimits,
    ) -> Self {
        let prepared: Vec<PlannedRule> = rules.iter().map(|rule| prepare(context, rule)).collect();
        let mut triggers = vec![Vec::new(); context.added.len()];
        for (number, rule) in prepared.iter().enumerate() {
            for (place, atom) in rule.atoms.iter().enumerate() {
                if context.grows(atom.predicate) {
                    triggers[atom.predicate].push((number, place));
                }
            }
        }
        Self {
            context,
            rules,
            prepared,
            triggers,
            queue: Vec::new(),
            reachable: start(context, rules.len()),
            limits,
            actions: 0,
            work: 0,
            achievers: None,
        }
    }

    /// Returns the number of actions so far, for each schema.
    fn sizes(&self) -> Vec<(&str, usize)> {
        let schemas = &self.context.domain.schemas;
        let mut sizes: Vec<(&str, usize)> = schemas
            .iter()
            .map(|schema| (schema.name.as_str(), 0))
            .collect();
        for (rule, solutions) in self.rules.iter().zip(&self.reachable.solutions) {
            if let RuleKind::Schema(schema) = rule.of {
                sizes[schema].1 += solutions.len() / rule.width();
            }
        }
        sizes
    }

    pub(super) fn run(&mut self) -> Result<(), Stopped> {
        for (predicate, &count) in self.reachable.initial.iter().enumerate() {
            if self.context.added[predicate] {
                self.queue.extend((0..count).map(|id| (predicate, id)));
            }
        }
        for rule in 0..self.rules.len() {
            // Rules that no new tuple can trigger are applied now.
            let mut atoms = self.prepared[rule].atoms.iter();
            if atoms.all(|atom| !self.context.grows(atom.predicate)) {
                self.fire(rule, None)?;
            }
        }
        let mut next = 0;
        while let Some(&(relation, id)) = self.queue.get(next) {
            let (relations, work) = (&self.reachable.relations, self.work);
            let achievers = self.achievers.as_mut();
            if achievers.is_some_and(|achievers| achievers.are_enough(relations, work)) {
                break;
            }
            self.limits.poll(0)?;
            if next.is_multiple_of(1024) {
                self.check_memory()?;
            }
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
        let solutions = self.reachable.solutions.iter();
        let solutions = solutions.map(|list| list.capacity() * 4);
        let bytes = facts.sum::<usize>() + solutions.sum::<usize>() + self.queue.capacity() * 16;
        if bytes > self.limits.memory {
            return Err(Stopped::Memory);
        }
        Ok(())
    }

    /// Finds the solutions of the rule that use the trigger, and adds the atoms that they make true.
    fn fire(&mut self, number: usize, trigger: Option<(usize, u32)>) -> Result<(), Stopped> {
        let rule = &self.rules[number];
        let relations = &mut self.reachable.relations;
        let PlannedRule {
            atoms,
            absent,
            plans,
        } = &mut self.prepared[number];
        let is_empty = |atom: &Atom| relations[atom.predicate].processed() == 0;
        if atoms.iter().any(is_empty) {
            return Ok(());
        }
        if rule.body.sets.is_empty() && self.achievers.is_none() {
            let is_new = self.reachable.solutions[number].is_empty();
            if is_new && self.holds(number) {
                self.take_in(number, rule.width(), &[0])?;
            }
            return Ok(());
        }
        plans.resize_with(atoms.len() + 1, || None);
        let achievers = self.achievers.as_ref();
        let head = rule.heads.first().filter(|_| achievers.is_some());
        let (atom, facts) = (trigger.map(|(atom, _)| atom), self.queue.len());
        let slot = &mut plans[atom.unwrap_or(atoms.len())];
        if slot
            .as_ref()
            .is_none_or(|(_, known)| facts > 2 * known + 64)
        {
            let first = head.map_or(&[][..], |head| &head.arguments);
            let plan = plan(&rule.body, atoms, absent, atom, first, relations);
            *slot = Some((plan, facts));
        }
        let Some((plan, _)) = slot else {
            return Ok(());
        };
        let (initial, width) = (&self.reachable.initial, rule.width());
        let is_enough = |tuple: &[ObjectId]| {
            let of_head = achievers.zip(head);
            of_head.is_some_and(|(known, head)| {
                known.suffice(head.predicate, tuple, &relations[head.predicate], initial)
            })
        };
        let mut join = Join {
            context: self.context,
            relations,
            body: &rule.body,
            plan,
            initial,
            trigger: trigger.map(|(atom, id)| (atoms[atom].predicate, id)),
            values: vec![0; width],
            key: Vec::new(),
            found: Vec::new(),
            work: 0,
            limits: &self.limits.stop,
            stopped: false,
            most: self.limits.actions.saturating_mul(width),
            once: head.map(|head| FirstMatch::new(head, &is_enough)),
        };
        join.begin_at(atoms, trigger);
        if join.stopped {
            return Err(match self.limits.stop.spend(0) {
                Err(_) => Stopped::Asked,
                Ok(()) => Stopped::Actions,
            });
        }
        self.work += join.work;
        let found = join.found;
        self.take_in(number, width, &found)
    }

    /// Whether the body of a rule without variables holds. Such a rule needs no join.
    fn holds(&self, number: usize) -> bool {
        let Reachable {
            relations, initial, ..
        } = &self.reachable;
        let PlannedRule { atoms, absent, .. } = &self.prepared[number];
        let body = &self.rules[number].body;
        let find = |atom: &Atom| {
            let mut tuple = Vec::new();
            fill(&mut tuple, atom, &[]);
            relations[atom.predicate].find(&tuple)
        };
        let is_there =
            |atom: &Atom| find(atom).is_some_and(|id| id < relations[atom.predicate].processed());
        let is_absent = |atom: &Atom| find(atom).is_none_or(|id| id >= initial[atom.predicate]);
        let (context, limits) = (self.context, &self.limits.stop);
        let may = |rest: &DeferredCondition| rest.may_hold(&[], context, relations, limits);
        atoms.iter().all(is_there)
            && absent.iter().all(is_absent)
            && body
                .equations
                .iter()
                .all(|(left, right, holds)| (left == right) == *holds)
            && body.rest.iter().all(may)
    }

    fn take_in(&mut self, number: usize, width: usize, found: &[u32]) -> Result<(), Stopped> {
        let mut tuple = Vec::new();
        let rule = &self.rules[number];
        for values in found.chunks_exact(width) {
            self.limits.poll(rule.heads.len())?;
            for head in &rule.heads {
                fill(&mut tuple, head, values);
                let relation = &mut self.reachable.relations[head.predicate];
                if let Some(id) = relation.insert(&tuple) {
                    self.queue.push((head.predicate, id));
                }
                if let Some(achievers) = &mut self.achievers
                    && let Some(id) = relation.find(&tuple)
                {
                    achievers.add((head.predicate, id), number, values);
                }
            }
        }
        if self.achievers.is_none() && !matches!(rule.of, RuleKind::Effect(_)) {
            self.reachable.solutions[number].extend_from_slice(found);
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

/// Maximum number of achievers that are kept for one atom.
pub(super) const MAX_ACHIEVERS: usize = 4;

/// Number of further tuples that may always be examined after the goal has been reached.
const SLACK: u64 = 100_000;

/// An atom: its predicate and its number in the relation.
pub(super) type AtomId = (usize, u32);

/// A rule and values for its variables.
type Achiever = (usize, Box<[ObjectId]>);

pub(super) struct FirstAchievers {
    /// The predicate of the goal atom.
    goal: usize,
    /// The achievers of each atom.
    pub(super) of_atom: FxHashMap<AtomId, Vec<Achiever>>,
    /// Amount of work at which the evaluation ends: twice the work until the goal was reached, plus `SLACK`.
    until: Option<u64>,
}

impl FirstAchievers {
    pub(super) fn new(goal: usize) -> Self {
        Self {
            goal,
            of_atom: FxHashMap::default(),
            until: None,
        }
    }

    /// Whether the evaluation ends because enough achievers are known.
    fn are_enough(&mut self, relations: &[Relation], work: u64) -> bool {
        if self.until.is_none() && relations[self.goal].len() > 0 {
            self.until = Some(2 * work + SLACK);
        }
        self.until.is_some_and(|until| work > until)
    }

    /// Whether an atom has enough achievers.
    fn suffice(
        &self,
        predicate: usize,
        tuple: &[ObjectId],
        relation: &Relation,
        initial: &[u32],
    ) -> bool {
        relation.find(tuple).is_some_and(|id| {
            let known = self.of_atom.get(&(predicate, id)).map_or(0, Vec::len);
            // A processed atom got its achievers before it was used, and gets no further achievers. So achievers never
            // form a cycle.
            id < initial[predicate] || id < relation.processed() || known >= MAX_ACHIEVERS
        })
    }

    fn add(&mut self, atom: AtomId, rule: usize, values: &[ObjectId]) {
        let achievers = self.of_atom.entry(atom).or_default();
        achievers.push((rule, values.into()));
    }
}
