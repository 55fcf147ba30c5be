//! A problem: objects, initial state and goal for one domain.

use crate::condition::{Atom, Condition, Expression, ObjectId, Parameter, Term};
use crate::domain::{LiftedDomain, Object};
use crate::measure::{Direction, Objective};
use crate::trajectory::Trajectory;
use crate::types::{TypeId, Types};
use rustc_hash::FxHashMap;
use saut_base::BadInput;
use saut_numeric::Rational;
use std::cell::RefCell;
use std::rc::Rc;

/// A problem as [`crate::read_problem`] read it, for the domain it was read with.
#[derive(Clone, Debug)]
pub struct Problem {
    pub(crate) name: String,
    pub(crate) objects: Vec<Object>,
    pub(crate) object_index: FxHashMap<String, ObjectId>,
    pub(crate) initial: Vec<GroundAtom>,
    pub(crate) values: FxHashMap<GroundAtom, u64>,
    pub(crate) goal: Condition,
    pub(crate) minimises_cost: bool,
    pub(crate) trajectory: Trajectory,
    pub(crate) warnings: Vec<BadInput>,
    pub(crate) fingerprint: u64,
    /// Numbers, where the task has them.
    pub(crate) numbers: Option<Box<Numbers>>,
}

/// Numbers of a problem, in a task whose actions or goal speak of them.
#[derive(Clone, Debug)]
pub(crate) struct Numbers {
    /// The values at the start.
    pub(crate) values: FxHashMap<GroundAtom, Rational>,
    /// Quantity to be minimised, or maximised, at the end.
    pub(crate) metric: Option<Expression>,
    /// Whether it is to be large.
    pub(crate) is_maximised: bool,
}

/// A predicate (or a function) applied to objects.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GroundAtom {
    /// The number of the predicate.
    pub predicate: usize,
    /// As many as the predicate has parameters.
    pub arguments: Vec<ObjectId>,
}

impl GroundAtom {
    /// A predicate (or a function) applied to what these terms stand for, with these values of the variables.
    pub fn new(predicate: usize, arguments: &[Term], values: &[ObjectId]) -> Self {
        let arguments = arguments.iter().map(|term| term.object(values));
        Self {
            predicate,
            arguments: arguments.collect(),
        }
    }

    /// The atom with these values of its variables.
    pub fn of(atom: &Atom, values: &[ObjectId]) -> Self {
        Self::new(atom.predicate, &atom.arguments, values)
    }
}

impl Problem {
    /// A problem of a domain without types and functions, with the objects of the domain.
    pub(crate) fn untyped(
        domain: &LiftedDomain,
        initial: Vec<GroundAtom>,
        goal: Condition,
        minimises_cost: bool,
    ) -> Self {
        Self {
            name: domain.name.clone(),
            objects: domain.symbols.objects.clone(),
            object_index: domain.symbols.object_index.clone(),
            initial,
            values: FxHashMap::default(),
            goal,
            minimises_cost,
            trajectory: Trajectory::default(),
            warnings: Vec::new(),
            fingerprint: domain.fingerprint,
            numbers: None,
        }
    }

    /// The name in `(define (problem ...))`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The objects of one of the wanted types, in order; looked for once by [`ObjectsByType`].
    pub(crate) fn objects_of(&self, wanted: &[TypeId], types: &Types) -> Vec<ObjectId> {
        let objects = self.objects.iter().zip(0..);
        let fitting = objects.filter(|(object, _)| types.fits(&object.types, wanted));
        fitting.map(|(_, id)| id).collect()
    }

    /// The constants of the domain, then the objects of the problem.
    pub fn objects(&self) -> &[Object] {
        &self.objects
    }

    /// The atoms that hold at the start, each once, in the order of the file.
    pub fn initial(&self) -> &[GroundAtom] {
        &self.initial
    }

    /// Condition that must hold at the end.
    pub fn goal(&self) -> &Condition {
        &self.goal
    }

    /// Whether the problem asks for a small `total-cost`; if not, every action costs 1.
    pub fn minimises_cost(&self) -> bool {
        self.minimises_cost
    }

    /// What its plans are compared by.
    pub fn objective(&self) -> Objective {
        match &self.numbers {
            Some(numbers) if numbers.metric.is_some() => {
                Objective::Metric(if numbers.is_maximised {
                    Direction::Maximise
                } else {
                    Direction::Minimise
                })
            }
            None if self.minimises_cost => Objective::Cost,
            _ => Objective::Actions,
        }
    }

    /// Constraints on all states of a plan, and preferences, by the domain and by the problem.
    pub fn trajectory(&self) -> &Trajectory {
        &self.trajectory
    }

    /// Whether the task is one with numbers beyond costs: its actions or its goal speak of them.
    pub fn is_numeric(&self) -> bool {
        self.numbers.is_some()
    }

    /// Warnings about the problem.
    pub fn warnings(&self) -> &[BadInput] {
        &self.warnings
    }

    /// An atom as this crate writes it: `on a b`.
    pub fn written(&self, domain: &LiftedDomain, atom: &GroundAtom) -> String {
        let name = &domain.symbols.predicates[atom.predicate].name;
        self.applied(name, &atom.arguments)
    }

    /// A function applied to objects: `fuel truck`.
    pub(crate) fn written_function(&self, domain: &LiftedDomain, applied: &GroundAtom) -> String {
        let name = &domain.symbols.functions[applied.predicate].name;
        self.applied(name, &applied.arguments)
    }

    /// A name and the names of objects: `move a b`.
    pub(crate) fn applied(&self, name: &str, objects: &[ObjectId]) -> String {
        let mut text = name.to_owned();
        for object in objects {
            text.push(' ');
            text.push_str(&self.objects[*object as usize].name);
        }
        text
    }

    /// # Panics
    ///
    /// If the problem was read with another domain.
    pub(crate) fn assert_of(&self, domain: &LiftedDomain) {
        assert_eq!(
            self.fingerprint, domain.fingerprint,
            "a problem is used with the domain that it was read with"
        );
    }
}

/// The objects of types, looked for when they are first asked for.
pub(crate) struct ObjectsByType<'a> {
    problem: &'a Problem,
    types: &'a Types,
    known: RefCell<FxHashMap<Vec<TypeId>, Rc<[ObjectId]>>>,
}

impl<'a> ObjectsByType<'a> {
    pub(crate) fn new(problem: &'a Problem, types: &'a Types) -> Self {
        let known = RefCell::default();
        Self {
            problem,
            types,
            known,
        }
    }

    /// The objects of one of the wanted types, in order.
    pub(crate) fn of(&self, wanted: &[TypeId]) -> Rc<[ObjectId]> {
        let known = self.known.borrow().get(wanted).map(Rc::clone);
        known.unwrap_or_else(|| {
            let found: Rc<[ObjectId]> = self.problem.objects_of(wanted, self.types).into();
            let mut known = self.known.borrow_mut();
            known.insert(wanted.to_vec(), Rc::clone(&found));
            found
        })
    }

    /// Whether an object is of one of these types.
    pub(crate) fn fits(&self, object: ObjectId, types: &[TypeId]) -> bool {
        let declared = &self.problem.objects[object as usize].types;
        self.types.fits(declared, types)
    }

    /// Shows every choice of objects for the variables, behind the values so far, until one is an error.
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
