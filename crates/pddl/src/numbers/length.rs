//! The number of actions as the metric of a task with numbers that has none.
//!
//! A function counts the actions: it is 0 at the start, and each action raises it by 1. Its name has a blank in it,
//! which no name of PDDL has. The check of a certificate makes the same task of what was read, and believes nobody's count.

use num_traits::{One, Zero};
use saut_numeric::Rational;

use crate::condition::Expression;
use crate::domain::{LiftedDomain, Predicate};
use crate::effect::{Effect, NumericChange, Operator, SimpleEffect};
use crate::problem::{GroundAtom, Problem};

/// Name of the function.
const PLAN_LENGTH: &str = "plan length";

/// The task with the number of actions as its metric; nothing if it has a metric or no numbers.
pub(super) fn counting_actions(
    domain: &LiftedDomain,
    problem: &Problem,
) -> Option<(LiftedDomain, Problem)> {
    let numbers = problem.numbers.as_ref();
    numbers.filter(|numbers| numbers.metric.is_none())?;
    let (mut domain, mut problem) = (domain.clone(), problem.clone());
    let function = domain.symbols.functions.len();
    let symbols = &mut domain.symbols;
    symbols.functions.push(Predicate {
        name: PLAN_LENGTH.to_owned(),
        parameters: Vec::new(),
    });
    symbols
        .function_index
        .insert(PLAN_LENGTH.to_owned(), function);
    domain.changed.push(true);
    for schema in &mut domain.schemas {
        let one_more = SimpleEffect::Number(Box::new(NumericChange {
            operator: Operator::Increase,
            function,
            arguments: Vec::new(),
            amount: Expression::Number(Rational::one()),
        }));
        schema.effects.push(Effect::always(vec![one_more]));
    }
    let numbers = problem.numbers.as_mut()?;
    let count = GroundAtom {
        predicate: function,
        arguments: Vec::new(),
    };
    numbers.values.insert(count, Rational::zero());
    numbers.metric = Some(Expression::Function {
        function,
        arguments: Vec::new(),
    });
    Some((domain, problem))
}
