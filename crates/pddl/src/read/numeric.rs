//! Parses numbers, and checks the numbers in conditions and effects.
//!
//! Expressions are linear: actions change at most one factor of a product, and no divisor. The functions that actions
//! change are only known after all actions have been read. So products are recorded with their places and checked at
//! the end.

use num_traits::Signed;
use saut_base::BadInput;
use saut_base::sexp::{Name, shortened};
use saut_numeric::{Exact, Rational, rational};

use super::scope::Scope;
use crate::condition::{Condition, Expression};
use crate::diagnostics::Source;
use crate::domain::{Effect, MAX_COST, NumericChange, Operator, Schema, name_of};

/// Parses a word as a number.
pub(super) fn number(source: &Source, name: Name) -> Result<Rational, BadInput> {
    let number = rational::read(name.text).map_err(|why| {
        let remedy = match why {
            rational::NotANumber::Shape => {
                "write a decimal number, or `(FUNCTION OBJECT ...)` in parentheses"
            }
            rational::NotANumber::TooLong => ANOTHER_UNIT,
        };
        bad!([Number] source, name.at, "`{name}` {why}"; "{remedy}")
    })?;
    fits(&number).then_some(number).ok_or_else(
        || bad!([Number] source, name.at, "`{name}` {}", Exact::TOO_LARGE; "{ANOTHER_UNIT}"),
    )
}

/// Whether a number fits into states.
pub(super) fn fits(number: &Rational) -> bool {
    Exact::of(number).is_some()
}

/// Remedy for numbers that are too long or do not fit into states.
pub(super) const ANOTHER_UNIT: &str = "measure in another unit";

pub(super) fn compares(condition: &Condition) -> bool {
    !condition.comparisons().is_empty()
}

/// Whether an action compares numbers, or changes numbers other than by adding costs. A cost unconditionally adds a
/// whole number from 0 to [`MAX_COST`], or the value of a function, to `total-cost`.
pub(super) fn speaks(schema: &Schema, total_cost: Option<usize>) -> bool {
    let is_cost = |change: &NumericChange| {
        let is_amount = match &change.amount {
            Expression::Number(number) => {
                number.is_integer()
                    && !number.is_negative()
                    && *number <= Rational::from_integer(MAX_COST.into())
            }
            Expression::Function(_) => true,
            _ => false,
        };
        let is_total_cost = Some(change.function.predicate) == total_cost;
        is_amount && is_total_cost && change.operator == Operator::Increase
    };
    let is_numeric = |effect: &Effect| {
        let is_other = |change| !effect.is_always() || !is_cost(change);
        compares(&effect.condition) || effect.numbers.iter().any(is_other)
    };
    compares(&schema.precondition) || schema.effects.iter().any(is_numeric)
}

impl Scope<'_> {
    pub(super) fn note_product(&self, at: u32, factors: &[Expression]) {
        let factors = factors.iter().map(|factor| {
            let functions = factor.functions().into_iter();
            functions.map(|function| function.predicate).collect()
        });
        self.products.borrow_mut().push((at, factors.collect()));
    }

    /// Records a factor or divisor, which must be a constant.
    pub(super) fn note_factor(&self, at: u32, factor: &Expression) {
        self.note_product(at, &[factor.clone(), factor.clone()]);
    }

    /// Rejects products of two factors that change.
    ///
    /// # Errors
    /// There are too many errors.
    pub(super) fn refuse_non_linear(&self, changed: &[bool]) -> Result<(), BadInput> {
        for (at, factors) in self.products.borrow().iter() {
            let is_variable = |of: &&Vec<usize>| of.iter().any(|&function| changed[function]);
            let mut variable = factors.iter().filter(is_variable);
            if let (Some(first), Some(second)) = (variable.next(), variable.next()) {
                let name = |of: &[usize]| {
                    let mut of = of.iter().filter(|function| changed[**function]);
                    let name = of.next().map(|&it| name_of(&self.symbols.functions, it));
                    shortened(name.unwrap_or_default())
                };
                let (first, second) = (name(first), name(second));
                report!([Unsupported] self.source, *at,
                    "not linear: a product, quotient or scaling combines `{first}` and `{second}`, which actions change";
                    "multiply and divide by numbers and by functions that no action changes");
            }
        }
        Ok(())
    }
}

/// Returns, for each function, whether an action changes it.
pub(super) fn changed(functions: usize, schemas: &[Schema]) -> Vec<bool> {
    let mut changed = vec![false; functions];
    for change in schemas.iter().flat_map(Schema::numeric_changes) {
        changed[change.function.predicate] = true;
    }
    changed
}
