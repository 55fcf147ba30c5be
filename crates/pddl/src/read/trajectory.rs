//! Constraints, preferences, and a metric that counts violations.
//!
//! ```text
//! (:constraints (and (always (on a b)) (forall (?x - block) (preference p (sometime (clear ?x))))))
//! (:goal (and (on a b) (preference q (clear a))))
//! (:metric minimize (+ (total-cost) (* 3 (is-violated p))))
//! ```
//!
//! Preferences stand in conjunctions and below `forall`, nowhere else: so says the grammar of PDDL 3.

use super::cost::{is_total_cost, whole_number};
use super::definition::{Section, unsupported};
use super::scope::Scope;
use crate::condition::{ALWAYS, Condition, Parameter};
use crate::diagnostics::Source;
use crate::domain::{Constraint, Modal, Preference, Trajectory};
use crate::names::undeclared_remedy;
use rustc_hash::FxHashMap;
use saut_base::BadInput;
use saut_base::sexp::{List, Name, Sexp, shortened};
use strum::VariantNames as _;

/// The greatest factor in a metric, and the greatest weight of a violation: sums of billions of these fit into 64 bits.
const MOST_FACTOR: u64 = 1_000_000;

impl Scope<'_> {
    /// Adds the constraints of a section, and the preferences among them.
    pub(super) fn constraints(
        &mut self,
        section: &Section,
        trajectory: &mut Trajectory,
    ) -> Result<(), BadInput> {
        self.source.uses(":constraints", section.keyword.at);
        let (hard, soft) = (&mut trajectory.constraints, &mut trajectory.preferences);
        let mut items = section.body.iter();
        items.try_for_each(|item| self.constraint(item, hard, soft))
    }

    /// Adds the parts of a constraint; the preferences within are put aside.
    fn constraint(
        &mut self,
        item: &Sexp,
        hard: &mut Vec<Constraint>,
        soft: &mut Vec<Preference<Vec<Constraint>>>,
    ) -> Result<(), BadInput> {
        let Sexp::List(list) = item else {
            bail!(self.source, item.at(), "a word where a constraint is expected";
                "write `(always CONDITION)` or the like");
        };
        if list.items.is_empty() {
            return Ok(());
        }
        let head = self.head(list)?;
        match head.text {
            "and" => {
                for part in list.rest() {
                    self.constraint(part, hard, soft)?;
                }
            }
            "forall" => {
                let (mut parts, mut inner) = (Vec::new(), Vec::new());
                let read =
                    |scope: &mut Self, item: &Sexp| scope.constraint(item, &mut parts, &mut inner);
                let (variables, ()) = self.quantifier(list, head, read)?;
                soft.extend(for_all(&variables, inner));
                if !parts.is_empty() {
                    hard.push(Constraint::ForAll(variables, parts));
                }
            }
            "preference" => {
                let read = |scope: &mut Self, item: &Sexp| {
                    let (mut parts, mut nested) = (Vec::new(), Vec::new());
                    scope.constraint(item, &mut parts, &mut nested)?;
                    match nested.first() {
                        None => Ok(parts),
                        Some(_) => Err(scope.nested(item)),
                    }
                };
                soft.push(self.preference(list, head, read)?);
            }
            "at" if is_at_end(list) => {
                let end = self.condition(&list.items[2])?;
                hard.push(Constraint::Modal(Modal::AtEnd, vec![end]));
            }
            word => {
                let Ok(modal) = word.parse::<Modal>() else {
                    return Err(unsupported(self.source, head).unwrap_or_else(|| {
                        let known = Modal::VARIANTS[1..].iter().map(|word| format!("`{word}`"));
                        let known = known.collect::<Vec<_>>().join(", ");
                        bad!(self.source, head.at, "`{head}` is no constraint";
                            "a constraint is {known}, `at end`, or an `and` or `forall` of such")
                    }));
                };
                let conditions: &[Sexp] = match modal {
                    Modal::SometimeAfter | Modal::SometimeBefore => {
                        self.exactly::<2>(list, head, &format!("({word} CONDITION CONDITION)"))?
                    }
                    _ => self.exactly::<1>(list, head, &format!("({word} CONDITION)"))?,
                };
                let conditions = conditions.iter().map(|one| self.condition(one));
                let conditions = conditions.collect::<Result<_, _>>()?;
                hard.push(Constraint::Modal(modal, conditions));
            }
        }
        Ok(())
    }

    /// A goal; the preferences within are left out of it and put aside.
    pub(super) fn goal(
        &mut self,
        item: &Sexp,
        soft: &mut Vec<Preference<Vec<Constraint>>>,
    ) -> Result<Condition, BadInput> {
        let mut found = Vec::new();
        let goal = self.with_preferences(item, true, &mut found)?;
        soft.extend(found.into_iter().map(|one| Preference {
            name: one.name,
            parameters: one.parameters,
            wanted: vec![Constraint::Modal(Modal::AtEnd, vec![one.wanted])],
        }));
        Ok(goal)
    }

    /// A precondition; the preferences within are left out of it and put aside.
    pub(super) fn precondition(
        &mut self,
        item: &Sexp,
        soft: &mut Vec<Preference<Condition>>,
    ) -> Result<Condition, BadInput> {
        self.with_preferences(item, false, soft)
    }

    /// A condition of which parts may be preferences, also below `forall` if that is said; they are left out of it and
    /// put aside, each with the variables around it.
    fn with_preferences(
        &mut self,
        item: &Sexp,
        below_forall: bool,
        soft: &mut Vec<Preference<Condition>>,
    ) -> Result<Condition, BadInput> {
        let list = match item {
            Sexp::List(list) if self.has_preference(item) => list,
            _ => return self.condition(item),
        };
        let head = self.head(list)?;
        match head.text {
            "and" => {
                let parts = list.rest().iter();
                let parts = parts.map(|part| self.with_preferences(part, below_forall, soft));
                let parts = parts.collect::<Result<Vec<_>, _>>()?;
                let wanted = parts.into_iter().filter(|part| *part != ALWAYS);
                Ok(Condition::And(wanted.collect()))
            }
            "forall" if below_forall => {
                let mut inner = Vec::new();
                let (variables, goal) = self.quantifier(list, head, |scope, item| {
                    scope.with_preferences(item, true, &mut inner)
                })?;
                soft.extend(for_all(&variables, inner));
                Ok(if goal == ALWAYS {
                    ALWAYS
                } else {
                    Condition::ForAll(variables, Box::new(goal))
                })
            }
            "preference" => {
                soft.push(self.preference(list, head, Self::condition)?);
                Ok(ALWAYS)
            }
            _ => self.condition(item),
        }
    }

    /// `(preference NAME inner)`; without a name, it cannot be asked whether it is violated.
    fn preference<T>(
        &mut self,
        list: &List,
        head: Name,
        read: impl Fn(&mut Self, &Sexp) -> Result<T, BadInput>,
    ) -> Result<Preference<T>, BadInput> {
        self.source.uses(":preferences", head.at);
        let (name, inner) = match list.rest() {
            [Sexp::Name(name), inner] => (name.text.to_owned(), inner),
            [inner @ Sexp::List(_)] => (String::new(), inner),
            _ => {
                bail!(self.source, list.at, "a preference without its parts";
                    "write `(preference NAME CONDITION)`");
            }
        };
        Ok(Preference {
            name,
            parameters: Vec::new(),
            wanted: read(self, inner)?,
        })
    }

    /// Whether a preference stands in it, at a place where the grammar has preferences.
    fn has_preference(&self, item: &Sexp) -> bool {
        let is_predicate = self.symbols.predicates.contains_key("preference");
        !is_predicate && has_preference(item)
    }

    fn nested(&self, item: &Sexp) -> BadInput {
        bad!(self.source, item.at(), "a preference within a preference";
            "put the two beside each other")
    }
}

/// The preferences below a quantifier over these variables.
fn for_all<T>(
    variables: &[Parameter],
    preferences: Vec<Preference<T>>,
) -> impl Iterator<Item = Preference<T>> {
    preferences.into_iter().map(move |one| Preference {
        parameters: [variables, &one.parameters].concat(),
        ..one
    })
}

/// Whether this is `(at end CONDITION)`.
fn is_at_end(list: &List) -> bool {
    matches!(&list.items[..], [_, Sexp::Name(end), Sexp::List(_)] if end.text == "end")
}

/// Whether a preference stands in it, at a place where the grammar has preferences.
fn has_preference(item: &Sexp) -> bool {
    let Sexp::List(list) = item else {
        return false;
    };
    match list.head().map(|head| head.text) {
        Some("preference") => true,
        Some("and" | "forall") => list.rest().iter().any(has_preference),
        _ => false,
    }
}

/// The weights of violations by the names of preferences, and the factor of `total-cost`.
type Metric = (FxHashMap<String, u64>, u64);

/// The metric, if it counts violations: it is a sum of both, each times a number.
///
/// `known` are the names of the preferences. Terms that do not depend on the plan are left out.
pub(super) fn metric(
    scope: &Scope,
    section: &Section,
    known: &[&str],
) -> Result<Option<Metric>, BadInput> {
    let source = scope.source;
    let (sign, measured) = match section.body {
        [Sexp::Name(it), measured] if it.text == "minimize" => (1, measured),
        [Sexp::Name(it), measured] if it.text == "maximize" => (-1, measured),
        _ => return Ok(None),
    };
    if !counts_violations(measured) {
        return Ok(None);
    }
    let mut sum = Sum::default();
    sum.add(scope, measured, sign, known)?;
    let weight = |factor: i64, name: &str| {
        u64::try_from(factor).map_err(|_| {
            bad!(source, section.keyword.at, "{name} is to be as large as can be";
                "costs and violations can only be minimised: count them with the other sign")
        })
    };
    let weights = sum.violations.iter().map(|(name, &factor)| {
        let what = format!("the number of violations of `{}`", shortened(name));
        Ok(((*name).to_owned(), weight(factor, &what)?))
    });
    let weights = weights.collect::<Result<_, _>>()?;
    Ok(Some((weights, weight(sum.total_cost, "`total-cost`")?)))
}

/// Whether `is-violated` stands in it.
fn counts_violations(item: &Sexp) -> bool {
    match item {
        Sexp::Name(_) => false,
        Sexp::List(list) => {
            list.head().is_some_and(|head| head.text == "is-violated")
                || list.items.iter().any(counts_violations)
        }
    }
}

/// The factor of a metric, if it was computed and is at most [`MOST_FACTOR`].
fn factor_within(source: &Source, at: u32, factor: Option<i64>) -> Result<i64, BadInput> {
    let factor = factor.filter(|factor| factor.unsigned_abs() <= MOST_FACTOR);
    factor.ok_or_else(|| {
        bad!(source, at, "a factor that is too large";
            "the greatest is {MOST_FACTOR}; divide all by a power of ten")
    })
}

/// A sum while it is read.
#[derive(Default)]
struct Sum<'a> {
    total_cost: i64,
    violations: FxHashMap<&'a str, i64>,
}

impl<'a> Sum<'a> {
    /// Adds a term, times a factor.
    fn add(
        &mut self,
        scope: &Scope,
        item: &Sexp<'a>,
        factor: i64,
        known: &[&str],
    ) -> Result<(), BadInput> {
        let source = scope.source;
        if is_total_cost(item) {
            scope.function(item)?;
            self.total_cost =
                factor_within(source, item.at(), self.total_cost.checked_add(factor))?;
            return Ok(());
        }
        let list = match item {
            Sexp::Name(number) => return whole_number(source, *number).map(|_| ()),
            Sexp::List(list) => list,
        };
        match (list.head().map(|head| head.text), list.rest()) {
            (Some("is-violated"), [Sexp::Name(name)]) => {
                if !known.contains(&name.text) {
                    let fact = format!("there is no preference `{}`", shortened(name.text));
                    let names = known.iter().copied();
                    let remedy = undeclared_remedy(name.text, names, "`:goal` or `:constraints`");
                    bail!(source, name.at, "{fact}"; "{remedy}");
                }
                let sum = self.violations.entry(name.text).or_default();
                *sum = factor_within(source, list.at, sum.checked_add(factor))?;
                Ok(())
            }
            (Some("+"), terms) => {
                let mut terms = terms.iter();
                terms.try_for_each(|term| self.add(scope, term, factor, known))
            }
            (Some("-"), [term]) => self.add(scope, term, -factor, known),
            (Some("-"), [first, second]) => {
                self.add(scope, first, factor, known)?;
                self.add(scope, second, -factor, known)
            }
            (Some("*"), [Sexp::Name(number), term] | [term, Sexp::Name(number)])
                if !is_total_cost(&Sexp::Name(*number)) =>
            {
                let number = whole_number(source, *number)?;
                let number = i64::try_from(number).unwrap_or(i64::MAX);
                let factor = factor_within(source, list.at, factor.checked_mul(number))?;
                self.add(scope, term, factor, known)
            }
            (head, _) => {
                if !matches!(head, Some("is-violated" | "+" | "-" | "*" | "/")) {
                    scope.function(item)?;
                }
                bail!(source, list.at,
                    "a metric that is no sum of `total-cost` and of violations, each times a number";
                    "write `(+ (total-cost) (* 3 (is-violated NAME)) ...)`")
            }
        }
    }
}
