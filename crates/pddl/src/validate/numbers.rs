//! Numbers of a state: the values of expressions, and the changes by numeric effects.
//!
//! Fox and Long: *PDDL2.1* (2003), section 8: all effects are evaluated in the state before the action. Several effects
//! that increase or decrease a function add up, and several effects that scale it multiply. Any other two effects on
//! the same function are rejected, because the result depends on their order. A comparison with a number that has no
//! value does not hold, and an effect with such a number cannot take place.

use indexmap::IndexMap;
use num_traits::Zero;
use rustc_hash::FxBuildHasher;
use saut_numeric::{Rational, rational};

use super::rejected::WrongStep;
use super::state::State;
use crate::condition::{Comparison, Expression, ObjectId};
use crate::domain::Operator;
use crate::judge::Judge as _;
use crate::problem::GroundAtom;

/// Numeric changes of one action, with their amounts in the state before the action.
pub(super) type NumericChanges = Vec<(GroundAtom, Operator, Rational)>;

impl State<'_> {
    pub(super) fn value(
        &self,
        expression: &Expression,
        values: &[ObjectId],
    ) -> Result<Rational, WrongStep> {
        let of = |part| self.value(part, values);
        let number = match expression {
            Expression::Number(number) => number.clone(),
            Expression::Function(function) => {
                let applied = GroundAtom::of(function, values);
                let value = self.numbers.get(&applied).cloned();
                return value.ok_or_else(|| self.undefined(&applied));
            }
            Expression::Sum(parts) => parts.iter().map(of).sum::<Result<Rational, _>>()?,
            Expression::Negated(inner) => -self.value(inner, values)?,
            Expression::Product(parts) => parts.iter().map(of).product::<Result<Rational, _>>()?,
            Expression::Quotient(parts) => {
                let [above, below] = &**parts;
                let (above, below) = (self.value(above, values)?, self.value(below, values)?);
                if below.is_zero() {
                    return Err(WrongStep::Impossible("division by zero".to_owned()));
                }
                above / below
            }
        };
        if rational::is_too_long(&number) {
            return Err(WrongStep::TooLong);
        }
        Ok(number)
    }

    /// Returns a comparison as PDDL text, with the values of its sides.
    pub(super) fn written_comparison(
        &self,
        comparison: &Comparison,
        values: &[ObjectId],
        bound: &[&str],
    ) -> String {
        let sign: &str = comparison.comparator.into();
        let sides = [&comparison.left, &comparison.right];
        let [left, right] = sides.map(|side| self.written_expression(side, values, bound));
        if !bound.is_empty() {
            return format!("({sign} {left} {right})");
        }
        let [a, b] = sides.map(|side| match self.value(side, values) {
            Ok(number) => rational::written(&number),
            Err(why) => why.to_string(),
        });
        format!("({sign} {left} {right}) [{a} {sign} {b}]")
    }

    fn written_expression(
        &self,
        expression: &Expression,
        values: &[ObjectId],
        bound: &[&str],
    ) -> String {
        let all = |sign: &str, parts: &[Expression]| {
            let parts = parts
                .iter()
                .map(|part| self.written_expression(part, values, bound));
            let parts: Vec<String> = parts.collect();
            format!("({sign} {})", parts.join(" "))
        };
        match expression {
            Expression::Number(number) => rational::written(number),
            Expression::Function(function) => {
                let functions = &self.problem.domain.symbols.functions;
                let name = &functions.keys()[function.predicate];
                self.applied(name, function, values, bound)
            }
            Expression::Sum(parts) => all("+", parts),
            Expression::Negated(inner) => all("-", std::slice::from_ref(&**inner)),
            Expression::Product(parts) => all("*", parts),
            Expression::Quotient(parts) => all("/", &parts[..]),
        }
    }

    fn undefined(&self, function: &GroundAtom) -> WrongStep {
        let function = self.problem.written_function(function);
        WrongStep::Impossible(format!("({function}) has no value"))
    }

    /// Returns the new values of all functions that are changed.
    pub(super) fn changed(
        &self,
        changes: NumericChanges,
    ) -> Result<Vec<(GroundAtom, Rational)>, WrongStep> {
        let mut merged: IndexMap<GroundAtom, (Operator, Rational), FxBuildHasher> =
            IndexMap::default();
        for (applied, operator, amount) in changes {
            if self.poll().is_err() {
                break;
            }
            match merged.get_mut(&applied) {
                None => {
                    merged.insert(applied, (operator, amount));
                }
                Some((Operator::Increase, sum)) if operator == Operator::Increase => *sum += amount,
                Some((Operator::Scale, product)) if operator == Operator::Scale => {
                    *product *= amount;
                }
                Some(_) => {
                    let function = self.problem.written_function(&applied);
                    return Err(WrongStep::Impossible(format!(
                        "the result of two effects on ({function}) depends on their order"
                    )));
                }
            }
        }
        let mut values = Vec::new();
        for (applied, (operator, amount)) in merged {
            if self.poll().is_err() {
                break;
            }
            let old = self.numbers.get(&applied);
            let old = old.ok_or_else(|| self.undefined(&applied));
            let new = match operator {
                Operator::Assign => amount,
                Operator::Increase => old? + amount,
                Operator::Scale => old? * amount,
            };
            if rational::is_too_long(&new) {
                return Err(WrongStep::TooLong);
            }
            values.push((applied, new));
        }
        Ok(values)
    }
}
