//! Weights of a numeric task: a linear program proposes them (`program`), they are rounded, and the check on the input
//! files accepts or rejects them.

mod program;

use saut_numeric::weights::{DeltaTable, LowerBound, StateWeights};
use saut_numeric::{NumericProblem, Rational};

use self::program::{Claim, WeightProposal, float, propose};
use saut_base::stop::Stop;
use saut_task::{CheckError, Checked};

/// The name of the engine and of the reason.
pub(super) const WEIGHTS: &str = "numeric-weights";
/// Bounds on the denominators of fractions. All are tried, and the weights that prove the most are used.
const DENOMINATORS: [i64; 5] = [1, 12, 360, 10_000, 1_000_000];

/// An engine that finds weights which prove that there is no plan. The table of the changes by actions is computed only
/// once.
pub struct NumericWeights<'a, P> {
    problem: &'a P,
    flows: Option<DeltaTable>,
}

impl<'a, P: NumericProblem> NumericWeights<'a, P> {
    /// Creates the engine for a task.
    pub const fn new(problem: &'a P) -> Self {
        let flows = None;
        Self { problem, flows }
    }

    /// Returns the reason, which is not checked yet.
    ///
    /// # Errors
    /// [`CheckError`] if there is no reason, or it was not found in time.
    pub fn find(&mut self, stop: &Stop) -> Result<P::Reason, CheckError> {
        let flows = match self.flows.take() {
            Some(flows) => flows,
            None => self.problem.flows(stop)?,
        };
        let flows = self.flows.insert(flows);
        let proposed = propose(flows, Claim::NoPlan, stop);
        let nothing = || match stop.stop_reason() {
            Some(why) => CheckError::Stopped(why),
            None => CheckError::rejected("no weights prove that there is no plan"),
        };
        let proposed = proposed.ok_or_else(nothing)?;
        let shows = |weights: &StateWeights| {
            let least = flows.least_nothing(weights).ok()?;
            let zero = Rational::default();
            (least.number > zero || (least.is_above && least.number == zero)).then_some(least)
        };
        let (weights, _) = rounded(&proposed, shows).ok_or_else(nothing)?;
        Ok(self.problem.by_weights(flows, &weights, None))
    }
}

/// Returns a lower bound on the metric from weights, limited to `reached`, the metric of a known plan. `None` if no
/// weights are found in time.
pub fn metric_bound<P: NumericProblem>(
    problem: &P,
    reached: &Rational,
    stop: &Stop,
) -> Option<(Rational, Checked<P::Reason>)> {
    let flows = problem.flows(stop).ok()?;
    let proposed = propose(&flows, Claim::Metric(float(reached)), stop)?;
    let (weights, least) = rounded(&proposed, |weights| flows.least_metric(weights).ok())?;
    // A larger bound than the metric of a known plan cannot be right.
    let bound = least.number.min(reached.clone());
    let reason = problem.by_weights(&flows, &weights, Some(&bound));
    let checked = Checked::own(problem, reason, stop).ok()?;
    Some((bound, checked))
}

/// Rounds the weights to fractions. Returns the weights with the best bound, and this bound. Among equally good
/// weights, the weights with the smallest denominators are returned.
fn rounded(
    proposed: &WeightProposal,
    shows: impl Fn(&StateWeights) -> Option<LowerBound>,
) -> Option<(StateWeights, LowerBound)> {
    let mut best: Option<(StateWeights, LowerBound)> = None;
    for denominator in DENOMINATORS {
        let Some(weights) = fractions(proposed, denominator) else {
            continue;
        };
        let before = best.as_ref().map(|(_, best)| &best.number);
        if let Some(least) = shows(&weights)
            && before.is_none_or(|before| least.number > *before)
        {
            best = Some((weights, least));
        }
    }
    best
}

/// Returns the weights as fractions whose denominators are at most `most`.
fn fractions(proposed: &WeightProposal, most: i64) -> Option<StateWeights> {
    let list = |times: &Vec<f64>| -> Option<Vec<Rational>> {
        times.iter().map(|it| fraction(*it, most)).collect()
    };
    let by_number = |weights: &Vec<f64>| {
        let weights = (0..).zip(weights);
        let some = weights.map(|(number, weight)| Some((number, fraction(*weight, most)?)));
        let zero = Rational::default();
        some.filter(|it| it.as_ref().is_none_or(|(_, weight)| *weight != zero))
            .collect::<Option<_>>()
    };
    let actions = proposed.action_tests.iter();
    Some(StateWeights {
        facts: by_number(&proposed.facts)?,
        functions: by_number(&proposed.functions)?,
        goal_tests: list(&proposed.goal_tests)?,
        action_tests: actions
            .map(|(action, times)| Some((*action, list(times)?)))
            .collect::<Option<_>>()?,
    })
}

/// Returns a fraction near a number, with a denominator of at most `most`: the last such convergent of its continued
/// fraction.
fn fraction(number: f64, most: i64) -> Option<Rational> {
    const NEAR: f64 = 1e-9;
    const LARGE: f64 = 1e15;
    let whole = |number: f64| {
        #[expect(clippy::cast_possible_truncation, reason = "below 10^15")]
        (number.abs() < LARGE).then_some(number as i64)
    };
    let nearest = number.round();
    if (number - nearest).abs() < NEAR || most == 1 {
        return whole(nearest).map(|it| Rational::from_integer(it.into()));
    }
    let (mut before, mut now) = ((0, 1), (1, 0));
    let mut rest = number;
    while let Some(times) = whole(rest.floor()) {
        let next = |now: i64, before: i64| times.checked_mul(now)?.checked_add(before);
        let next = next(now.0, before.0).zip(next(now.1, before.1));
        let Some(next) = next.filter(|(_, below)| *below <= most) else {
            break;
        };
        (before, now) = (now, next);
        let left = rest - rest.floor();
        if left < NEAR {
            break;
        }
        rest = left.recip();
    }
    (now.1 != 0).then(|| Rational::new(now.0.into(), now.1.into()))
}

#[cfg(test)]
mod tests {
    use super::fraction;

    #[test]
    fn fractions_are_those_near_by() {
        for (number, most, wanted) in [
            (0.333_333_333_333, 12, "1/3"),
            (-2.75, 12, "-11/4"),
            (-2.75, 1, "-3"),
            (3.000_000_000_1, 360, "3"),
            (1e-12, 1_000_000, "0"),
            (1e-12, 1, "0"),
        ] {
            let fraction = fraction(number, most).map(|it| it.to_string());
            assert_eq!(fraction.as_deref(), Some(wanted), "{number}");
        }
        assert_eq!(fraction(f64::NAN, 12), None);
        assert_eq!(fraction(1e300, 12), None);
    }
}
