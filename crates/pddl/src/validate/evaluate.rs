//! Evaluation of conditions in a state.

use super::state::{State, Unmet};
use crate::condition::{Condition, ObjectId, Parameter, Term};
use crate::problem::GroundAtom;

impl State<'_> {
    /// Whether the condition holds; `values` are the objects that its variables stand for.
    pub(super) fn holds(&self, condition: &Condition, values: &mut Vec<ObjectId>) -> bool {
        self.poll();
        match condition {
            Condition::Atom(atom) => {
                let atom = GroundAtom::of(atom, values);
                if self.domain.symbols.derived[atom.predicate] {
                    self.derived.contains(&atom)
                } else {
                    self.holding.contains(&atom)
                }
            }
            Condition::Equal(left, right) => left.object(values) == right.object(values),
            Condition::Compare(comparison) => self.compares(comparison, values),
            Condition::Not(inner) => !self.holds(inner, values),
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
        let Some((variable, others)) = variables.split_first() else {
            return ask(values);
        };
        for &candidate in self.objects_of(&variable.types).iter() {
            values.push(candidate);
            let answer = self.every(others, values, ask);
            values.pop();
            if !answer || !self.poll() {
                return false;
            }
        }
        true
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
            Condition::Not(inner) => {
                let unmet = self.named(inner, values);
                Some(Unmet {
                    text: format!("(not {})", unmet.text),
                    ..unmet
                })
            }
            _ => Some(self.named(condition, values)),
        }
    }

    /// The condition in words of PDDL, shortened where it is no literal.
    pub(super) fn named(&self, condition: &Condition, values: &[ObjectId]) -> Unmet {
        let name = |term: Term| {
            self.problem.objects[term.object(values) as usize]
                .name
                .as_str()
        };
        match condition {
            Condition::Atom(atom) => {
                let atom = GroundAtom::of(atom, values);
                Unmet {
                    text: format!("({})", self.problem.written(self.domain, &atom)),
                    predicate: Some(atom.predicate),
                    objects: atom.arguments,
                }
            }
            Condition::Equal(left, right) => Unmet {
                text: format!("(= {} {})", name(*left), name(*right)),
                objects: vec![left.object(values), right.object(values)],
                predicate: None,
            },
            Condition::Compare(comparison) => {
                whole(&self.written_comparison(comparison, values), values)
            }
            Condition::Not(inner) => {
                let inner = self.named(inner, values);
                Unmet {
                    text: format!("(not {})", inner.text),
                    ..inner
                }
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
