//! Facts that hold and that fail at some time if nothing is ever lost, on the task as it was read.
//!
//! If nothing ever stopped holding, and nothing that can become false ever stopped being false, more could be reached
//! than can be. What holds and what is false at some time grows to a fixpoint here. An action is taken apart into the
//! atoms that must hold and a rest; the atoms are matched with those that hold at some time, those with the fewest
//! fitting ones first, and then parameters without an object go over all of them. A new atom is matched with the others
//! once. What has a rest about facts, or effects under conditions, is looked at again until nothing is new.
//!
//! The grounder's joins, rules and invariants have no part in it: what it says is checked by this. What axioms derive
//! holds at some time where their conditions do, and is taken to be false at some time always. Trajectory constraints
//! and preferences are passed over.
//!
//! Bonet and Geffner, *Planning as heuristic search* (2001), for the relaxation.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::condition::{ALWAYS, Atom, Comparison, Condition, ObjectId, Parameter, Term};
use crate::domain::{LiftedDomain, Schema};
use crate::effect::{Effect, SimpleEffect};
use crate::index::{Index, bind};
use crate::problem::{GroundAtom, ObjectsByType, Problem};
use crate::types::TypeId;
use saut_base::stop::{Stop, Ticker};

/// The fixpoint was not reached: it was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Halted;

/// Answers of a relaxation on single atoms and comparisons, and what follows for conditions.
pub(crate) trait Relaxation {
    /// Whether the atom holds at some time, or fails at some time.
    fn may_be(&self, atom: &GroundAtom, value: bool) -> bool;

    /// Whether the comparison is true at some time, or false at some time.
    fn may_compare(&self, comparison: &Comparison, value: bool, values: &[ObjectId]) -> bool;

    /// The objects of one of these types.
    fn objects_of(&self, types: &[TypeId]) -> Rc<[ObjectId]>;

    /// What ends it. Answers from then on mean nothing.
    fn limits(&self) -> &Ticker;

    /// Whether the condition has this value at some time, each of its parts by itself.
    fn can(&self, condition: &Condition, value: bool, values: &mut Vec<ObjectId>) -> bool {
        let _ = self.limits().spend(TURNS_OF_A_LOOK);
        match (condition, value) {
            (Condition::Atom(atom), _) => self.may_be(&GroundAtom::of(atom, values), value),
            (Condition::Equal(left, right), _) => {
                (left.object(values) == right.object(values)) == value
            }
            (Condition::Compare(comparison), _) => self.may_compare(comparison, value, values),
            (Condition::Not(inner), _) => self.can(inner, !value, values),
            (Condition::And(parts), true) | (Condition::Or(parts), false) => {
                parts.iter().all(|part| self.can(part, value, values))
            }
            (Condition::And(parts), false) | (Condition::Or(parts), true) => {
                parts.iter().any(|part| self.can(part, value, values))
            }
            (Condition::ForAll(variables, inner), true)
            | (Condition::Exists(variables, inner), false) => {
                !self.some(variables, values, &mut |values| {
                    !self.can(inner, value, values)
                })
            }
            (Condition::ForAll(variables, inner), false)
            | (Condition::Exists(variables, inner), true) => {
                self.some(variables, values, &mut |values| {
                    self.can(inner, value, values)
                })
            }
        }
    }

    /// Whether some choice of objects for the variables passes.
    fn some(
        &self,
        variables: &[Parameter],
        values: &mut Vec<ObjectId>,
        passes: &mut dyn FnMut(&mut Vec<ObjectId>) -> bool,
    ) -> bool {
        let Some((variable, others)) = variables.split_first() else {
            return passes(values);
        };
        self.objects_of(&variable.types).iter().any(|&object| {
            values.push(object);
            let found = self.some(others, values, passes);
            values.pop();
            found || self.limits().spend(TURNS_OF_A_LOOK).is_err()
        })
    }

    /// Shows every choice of objects for the variables.
    fn each(
        &self,
        variables: &[Parameter],
        values: &mut Vec<ObjectId>,
        show: &mut dyn FnMut(&mut Vec<ObjectId>),
    ) {
        self.some(variables, values, &mut |values| {
            show(values);
            false
        });
    }
}

/// Facts that hold and that fail at some time, if nothing is ever lost.
pub(crate) struct Relaxed<'a> {
    domain: &'a LiftedDomain,
    problem: &'a Problem,
    initial: FxHashSet<GroundAtom>,
    holds: FxHashSet<GroundAtom>,
    /// Atoms of the start that were deleted; all others fail at the start.
    fails: FxHashSet<GroundAtom>,
    /// Facts that hold, as far as they were matched.
    index: Index,
    objects: ObjectsByType<'a>,
    limits: Ticker,
}

/// Turns of a loop that are as long as a look at a condition or an atom.
pub(crate) const TURNS_OF_A_LOOK: usize = 16;

/// An action, taken apart.
struct Rule<'r> {
    schema: &'r Schema,
    /// Atoms that must hold, as far as it is a conjunction.
    atoms: Vec<&'r Atom>,
    rest: Vec<&'r Condition>,
    /// Whether what comes of it depends on atoms alone: then each solution needs to be taken once.
    is_simple: bool,
}

impl<'r> Rule<'r> {
    fn new(schema: &'r Schema) -> Self {
        let mut rule = Self {
            schema,
            atoms: Vec::new(),
            rest: Vec::new(),
            is_simple: (schema.effects.iter()).all(|effect| effect.condition == ALWAYS),
        };
        rule.add(&schema.precondition);
        let is_static = |rest: &&Condition| match rest {
            Condition::Equal(..) => true,
            Condition::Not(inner) => matches!(**inner, Condition::Equal(..)),
            _ => false,
        };
        rule.is_simple &= rule.rest.iter().all(is_static);
        rule
    }

    fn add(&mut self, condition: &'r Condition) {
        match condition {
            Condition::Atom(atom) => self.atoms.push(atom),
            Condition::And(parts) => {
                for part in parts {
                    self.add(part);
                }
            }
            other => self.rest.push(other),
        }
    }
}

impl<'a> Relaxed<'a> {
    /// The fixpoint; with `until_goal` not further than to where the goal is met. `stop` is asked again and
    /// again.
    pub(crate) fn fixpoint(
        domain: &'a LiftedDomain,
        problem: &'a Problem,
        until_goal: bool,
        stop: &'a Stop,
    ) -> Result<Self, Halted> {
        let initial: FxHashSet<GroundAtom> = problem.initial.iter().cloned().collect();
        let mut relaxed = Self {
            domain,
            problem,
            holds: initial.clone(),
            initial,
            fails: FxHashSet::default(),
            index: Index::default(),
            objects: ObjectsByType::new(problem, domain.types()),
            limits: Ticker::new(stop),
        };
        // An axiom is taken for an action that adds its head.
        let axioms = domain.axioms.iter().map(|axiom| Schema {
            name: String::new(),
            parameters: axiom.parameters.clone(),
            precondition: axiom.condition.clone(),
            preferences: Vec::new(),
            effects: vec![Effect::always(vec![SimpleEffect::Add(axiom.head())])],
            costs: Vec::new(),
        });
        let axioms: Vec<Schema> = axioms.collect();
        let schemas = || domain.schemas.iter().chain(&axioms);
        let rules: Vec<Rule> = schemas().map(Rule::new).collect();
        relaxed.grow(&rules, until_goal)?;
        Ok(relaxed)
    }

    fn grow(&mut self, rules: &[Rule], until_goal: bool) -> Result<(), Halted> {
        let mut new: Vec<GroundAtom> = self.problem.initial.clone();
        let mut solutions = Vec::new();
        // For each predicate the rules that ask for it, and the place among their atoms.
        let mut asking: FxHashMap<usize, Vec<(&Rule, usize)>> = FxHashMap::default();
        for rule in rules {
            for (number, own) in rule.atoms.iter().enumerate() {
                asking
                    .entry(own.predicate)
                    .or_default()
                    .push((rule, number));
            }
        }
        for rule in rules.iter().filter(|rule| rule.atoms.is_empty()) {
            self.join_all(rule, &mut solutions)?;
            self.take_all(rule, &mut solutions, &mut new);
        }
        loop {
            while let Some(atom) = new.pop() {
                self.poll()?;
                self.index.insert(&atom);
                for &(rule, number) in asking.get(&atom.predicate).into_iter().flatten() {
                    let own = rule.atoms[number];
                    let mut values = vec![None; rule.schema.parameters.len()];
                    if self.bind(rule, own, &atom.arguments, &mut values).is_some() {
                        let open = without(&rule.atoms, number);
                        self.join(rule, &open, &mut values, &mut solutions)?;
                        self.take_all(rule, &mut solutions, &mut new);
                    }
                }
            }
            if until_goal && self.reaches_goal() {
                return self.poll();
            }
            let before = self.size();
            for rule in rules.iter().filter(|rule| !rule.is_simple) {
                self.join_all(rule, &mut solutions)?;
                self.take_all(rule, &mut solutions, &mut new);
            }
            if self.size() == before {
                return self.poll();
            }
        }
    }

    /// Asks now and again whether to go on.
    pub(crate) fn poll(&self) -> Result<(), Halted> {
        self.limits.spend(TURNS_OF_A_LOOK).map_err(|_| Halted)
    }

    fn size(&self) -> usize {
        self.holds.len() + self.fails.len()
    }

    /// The atoms that hold at some time, in no order.
    pub(crate) fn holding(&self) -> &FxHashSet<GroundAtom> {
        &self.holds
    }

    /// Whether each part of the goal is met at some time.
    pub(crate) fn reaches_goal(&self) -> bool {
        self.can(&self.problem.goal, true, &mut Vec::new())
    }

    /// Shows every choice of objects for the parameters of the schema with which it may be applicable at some time.
    pub(crate) fn each_action(
        &self,
        schema: &Schema,
        show: &mut dyn FnMut(&[ObjectId]) -> Result<(), Halted>,
    ) -> Result<(), Halted> {
        let rule = Rule::new(schema);
        let mut solutions = Vec::new();
        self.join_all(&rule, &mut solutions)?;
        solutions.iter().try_for_each(|values| show(values))
    }

    fn join_all(&self, rule: &Rule, solutions: &mut Vec<Vec<ObjectId>>) -> Result<(), Halted> {
        let mut values = vec![None; rule.schema.parameters.len()];
        self.poll()?;
        self.join(rule, &rule.atoms, &mut values, solutions)
    }

    fn take_all(
        &mut self,
        rule: &Rule,
        solutions: &mut Vec<Vec<ObjectId>>,
        new: &mut Vec<GroundAtom>,
    ) {
        for mut values in solutions.drain(..) {
            for effect in &rule.schema.effects {
                self.take(effect, &mut values, new);
            }
        }
    }

    /// Gives the parameters of an atom the objects of one that holds; those that got one, or nothing if it does not
    /// fit.
    fn bind(
        &self,
        rule: &Rule,
        atom: &Atom,
        objects: &[ObjectId],
        values: &mut [Option<ObjectId>],
    ) -> Option<Vec<usize>> {
        let types = self.domain.types();
        bind(atom, objects, values, |variable, object| {
            let declared = &self.problem.objects[object as usize].types;
            types.fits(declared, &rule.schema.parameters[variable].types)
        })
    }

    /// Collects the choices of objects with the values so far for which the open atoms and the rest may hold.
    fn join(
        &self,
        rule: &Rule,
        open: &[&Atom],
        values: &mut Vec<Option<ObjectId>>,
        solutions: &mut Vec<Vec<ObjectId>>,
    ) -> Result<(), Halted> {
        let numbers = open.iter().enumerate();
        let fewest = numbers.map(|(number, atom)| (self.index.fitting(atom, values), number));
        let Some((fitting, number)) = fewest.min_by_key(|(fitting, _)| fitting.len()) else {
            return self.close(rule, values, solutions);
        };
        self.poll()?;
        let atom = open[number];
        let others = without(open, number);
        for at in 0..fitting.len() {
            let objects = self.index.atom(atom.predicate, fitting.get(at));
            if let Some(bound) = self.bind(rule, atom, objects, values) {
                self.join(rule, &others, values, solutions)?;
                for variable in bound {
                    values[variable] = None;
                }
            }
        }
        Ok(())
    }

    /// Parameters without an object go over all of them; the choices for which the rest may hold are solutions.
    fn close(
        &self,
        rule: &Rule,
        values: &mut Vec<Option<ObjectId>>,
        solutions: &mut Vec<Vec<ObjectId>>,
    ) -> Result<(), Halted> {
        let all: Vec<ObjectId> = values.iter().map_while(|value| *value).collect();
        let ready = |rest: &&&Condition| deepest(rest, values.len()) <= all.len();
        let may_hold = |rest: &&Condition| self.can(rest, true, &mut all.clone());
        if !rule.rest.iter().filter(ready).all(may_hold) {
            return Ok(());
        }
        let Some(variable) = values.iter().position(Option::is_none) else {
            solutions.push(all);
            return Ok(());
        };
        self.poll()?;
        let objects = self.objects.of(&rule.schema.parameters[variable].types);
        for object in objects.iter() {
            values[variable] = Some(*object);
            self.close(rule, values, solutions)?;
        }
        values[variable] = None;
        Ok(())
    }

    fn take(&mut self, effect: &Effect, values: &mut Vec<ObjectId>, new: &mut Vec<GroundAtom>) {
        let mut taken = Vec::new();
        self.each(&effect.variables, values, &mut |values| {
            if self.can(&effect.condition, true, values) {
                taken.extend(effect.changes.iter().filter_map(|change| match change {
                    SimpleEffect::Add(atom) => Some((GroundAtom::of(atom, values), true)),
                    SimpleEffect::Delete(atom) => Some((GroundAtom::of(atom, values), false)),
                    SimpleEffect::Number(_) => None,
                }));
            }
        });
        for (atom, adds) in taken {
            if !adds && self.initial.contains(&atom) {
                self.fails.insert(atom);
            } else if adds && self.holds.insert(atom.clone()) {
                new.push(atom);
            }
        }
    }
}

impl Relaxation for Relaxed<'_> {
    fn may_be(&self, atom: &GroundAtom, value: bool) -> bool {
        if value {
            return self.holds.contains(atom);
        }
        let is_derived = self.domain.symbols.derived[atom.predicate];
        is_derived || !self.initial.contains(atom) || self.fails.contains(atom)
    }

    fn may_compare(&self, _: &Comparison, _: bool, _: &[ObjectId]) -> bool {
        true
    }

    fn objects_of(&self, types: &[TypeId]) -> Rc<[ObjectId]> {
        self.objects.of(types)
    }

    fn limits(&self) -> &Ticker {
        &self.limits
    }
}

fn without<'r>(atoms: &[&'r Atom], number: usize) -> Vec<&'r Atom> {
    let others = atoms.iter().enumerate().filter(|(at, _)| *at != number);
    others.map(|(_, atom)| *atom).collect()
}

/// Number of parameters that must be chosen before the part can be asked. Variables of quantifiers come
/// after all parameters, so a part with a quantifier waits for all of them.
fn deepest(part: &Condition, all: usize) -> usize {
    let of = |term: &Term| match term {
        Term::Variable(level) => level + 1,
        Term::Object(_) => 0,
    };
    match part {
        Condition::Atom(atom) => atom.arguments.iter().map(of).max().unwrap_or(0),
        Condition::Equal(left, right) => of(left).max(of(right)),
        Condition::Not(inner) => deepest(inner, all),
        Condition::And(parts) | Condition::Or(parts) => {
            let depths = parts.iter().map(|part| deepest(part, all));
            depths.max().unwrap_or(0)
        }
        Condition::Exists(..) | Condition::ForAll(..) | Condition::Compare(_) => all,
    }
}
