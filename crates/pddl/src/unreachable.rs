//! The check behind "not even the relaxation reaches the goal".
//!
//! If nothing ever stopped holding, and nothing that can become false ever stopped being false,
//! more could be reached than can be; so a goal that is out of reach then has no plan. What holds and
//! what is false at some time grows to a fixpoint here by trying all objects for the parameters,
//! which is slow and plain: the grounder's joins, rules and invariants have no part in it, and the
//! claim that is checked is the grounder's. What axioms derive holds at some time where their conditions do, and is
//! taken to be false at some time always.
//!
//! Bonet and Geffner, *Planning as heuristic search* (2001), for the relaxation.

use rustc_hash::FxHashSet;

use crate::condition::{Atom, Condition, ObjectId, Parameter, Term};
use crate::domain::{LiftedDomain, Schema};
use crate::effect::Effect;
use crate::problem::{GroundAtom, Problem};
use crate::types::TypeId;

/// What came of the check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RelaxedGoal {
    /// There is no plan.
    Unreachable {
        /// How many atoms the fixpoint has, the start among them.
        reached: usize,
    },
    /// The relaxation has a plan, which says nothing of the task.
    Reachable,
    /// It was stopped before the fixpoint.
    Stopped,
}

/// Whether the relaxation of the lifted task reaches its goal. `should_stop` is asked again and
/// again.
///
/// # Panics
///
/// If the problem was read with another domain.
pub fn check_relaxed_goal(
    domain: &LiftedDomain,
    problem: &Problem,
    should_stop: &dyn Fn() -> bool,
) -> RelaxedGoal {
    problem.assert_of(domain);
    let mut sometime = Sometime {
        domain,
        problem,
        initial: problem.initial.iter().cloned().collect(),
        holds: problem.initial.iter().cloned().collect(),
        fails: FxHashSet::default(),
        places: FxHashSet::default(),
        tried: 0,
        should_stop,
    };
    for atom in problem.initial.clone() {
        sometime.note_places(&atom);
    }
    // An axiom is taken for an action that adds its head.
    let axioms = domain.axioms.iter().map(|axiom| Schema {
        name: String::new(),
        parameters: axiom.parameters.clone(),
        precondition: axiom.condition.clone(),
        effect: Effect::Add(axiom.head()),
        costs: Vec::new(),
    });
    let axioms: Vec<Schema> = axioms.collect();
    loop {
        let before = sometime.size();
        for schema in domain.schemas.iter().chain(&axioms) {
            if sometime.apply(schema).is_none() {
                return RelaxedGoal::Stopped;
            }
        }
        if sometime.can(&problem.goal, true, &mut Vec::new()) {
            return RelaxedGoal::Reachable;
        }
        if sometime.size() == before {
            let reached = sometime.holds.len();
            return RelaxedGoal::Unreachable { reached };
        }
    }
}

/// What holds at some time and what fails at some time, if nothing is ever lost.
struct Sometime<'a> {
    domain: &'a LiftedDomain,
    problem: &'a Problem,
    initial: FxHashSet<GroundAtom>,
    holds: FxHashSet<GroundAtom>,
    /// Atoms of the start that were deleted; all others fail at the start.
    fails: FxHashSet<GroundAtom>,
    /// Predicate, place and object of the atoms that hold at some time.
    places: FxHashSet<(usize, usize, ObjectId)>,
    tried: u64,
    should_stop: &'a dyn Fn() -> bool,
}

impl Sometime<'_> {
    fn size(&self) -> usize {
        self.holds.len() + self.fails.len()
    }

    fn note_places(&mut self, atom: &GroundAtom) {
        for (place, &object) in atom.arguments.iter().enumerate() {
            self.places.insert((atom.predicate, place, object));
        }
    }

    /// Applies the action with all objects that its precondition allows; `None` if stopped.
    fn apply(&mut self, schema: &Schema) -> Option<()> {
        let parts: Vec<&Condition> = match &schema.precondition {
            Condition::And(parts) => parts.iter().collect(),
            one => vec![one],
        };
        self.choose(schema, &parts, &mut Vec::new())
    }

    fn choose(
        &mut self,
        schema: &Schema,
        parts: &[&Condition],
        values: &mut Vec<ObjectId>,
    ) -> Option<()> {
        self.tried += 1;
        if self.tried.is_multiple_of(1024) && (self.should_stop)() {
            return None;
        }
        let bound = values.len();
        // What speaks of the values chosen so far only, the last of them included.
        let now = |part: &&&Condition| deepest(part, schema.parameters.len()) == bound;
        if !parts
            .iter()
            .filter(now)
            .all(|part| self.can(part, true, values))
        {
            return Some(());
        }
        let Some(parameter) = schema.parameters.get(bound) else {
            self.take(&schema.effect, values);
            return Some(());
        };
        for object in self.objects_of(&parameter.types) {
            if parts.iter().all(|part| self.may_stand(part, bound, object)) {
                values.push(object);
                let done = self.choose(schema, parts, values);
                values.pop();
                done?;
            }
        }
        Some(())
    }

    /// Whether an atom that must hold has this object at the places of this parameter.
    fn may_stand(&self, part: &Condition, level: usize, object: ObjectId) -> bool {
        let Condition::Atom(atom) = part else {
            return true;
        };
        let mut places = atom.arguments.iter().enumerate();
        places.all(|(place, term)| {
            *term != Term::Variable(level) || self.places.contains(&(atom.predicate, place, object))
        })
    }

    /// Whether the condition has this value at some time, each of its parts by itself.
    fn can(&self, condition: &Condition, value: bool, values: &mut Vec<ObjectId>) -> bool {
        match (condition, value) {
            (Condition::Atom(atom), true) => self.holds.contains(&filled(atom, values)),
            (Condition::Atom(atom), false) => {
                let atom = filled(atom, values);
                let is_derived = self.domain.symbols.derived[atom.predicate];
                is_derived || !self.initial.contains(&atom) || self.fails.contains(&atom)
            }
            (Condition::Equal(left, right), _) => {
                (object(*left, values) == object(*right, values)) == value
            }
            (Condition::Compare(_), _) => true,
            (Condition::Not(inner), _) => self.can(inner, !value, values),
            (Condition::And(parts), true) | (Condition::Or(parts), false) => {
                parts.iter().all(|part| self.can(part, value, values))
            }
            (Condition::And(parts), false) | (Condition::Or(parts), true) => {
                parts.iter().any(|part| self.can(part, value, values))
            }
            (Condition::ForAll(variables, inner), true)
            | (Condition::Exists(variables, inner), false) => {
                !self.some(variables, values, &|values| !self.can(inner, value, values))
            }
            (Condition::ForAll(variables, inner), false)
            | (Condition::Exists(variables, inner), true) => {
                self.some(variables, values, &|values| self.can(inner, value, values))
            }
        }
    }

    /// Whether some choice of objects for the variables passes.
    fn some(
        &self,
        variables: &[Parameter],
        values: &mut Vec<ObjectId>,
        passes: &dyn Fn(&mut Vec<ObjectId>) -> bool,
    ) -> bool {
        let Some((variable, others)) = variables.split_first() else {
            return passes(values);
        };
        self.objects_of(&variable.types).into_iter().any(|object| {
            values.push(object);
            let found = self.some(others, values, passes);
            values.pop();
            found
        })
    }

    fn take(&mut self, effect: &Effect, values: &mut Vec<ObjectId>) {
        match effect {
            Effect::Add(atom) => {
                let atom = filled(atom, values);
                if self.holds.insert(atom.clone()) {
                    self.note_places(&atom);
                }
            }
            Effect::Delete(atom) => {
                let atom = filled(atom, values);
                if self.initial.contains(&atom) {
                    self.fails.insert(atom);
                }
            }
            Effect::And(parts) => {
                for part in parts {
                    self.take(part, values);
                }
            }
            Effect::When(condition, inner) => {
                if self.can(condition, true, values) {
                    self.take(inner, values);
                }
            }
            Effect::Change(_) => {}
            Effect::ForAll(variables, inner) => self.take_all(variables, inner, values),
        }
    }

    fn take_all(&mut self, variables: &[Parameter], inner: &Effect, values: &mut Vec<ObjectId>) {
        let Some((variable, others)) = variables.split_first() else {
            return self.take(inner, values);
        };
        for object in self.objects_of(&variable.types) {
            values.push(object);
            self.take_all(others, inner, values);
            values.pop();
        }
    }

    fn objects_of(&self, types: &[TypeId]) -> Vec<ObjectId> {
        let hierarchy = self.domain.types();
        let all = (0..).zip(&self.problem.objects);
        all.filter(|(_, object)| hierarchy.fits(&object.types, types))
            .map(|(id, _)| id)
            .collect()
    }
}

/// How many parameters must be chosen before the part can be asked. Variables of quantifiers come
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

fn object(term: Term, values: &[ObjectId]) -> ObjectId {
    match term {
        Term::Variable(level) => values[level],
        Term::Object(object) => object,
    }
}

fn filled(atom: &Atom, values: &[ObjectId]) -> GroundAtom {
    GroundAtom {
        predicate: atom.predicate,
        arguments: atom
            .arguments
            .iter()
            .map(|&term| object(term, values))
            .collect(),
    }
}
