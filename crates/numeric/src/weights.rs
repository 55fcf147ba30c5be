//! Weights of facts and functions. If no action lowers the total weight of a state, the weights prove a bound on the
//! metric, or that there is no plan.
//!
//! The weight of a state is the sum of the weights of its true facts, plus the value of each function times its weight.
//! No action lowers the weight, so every reachable goal state weighs at least as much as the initial state. If every
//! goal state weighs less, there is no plan. If the weight of a goal state minus its metric never exceeds a number, the
//! metric is at least the weight of the initial state minus this number.
//!
//! A change that depends on numbers is bounded by the ranges of the functions, and by comparisons that hold, each with
//! a multiplier (Farkas). For unknown parts of a state, the worst case is assumed. All numbers are rational numbers of
//! unlimited size.
//!
//! Pommerening, Helmert, Röger and Seipp: *From non-negative to general operator cost partitioning* (AAAI 2015), for
//! the weights of facts. Piacentini, Castro, Cire and Beck: *Linear and integer programming-based heuristics for
//! cost-optimal numeric planning* (AAAI 2018), for numeric conditions in the same linear program. The weights are a
//! solution of its dual.

use std::collections::BTreeMap;
use std::fmt;

use num_traits::{Signed, Zero};

use crate::linear_expr::{LinearExpr, Range};
use crate::rational::{Rational, written};
use saut_task::CheckError;

/// Possible changes of a fact by an action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Deltas {
    /// The fact may be true before and false after the action.
    pub falls: bool,
    /// The fact may have the same value before and after the action.
    pub stays: bool,
    /// The fact may be false before and true after the action.
    pub rises: bool,
}

/// A condition that a linear expression is at least 0, greater than 0, or equal to 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineTest {
    /// Expression that is compared with 0.
    pub line: LinearExpr<u32>,
    /// Whether the expression must be greater than 0.
    pub is_strict: bool,
    /// Whether the expression must be 0.
    pub is_equal: bool,
}

/// The changes of facts and functions by an action, as far as they are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionDelta {
    /// The name of the action, such as `(move a b)`.
    pub action: String,
    /// The facts that the action may change.
    pub facts: Vec<(u32, Deltas)>,
    /// Functions to which the action always adds an amount. The amount is an expression over the state before the
    /// action.
    pub sure: Vec<(u32, LinearExpr<u32>)>,
    /// Functions to which the action may or may not add an amount.
    pub perhaps: Vec<(u32, LinearExpr<u32>)>,
    /// Functions whose change is unknown.
    pub unknown: Vec<u32>,
    /// The comparisons of the precondition.
    pub tests: Vec<LineTest>,
}

/// All data on which the check of weights depends. Facts and functions are numbered from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeltaTable {
    /// The facts that actions change, such as `at(truck,paris)`.
    pub facts: Vec<String>,
    /// The functions that actions change, such as `fuel(truck)`.
    pub functions: Vec<String>,
    /// The range of each function in all reachable states.
    pub ranges: Vec<Range>,
    /// Whether each fact is true in the initial state.
    pub start: Vec<bool>,
    /// The initial value of each function; `None` if a function is undefined.
    pub values: Vec<Option<Rational>>,
    /// The actions that may be applicable in some state.
    pub actions: Vec<ActionDelta>,
    /// For each fact, its value in every goal state, if this value is known.
    pub goal: Vec<Option<bool>>,
    /// The comparisons of the goal.
    pub goal_tests: Vec<LineTest>,
    /// Expression to be minimised in the last state, if there is one. An expression to be maximised is negated.
    pub metric: Option<LinearExpr<u32>>,
}

/// Weights of facts and functions, and multipliers of comparisons.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StateWeights {
    /// The weights of facts. All other facts have the weight 0.
    pub facts: BTreeMap<u32, Rational>,
    /// The weights of functions. All other functions have the weight 0.
    pub functions: BTreeMap<u32, Rational>,
    /// The multiplier of each comparison of the goal. Only equations may have negative multipliers. An empty list means
    /// that all multipliers are 0.
    pub goal_tests: Vec<Rational>,
    /// For each action number, the multiplier of each comparison of its precondition, as in `goal_tests`. Without a
    /// list, all multipliers are 0.
    pub action_tests: BTreeMap<usize, Vec<Rational>>,
}

/// A lower bound on a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LowerBound {
    /// Value of the bound.
    pub number: Rational,
    /// Whether the bound is strict, so that the number is greater than the bound.
    pub is_above: bool,
}

impl Deltas {
    /// Returns the minimum change of the weight of a state by a fact with this weight.
    fn least(self, weight: &Rational) -> Rational {
        let zero = Rational::zero();
        let possible = [
            (self.falls, -weight),
            (self.stays, zero),
            (self.rises, weight.clone()),
        ];
        let possible = possible.into_iter().filter(|(is_possible, _)| *is_possible);
        possible.map(|(_, change)| change).min().unwrap_or_default()
    }
}

impl DeltaTable {
    /// Returns a lower bound on the metric of all reachable goal states.
    ///
    /// # Errors
    /// [`CheckError`] with the reason why the weights are rejected.
    pub fn least_metric(&self, weights: &StateWeights) -> Result<LowerBound, CheckError> {
        let metric = self.metric.clone();
        let none = || CheckError::rejected("the problem has no metric to bound");
        self.least(weights, metric.ok_or_else(none)?)
    }

    /// Returns a lower bound on the constant 0 over all reachable goal states. If the bound is greater than 0, or is 0
    /// and strict, no goal state is reachable.
    ///
    /// # Errors
    /// [`CheckError`] with the reason why the weights are rejected.
    pub fn least_nothing(&self, weights: &StateWeights) -> Result<LowerBound, CheckError> {
        self.least(weights, LinearExpr::number(Rational::zero()))
    }

    /// Returns a lower bound on `quantity` over all reachable goal states. The bound is the weight of the initial state
    /// plus the minimum of `quantity` minus weight over all goal states.
    fn least(
        &self,
        weights: &StateWeights,
        quantity: LinearExpr<u32>,
    ) -> Result<LowerBound, CheckError> {
        for action in 0..self.actions.len() {
            self.check_action(weights, action)?;
        }
        let goal = self.least_at_goal(weights, quantity)?;
        Ok(LowerBound {
            number: self.start_weight(weights)? + goal.number,
            ..goal
        })
    }

    /// Checks that the action lowers the weight of no state.
    fn check_action(&self, weights: &StateWeights, number: usize) -> Result<(), CheckError> {
        let flow = &self.actions[number];
        let action = &flow.action;
        let is_weighed = |function: &&u32| weights.of_function(**function).is_some();
        if let Some(function) = flow.unknown.iter().find(is_weighed) {
            let function = &self.functions[*function as usize];
            return CheckError::reject(format_args!(
                "the change of {function} by {action} is unknown"
            ));
        }
        let lowers = || {
            let fact = format_args!("{action} may lower the weight of a state");
            CheckError::rejected(fact)
        };
        let mut change = LinearExpr::number(Rational::zero());
        for (fact, deltas) in &flow.facts {
            if let Some(weight) = weights.facts.get(fact) {
                change.constant += deltas.least(weight);
            }
        }
        for (function, more) in &flow.sure {
            if let Some(weight) = weights.of_function(*function) {
                change.add(more, weight);
            }
        }
        let times = weights.action_tests.get(&number);
        let times = times.map_or(&[][..], Vec::as_slice);
        take_away(&mut change, &flow.tests, times, action)?;
        let mut least = self.low(&change).ok_or_else(lowers)?;
        for (function, more) in &flow.perhaps {
            if let Some(weight) = weights.of_function(*function) {
                let change = more.clone().times(weight);
                least += self.low(&change).ok_or_else(lowers)?.min(Rational::zero());
            }
        }
        if least.is_negative() {
            Err(lowers())
        } else {
            Ok(())
        }
    }

    fn start_weight(&self, weights: &StateWeights) -> Result<Rational, CheckError> {
        let mut sum = Rational::zero();
        for (fact, weight) in &weights.facts {
            if self.start[*fact as usize] {
                sum += weight;
            }
        }
        for (function, weight) in &weights.functions {
            let function = *function as usize;
            let undefined = || {
                let function = &self.functions[function];
                CheckError::rejected(format_args!("{function} has no initial value"))
            };
            sum += self.values[function].as_ref().ok_or_else(undefined)? * weight;
        }
        Ok(sum)
    }

    /// Returns a lower bound on `quantity` minus weight over all goal states.
    fn least_at_goal(
        &self,
        weights: &StateWeights,
        mut quantity: LinearExpr<u32>,
    ) -> Result<LowerBound, CheckError> {
        for (fact, weight) in &weights.facts {
            quantity.constant -= match self.goal[*fact as usize] {
                Some(true) => weight.clone(),
                Some(false) => Rational::zero(),
                None => weight.clone().max(Rational::zero()),
            };
        }
        for (function, weight) in &weights.functions {
            let known = quantity.terms.entry(*function).or_default();
            *known -= weight;
        }
        let times = &weights.goal_tests;
        take_away(&mut quantity, &self.goal_tests, times, "the goal")?;
        let strict = times.iter().zip(&self.goal_tests);
        let mut strict = strict.filter(|(times, test)| test.is_strict && times.is_positive());
        Ok(LowerBound {
            number: self
                .low(&quantity)
                .ok_or_else(|| CheckError::rejected("the weight of the goal is unbounded"))?,
            is_above: strict.next().is_some(),
        })
    }

    /// Returns the minimum of an expression that follows from the ranges. `None` if the expression is unbounded.
    fn low(&self, line: &LinearExpr<u32>) -> Option<Rational> {
        line.range(|function| self.ranges.get(*function as usize))?
            .low
    }
}

/// Subtracts comparisons that hold, each times its multiplier. The result is a lower bound on the expression. `of` is
/// the name of the action or goal in messages.
fn take_away(
    line: &mut LinearExpr<u32>,
    tests: &[LineTest],
    times: &[Rational],
    of: &str,
) -> Result<(), CheckError> {
    let mut both = tests.iter().zip(times);
    let is_wrong = |(test, times): (&LineTest, &Rational)| times.is_negative() && !test.is_equal;
    if (!times.is_empty() && times.len() != tests.len()) || both.any(is_wrong) {
        return CheckError::reject(format_args!(
            "{of} needs one multiplier for each comparison, and only equations may have negative multipliers"
        ));
    }
    for (test, times) in tests.iter().zip(times) {
        line.add(&test.line, &-times);
    }
    Ok(())
}

impl StateWeights {
    /// Returns the weight of a function, if it is not 0.
    fn of_function(&self, function: u32) -> Option<&Rational> {
        self.functions
            .get(&function)
            .filter(|weight| !weight.is_zero())
    }
}

impl fmt::Display for LowerBound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let relation = if self.is_above { "above" } else { "at least" };
        write!(f, "{relation} {}", written(&self.number))
    }
}
