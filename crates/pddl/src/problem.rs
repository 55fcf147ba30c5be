//! A problem: objects, initial state and goal for one domain.

use crate::condition::{Atom, Condition, Expression, ObjectId, Parameter};
use crate::domain::{Domain, Objects, Operator, Schema, Trajectory};
use crate::measure::{Direction, Objective};
use crate::types::TypeId;
use rustc_hash::FxHashMap;
use saut_base::BadInput;
use saut_numeric::Rational;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// A problem from [`crate::read_problem`], with its domain.
#[derive(Clone, Debug, Default)]
pub struct Problem {
    pub(crate) domain: Arc<Domain>,
    pub(crate) name: String,
    /// The constants of the domain, then the objects of the problem.
    pub(crate) objects: Objects,
    pub(crate) initial: Vec<GroundAtom>,
    /// The values of functions in the initial state; in a non-numeric task, costs.
    pub(crate) values: FxHashMap<GroundAtom, Rational>,
    pub(crate) goal: Condition,
    pub(crate) minimises_cost: bool,
    /// Whether an action or the goal compares numbers, or an action changes a function other than `total-cost`.
    pub(crate) is_numeric: bool,
    /// Metric of a numeric task, evaluated in the last state.
    pub(crate) metric: Option<(Expression, Direction)>,
    pub(crate) trajectory: Trajectory,
    pub(crate) warnings: Vec<BadInput>,
}

/// A predicate or a function, applied to objects.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GroundAtom {
    /// The number of the predicate or function.
    pub predicate: usize,
    /// The arguments, one for each parameter.
    pub arguments: Vec<ObjectId>,
}

impl GroundAtom {
    pub(crate) const fn new(predicate: usize, arguments: Vec<ObjectId>) -> Self {
        Self {
            predicate,
            arguments,
        }
    }

    /// Returns the atom with these values for its variables.
    pub fn of(atom: &Atom, values: &[ObjectId]) -> Self {
        let arguments = atom.arguments.iter().map(|term| term.object(values));
        Self::new(atom.predicate, arguments.collect())
    }
}

impl Problem {
    /// Creates a problem of a domain without types and functions, with the objects of the domain.
    pub(crate) fn untyped(
        domain: Domain,
        initial: Vec<GroundAtom>,
        goal: Condition,
        minimises_cost: bool,
    ) -> Self {
        Self {
            name: domain.name.clone(),
            objects: domain.symbols.objects.clone(),
            initial,
            goal,
            minimises_cost,
            domain: Arc::new(domain),
            ..Self::default()
        }
    }

    /// Returns the domain with which the problem was read.
    pub fn domain(&self) -> &Domain {
        &self.domain
    }

    /// Returns the name in `(define (problem ...))`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the names of the constants of the domain, then of the objects of the problem.
    pub fn objects(&self) -> impl Iterator<Item = &str> {
        self.objects.keys().map(String::as_str)
    }

    /// Returns the condition that must hold at the end.
    pub fn goal(&self) -> &Condition {
        &self.goal
    }

    /// Whether the problem minimises `total-cost`; if not, every action costs 1.
    pub fn minimises_cost(&self) -> bool {
        self.minimises_cost
    }

    /// Returns the quantity by which the plans of the problem are compared.
    pub fn objective(&self) -> Objective {
        match &self.metric {
            Some((_, direction)) => Objective::Metric(*direction),
            None if self.minimises_cost && !self.is_numeric => Objective::Cost,
            None => Objective::Actions,
        }
    }

    /// Whether the task is numeric: its actions or its goal contain numbers other than costs.
    pub fn is_numeric(&self) -> bool {
        self.is_numeric
    }

    /// Returns the warnings about the problem.
    pub fn warnings(&self) -> &[BadInput] {
        &self.warnings
    }

    /// Returns the text of an atom, such as `on a b`.
    pub fn written(&self, atom: &GroundAtom) -> String {
        let name = &self.domain.symbols.predicates.keys()[atom.predicate];
        self.applied(name, &atom.arguments)
    }

    /// Returns the objects, the initial facts and the goal as a problem in PDDL, without types and numbers. `None` if
    /// the goal is not a conjunction of ground literals.
    pub fn untyped_pddl(&self) -> Option<String> {
        let goals = match &self.goal {
            Condition::And(parts) => parts.as_slice(),
            one => std::slice::from_ref(one),
        };
        let literal = |goal: &Condition| {
            let Condition::Literal(atom, holds) = goal else {
                return None;
            };
            let atom = format!("({})", self.written(&GroundAtom::of(atom, &[])));
            Some(if *holds {
                atom
            } else {
                format!("(not {atom})")
            })
        };
        let goals: String = goals.iter().map(literal).collect::<Option<_>>()?;
        let objects: Vec<&str> = self.objects().collect();
        let initial = self
            .initial
            .iter()
            .map(|atom| format!("({})", self.written(atom)));
        let initial: Vec<String> = initial.collect();
        Some(format!(
            "(define (problem {}) (:domain {}) (:objects {}) (:init {}) (:goal (and {goals})))",
            self.name,
            self.domain.name,
            objects.join(" "),
            initial.join(" "),
        ))
    }

    /// Returns the text of a function applied to objects, such as `fuel truck`.
    pub(crate) fn written_function(&self, applied: &GroundAtom) -> String {
        let name = &self.domain.symbols.functions.keys()[applied.predicate];
        self.applied(name, &applied.arguments)
    }

    /// Returns functions applied to objects that have no initial value although an action needs one, each with the name
    /// of this action. Functions with two or more parameters are left out, as are functions that an action assigns
    /// without using their value.
    pub(crate) fn undefined(&self) -> Vec<(GroundAtom, &str)> {
        let objects = ObjectsByType::new(self);
        let mut undefined = Vec::new();
        for (function, parameters) in self.domain.symbols.functions.values().enumerate() {
            let (users, others): (Vec<&Schema>, Vec<_>) = self
                .domain
                .schemas
                .iter()
                .partition(|schema| schema.needs(function));
            let is_assigned = others
                .into_iter()
                .flat_map(Schema::numeric_changes)
                .any(|change| {
                    change.operator == Operator::Assign && change.function.predicate == function
                });
            let Some(user) = users
                .first()
                .filter(|_| parameters.len() < 2 && !is_assigned)
            else {
                continue;
            };
            let _ = objects.each(parameters, &mut Vec::new(), &mut |arguments| {
                let applied = GroundAtom::new(function, arguments.clone());
                if !self.values.contains_key(&applied) {
                    undefined.push((applied, &*user.name));
                }
                Ok::<(), ()>(())
            });
        }
        undefined
    }

    /// Returns a name followed by the names of objects, such as `move a b`.
    pub(crate) fn applied(&self, name: &str, objects: &[ObjectId]) -> String {
        let mut text = name.to_owned();
        for object in objects {
            text.push(' ');
            text.push_str(&self.objects.keys()[*object as usize]);
        }
        text
    }
}

/// The objects of each combination of types, computed at the first use.
pub(crate) struct ObjectsByType<'a> {
    problem: &'a Problem,
    known: RefCell<FxHashMap<Vec<TypeId>, Rc<[ObjectId]>>>,
}

impl<'a> ObjectsByType<'a> {
    pub(crate) fn new(problem: &'a Problem) -> Self {
        let known = RefCell::default();
        Self { problem, known }
    }

    /// Returns the objects that have one of these types, in the order of their numbers.
    pub(crate) fn of(&self, wanted: &[TypeId]) -> Rc<[ObjectId]> {
        let known = self.known.borrow().get(wanted).map(Rc::clone);
        known.unwrap_or_else(|| {
            let objects = self.problem.objects.values().zip(0..);
            let all = &self.problem.domain.symbols.types;
            let fitting = objects.filter(|(types, _)| all.fits(types, wanted));
            let found: Rc<[ObjectId]> = fitting.map(|(_, id)| id).collect();
            let mut known = self.known.borrow_mut();
            known.insert(wanted.to_vec(), Rc::clone(&found));
            found
        })
    }

    /// Whether an object is of one of these types.
    pub(crate) fn fits(&self, object: ObjectId, types: &[TypeId]) -> bool {
        let declared = &self.problem.objects[object as usize];
        self.problem.domain.symbols.types.fits(declared, types)
    }

    /// Calls `show` with every choice of objects for the variables, appended to `values`. The first error ends the
    /// calls.
    pub(crate) fn each<E>(
        &self,
        variables: &[Parameter],
        values: &mut Vec<ObjectId>,
        show: &mut dyn FnMut(&mut Vec<ObjectId>) -> Result<(), E>,
    ) -> Result<(), E> {
        let Some((variable, others)) = variables.split_first() else {
            return show(values);
        };
        for &object in self.of(&variable.types).iter() {
            values.push(object);
            let shown = self.each(others, values, show);
            values.pop();
            shown?;
        }
        Ok(())
    }
}
