//! The number of actions as the metric of a task with numbers that has none.
//!
//! A function counts the actions: it is 0 at the start, and each action raises it by 1. Its name has a blank in it,
//! which no name of PDDL has. The check of a certificate makes the same task of what was read, and believes nobody's count.

use num_traits::{One, Zero};
use saut_numeric::Rational;

use crate::condition::{Atom, Expression};
use crate::domain::LiftedDomain;
use crate::effect::{Effect, NumericChange, Operator, SimpleEffect};
use crate::measure::Direction;
use crate::problem::{GroundAtom, Problem};

/// Name of the function.
const PLAN_LENGTH: &str = "plan length";

/// The task with the number of actions as its metric; nothing if it has a metric or no numbers.
pub(super) fn counting_actions(
    domain: &LiftedDomain,
    problem: &Problem,
) -> Option<(LiftedDomain, Problem)> {
    if !problem.is_numeric || problem.metric.is_some() {
        return None;
    }
    let (mut domain, mut problem) = (domain.clone(), problem.clone());
    let functions = &mut domain.symbols.functions;
    let (function, _) = functions.insert_full(PLAN_LENGTH.to_owned(), Vec::new());
    let count = Atom::new(function, Vec::new());
    domain.changed.push(true);
    for schema in &mut domain.schemas {
        let one_more = SimpleEffect::Number(Box::new(NumericChange {
            operator: Operator::Increase,
            function: count.clone(),
            amount: Expression::Number(Rational::one()),
        }));
        schema.effects.push(Effect::always(vec![one_more]));
    }
    let initial = GroundAtom::of(&count, &[]);
    problem.values.insert(initial, Rational::zero());
    problem.metric = Some((Expression::Function(count), Direction::Minimise));
    Some((domain, problem))
}
