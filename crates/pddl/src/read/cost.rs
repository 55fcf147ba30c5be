//! Action costs: `total-cost`, and the static functions whose values are added to it.
//!
//! Costs are whole numbers of at most [`MAX_COST`]; `3.0` counts as a whole number.

use super::scope::Scope;
use crate::condition::Expression;
use crate::diagnostics::Source;
use crate::domain::{MAX_COST, NumericChange, TOTAL_COST};
use crate::problem::Problem;
use num_traits::ToPrimitive;
use rustc_hash::FxHashMap;
use saut_base::BadInput;
use saut_base::sexp::{List, Name, Sexp, shortened};

/// Whether a word is a whole number of at least 0; `3.0` counts as a whole number.
pub(super) fn is_whole(name: Name) -> bool {
    let (whole, fraction) = name.text.split_once('.').unwrap_or((name.text, ""));
    let is_number = whole.bytes().all(|byte| byte.is_ascii_digit());
    is_number && fraction.bytes().all(|byte| byte == b'0') && !whole.is_empty()
}

/// Reads a whole number from 0 to [`MAX_COST`].
pub(super) fn whole_number(source: &Source, name: Name) -> Result<u64, BadInput> {
    if is_whole(name) {
        let whole = name.text.split('.').next().unwrap_or_default();
        return match whole.parse() {
            Ok(number) if number <= MAX_COST => Ok(number),
            _ => {
                bail!([Number] source, name.at, "`{name}` is too large for a cost";
                    "the maximum is {MAX_COST}; divide all costs by a power of ten")
            }
        };
    }
    let remedy = if name.text.starts_with('-') {
        "write a whole number of at least 0"
    } else {
        "costs are whole numbers of at least 0; multiply all costs by a power of ten"
    };
    bail!([Number] source, name.at, "`{name}` is not a valid cost"; "{remedy}")
}

/// Rejects the metric at this place if a step may cost more than [`MAX_COST`]. The cost of a step is the sum of the
/// increases of `total-cost`, times the factor of the metric, plus the weights of the preferences of the precondition.
pub(super) fn refuse_large_steps(
    source: &Source,
    metric: u32,
    problem: &Problem,
) -> Result<(), BadInput> {
    let trajectory = &problem.trajectory;
    let mut greatest: FxHashMap<usize, u128> = FxHashMap::default();
    for (applied, value) in &problem.values {
        let known = greatest.entry(applied.predicate).or_default();
        *known = value.to_integer().to_u128().unwrap_or(0).max(*known);
    }
    for schema in &problem.domain.schemas {
        let costs = schema.numeric_changes().map(|change| match &change.amount {
            Expression::Function(function) => {
                greatest.get(&function.predicate).copied().unwrap_or(0)
            }
            Expression::Number(number) => number.to_integer().to_u128().unwrap_or(0),
            _ => 0,
        });
        let weights = schema.preferences.iter();
        let weights = weights.map(|one| u128::from(trajectory.weight(&one.name)));
        let factor = u128::from(trajectory.cost_factor);
        let cost = costs.sum::<u128>() * factor + weights.sum::<u128>();
        if cost > MAX_COST.into() {
            let name = shortened(&schema.name);
            bail!([Number] source, metric,
                "an action `{name}` may cost {cost}, which is too large for a cost";
                "the maximum is {MAX_COST}; divide all costs by a power of ten");
        }
    }
    Ok(())
}

impl Scope<'_> {
    /// Whether `(increase FUNCTION AMOUNT)` increases `total-cost` by a whole number or by the value of a function.
    pub(super) fn is_cost(&self, list: &List) -> bool {
        let is_amount = |item: &Sexp| match item {
            Sexp::Name(number) => !number.text.contains(['.', 'e', '-']),
            Sexp::List(list) => {
                let head = list.head().map(|head| head.text);
                head.is_some_and(|head| self.symbols.functions.contains_key(head))
            }
        };
        matches!(list.rest(), [grown, amount] if is_total_cost(grown) && is_amount(amount))
    }

    /// Reads the cost `(increase (total-cost) AMOUNT)`; `None` if the amount is the number 0.
    pub(super) fn increase(
        &self,
        list: &List,
        head: Name,
    ) -> Result<Option<NumericChange>, BadInput> {
        if let [_, Sexp::Name(number)] = list.rest()
            && whole_number(self.source, *number)? == 0
        {
            return Ok(None);
        }
        self.change(list, head).map(Some)
    }
}

pub(super) fn is_total_cost(item: &Sexp) -> bool {
    is_without_arguments(item, TOTAL_COST)
}

/// Whether this is `(FUNCTION)` or `FUNCTION`.
pub(super) fn is_without_arguments(item: &Sexp, function: &str) -> bool {
    match item {
        Sexp::Name(name) => name.text == function,
        Sexp::List(list) => {
            list.rest().is_empty() && list.head().is_some_and(|head| head.text == function)
        }
    }
}
