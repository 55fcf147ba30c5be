//! Measures of plans: the numbers by which the plans of a task are compared, and bounds on them.

use std::cmp::Ordering;
use std::fmt::{self, Display};

use num_traits::{Signed, ToPrimitive, Zero};
use saut_numeric::{Rational, rational};
use saut_task::{Checked, Cost, INFINITE};
use serde_json::Value;

use crate::reason::{Reason, bound_of_metric};

/// Direction in which a metric improves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// A smaller value is better.
    Minimise,
    /// A larger value is better.
    Maximise,
}

impl Direction {
    /// Negates the metric of a task that maximises, so that smaller values are better. A second call restores the
    /// value.
    pub(crate) fn turned(self, metric: Rational) -> Rational {
        match self {
            Self::Minimise => metric,
            Self::Maximise => -metric,
        }
    }

    /// Compares two values of the metric: [`Ordering::Less`] means that `one` is better.
    fn compare(self, one: &Rational, other: &Rational) -> Ordering {
        match self {
            Self::Minimise => one.cmp(other),
            Self::Maximise => other.cmp(one),
        }
    }
}

/// Quantity by which plans of a task are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objective {
    /// The number of actions, in a task without costs and without a metric.
    Actions,
    /// The sum of the costs of the actions and of the violated preferences.
    Cost,
    /// The metric of a numeric task.
    Metric(Direction),
}

/// Quality of the requested plans.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quality {
    /// Any plan. Preferences are ignored: the plan may violate all of them.
    AnyPlan,
    /// A plan with a good objective value; for a numeric task without a metric, a plan with few actions. Violated
    /// preferences count with their costs.
    Cheapest,
}

impl Objective {
    /// Returns the bound that every plan costs at least `cost`; `None` if plans are compared by a metric.
    pub fn bound_of_cost(self, cost: Cost) -> Option<Bound> {
        match self {
            Self::Actions | Self::Cost => Some(Bound::Cost(cost)),
            Self::Metric(_) => None,
        }
    }

    /// Returns the bound on all plans that a checked certificate shows. Without a certificate or a bound in it, this is
    /// 0 for costs and `None` for a metric.
    pub fn bound(self, checked: Option<&Checked<Reason>>) -> Option<Bound> {
        match self {
            Self::Actions | Self::Cost => self.bound_of_cost(checked.map_or(0, Checked::bound)),
            Self::Metric(direction) => {
                let shown = bound_of_metric(checked?.certificate())?;
                let value = rational::read_written(shown).ok()?;
                Some(Bound::Metric(value, direction))
            }
        }
    }

    /// Returns the bound that a JSON output claims; `None` if the value is not a valid bound.
    pub fn claimed_bound(self, value: &Value) -> Option<Bound> {
        match self {
            Self::Actions | Self::Cost => whole_number(value).map(Bound::Cost),
            Self::Metric(direction) => {
                let read = match value {
                    Value::String(text) => rational::read_written(text),
                    Value::Number(number) => rational::read(&number.to_string()),
                    _ => return None,
                };
                read.ok().map(|value| Bound::Metric(value, direction))
            }
        }
    }
}

/// Measure of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Number of actions of the plan, in a task without costs and without a metric.
    Actions(Cost),
    /// Sum of the costs of the actions and of the violated preferences.
    Cost(Cost),
    /// Value of the metric of a numeric task at the end of the plan; `None` if a function in it has no value there.
    Metric(Option<Rational>, Direction),
}

impl Measure {
    /// Returns the cost of the plan. For a numeric task, this is the metric if it is a whole number in the range of
    /// costs.
    pub fn cost(&self) -> Option<Cost> {
        match self {
            Self::Actions(cost) | Self::Cost(cost) => Some(*cost),
            Self::Metric(value, _) => {
                let whole = value.as_ref().filter(|value| value.is_integer());
                let cost = whole?.to_integer().to_u64()?;
                (cost < INFINITE).then_some(cost)
            }
        }
    }

    /// Returns the value of the metric of a numeric task, if it has one: `2.5`, `1/3`.
    pub fn metric(&self) -> Option<String> {
        match self {
            Self::Metric(value, _) => value.as_ref().map(rational::written),
            Self::Actions(_) | Self::Cost(_) => None,
        }
    }

    /// Returns the measure as text; `cost` writes a cost.
    pub fn in_words(&self, cost: impl Fn(Cost) -> String) -> String {
        match (self, self.metric()) {
            (Self::Actions(number) | Self::Cost(number), _) => format!("cost {}", cost(*number)),
            (Self::Metric(..), Some(value)) => format!("metric {value}"),
            (Self::Metric(..), None) => "metric undefined".to_owned(),
        }
    }

    /// Returns the nearest floating-point number, for tables; `None` if the metric has no value.
    pub fn approximate(&self) -> Option<f64> {
        match self {
            Self::Actions(number) | Self::Cost(number) => number.to_f64(),
            Self::Metric(value, _) => {
                let value = value.as_ref()?;
                Some(value.numer().to_f64()? / value.denom().to_f64()?)
            }
        }
    }

    /// Returns the objective to which this measure belongs.
    pub const fn objective(&self) -> Objective {
        match self {
            Self::Actions(_) => Objective::Actions,
            Self::Cost(_) => Objective::Cost,
            Self::Metric(_, direction) => Objective::Metric(*direction),
        }
    }
}

/// Bound on the measures of all plans of a task: no plan is better.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bound {
    /// No plan costs less.
    Cost(Cost),
    /// No plan of a numeric task has a better metric.
    Metric(Rational, Direction),
}

impl Bound {
    /// Returns the value of a plan, the bound and its direction; `None` if the metric has no value, or if plan and
    /// bound are of different kinds.
    fn beside(&self, plan: &Measure) -> Option<(Rational, Rational, Direction)> {
        let whole = |number: Cost| Rational::from_integer(number.into());
        match (plan, self) {
            (Measure::Actions(cost) | Measure::Cost(cost), Self::Cost(bound)) => {
                Some((whole(*cost), whole(*bound), Direction::Minimise))
            }
            (Measure::Metric(value, _), Self::Metric(bound, direction)) => {
                Some((value.clone()?, bound.clone(), *direction))
            }
            _ => None,
        }
    }

    /// Compares a plan with the bound: [`Ordering::Equal`] means that no plan is better, and [`Ordering::Less`] that
    /// the plan contradicts the bound. `None` if the metric of the plan has no value, or if plan and bound are of
    /// different kinds.
    pub fn compare(&self, plan: &Measure) -> Option<Ordering> {
        let (own, bound, direction) = self.beside(plan)?;
        Some(direction.compare(&own, &bound))
    }

    /// Whether every plan that satisfies this bound also satisfies `other`.
    pub fn implies(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Cost(own), Self::Cost(other)) => own >= other,
            (Self::Metric(own, direction), Self::Metric(other, _)) => {
                direction.compare(own, other) != Ordering::Less
            }
            _ => false,
        }
    }

    /// Returns the distance of a plan from the bound, in percent of its measure with one decimal; `None` if the measure
    /// is 0 or has no value.
    pub fn gap(&self, plan: &Measure) -> Option<f64> {
        let (own, bound, _) = self.beside(plan)?;
        if own.is_zero() {
            return None;
        }
        let thousandths = ((&own - bound) / own).abs() * Rational::from_integer(1000.into());
        Some(thousandths.round().to_integer().to_f64()? / 10.0)
    }

    /// Returns the bound as text; `cost` writes a cost.
    pub fn in_words(&self, cost: impl Fn(Cost) -> String) -> String {
        match self {
            Self::Cost(bound) => format!("no plan costs less than {}", cost(*bound)),
            Self::Metric(bound, direction) => {
                let side = match direction {
                    Direction::Minimise => "below",
                    Direction::Maximise => "above",
                };
                format!("no plan has a metric {side} {}", rational::written(bound))
            }
        }
    }

    /// Returns the bound as JSON: a cost as in [`number_entry`], and a metric as text.
    pub fn value(&self) -> Value {
        match self {
            Self::Cost(bound) => number_entry(*bound),
            Self::Metric(bound, _) => rational::written(bound).into(),
        }
    }
}

impl Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.in_words(|cost| cost.to_string()))
    }
}

impl Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.in_words(|cost| cost.to_string()))
    }
}

/// Returns a whole number for a JSON output: a string if it is greater than 2^53.
pub fn number_entry(number: u64) -> Value {
    if number > 1 << 53 {
        number.to_string().into()
    } else {
        number.into()
    }
}

/// Returns a whole number of a JSON output. A number greater than 2^53 may be a string.
pub fn whole_number(value: &Value) -> Option<u64> {
    match value {
        Value::String(text) => text.parse().ok(),
        other => other.as_u64(),
    }
}
