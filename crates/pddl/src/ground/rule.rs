//! The rules of the Datalog program, made from the actions and axioms.
//!
//! An action gives one rule for each body of its precondition; the solutions are its ground actions. Each conditional
//! effect gives further rules, which only derive reachable atoms. An axiom gives one rule for each body of its
//! condition.
//!
//! A body is a conjunction that can be joined. Variables of `exists` become variables of the body, and an `or` becomes
//! several bodies if there are only a few. The rest (`forall`, comparisons, a large `or`) is evaluated when its
//! variables have values.

use super::context::GroundingContext;
use crate::condition::{Atom, Condition, ObjectId, Parameter, Term};
use crate::domain::{Effect, Schema};

/// A rule: if the body holds, the heads are reachable.
pub(super) struct GroundingRule<'a> {
    pub(super) body: Body<'a>,
    pub(super) heads: Vec<Atom>,
    pub(super) of: RuleKind,
}

/// Meaning of the solutions of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RuleKind {
    /// The ground actions of a schema.
    Schema(usize),
    /// The ground instances of an axiom.
    Axiom(usize),
    /// Instances of a conditional effect of a schema. They make facts reachable, but are not ground actions.
    Effect(usize),
}

impl GroundingRule<'_> {
    /// Returns the number of values of a solution: one for each variable, but at least one, so that solutions without
    /// variables can be counted.
    pub(super) fn width(&self) -> usize {
        self.body.sets.len().max(1)
    }
}

/// Returns the effects of an action that have neither a condition nor quantifiers.
pub(super) fn always(schema: &Schema) -> impl Iterator<Item = &Effect> {
    schema.effects.iter().filter(|effect| effect.is_always())
}

/// Returns the effects of an action that have a condition or quantifiers.
pub(super) fn conditional(schema: &Schema) -> impl Iterator<Item = &Effect> {
    schema.effects.iter().filter(|effect| !effect.is_always())
}

/// Returns the atoms that effects add, or delete if `wanted` is false.
pub(super) fn changed<'a>(
    effects: impl Iterator<Item = &'a Effect>,
    wanted: bool,
) -> impl Iterator<Item = &'a Atom> {
    let set = effects.flat_map(|effect| &effect.atoms);
    set.filter_map(move |(atom, adds)| (*adds == wanted).then_some(atom))
}

pub(super) fn rules<'a>(context: &GroundingContext<'a>) -> Vec<GroundingRule<'a>> {
    let mut rules = Vec::new();
    let mut add = |bodies: Vec<Body<'a>>, heads: &[Atom], of: RuleKind| {
        let rule = |body| GroundingRule {
            body,
            heads: heads.to_vec(),
            of,
        };
        rules.extend(bodies.into_iter().map(rule));
    };
    for (number, schema) in context.domain.schemas.iter().enumerate() {
        let set = |variable: &Parameter| context.set(&variable.types);
        let sets: Vec<usize> = schema.parameters.iter().map(set).collect();
        let precondition = (sets.len(), &schema.precondition);
        let heads: Vec<Atom> = changed(always(schema), true).cloned().collect();
        let found = bodies(context, sets.clone(), &[precondition]);
        add(found, &heads, RuleKind::Schema(number));
        for effect in conditional(schema) {
            let heads = changed(std::iter::once(effect), true);
            let heads: Vec<Atom> = heads.cloned().collect();
            if heads.is_empty() {
                continue;
            }
            let mut sets = sets.clone();
            sets.extend(effect.variables.iter().map(set));
            let condition = (sets.len(), &effect.condition);
            let found = bodies(context, sets, &[precondition, condition]);
            add(found, &heads, RuleKind::Effect(number));
        }
    }
    for (number, axiom) in context.domain.axioms.iter().enumerate() {
        let sets = axiom.parameters.iter().map(|one| context.set(&one.types));
        let condition = (axiom.parameters.len(), &axiom.condition);
        let found = bodies(context, sets.collect(), &[condition]);
        add(found, &[axiom.head()], RuleKind::Axiom(number));
    }
    rules
}

/// Maximum number of bodies that one condition is split into. Further disjunctions are not split.
const MAX_BODIES: usize = 16;

/// Maximum number of variables of a body. A set of variables is stored as the bits of a word.
const MAX_VARIABLES: usize = 64;

/// A conjunction over variables numbered from 0. The first variables are the variables of the rule.
#[derive(Clone, Default)]
pub(super) struct Body<'a> {
    /// For each variable, the number of the set of its objects.
    pub(super) sets: Vec<usize>,
    /// Atoms, each with its required truth value.
    pub(super) literals: Vec<(Atom, bool)>,
    /// Pairs of terms, each with the required truth value of their equality.
    pub(super) equations: Vec<(Term, Term, bool)>,
    pub(super) rest: Vec<DeferredCondition<'a>>,
}

/// A condition that is not split.
#[derive(Clone)]
pub(super) struct DeferredCondition<'a> {
    pub(super) condition: &'a Condition,
    /// Terms for the variables around the condition, by level.
    pub(super) levels: Vec<Term>,
}

impl DeferredCondition<'_> {
    /// Returns the values of the variables around the condition, by level.
    pub(super) fn values(&self, values: &[ObjectId]) -> Vec<ObjectId> {
        let levels = self.levels.iter();
        levels.map(|term| term.object(values)).collect()
    }
}

/// Returns bodies for the conjunction of the conditions. The conjunction holds if and only if one of the bodies holds.
/// `sets` are the sets of the first variables, and each condition comes with the number of variables around it.
pub(super) fn bodies<'a>(
    context: &GroundingContext<'a>,
    sets: Vec<usize>,
    conditions: &[(usize, &'a Condition)],
) -> Vec<Body<'a>> {
    let mut first = Body {
        sets,
        ..Body::default()
    };
    // The disjunctions that are still to be split.
    let mut choices = Vec::new();
    for (levels, condition) in conditions {
        let levels = (0..*levels).map(Term::Variable).collect();
        first.add(context, condition, levels, &mut choices);
    }
    let mut open = vec![(first, choices)];
    let mut bodies = Vec::new();
    while let Some((mut growing, mut choices)) = open.pop() {
        let Some(choice) = choices.pop() else {
            bodies.push(growing);
            continue;
        };
        let parts = choice.condition.children();
        if open.len() + bodies.len() + parts.len() > MAX_BODIES {
            growing.rest.push(choice);
            open.push((growing, choices));
            continue;
        }
        for part in parts.iter().rev() {
            let (mut branch, mut choices) = (growing.clone(), choices.clone());
            branch.add(context, part, choice.levels.clone(), &mut choices);
            open.push((branch, choices));
        }
    }
    bodies
}

impl<'a> Body<'a> {
    /// Adds a condition, whose disjunctions become choices.
    fn add(
        &mut self,
        context: &GroundingContext,
        condition: &'a Condition,
        mut levels: Vec<Term>,
        choices: &mut Vec<DeferredCondition<'a>>,
    ) {
        let renamed = |term: &Term| match term {
            Term::Variable(level) => levels[*level],
            Term::Object(_) => *term,
        };
        match condition {
            Condition::Literal(atom, holds) => {
                let arguments = atom.arguments.iter().map(renamed).collect();
                let atom = Atom::new(atom.predicate, arguments);
                self.literals.push((atom, *holds));
            }
            Condition::Equal(left, right, holds) => {
                let equation = (renamed(left), renamed(right), *holds);
                self.equations.push(equation);
            }
            Condition::And(parts) => {
                for part in parts {
                    self.add(context, part, levels.clone(), choices);
                }
            }
            Condition::Or(parts) => match &parts[..] {
                [only] => self.add(context, only, levels, choices),
                _ => choices.push(DeferredCondition { condition, levels }),
            },
            Condition::Exists(variables, inner)
                if self.sets.len() + variables.len() <= MAX_VARIABLES =>
            {
                for variable in variables {
                    levels.push(Term::Variable(self.sets.len()));
                    self.sets.push(context.set(&variable.types));
                }
                self.add(context, inner, levels, choices);
            }
            Condition::ForAll(..) | Condition::Exists(..) | Condition::Compare(_) => {
                self.rest.push(DeferredCondition { condition, levels });
            }
        }
    }
}
