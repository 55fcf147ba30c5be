//! Bodies of rules: a condition as a conjunction that can be joined.
//!
//! Variables of `exists` become variables of the body, an `or` becomes several bodies as long
//! as they are few, and whatever is left (`forall`, a large `or`) is kept as it is and
//! evaluated when its variables have values.

use super::world::World;
use crate::condition::{Atom, Condition, Term};

/// Most bodies that one condition is split into; further `or`s are kept as they are.
const MOST_BODIES: usize = 16;

/// Most variables of a body: sets of variables are words of bits.
const MOST_VARIABLES: usize = 64;

/// A conjunction over variables numbered from 0; the first ones are those of the rule.
#[derive(Clone, Default)]
pub(super) struct Body<'a> {
    /// For each variable the set of objects it ranges over.
    pub(super) sets: Vec<usize>,
    /// Atoms, each with whether it is to hold.
    pub(super) literals: Vec<(Atom, bool)>,
    /// Pairs of terms, each with whether they are to be the same object.
    pub(super) equations: Vec<(Term, Term, bool)>,
    pub(super) rest: Vec<Rest<'a>>,
}

/// A condition that is not split.
#[derive(Clone)]
pub(super) struct Rest<'a> {
    pub(super) condition: &'a Condition,
    /// Terms for the variables around the condition, by level.
    pub(super) levels: Vec<Term>,
}

/// A body, and the `or`s that are still to be split.
#[derive(Clone, Default)]
struct Growing<'a> {
    body: Body<'a>,
    choices: Vec<Rest<'a>>,
}

/// The bodies of which one must hold for all the conditions to hold. `sets` are the sets of
/// the first variables, and each condition comes with the number of levels around it.
pub(super) fn bodies<'a>(
    world: &World<'a>,
    sets: Vec<usize>,
    conditions: &[(usize, &'a Condition)],
) -> Vec<Body<'a>> {
    let mut first = Growing::default();
    first.body.sets = sets;
    for (levels, condition) in conditions {
        let levels = (0..*levels).map(Term::Variable).collect();
        first.add(world, condition, levels);
    }
    let mut open = vec![first];
    let mut bodies = Vec::new();
    while let Some(mut growing) = open.pop() {
        let Some(choice) = growing.choices.pop() else {
            bodies.push(growing.body);
            continue;
        };
        let parts = choice.condition.children();
        if open.len() + bodies.len() + parts.len() > MOST_BODIES {
            growing.body.rest.push(choice);
            open.push(growing);
            continue;
        }
        for part in parts.iter().rev() {
            let mut branch = growing.clone();
            branch.add(world, part, choice.levels.clone());
            open.push(branch);
        }
    }
    bodies
}

impl<'a> Growing<'a> {
    fn add(&mut self, world: &World, condition: &'a Condition, mut levels: Vec<Term>) {
        let renamed = |term: &Term| match term {
            Term::Variable(level) => levels[*level],
            Term::Object(_) => *term,
        };
        match condition {
            Condition::Literal(atom, holds) => {
                let arguments = atom.arguments.iter().map(renamed).collect();
                let atom = Atom::new(atom.predicate, arguments);
                self.body.literals.push((atom, *holds));
            }
            Condition::Equal(left, right, holds) => {
                let equation = (renamed(left), renamed(right), *holds);
                self.body.equations.push(equation);
            }
            Condition::And(parts) => {
                for part in parts {
                    self.add(world, part, levels.clone());
                }
            }
            Condition::Or(parts) => match &parts[..] {
                [only] => self.add(world, only, levels),
                _ => self.choices.push(Rest { condition, levels }),
            },
            Condition::Exists(variables, inner)
                if self.body.sets.len() + variables.len() <= MOST_VARIABLES =>
            {
                for variable in variables {
                    levels.push(Term::Variable(self.body.sets.len()));
                    self.body.sets.push(world.set(&variable.types));
                }
                self.add(world, inner, levels);
            }
            Condition::ForAll(..) | Condition::Exists(..) | Condition::Compare(_) => {
                self.body.rest.push(Rest { condition, levels });
            }
        }
    }
}
