//! Evaluates conditions in a state, and describes their unmet parts.

use super::rejected::MAX_UNMET;
use super::state::{FailedCondition, State};
use crate::condition::{Atom, Comparator, Comparison, Condition, ObjectId, Parameter, Term};
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

    /// Whether a comparison holds; it does not hold if a side has no value.
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

    /// Returns the condition as PDDL text, with its predicate and its objects.
    pub(crate) fn named(&self, condition: &Condition, values: &[ObjectId]) -> FailedCondition {
        let (predicate, objects) = match condition {
            Condition::Literal(atom, _) => {
                let atom = GroundAtom::of(atom, values);
                (Some(atom.predicate), atom.arguments)
            }
            Condition::Equal(left, right, _) => {
                (None, [left, right].map(|term| term.object(values)).to_vec())
            }
            _ => (None, values.to_vec()),
        };
        FailedCondition {
            text: self.text(condition, values, &mut Vec::new()),
            predicate,
            objects,
        }
    }

    /// Returns the condition as PDDL text. A long text is shortened. `bound` has the names of the variables that have
    /// no values.
    pub(super) fn text<'c>(
        &self,
        condition: &'c Condition,
        values: &[ObjectId],
        bound: &mut Vec<&'c str>,
    ) -> String {
        const MAX_LENGTH: usize = 200;
        let (begin, parts) = match condition {
            Condition::Literal(atom, holds) => {
                let predicates = &self.problem.domain.symbols.predicates;
                let atom = self.applied(&predicates.keys()[atom.predicate], atom, values, bound);
                return signed(atom, *holds);
            }
            Condition::Equal(left, right, holds) => {
                let [left, right] = [left, right].map(|term| self.name(*term, values, bound));
                return signed(format!("(= {left} {right})"), *holds);
            }
            Condition::Compare(comparison) => {
                return self.written_comparison(comparison, values, bound);
            }
            Condition::And(parts) => ("(and".to_owned(), &parts[..]),
            Condition::Or(parts) => ("(or".to_owned(), &parts[..]),
            Condition::Exists(variables, inner) => (
                quantifier("exists", variables),
                std::slice::from_ref(&**inner),
            ),
            Condition::ForAll(variables, inner) => (
                quantifier("forall", variables),
                std::slice::from_ref(&**inner),
            ),
        };
        let before = bound.len();
        if let Condition::Exists(variables, _) | Condition::ForAll(variables, _) = condition {
            bound.extend(variables.iter().map(|one| &*one.name));
        }
        let mut text = begin.clone();
        for part in parts {
            text = text + " " + &self.text(part, values, bound);
        }
        bound.truncate(before);
        if text.len() > MAX_LENGTH {
            text = begin + " ...";
        }
        text + ")"
    }

    /// Returns an atom as PDDL text; `name` is its predicate or its function.
    pub(super) fn applied(
        &self,
        name: &str,
        atom: &Atom,
        values: &[ObjectId],
        bound: &[&str],
    ) -> String {
        let mut text = format!("({name}");
        for term in &atom.arguments {
            text = text + " " + self.name(*term, values, bound);
        }
        text + ")"
    }

    fn name<'n>(&'n self, term: Term, values: &[ObjectId], bound: &[&'n str]) -> &'n str {
        match term {
            Term::Variable(level) if level >= values.len() => bound[level - values.len()],
            _ => name_of(&self.problem.objects, term.object(values) as usize),
        }
    }
}

/// Returns the text, inside `(not ...)` if the part must be false.
pub(crate) fn signed(text: String, holds: bool) -> String {
    if holds { text } else { format!("(not {text})") }
}

/// Returns the beginning of a quantified condition or constraint: `(forall (?x ?y)`.
pub(super) fn quantifier(word: &str, variables: &[Parameter]) -> String {
    let names: Vec<&str> = variables.iter().map(|one| one.name.as_str()).collect();
    format!("({word} ({})", names.join(" "))
}
