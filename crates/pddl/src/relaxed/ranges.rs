//! Ranges of the values of functions in the relaxation, and linear expressions over functions.
//!
//! Ranges grow with the atoms; a range that still grows after some rounds becomes unbounded. If the precondition of an
//! action bounds a function, its effects are evaluated with the bounded range. All numbers are rationals.
//!
//! Scala, Haslum, Thiébaux and Ramirez: *Interval-based relaxation for general numeric planning* (ECAI 2016).

use num_traits::{One, Signed, Zero};
use rustc_hash::FxHashMap;
use saut_base::stop::Ticker;
use saut_numeric::Rational;
use saut_numeric::linear_expr::{LinearExpr, Range};

use crate::condition::{Comparator, Comparison, Condition, Expression, ObjectId};
use crate::domain::{Domain, NumericChange, Operator, Schema};
use crate::judge::TURNS_OF_A_LOOK;
use crate::problem::{GroundAtom, Problem};

/// Number of rounds after which a range that still grows becomes unbounded.
const ROUNDS: usize = 24;

pub(crate) const ENDLESS: Range = Range {
    low: None,
    high: None,
};

/// The ranges of the functions that may have a value.
pub(crate) struct Ranges<'a> {
    domain: &'a Domain,
    pub(crate) known: FxHashMap<GroundAtom, Range>,
    /// Whether the ranges are used. If not, every comparison may hold.
    is_used: bool,
    /// Number of rounds of the fixpoint so far.
    pub(super) rounds: usize,
}

/// The ranges of functions, restricted by the comparisons of a precondition.
type Bounds = FxHashMap<GroundAtom, Range>;

pub(crate) type FunctionLine = LinearExpr<GroundAtom>;

pub(super) struct RangeChange {
    function: GroundAtom,
    operator: Operator,
    amount: Range,
    /// Whether the change is unconditional.
    is_sure: bool,
}

/// Whether some number in a range may have this relation to 0.
fn may(range: &Range, comparator: Comparator) -> bool {
    let low = range.low.as_ref();
    let high = range.high.as_ref();
    match comparator {
        Comparator::Less => low.is_none_or(Rational::is_negative),
        Comparator::AtMost => low.is_none_or(|low| !low.is_positive()),
        Comparator::Equal => may(range, Comparator::AtMost) && may(range, Comparator::AtLeast),
        Comparator::AtLeast => high.is_none_or(|high| !high.is_negative()),
        Comparator::Greater => high.is_none_or(Rational::is_positive),
    }
}

impl<'a> Ranges<'a> {
    /// Creates ranges that contain only the initial values.
    pub(super) fn new(problem: &'a Problem, is_used: bool) -> Self {
        let known = problem.values.iter().filter(|_| is_used);
        let known = known.map(|(function, value)| (function.clone(), Range::point(value)));
        Self {
            domain: &problem.domain,
            known: known.collect(),
            is_used,
            rounds: 0,
        }
    }

    /// Adds values to the range of a function. Returns whether the range has grown.
    fn join(&mut self, function: GroundAtom, new: Range) -> bool {
        let Some(known) = self.known.get_mut(&function) else {
            self.known.insert(function, new);
            return true;
        };
        let hull = known.hull(&new);
        let widens = self.rounds >= ROUNDS;
        let grown = |old: &mut Option<Rational>, new: Option<Rational>| {
            let is_new = *old != new;
            if is_new {
                *old = new.filter(|_| !widens);
            }
            is_new
        };
        grown(&mut known.low, hull.low) | grown(&mut known.high, hull.high)
    }

    /// Whether the action changes numbers that are used, so that it must be evaluated again until no range grows.
    pub(super) fn grow_by(&self, schema: &Schema) -> bool {
        self.is_used && schema.numeric_changes().next().is_some()
    }

    /// Returns the range of a function, restricted by the precondition if `bounds` has the function.
    fn bounded<'s>(&'s self, bounds: &'s Bounds, function: &GroundAtom) -> Option<&'s Range> {
        bounds.get(function).or_else(|| self.known.get(function))
    }

    /// Whether the comparison is true at some time.
    pub(super) fn may_compare(&self, comparison: &Comparison, values: &[ObjectId]) -> bool {
        let range = || {
            let line = self.difference(comparison, values)?;
            line.range(|function| self.known.get(function))
        };
        !self.is_used || range().is_some_and(|range| may(&range, comparison.comparator))
    }

    /// Returns the ranges that the precondition of an action restricts; `None` if the precondition never holds.
    pub(crate) fn bounds(
        &self,
        schema: &Schema,
        values: &[ObjectId],
        limits: &Ticker,
    ) -> Option<Bounds> {
        let mut bounds = Bounds::default();
        for part in schema.precondition.conjuncts() {
            if let Condition::Compare(comparison) = part
                && self.is_used
            {
                let line = self.difference(comparison, values)?;
                let comparator = comparison.comparator;
                if !matches!(comparator, Comparator::Less | Comparator::AtMost) {
                    self.bound(&line, &mut bounds, limits)?;
                }
                if !matches!(comparator, Comparator::Greater | Comparator::AtLeast) {
                    self.bound(&line.times(&-Rational::one()), &mut bounds, limits)?;
                }
            }
        }
        Some(bounds)
    }

    /// Bounds the functions of a linear expression that must be at least 0; `None` if no values are left.
    fn bound(&self, line: &FunctionLine, bounds: &mut Bounds, limits: &Ticker) -> Option<()> {
        for (function, factor) in line.terms.iter().filter(|(_, factor)| !factor.is_zero()) {
            // factor * function >= -(maximum of the other terms)
            limits.spend(line.terms.len()).ok()?;
            let mut others = Range::point(&line.constant);
            for (other, number) in line.terms.iter().filter(|(other, _)| *other != function) {
                others = others.plus(&self.bounded(bounds, other)?.times(number));
            }
            let Some(greatest) = others.high else {
                continue;
            };
            let end = -greatest / factor;
            let mut range = self.bounded(bounds, function)?.clone();
            if factor.is_positive() {
                if range.low.as_ref().is_none_or(|low| *low < end) {
                    range.low = Some(end);
                }
            } else if range.high.as_ref().is_none_or(|high| *high > end) {
                range.high = Some(end);
            }
            if range.is_empty() {
                return None;
            }
            bounds.insert(function.clone(), range);
        }
        Some(())
    }

    /// Returns the left side minus the right side, if both may have values.
    pub(crate) fn difference(
        &self,
        comparison: &Comparison,
        values: &[ObjectId],
    ) -> Option<FunctionLine> {
        let mut line = self.line(&comparison.left, values)?;
        let right = self.line(&comparison.right, values)?;
        line.add(&right, &-Rational::one());
        Some(line)
    }

    /// Returns the expression as a linear expression; `None` if it never has a value.
    pub(crate) fn line(
        &self,
        expression: &Expression,
        values: &[ObjectId],
    ) -> Option<FunctionLine> {
        Some(match expression {
            Expression::Number(number) => LinearExpr::number(number.clone()),
            Expression::Function(function) => {
                let key = GroundAtom::of(function, values);
                match self.known.get(&key)?.single() {
                    Some(number) if !self.domain.changed[function.predicate] => {
                        LinearExpr::number(number.clone())
                    }
                    _ => LinearExpr::variable(key),
                }
            }
            Expression::Sum(parts) => {
                let mut sum = LinearExpr::number(Rational::zero());
                for part in parts {
                    sum.add(&self.line(part, values)?, &Rational::one());
                }
                sum
            }
            Expression::Negated(inner) => self.line(inner, values)?.times(&-Rational::one()),
            Expression::Product(parts) => {
                let mut product = LinearExpr::number(Rational::one());
                for part in parts {
                    let part = self.line(part, values)?;
                    // The parser rejects products of two functions that change.
                    product = if part.terms.is_empty() {
                        product.times(&part.constant)
                    } else {
                        part.times(&product.constant)
                    };
                }
                product
            }
            Expression::Quotient(parts) => {
                let below = self.line(&parts[1], values)?;
                if below.constant.is_zero() {
                    return None;
                }
                let above = self.line(&parts[0], values)?;
                above.times(&below.constant.recip())
            }
        })
    }

    /// Returns a numeric change with the range of its amount; `None` if the amount has no value.
    pub(super) fn taken(
        &self,
        change: &NumericChange,
        values: &[ObjectId],
        bounds: &Bounds,
        is_sure: bool,
    ) -> Option<RangeChange> {
        let line = self.line(&change.amount, values)?;
        Some(RangeChange {
            function: GroundAtom::of(&change.function, values),
            operator: change.operator,
            amount: line.range(|function| self.bounded(bounds, function))?,
            is_sure,
        })
    }

    /// Merges the new values of the functions that an action changes into the ranges. Returns whether a range has
    /// changed. If several effects increase one function, their amounts are summed. The range of the amount of a
    /// conditional increase includes 0. If several effects scale one function, its range becomes unbounded.
    pub(super) fn merge(
        &mut self,
        changes: Vec<RangeChange>,
        bounds: &Bounds,
        limits: &Ticker,
    ) -> bool {
        let mut by_function: FxHashMap<GroundAtom, Vec<RangeChange>> = FxHashMap::default();
        for taken in changes {
            let own = by_function.entry(taken.function.clone()).or_default();
            own.push(taken);
        }
        let mut has_changed = false;
        for (function, changes) in by_function {
            if !self.is_used || limits.spend(TURNS_OF_A_LOOK).is_err() {
                break;
            }
            let old = self.bounded(bounds, &function).cloned();
            for new in new_values(changes, old.as_ref()) {
                has_changed |= self.join(function.clone(), new);
            }
        }
        has_changed
    }
}

/// Returns the values that a function may have after changes by one action.
fn new_values(changes: Vec<RangeChange>, old: Option<&Range>) -> Vec<Range> {
    let is_scale = |it: &&RangeChange| it.operator == Operator::Scale;
    let is_alone = changes.iter().filter(is_scale).count() == 1;
    let (mut new, mut sum) = (Vec::new(), None);
    for taken in changes {
        match (taken.operator, old) {
            (Operator::Assign, _) => new.push(taken.amount),
            (_, None) => {}
            (Operator::Increase, Some(old)) => {
                let mut amount = taken.amount;
                if !taken.is_sure {
                    amount = amount.hull(&Range::point(&Rational::zero()));
                }
                sum = Some(sum.as_ref().unwrap_or(old).plus(&amount));
            }
            (Operator::Scale, Some(old)) => {
                let factor = taken.amount.single().filter(|_| is_alone);
                new.push(factor.map_or(ENDLESS, |factor| old.times(factor)));
            }
        }
    }
    new.extend(sum);
    new
}
