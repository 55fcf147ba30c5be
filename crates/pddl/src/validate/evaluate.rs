//! Evaluation of conditions in a state, and a description of the unmet parts.

use super::rejected::MAX_UNMET;
use super::state::{FailedCondition, State};
use crate::condition::{Comparator, Comparison, Condition, ObjectId, Parameter, Term};
use crate::domain::name_of;
use crate::judge::Judge;
use crate::problem::{GroundAtom, ObjectsByType};
use saut_base::stop::Ticker;

impl Judge for State<'_> {
    fn objects(&self) -> &ObjectsByType<'_> {
        &self.objects
    }

    fn limits(&self) -> &Ticker {
        &self.limits
    }

    fn has_value(&self, atom: &GroundAtom, value: bool) -> bool {
        let is_derived = self.problem.domain.symbols.derived[atom.predicate];
        let atoms = if is_derived {
            &self.derived
        } else {
            &self.holding
        };
        atoms.contains(atom) == value
    }

    /// A comparison does not hold if a side has no value.
    fn compares(&self, comparison: &Comparison, values: &[ObjectId]) -> bool {
        let sides = [&comparison.left, &comparison.right].map(|side| self.value(side, values));
        let [Ok(left), Ok(right)] = sides else {
            return false;
        };
        match comparison.comparator {
            Comparator::Less => left < right,
            Comparator::AtMost => left <= right,
            Comparator::Equal => left == right,
            Comparator::AtLeast => left >= right,
            Comparator::Greater => left > right,
        }
    }
}

impl State<'_> {
    /// Collects the smallest parts of the condition that do not hold and can be named, up to [`MAX_UNMET`].
    pub(super) fn collect_unmet(
        &self,
        condition: &Condition,
        values: &mut Vec<ObjectId>,
        found: &mut Vec<FailedCondition>,
    ) {
        match condition {
            _ if found.len() == MAX_UNMET => {}
            Condition::And(parts) => {
                for part in parts {
                    self.collect_unmet(part, values, found);
                }
            }
            Condition::ForAll(variables, inner) => {
                self.every(variables, values, &mut |values| {
                    self.collect_unmet(inner, values, found);
                    found.len() < MAX_UNMET
                });
            }
            _ if self.holds(condition, values) => {}
            _ => found.push(self.named(condition, values)),
        }
    }

    /// Returns the condition as PDDL text, shortened if it is not a literal.
    pub(crate) fn named(&self, condition: &Condition, values: &[ObjectId]) -> FailedCondition {
        let name = |term: Term| name_of(&self.problem.objects, term.object(values) as usize);
        match condition {
            Condition::Literal(atom, holds) => {
                let atom = GroundAtom::of(atom, values);
                FailedCondition {
                    text: signed(format!("({})", self.problem.written(&atom)), *holds),
                    predicate: Some(atom.predicate),
                    objects: atom.arguments,
                }
            }
            Condition::Equal(left, right, holds) => FailedCondition {
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

/// Returns the text, inside `(not ...)` if the part must be false.
pub(crate) fn signed(text: String, holds: bool) -> String {
    if holds { text } else { format!("(not {text})") }
}

fn quantifier(word: &str, variables: &[Parameter]) -> String {
    let names: Vec<&str> = variables.iter().map(|one| one.name.as_str()).collect();
    format!("({word} ({}) ...)", names.join(" "))
}

fn whole(text: &str, values: &[ObjectId]) -> FailedCondition {
    FailedCondition {
        text: text.to_owned(),
        objects: values.to_vec(),
        predicate: None,
    }
}
