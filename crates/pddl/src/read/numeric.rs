//! Numbers as words, and what conditions and effects have to do with them: all that needs no names in sight.

use crate::condition::Condition;
use crate::diagnostics::Source;
use crate::domain::Schema;
use crate::effect::{Effect, SimpleEffect};
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

/// Whether an effect changes a number, or depends on one.
fn is_numeric(effect: &Effect) -> bool {
    let is_numeric = |change: &SimpleEffect| matches!(change, SimpleEffect::Number(_));
    compares(&effect.condition) || effect.changes.iter().any(is_numeric)
}

/// Whether an action compares numbers, or changes some in another way than costs.
pub(super) fn speaks(schema: &Schema) -> bool {
    compares(&schema.precondition) || schema.effects.iter().any(is_numeric)
}
