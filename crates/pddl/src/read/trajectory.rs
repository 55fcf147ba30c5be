//! Reads constraints, preferences, and metrics that count violations.
//!
//! ```text
//! (:constraints (and (always (on a b)) (forall (?x - block) (preference p (sometime (clear ?x))))))
//! (:goal (and (on a b) (preference q (clear a))))
//! (:metric minimize (+ (total-cost) (* 3 (is-violated p))))
//! ```
//!
//! The grammar of PDDL 3 allows preferences only in conjunctions and within `forall`.

use super::cost::is_total_cost;
use super::definition::{Section, meant, unsupported};
use super::numeric::number;
use super::scope::Scope;
use crate::condition::{ALWAYS, Condition, Parameter};
use crate::diagnostics::Source;
use crate::domain::{Constraint, Modal, Preference, TOTAL_COST, Trajectory};
use crate::measure::Direction;
use crate::names::undeclared_remedy;
use num_traits::{One as _, Signed as _, ToPrimitive as _, Zero as _};
use rustc_hash::FxHashMap;
use saut_base::BadInput;
use saut_base::sexp::{List, Name, Sexp, shortened};
use saut_numeric::{Rational, rational};
use strum::VariantNames as _;

/// Maximum factor in a metric, and maximum weight of a violation. Sums of billions of such weights fit into 64 bits.
const MAX_FACTOR: u32 = 1_000_000;

impl Scope<'_> {
    /// Adds the constraints of a section, and the preferences among them.
    pub(super) fn constraints(
        &mut self,
        section: &Section,
        trajectory: &mut Trajectory,
    ) -> Result<(), BadInput> {
        self.source.uses(":constraints", section.keyword.at);
        let (hard, soft) = (&mut trajectory.constraints, &mut trajectory.preferences);
        for item in section.body {
            let read = self.constraint(item, hard, soft);
            self.source.keep(read)?;
        }
        Ok(())
    }

    /// Adds the parts of a constraint to `hard`, and the preferences in it to `soft`.
    fn constraint(
        &mut self,
        item: &Sexp,
        hard: &mut Vec<Constraint>,
        soft: &mut Vec<Preference<Vec<Constraint>>>,
    ) -> Result<(), BadInput> {
        let Sexp::List(list) = item else {
            bail!(self.source, item.at(), "expected a constraint, found a word";
                "write a constraint such as `(always CONDITION)`");
        };
        if list.items.is_empty() {
            return Ok(());
        }
        let head = self.head(list)?;
        match head.text {
            "and" => {
                for part in list.rest() {
                    let read = self.constraint(part, hard, soft);
                    self.source.keep(read)?;
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
                    if let Some(bad) = unsupported(self.source, head) {
                        return Err(bad);
                    }
                    let known = [Modal::VARIANTS, &["and", "forall", "preference"]].concat();
                    meant(self.source, head, "a constraint", &known)?;
                    return Err(self.source.explained());
                };
                let conditions: &[Sexp] = match modal {
                    Modal::SometimeAfter | Modal::SometimeBefore => {
                        self.exactly::<2>(list, head, &format!("({word} CONDITION CONDITION)"))?
                    }
                    _ => self.exactly::<1>(list, head, &format!("({word} CONDITION)"))?,
                };
                let source = self.source;
                let conditions = conditions.iter().map(|one| self.condition(one));
                let conditions = source.keep_all(conditions)?;
                hard.push(Constraint::Modal(modal, conditions));
            }
        }
        Ok(())
    }

    /// Parses a goal. The preferences in it are removed from the goal and added to `soft`.
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

    /// Parses a precondition. The preferences in it are removed from the precondition and added to `soft`.
    pub(super) fn precondition(
        &mut self,
        item: &Sexp,
        soft: &mut Vec<Preference<Condition>>,
    ) -> Result<Condition, BadInput> {
        self.with_preferences(item, false, soft)
    }

    /// Parses a condition whose parts may be preferences. `below_forall` also allows preferences within `forall`. The
    /// preferences are removed from the condition and added to `soft`, each with the variables of the quantifiers
    /// around it.
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
                let (source, parts) = (self.source, list.rest().iter());
                let parts = parts.map(|part| self.with_preferences(part, below_forall, soft));
                let parts = source.keep_all(parts)?;
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

    /// Reads `(preference NAME inner)`. A preference without a name cannot be used in `is-violated`.
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
                bail!(self.source, list.at, "expected one condition after the name of this preference";
                    "write `(preference NAME CONDITION)`");
            }
        };
        Ok(Preference {
            name,
            parameters: Vec::new(),
            wanted: read(self, inner)?,
        })
    }

    /// Whether the item contains a preference, at a place that the grammar allows.
    fn has_preference(&self, item: &Sexp) -> bool {
        let is_predicate = self.symbols.predicates.contains_key("preference");
        !is_predicate && has_preference(item)
    }

    fn nested(&self, item: &Sexp) -> BadInput {
        bad!([Misplaced] self.source, item.at(), "there is a preference within a preference";
            "write both preferences next to each other")
    }
}

/// Returns the preferences within a quantifier over these variables.
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

/// Whether the item contains a preference, at a place that the grammar allows.
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
type PreferencePrices = (FxHashMap<String, u64>, u64);

/// Returns the direction of a metric and its expression. For a misspelt direction, reports the error and continues with
/// the intended direction.
pub(super) fn direction<'s, 'a>(
    source: &Source,
    section: &Section<'s, 'a>,
) -> Result<(Direction, &'s Sexp<'a>), BadInput> {
    let [Sexp::Name(word), measured] = section.body else {
        bail!(source, section.keyword.at, "`:metric` needs a direction and an expression";
            "write `(:metric minimize (total-cost))`");
    };
    let known = meant(source, *word, "a metric", &["minimize", "maximize"])?;
    let direction = match known {
        Some("maximize") => Direction::Maximise,
        _ => Direction::Minimise,
    };
    Ok((direction, measured))
}

/// Returns the metric of a non-numeric task, if it is a sum of costs and violations, each multiplied by a number.
///
/// `known` are the names of the preferences. If a weight is a fraction, all weights are multiplied by their common
/// denominator.
pub(super) fn metric(
    scope: &Scope,
    section: &Section,
    known: &[&str],
    is_numeric: bool,
) -> Result<Option<PreferencePrices>, BadInput> {
    let source = scope.source;
    let (direction, measured) = direction(source, section)?;
    let is_plain = direction == Direction::Minimise && is_total_cost(measured);
    let is_sum = !is_numeric && !is_plain && is_sum_of_costs(measured);
    if !counts_violations(measured) && !is_sum {
        return Ok(None);
    }
    let sum = Sum::of(scope, direction, measured, known)?;
    let at = section.keyword.at;
    if !sum.constant.is_zero() {
        warn!([Metric] source, at, "the metric adds a number";
            "saut prints the costs of plans without this number");
    }
    let all = sum.violations.values().chain([&sum.total_cost]);
    let unit = all.fold(Rational::one(), |unit, factor| {
        let rest = (&unit * factor).denom().clone();
        unit * rest
    });
    if !unit.is_one() {
        warn!([Metric] source, at, "the metric multiplies by fractions";
            "saut prints {unit} times the costs of plans");
    }
    let weight = |factor: &Rational, name: &str| {
        let factor = factor_within(source, at, factor * &unit)?;
        factor.to_integer().to_u64().ok_or_else(|| {
            bad!([Metric] source, at, "the metric maximizes {name}";
                "costs and violations can only be minimised; change the sign")
        })
    };
    let weights = sum.violations.iter().map(|(name, factor)| {
        let what = format!("the number of violations of `{}`", shortened(name));
        Ok(((*name).to_owned(), weight(factor, &what)?))
    });
    let weights = weights.collect::<Result<_, _>>()?;
    Ok(Some((weights, weight(&sum.total_cost, "`total-cost`")?)))
}

/// Returns the factor of `total-cost` in a metric, negated if the metric is maximised; `None` if the metric is not a
/// sum of `total-cost` and numbers.
pub(super) fn weighed_cost(scope: &Scope, section: &Section) -> Option<Rational> {
    let (direction, measured) = direction(scope.source, section).ok()?;
    let is_sum = is_sum_of_costs(measured) && scope.symbols.functions.contains_key(TOTAL_COST);
    let sum = is_sum.then(|| Sum::of(scope, direction, measured, &[]));
    Some(sum?.ok()?.total_cost)
}

/// Whether the item is `total-cost`, or an arithmetic expression of `total-cost` and numbers.
fn is_sum_of_costs(item: &Sexp) -> bool {
    let is_number =
        |item: &Sexp| matches!(item, Sexp::Name(name) if rational::read(name.text).is_ok());
    is_total_cost(item)
        || matches!(item, Sexp::List(list)
            if list.head().is_some_and(|head| matches!(head.text, "+" | "-" | "*" | "/"))
                && list.rest().iter().all(|part| is_number(part) || is_sum_of_costs(part))
                && list.rest().iter().any(is_sum_of_costs))
}

/// Whether the item contains `is-violated`.
fn counts_violations(item: &Sexp) -> bool {
    match item {
        Sexp::Name(_) => false,
        Sexp::List(list) => {
            list.head().is_some_and(|head| head.text == "is-violated")
                || list.items.iter().any(counts_violations)
        }
    }
}

/// Returns the factor of a metric, if it is at most [`MAX_FACTOR`].
fn factor_within(source: &Source, at: u32, factor: Rational) -> Result<Rational, BadInput> {
    if factor.abs() <= Rational::from_integer(MAX_FACTOR.into()) {
        return Ok(factor);
    }
    bail!([Number] source, at, "this factor is too large";
        "the maximum is {MAX_FACTOR}; divide all factors by a power of ten")
}

#[derive(Default)]
struct Sum<'a> {
    total_cost: Rational,
    violations: FxHashMap<&'a str, Rational>,
    /// Sum of the constant terms.
    constant: Rational,
}

impl<'a> Sum<'a> {
    /// Returns the metric as a sum, negated if the metric is maximised.
    fn of(
        scope: &Scope,
        direction: Direction,
        measured: &Sexp<'a>,
        known: &[&str],
    ) -> Result<Self, BadInput> {
        let mut sum = Self::default();
        let sign = match direction {
            Direction::Minimise => Rational::one(),
            Direction::Maximise => -Rational::one(),
        };
        sum.add(scope, measured, &sign, known)?;
        Ok(sum)
    }

    /// Adds a term multiplied by a factor.
    fn add(
        &mut self,
        scope: &Scope,
        item: &Sexp<'a>,
        factor: &Rational,
        known: &[&str],
    ) -> Result<(), BadInput> {
        let source = scope.source;
        if is_total_cost(item) {
            scope.function(item)?;
            self.total_cost = factor_within(source, item.at(), &self.total_cost + factor)?;
            return Ok(());
        }
        let list = match item {
            Sexp::Name(name) => {
                self.constant += number(source, *name)? * factor;
                return Ok(());
            }
            Sexp::List(list) => list,
        };
        match (list.head().map(|head| head.text), list.rest()) {
            (Some("is-violated"), [Sexp::Name(name)]) => {
                if !known.contains(&name.text) {
                    let fact = format!("there is no preference `{}`", shortened(name.text));
                    let names = known.iter().copied();
                    let remedy = undeclared_remedy(name.text, names, "`:goal` or `:constraints`");
                    bail!([Undeclared] source, name.at, "{fact}"; "{remedy}");
                }
                let sum = self.violations.entry(name.text).or_default();
                *sum = factor_within(source, list.at, &*sum + factor)?;
                Ok(())
            }
            (Some("+"), terms) => {
                let terms = terms
                    .iter()
                    .map(|term| self.add(scope, term, factor, known));
                source.keep_all(terms).map(|_| ())
            }
            (Some("-"), [term]) => self.add(scope, term, &-factor, known),
            (Some("-"), [first, second]) => {
                self.add(scope, first, factor, known)?;
                self.add(scope, second, &-factor, known)
            }
            (Some("*"), [Sexp::Name(name), term] | [term, Sexp::Name(name)])
                if !is_total_cost(&Sexp::Name(*name)) =>
            {
                let factor = factor_within(source, list.at, factor * number(source, *name)?)?;
                self.add(scope, term, &factor, known)
            }
            (Some("/"), [term, Sexp::Name(name)]) if !is_total_cost(&Sexp::Name(*name)) => {
                let divisor = number(source, *name)?;
                if divisor.is_zero() {
                    bail!([Number] source, name.at, "this expression divides by 0"; "divide by another number");
                }
                self.add(scope, term, &(factor / divisor), known)
            }
            (head, _) => {
                if !matches!(head, Some("is-violated" | "+" | "-" | "*" | "/")) {
                    scope.function(item)?;
                }
                bail!([Metric] source, list.at,
                    "the metric is not a sum of multiples of `total-cost` and of numbers of violations";
                    "write `(+ (total-cost) (* 3 (is-violated NAME)) ...)`")
            }
        }
    }
}
