//! Numbers as words, and what conditions and effects have to do with them: all that needs no names in sight.

use crate::condition::{Condition, Expression};
use crate::diagnostics::Source;
use crate::domain::Schema;
use crate::effect::{Effect, MOST_COST, NumericChange, Operator, SimpleEffect};
use num_traits::Signed;
use saut_base::BadInput;
use saut_base::sexp::Name;
use saut_numeric::{Exact, Rational, rational};

/// The number that a word is.
pub(super) fn number(source: &Source, name: Name) -> Result<Rational, BadInput> {
    let number = rational::read(name.text).map_err(|why| {
        let remedy = match why {
            rational::NotANumber::Shape => {
                "write a decimal number, or `(FUNCTION OBJECT ...)` in parentheses"
            }
            rational::NotANumber::TooLong => ANOTHER_UNIT,
        };
        bad!(source, name.at, "`{name}` {why}"; "{remedy}")
    })?;
    fits(&number)
        .then_some(number)
        .ok_or_else(|| bad!(source, name.at, "`{name}` {}", Exact::TOO_LARGE; "{ANOTHER_UNIT}"))
}

/// Whether states can hold a number.
pub(super) fn fits(number: &Rational) -> bool {
    Exact::of(number).is_some()
}

/// Remedy for numbers that are too long or that no state can hold.
pub(super) const ANOTHER_UNIT: &str = "measure in another unit";

/// Whether a condition compares numbers.
pub(super) fn compares(condition: &Condition) -> bool {
    !condition.comparisons().is_empty()
}

/// Whether an action compares numbers, or changes some in another way than costs: these add a whole number or the value
/// of a function to `total-cost`, whatever holds.
pub(super) fn speaks(schema: &Schema, total_cost: Option<usize>) -> bool {
    let is_cost = |change: &NumericChange| {
        let is_amount = match &change.amount {
            Expression::Number(number) => {
                number.is_integer()
                    && !number.is_negative()
                    && *number <= Rational::from_integer(MOST_COST.into())
            }
            Expression::Function(_) => true,
            _ => false,
        };
        let is_total_cost = Some(change.function.predicate) == total_cost;
        is_amount && is_total_cost && change.operator == Operator::Increase
    };
    let is_numeric = |effect: &Effect| {
        let is_other = |change: &SimpleEffect| match change {
            SimpleEffect::Number(change) => !effect.is_always() || !is_cost(change),
            SimpleEffect::Add(_) | SimpleEffect::Delete(_) => false,
        };
        compares(&effect.condition) || effect.changes.iter().any(is_other)
    };
    compares(&schema.precondition) || schema.effects.iter().any(is_numeric)
}
