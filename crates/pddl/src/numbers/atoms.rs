//! The task with an atom in place of each comparison and of each numeric effect, for the grounder.
//!
//! An atom `compare?3 a b` stands for the third comparison with these objects for its variables. It may hold or fail at
//! any time: an action of its own makes it hold, for objects for which the functions in it that no action changes have
//! values, and no action has it at the start. An atom `change?2 a` stands for the second numeric effect; an action that
//! would have the effect adds it. So the grounder finds at least the actions that can be applied. That all numeric
//! effects matter is said by one more goal, `changed?`, which each of them leads to and which can be had without any.
//! No word of a task has a question mark within.

use rustc_hash::FxHashMap;

use crate::condition::{Atom, Comparison, Condition, Expression, Parameter, Term};
use crate::domain::{LiftedDomain, Predicate, Schema};
use crate::effect::{Effect, NumericChange, SimpleEffect};
use crate::problem::{GroundAtom, Problem};
use crate::types::TypeId;

/// The first word of atoms that stand for comparisons.
pub(super) const COMPARE: &str = "compare?";
/// The first word of atoms that stand for numeric effects.
pub(super) const CHANGE: &str = "change?";
/// The atom that makes all numeric effects matter.
pub(super) const CHANGED: &str = "changed?";
/// The first word of atoms that say that a function has a value for these objects.
const KNOWN: &str = "known?";
/// The first word of actions that are none of the task.
pub(super) const FREE: &str = "free?";

/// Meaning of an atom, and the variables, by level, that its arguments are for.
pub(super) struct StandsFor<T> {
    pub(super) levels: Vec<usize>,
    pub(super) meaning: T,
}

/// A task without numbers, and what its atoms stand for.
pub(super) struct WithAtoms {
    pub(super) domain: LiftedDomain,
    pub(super) problem: Problem,
    pub(super) comparisons: Vec<StandsFor<Comparison>>,
    pub(super) changes: Vec<StandsFor<NumericChange>>,
}

/// Puts atoms in the place of numbers.
pub(super) fn with_atoms(domain: &LiftedDomain, problem: &Problem) -> WithAtoms {
    let mut replacing = Replacing {
        domain: domain.clone(),
        variables: Vec::new(),
        parameters: 0,
        comparisons: Vec::new(),
        changes: Vec::new(),
        free: Vec::new(),
        changed: 0,
        known: FxHashMap::default(),
    };
    replacing.changed = replacing.predicate(CHANGED.to_owned(), Vec::new());
    let changed = Atom {
        predicate: replacing.changed,
        arguments: Vec::new(),
    };
    replacing.add_free(Vec::new(), Vec::new(), changed.clone());
    let mut schemas = Vec::new();
    for schema in &domain.schemas {
        schemas.push(replacing.schema(schema));
    }
    replacing.variables.clear();
    replacing.parameters = 0;
    let goal = replacing.condition(&problem.goal);
    schemas.append(&mut replacing.free);
    replacing.domain.schemas = schemas;
    let values = problem
        .numbers
        .iter()
        .flat_map(|numbers| numbers.values.keys());
    let known = values.filter_map(|applied| {
        let predicate = *replacing.known.get(&applied.predicate)?;
        Some(GroundAtom {
            predicate,
            ..applied.clone()
        })
    });
    let problem = Problem {
        initial: problem.initial.iter().cloned().chain(known).collect(),
        goal: Condition::And(vec![goal, Condition::Atom(changed)]),
        minimises_cost: false,
        numbers: None,
        ..problem.clone()
    };
    WithAtoms {
        domain: replacing.domain,
        problem,
        comparisons: replacing.comparisons,
        changes: replacing.changes,
    }
}

struct Replacing {
    domain: LiftedDomain,
    /// The types of the variables in sight, by level.
    variables: Vec<Vec<TypeId>>,
    /// Number of those that are parameters of the action.
    parameters: usize,
    comparisons: Vec<StandsFor<Comparison>>,
    changes: Vec<StandsFor<NumericChange>>,
    /// Actions that make atoms hold.
    free: Vec<Schema>,
    /// The predicate of [`CHANGED`].
    changed: usize,
    /// By function that no action changes the predicate of the objects for which it has a value.
    known: FxHashMap<usize, usize>,
}

impl Replacing {
    fn predicate(&mut self, name: String, parameters: Vec<Parameter>) -> usize {
        let symbols = &mut self.domain.symbols;
        symbols.predicates.push(Predicate { name, parameters });
        symbols.derived.push(false);
        symbols.predicates.len() - 1
    }

    /// An action that makes an atom of these parameters hold.
    fn add_free(&mut self, parameters: Vec<Parameter>, needs: Vec<Atom>, makes: Atom) {
        self.free.push(Schema {
            preferences: Vec::new(),
            name: format!("{FREE}{}", self.free.len()),
            parameters,
            precondition: Condition::And(needs.into_iter().map(Condition::Atom).collect()),
            effects: vec![Effect::always(vec![SimpleEffect::Add(makes)])],
            costs: Vec::new(),
        });
    }

    fn schema(&mut self, schema: &Schema) -> Schema {
        self.variables = schema
            .parameters
            .iter()
            .map(|it| it.types.clone())
            .collect();
        self.parameters = schema.parameters.len();
        let precondition = self.condition(&schema.precondition);
        let effects = schema.effects.iter().map(|effect| self.effect(effect));
        let mut effects: Vec<Effect> = effects.collect();
        let costs = schema.cost_changes(&self.domain.symbols);
        let costs = costs.iter().map(|change| self.numeric_change(change));
        effects.push(Effect::always(costs.collect()));
        Schema {
            preferences: Vec::new(),
            name: schema.name.clone(),
            parameters: schema.parameters.clone(),
            precondition,
            effects,
            costs: Vec::new(),
        }
    }

    fn within<T>(&mut self, variables: &[Parameter], work: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.variables.len();
        let types = variables.iter().map(|it| it.types.clone());
        self.variables.extend(types);
        let done = work(self);
        self.variables.truncate(before);
        done
    }

    fn condition(&mut self, condition: &Condition) -> Condition {
        match condition {
            Condition::Atom(_) | Condition::Equal(..) => condition.clone(),
            Condition::Not(inner) => Condition::Not(Box::new(self.condition(inner))),
            Condition::And(parts) => {
                Condition::And(parts.iter().map(|part| self.condition(part)).collect())
            }
            Condition::Or(parts) => {
                Condition::Or(parts.iter().map(|part| self.condition(part)).collect())
            }
            Condition::Exists(variables, inner) => {
                let inner = self.within(variables, |it| it.condition(inner));
                Condition::Exists(variables.clone(), Box::new(inner))
            }
            Condition::ForAll(variables, inner) => {
                let inner = self.within(variables, |it| it.condition(inner));
                Condition::ForAll(variables.clone(), Box::new(inner))
            }
            Condition::Compare(comparison) => {
                let mut levels = Vec::new();
                used(&comparison.left, &mut levels);
                used(&comparison.right, &mut levels);
                let name = format!("{COMPARE}{}", self.comparisons.len());
                let (atom, parameters) = self.atom(name, &mut levels);
                let own = (0..levels.len()).map(Term::Variable).collect();
                let makes = Atom {
                    arguments: own,
                    ..atom.clone()
                };
                let mut needs = Vec::new();
                self.known(&comparison.left, &levels, &mut needs);
                self.known(&comparison.right, &levels, &mut needs);
                self.add_free(parameters, needs, makes);
                self.comparisons.push(StandsFor {
                    levels,
                    meaning: comparison.as_ref().clone(),
                });
                Condition::Atom(atom)
            }
        }
    }

    /// Adds to `needs` an atom for each function of the expression that no action changes: it has a value. A comparison
    /// with the expression holds only if they do. Variables are numbered by their places among these levels.
    fn known(&mut self, expression: &Expression, levels: &[usize], needs: &mut Vec<Atom>) {
        match expression {
            Expression::Number(_) => {}
            Expression::Function {
                function,
                arguments,
            } => {
                if self.domain.changed[*function] {
                    return;
                }
                let predicate = self.predicate_of_known(*function);
                let own = arguments.iter().map(|term| match term {
                    Term::Variable(level) => {
                        let place = levels.iter().position(|it| it == level);
                        Term::Variable(place.expect("the level of a variable in it"))
                    }
                    Term::Object(object) => Term::Object(*object),
                });
                needs.push(Atom {
                    predicate,
                    arguments: own.collect(),
                });
            }
            Expression::Negated(inner) => self.known(inner, levels, needs),
            Expression::Sum(parts) | Expression::Product(parts) => {
                for part in parts {
                    self.known(part, levels, needs);
                }
            }
            Expression::Quotient(parts) => {
                for part in parts.iter() {
                    self.known(part, levels, needs);
                }
            }
        }
    }

    fn predicate_of_known(&mut self, function: usize) -> usize {
        if let Some(&predicate) = self.known.get(&function) {
            return predicate;
        }
        let parameters = self.domain.symbols.functions[function].parameters.clone();
        let predicate = self.predicate(format!("{KNOWN}{function}"), parameters);
        self.known.insert(function, predicate);
        predicate
    }

    /// An atom of a new predicate with the variables of these levels, and the parameters of that predicate.
    fn atom(&mut self, name: String, levels: &mut Vec<usize>) -> (Atom, Vec<Parameter>) {
        levels.sort_unstable();
        levels.dedup();
        let parameter = |&level: &usize| Parameter {
            name: format!("?{level}"),
            types: self.variables[level].clone(),
        };
        let parameters: Vec<Parameter> = levels.iter().map(parameter).collect();
        let predicate = self.predicate(name, parameters.clone());
        let arguments = levels.iter().map(|&level| Term::Variable(level)).collect();
        let atom = Atom {
            predicate,
            arguments,
        };
        (atom, parameters)
    }

    fn effect(&mut self, effect: &Effect) -> Effect {
        self.within(&effect.variables, |it| Effect {
            variables: effect.variables.clone(),
            condition: it.condition(&effect.condition),
            changes: effect
                .changes
                .iter()
                .map(|change| it.change(change))
                .collect(),
        })
    }

    fn change(&mut self, change: &SimpleEffect) -> SimpleEffect {
        match change {
            SimpleEffect::Add(_) | SimpleEffect::Delete(_) => change.clone(),
            SimpleEffect::Number(change) => self.numeric_change(change),
        }
    }

    /// The atom of a numeric effect. The variables of `forall` around it count also where it does not speak of them,
    /// for it takes place for each choice of them.
    fn numeric_change(&mut self, change: &NumericChange) -> SimpleEffect {
        let mut levels: Vec<usize> = (self.parameters..self.variables.len()).collect();
        used(&change.amount, &mut levels);
        levels.extend(change.arguments.iter().filter_map(level));
        let name = format!("{CHANGE}{}", self.changes.len());
        let (atom, parameters) = self.atom(name, &mut levels);
        let own = (0..levels.len()).map(Term::Variable).collect();
        let needs = Atom {
            arguments: own,
            ..atom.clone()
        };
        let changed = Atom {
            predicate: self.changed,
            arguments: Vec::new(),
        };
        self.add_free(parameters, vec![needs], changed);
        self.changes.push(StandsFor {
            levels,
            meaning: change.clone(),
        });
        SimpleEffect::Add(atom)
    }
}

fn level(term: &Term) -> Option<usize> {
    match term {
        Term::Variable(level) => Some(*level),
        Term::Object(_) => None,
    }
}

/// The levels of the variables of an expression.
fn used(expression: &Expression, levels: &mut Vec<usize>) {
    match expression {
        Expression::Number(_) => {}
        Expression::Function { arguments, .. } => levels.extend(arguments.iter().filter_map(level)),
        Expression::Negated(inner) => used(inner, levels),
        Expression::Sum(parts) | Expression::Product(parts) => {
            for part in parts {
                used(part, levels);
            }
        }
        Expression::Quotient(parts) => {
            for part in parts.iter() {
                used(part, levels);
            }
        }
    }
}
