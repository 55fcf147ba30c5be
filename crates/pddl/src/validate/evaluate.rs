//! Evaluation of conditions in a state.

use super::state::{State, Unmet};
use crate::condition::{Condition, ObjectId, Parameter, Term};
use crate::domain::name_of;
use crate::problem::GroundAtom;

impl State<'_> {
    /// Whether the condition holds; `values` are the objects that its variables stand for.
    pub(super) fn holds(&self, condition: &Condition, values: &mut Vec<ObjectId>) -> bool {
        self.poll();
        match condition {
            Condition::Literal(atom, holds) => {
                let atom = GroundAtom::of(atom, values);
                let atoms = if self.domain.symbols.derived[atom.predicate] {
                    &self.derived
                } else {
                    &self.holding
                };
                atoms.contains(&atom) == *holds
            }
            Condition::Equal(left, right, holds) => {
                (left.object(values) == right.object(values)) == *holds
            }
            Condition::Compare(comparison) => self.compares(comparison, values),
            Condition::And(parts) => parts.iter().all(|part| self.holds(part, values)),
            Condition::Or(parts) => parts.iter().any(|part| self.holds(part, values)),
            Condition::Exists(variables, inner) => {
                !self.every(variables, values, &mut |values| !self.holds(inner, values))
            }
            Condition::ForAll(variables, inner) => {
                self.every(variables, values, &mut |values| self.holds(inner, values))
            }
        }
    }

    /// Whether `ask` says yes for every choice of objects for the variables.
    pub(super) fn every(
        &self,
        variables: &[Parameter],
        values: &mut Vec<ObjectId>,
        ask: &mut dyn FnMut(&mut Vec<ObjectId>) -> bool,
    ) -> bool {
        let mut ask = |values: &mut Vec<ObjectId>| {
            let goes_on = ask(values) && self.poll();
            goes_on.then_some(()).ok_or(())
        };
        self.objects.each(variables, values, &mut ask).is_ok()
    }

    /// The first part of the condition that does not hold, as small as can be named.
    pub(super) fn first_unmet(
        &self,
        condition: &Condition,
        values: &mut Vec<ObjectId>,
    ) -> Option<Unmet> {
        match condition {
            Condition::And(parts) => parts.iter().find_map(|part| self.first_unmet(part, values)),
            Condition::ForAll(variables, inner) => {
                let mut found = None;
                self.every(variables, values, &mut |values| {
                    found = self.first_unmet(inner, values);
                    found.is_none()
                });
                found
            }
            _ if self.holds(condition, values) => None,
            _ => Some(self.named(condition, values)),
        }
    }

    /// The condition in words of PDDL, shortened where it is no literal.
    pub(super) fn named(&self, condition: &Condition, values: &[ObjectId]) -> Unmet {
        let name = |term: Term| name_of(&self.problem.objects, term.object(values) as usize);
        match condition {
            Condition::Literal(atom, holds) => {
                let atom = GroundAtom::of(atom, values);
                Unmet {
                    text: signed(
                        format!("({})", self.problem.written(self.domain, &atom)),
                        *holds,
                    ),
                    predicate: Some(atom.predicate),
                    objects: atom.arguments,
                }
            }
            Condition::Equal(left, right, holds) => Unmet {
                text: signed(format!("(= {} {})", name(*left), name(*right)), *holds),
                objects: vec![left.object(values), right.object(values)],
                predicate: None,
            },
            Condition::Compare(comparison) => {
                whole(&self.written_comparison(comparison, values), values)
            }
            Condition::And(_) => whole("(and ...)", values),
            Condition::Or(parts) => {
                let quantified = |part: &Condition| {
                    matches!(part, Condition::Exists(..) | Condition::ForAll(..))
                };
                if parts.len() > 8 || parts.iter().any(quantified) {
                    return whole("(or ...)", values);
                }
                let parts: Vec<String> = parts
                    .iter()
                    .map(|part| self.named(part, values).text)
                    .collect();
                whole(&format!("(or {})", parts.join(" ")), values)
            }
            Condition::Exists(variables, _) => whole(&quantifier("exists", variables), values),
            Condition::ForAll(variables, _) => whole(&quantifier("forall", variables), values),
        }
    }
}

/// The text, negated if it is not to hold.
fn signed(text: String, holds: bool) -> String {
    if holds { text } else { format!("(not {text})") }
}

fn quantifier(word: &str, variables: &[Parameter]) -> String {
    let names: Vec<&str> = variables
        .iter()
        .map(|variable| variable.name.as_str())
        .collect();
    format!("({word} ({}) ...)", names.join(" "))
}

fn whole(text: &str, values: &[ObjectId]) -> Unmet {
    Unmet {
        text: text.to_owned(),
        objects: values.to_vec(),
        predicate: None,
    }
}
