//! Numbers of a state: the values of expressions, comparisons, and what numeric effects do.
//!
//! Fox and Long: *PDDL2.1* (2003), section 8: all effects see the state before the action; several that increase or
//! decrease a function add up, several that scale it multiply, and any other two on the same function are refused, for
//! what they do depends on their order. A comparison with a number that has no value does not hold, and an effect with
//! one cannot take place.

use std::fmt;

use num_traits::{One, Zero};
use rustc_hash::FxHashMap;
use saut_numeric::{Rational, rational};

use super::rejected::WrongStep;
use super::state::State;
use crate::condition::{Comparator, Comparison, Expression, ObjectId};
use crate::effect::{NumericChange, Operator};
use crate::problem::GroundAtom;

/// Reason why an expression has no value.
pub(super) enum NoNumber {
    /// A function that has none.
    Undefined(String),
    /// A divisor is 0.
    DivisionByZero,
    /// It has more digits than are kept.
    TooLong,
}

impl fmt::Display for NoNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Undefined(function) => write!(f, "({function}) has no value"),
            Self::DivisionByZero => f.write_str("division by zero"),
            Self::TooLong => f.write_str("a number with more digits than are kept"),
        }
    }
}

impl From<NoNumber> for WrongStep {
    fn from(why: NoNumber) -> Self {
        match why {
            NoNumber::TooLong => Self::TooLong,
            other => Self::Number(other.to_string()),
        }
    }
}

/// Numeric changes of one action, with their amounts in the state before.
#[derive(Default)]
pub(super) struct NumericChanges(Vec<(GroundAtom, Operator, Rational)>);

impl State<'_> {
    /// The value of an expression.
    pub(super) fn value(
        &self,
        expression: &Expression,
        values: &[ObjectId],
    ) -> Result<Rational, NoNumber> {
        let number = match expression {
            Expression::Number(number) => number.clone(),
            Expression::Function {
                function,
                arguments,
            } => {
                let applied = GroundAtom::new(*function, arguments, values);
                return self.numbers.get(&applied).cloned().ok_or_else(|| {
                    NoNumber::Undefined(self.problem.written_function(self.domain, &applied))
                });
            }
            Expression::Sum(parts) => {
                let mut sum = Rational::zero();
                for part in parts {
                    sum += self.value(part, values)?;
                }
                sum
            }
            Expression::Negated(inner) => -self.value(inner, values)?,
            Expression::Product(parts) => {
                let mut product = Rational::one();
                for part in parts {
                    product *= self.value(part, values)?;
                }
                product
            }
            Expression::Quotient(parts) => {
                let [above, below] = &**parts;
                let (above, below) = (self.value(above, values)?, self.value(below, values)?);
                if below.is_zero() {
                    return Err(NoNumber::DivisionByZero);
                }
                above / below
            }
        };
        if rational::is_too_long(&number) {
            return Err(NoNumber::TooLong);
        }
        Ok(number)
    }

    /// Whether the two numbers have values that stand so to each other.
    pub(super) fn compares(&self, comparison: &Comparison, values: &[ObjectId]) -> bool {
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

    /// A comparison in words of PDDL, with the values of its sides.
    pub(super) fn written_comparison(
        &self,
        comparison: &Comparison,
        values: &[ObjectId],
    ) -> String {
        let sign = match comparison.comparator {
            Comparator::Less => "<",
            Comparator::AtMost => "<=",
            Comparator::Equal => "=",
            Comparator::AtLeast => ">=",
            Comparator::Greater => ">",
        };
        let sides = [&comparison.left, &comparison.right];
        let [left, right] = sides.map(|side| self.written_expression(side, values));
        let [a, b] = sides.map(|side| match self.value(side, values) {
            Ok(number) => rational::written(&number),
            Err(why) => why.to_string(),
        });
        format!("({sign} {left} {right}) [{a} {sign} {b}]")
    }

    fn written_expression(&self, expression: &Expression, values: &[ObjectId]) -> String {
        let all = |sign: &str, parts: &[Expression]| {
            let parts = parts
                .iter()
                .map(|part| self.written_expression(part, values));
            let parts: Vec<String> = parts.collect();
            format!("({sign} {})", parts.join(" "))
        };
        match expression {
            Expression::Number(number) => rational::written(number),
            Expression::Function {
                function,
                arguments,
            } => {
                let applied = GroundAtom::new(*function, arguments, values);
                format!("({})", self.problem.written_function(self.domain, &applied))
            }
            Expression::Sum(parts) => all("+", parts),
            Expression::Negated(inner) => all("-", std::slice::from_ref(&**inner)),
            Expression::Product(parts) => all("*", parts),
            Expression::Quotient(parts) => all("/", &parts[..]),
        }
    }

    /// Takes down what a numeric effect does in this state.
    pub(super) fn collect_change(
        &self,
        change: &NumericChange,
        values: &[ObjectId],
        changes: &mut NumericChanges,
    ) -> Result<(), WrongStep> {
        let applied = GroundAtom::new(change.function, &change.arguments, values);
        let amount = self.value(&change.amount, values);
        let amount = amount?;
        changes.0.push((applied, change.operator, amount));
        Ok(())
    }

    /// The new values of all functions that are changed.
    pub(super) fn changed(
        &self,
        changes: NumericChanges,
    ) -> Result<Vec<(GroundAtom, Rational)>, WrongStep> {
        let wrong = |fact: String| Err(WrongStep::Number(fact));
        let mut merged: Vec<(GroundAtom, Operator, Rational)> = Vec::new();
        let mut places: FxHashMap<GroundAtom, usize> = FxHashMap::default();
        for (applied, operator, amount) in changes.0 {
            if !self.poll() {
                break;
            }
            let (operator, amount) = match operator {
                Operator::Decrease => (Operator::Increase, -amount),
                Operator::ScaleDown if amount.is_zero() => {
                    return wrong(NoNumber::DivisionByZero.to_string());
                }
                Operator::ScaleDown => (Operator::ScaleUp, amount.recip()),
                other => (other, amount),
            };
            let known = places.get(&applied).map(|&place| &mut merged[place]);
            match known {
                None => {
                    places.insert(applied.clone(), merged.len());
                    merged.push((applied, operator, amount));
                }
                Some((_, Operator::Increase, sum)) if operator == Operator::Increase => {
                    *sum += amount;
                }
                Some((_, Operator::ScaleUp, product)) if operator == Operator::ScaleUp => {
                    *product *= amount;
                }
                Some(_) => {
                    let function = self.problem.written_function(self.domain, &applied);
                    return wrong(format!(
                        "two effects on ({function}), and what they do depends on their order"
                    ));
                }
            }
        }
        let mut values = Vec::new();
        for (applied, operator, amount) in merged {
            if !self.poll() {
                break;
            }
            let old = || {
                let undefined = || {
                    let function = self.problem.written_function(self.domain, &applied);
                    WrongStep::Number(NoNumber::Undefined(function).to_string())
                };
                self.numbers.get(&applied).ok_or_else(undefined)
            };
            let new = match operator {
                Operator::Assign => amount,
                Operator::Increase | Operator::Decrease => old()? + amount,
                Operator::ScaleUp | Operator::ScaleDown => old()? * amount,
            };
            if rational::is_too_long(&new) {
                return Err(WrongStep::TooLong);
            }
            values.push((applied, new));
        }
        Ok(values)
    }
}
