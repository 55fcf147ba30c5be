//! The rules of the Datalog program, made from the actions.
//!
//! An action gives one rule for each body of its precondition, whose solutions are its ground actions, and one rule for
//! each conditional effect, which only says what becomes reachable. An axiom gives one rule for each body of its
//! condition.

use super::body::{Body, bodies};
use super::world::World;
use crate::condition::{Atom, Condition, Parameter};
use crate::effect::Effect;

/// If the body holds, the heads are reachable.
pub(super) struct Rule<'a> {
    pub(super) body: Body<'a>,
    pub(super) heads: Vec<Atom>,
    /// Kind of the solutions.
    pub(super) of: Source,
}

/// Kind of the solutions of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// The ground actions of a schema.
    Schema(usize),
    /// The ground instances of an axiom.
    Axiom(usize),
    /// No ground action or instance: a conditional effect of a schema, which only makes facts reachable.
    Effect(usize),
}

impl Rule<'_> {
    /// Number of values of a solution: one for each variable, but one at least, so
    /// that solutions without variables can be counted.
    pub(super) fn width(&self) -> usize {
        self.body.sets.len().max(1)
    }
}

/// An action taken apart.
pub(super) struct Parts<'a> {
    /// Effects that take place whenever the action does.
    pub(super) always: Changes<'a>,
    pub(super) conditional: Vec<Conditional<'a>>,
}

/// Atoms over the variables in sight.
#[derive(Default)]
pub(super) struct Changes<'a> {
    pub(super) added: Vec<&'a Atom>,
    pub(super) deleted: Vec<&'a Atom>,
}

/// Effects for every choice of the variables for which the conditions hold.
pub(super) struct Conditional<'a> {
    /// Their levels follow those of the parameters.
    pub(super) variables: Vec<&'a Parameter>,
    /// Each with the number of levels around it.
    pub(super) conditions: Vec<(usize, &'a Condition)>,
    pub(super) changes: Changes<'a>,
}

/// Takes every action apart.
pub(super) fn parts<'a>(world: &World<'a>) -> Vec<Parts<'a>> {
    let schemas = world.domain.schemas.iter();
    let taken_apart = schemas.map(|schema| {
        let mut parts = Parts {
            always: Changes::default(),
            conditional: Vec::new(),
        };
        let mut around = Around {
            parameters: schema.parameters.len(),
            variables: Vec::new(),
            conditions: Vec::new(),
        };
        collect(&schema.effect, &mut around, &mut parts);
        parts
    });
    taken_apart.collect()
}

/// The quantifiers and conditions around an effect.
struct Around<'a> {
    parameters: usize,
    variables: Vec<&'a Parameter>,
    conditions: Vec<(usize, &'a Condition)>,
}

fn collect<'a>(effect: &'a Effect, around: &mut Around<'a>, parts: &mut Parts<'a>) {
    match effect {
        Effect::Change(_) => {}
        Effect::Add(_) | Effect::Delete(_) => note(effect, around.changes(parts)),
        Effect::And(inner) => {
            let (simple, other): (Vec<_>, Vec<_>) = inner
                .iter()
                .partition(|part| matches!(part, Effect::Add(_) | Effect::Delete(_)));
            if !simple.is_empty() {
                let changes = around.changes(parts);
                for part in simple {
                    note(part, changes);
                }
            }
            for part in other {
                collect(part, around, parts);
            }
        }
        Effect::ForAll(variables, inner) => {
            let before = around.variables.len();
            around.variables.extend(variables);
            collect(inner, around, parts);
            around.variables.truncate(before);
        }
        Effect::When(condition, inner) => {
            let levels = around.parameters + around.variables.len();
            around.conditions.push((levels, condition));
            collect(inner, around, parts);
            around.conditions.pop();
        }
    }
}

impl<'a> Around<'a> {
    /// List to which the effects at this place belong.
    fn changes<'p>(&self, parts: &'p mut Parts<'a>) -> &'p mut Changes<'a> {
        if self.variables.is_empty() && self.conditions.is_empty() {
            return &mut parts.always;
        }
        parts.conditional.push(Conditional {
            variables: self.variables.clone(),
            conditions: self.conditions.clone(),
            changes: Changes::default(),
        });
        let last = parts.conditional.len() - 1;
        &mut parts.conditional[last].changes
    }
}

fn note<'a>(effect: &'a Effect, changes: &mut Changes<'a>) {
    match effect {
        Effect::Add(atom) => changes.added.push(atom),
        Effect::Delete(atom) => changes.deleted.push(atom),
        _ => {}
    }
}

/// All rules of a task.
pub(super) fn rules<'a>(world: &World<'a>, parts: &[Parts<'a>]) -> Vec<Rule<'a>> {
    let mut rules = Vec::new();
    for (number, (schema, parts)) in world.domain.schemas.iter().zip(parts).enumerate() {
        let set = |variable: &Parameter| world.set(&variable.types);
        let sets: Vec<usize> = schema.parameters.iter().map(set).collect();
        let precondition = (sets.len(), &schema.precondition);
        let heads = |changes: &Changes| changes.added.iter().copied().cloned().collect();
        for body in bodies(world, sets.clone(), &[precondition]) {
            rules.push(Rule {
                body,
                heads: heads(&parts.always),
                of: Source::Schema(number),
            });
        }
        for conditional in &parts.conditional {
            if conditional.changes.added.is_empty() {
                continue;
            }
            let mut sets = sets.clone();
            sets.extend(conditional.variables.iter().map(|variable| set(variable)));
            let mut conditions = vec![precondition];
            conditions.extend(&conditional.conditions);
            for body in bodies(world, sets, &conditions) {
                rules.push(Rule {
                    body,
                    heads: heads(&conditional.changes),
                    of: Source::Effect(number),
                });
            }
        }
    }
    for (number, axiom) in world.domain.axioms.iter().enumerate() {
        let sets = axiom.parameters.iter().map(|one| world.set(&one.types));
        let condition = (axiom.parameters.len(), &axiom.condition);
        for body in bodies(world, sets.collect(), &[condition]) {
            rules.push(Rule {
                body,
                heads: vec![axiom.head()],
                of: Source::Axiom(number),
            });
        }
    }
    rules
}
