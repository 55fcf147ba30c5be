//! Properties of the metric of a numeric task, for the exhaustive search (`closed`).
//!
//! Two properties are derived from the actions. A metric *adds up* if a step changes it by the same amount in any two
//! states that differ only in functions on which nothing but the metric depends. Then only the better of the two states
//! must be visited. A metric *never falls* if it is never better in a later state than in an earlier state. The
//! properties are derived for sums of functions with factors that no action changes.

use num_traits::{Signed, Zero};
use rustc_hash::FxHashMap;
use saut_numeric::Rational;

use super::rejected::WrongStep;
use super::state::State;
use crate::condition::{Atom, Expression};
use crate::domain::{NumericChange, Operator, Schema};
use crate::measure::Direction;
use crate::problem::{GroundAtom, Problem};

/// The metric of a problem, negated if it is maximised.
pub(super) struct Metric<'a> {
    expression: &'a Expression,
    direction: Direction,
    values: &'a FxHashMap<GroundAtom, Rational>,
    changes: Vec<&'a NumericChange>,
    /// Whether no step decreases the metric.
    pub(super) never_falls: bool,
}

impl<'a> Metric<'a> {
    /// # Panics
    ///
    /// If the problem has no metric.
    pub(super) fn new(problem: &'a Problem) -> Self {
        let metric = problem.metric.as_ref();
        let (metric, direction) = metric.expect("the bound is for a metric");
        let schemas = problem.domain.schemas.iter();
        let mut measure = Self {
            expression: metric,
            direction: *direction,
            values: &problem.values,
            changes: schemas.flat_map(Schema::numeric_changes).collect(),
            never_falls: false,
        };
        measure.never_falls = measure.rises(metric, *direction == Direction::Maximise);
        measure
    }

    /// Returns the value of the metric in a state.
    pub(super) fn of(&self, state: &State) -> Result<Rational, WrongStep> {
        let metric = state.value(self.expression, &[])?;
        Ok(self.direction.turned(metric))
    }

    /// Adds the functions whose values must distinguish states because of the metric. On entry, `matters` has the
    /// functions on which conditions depend.
    pub(super) fn note(&self, matters: &mut [bool]) {
        let mut all = vec![false; matters.len()];
        note_expression(self.expression, &mut all);
        let mut alone = vec![false; matters.len()];
        for change in &self.changes {
            let function = change.function.predicate;
            alone[function] = all[function] && !matters[function];
        }
        let of_alone = || {
            let changes = self.changes.iter();
            changes.filter(|change| alone[change.function.predicate])
        };
        let adds_up = |change: &NumericChange| {
            change.operator == Operator::Increase && !reads(&change.amount, &alone)
        };
        if of_alone().all(|change| adds_up(change)) {
            for change in of_alone() {
                note_expression(&change.amount, matters);
            }
        } else {
            note_expression(self.expression, matters);
        }
    }
}

/// Adds the functions that an expression reads, including divisors: without their values, the expression has no value.
pub(super) fn note_expression(expression: &Expression, matters: &mut [bool]) {
    for function in expression.functions() {
        matters[function.predicate] = true;
    }
}

fn reads(expression: &Expression, functions: &[bool]) -> bool {
    let read = expression.functions();
    read.iter().any(|function| functions[function.predicate])
}

/// Signs of expressions, as implied by the initial values and the changes.
impl Metric<'_> {
    fn changes_of(&self, function: usize) -> impl Iterator<Item = &NumericChange> {
        let all = self.changes.iter().copied();
        all.filter(move |change| change.function.predicate == function)
    }

    fn is_constant(&self, expression: &Expression) -> bool {
        let functions = expression.functions();
        let mut functions = functions.iter();
        functions.all(|function| self.changes_of(function.predicate).next().is_none())
    }

    /// Whether a constant expression is at least 0 for all objects as arguments.
    fn is_at_least_zero(&self, expression: &Expression) -> bool {
        match expression {
            Expression::Number(number) => !number.is_negative(),
            Expression::Function(Atom { predicate, .. }) => {
                let values = self.values.iter();
                let mut values = values.filter(|(applied, _)| applied.predicate == *predicate);
                self.is_constant(expression) && values.all(|(_, value)| !value.is_negative())
            }
            Expression::Negated(inner) => {
                matches!(&**inner, Expression::Number(number) if !number.is_positive())
            }
            Expression::Sum(parts) | Expression::Product(parts) => {
                parts.iter().all(|part| self.is_at_least_zero(part))
            }
            Expression::Quotient(parts) => parts.iter().all(|part| self.is_at_least_zero(part)),
        }
    }

    /// Whether no step decreases an expression (or increases it, if `negated` is set).
    fn rises(&self, expression: &Expression, negated: bool) -> bool {
        match expression {
            Expression::Number(_) => true,
            Expression::Function(function) => self.changes_of(function.predicate).all(|change| {
                let adds = match &change.amount {
                    Expression::Number(number) if number.is_zero() => true,
                    Expression::Negated(less) if negated => self.is_at_least_zero(less),
                    more => !negated && self.is_at_least_zero(more),
                };
                change.operator == Operator::Increase && adds
            }),
            Expression::Negated(inner) => self.rises(inner, !negated),
            Expression::Sum(parts) => parts.iter().all(|part| self.rises(part, negated)),
            Expression::Product(parts) => {
                let (constant, other): (Vec<_>, Vec<_>) =
                    parts.iter().partition(|part| self.is_constant(part));
                match other[..] {
                    [] => true,
                    [other] => {
                        let at_least_zero = |part: &&Expression| self.is_at_least_zero(part);
                        constant.iter().all(at_least_zero) && self.rises(other, negated)
                    }
                    _ => false,
                }
            }
            Expression::Quotient(parts) => {
                let [above, below] = &**parts;
                let is_divisor = self.is_constant(below) && self.is_at_least_zero(below);
                is_divisor && self.rises(above, negated)
            }
        }
    }
}
