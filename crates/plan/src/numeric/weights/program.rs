//! The linear program for weights of a numeric task. Its floating-point solution is not trusted.

use std::collections::BTreeMap;

use microlp::{ComparisonOp, OptimizationDirection, Problem, Variable};
use saut_linear::{self as linear, LazyRows, RowGeneration};
use saut_numeric::linear_expr::{LinearExpr, Range};
use saut_numeric::weights::{ActionDelta, DeltaTable, LineTest};
use saut_numeric::{Exact, Rational};

use saut_base::stop::Stop;

/// Limits on the action constraints that are added to the linear program.
const JOINING: RowGeneration = RowGeneration {
    all_up_to: 0,
    max: 40_000,
    at_a_time: 100,
    tolerance: 1e-7,
    margin: -1e-7,
};
/// Penalty per unit of weight, relative to a unit of the bound, so that most weights become 0.
const PRICE: f64 = 1e-6;

/// Claim that the weights should prove.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Claim {
    /// There is no plan.
    NoPlan,
    /// A lower bound on the metric. Values above this number are useless.
    Metric(f64),
}

/// Weights in floating point.
#[derive(Clone, Debug, Default)]
pub struct WeightProposal {
    pub facts: Vec<f64>,
    pub functions: Vec<f64>,
    /// Multiplier of each comparison of the goal.
    pub goal_tests: Vec<f64>,
    /// Multipliers of the comparisons of an action, by its number.
    pub action_tests: BTreeMap<usize, Vec<f64>>,
}

/// The positive and the negative part of a weight.
type Parts = [Variable; 2];

/// A constant plus variables with factors.
#[derive(Default)]
struct Sum {
    number: f64,
    terms: BTreeMap<usize, (Variable, f64)>,
}

impl Sum {
    fn add(&mut self, variable: Variable, factor: f64) {
        let term = self.terms.entry(variable.idx()).or_insert((variable, 0.0));
        term.1 += factor;
    }

    fn add_times(&mut self, other: &Self, factor: f64) {
        self.number += other.number * factor;
        for (variable, own) in other.terms.values() {
            self.add(*variable, own * factor);
        }
    }

    fn row(&self) -> microlp::LinearExpr {
        let mut row = microlp::LinearExpr::empty();
        for (variable, factor) in self.terms.values().filter(|(_, factor)| *factor != 0.0) {
            row.add(*variable, *factor);
        }
        row
    }
}

/// An expression over functions, whose constant and coefficients are sums of variables of the linear program.
#[derive(Default)]
struct SumLine {
    constant: Sum,
    terms: BTreeMap<u32, Sum>,
}

impl SumLine {
    /// Adds a line, multiplied by the variable `more` minus the variable `less`.
    fn add(&mut self, line: &LinearExpr<u32>, [more, less]: Parts) {
        for (part, sign) in [(more, 1.0), (less, -1.0)] {
            self.constant.add(part, sign * float(&line.constant));
            for (function, factor) in &line.terms {
                let known = self.terms.entry(*function).or_default();
                known.add(part, sign * float(factor));
            }
        }
    }
}

struct StateWeightProgram<'a> {
    flows: &'a DeltaTable,
    ranges: &'a [[f64; 2]],
    problem: Problem,
    facts: Vec<Parts>,
    /// Parts of the weight of each function; `None` if the weight is fixed to 0.
    functions: Vec<Option<Parts>>,
    terms: usize,
}

pub fn float(number: &Rational) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a proposal")]
    let float = |it: Exact| it.numerator() as f64 / it.denominator() as f64;
    Exact::of(number).map_or(f64::NAN, float)
}

/// Returns the weights proposed by the linear program; `None` if it has no solution, or not in time.
pub fn propose(flows: &DeltaTable, aim: Claim, stop: &Stop) -> Option<WeightProposal> {
    let end = |end: &Option<Rational>, infinite: f64| end.as_ref().map_or(infinite, float);
    let low = |range: &Range| end(&range.low, f64::NEG_INFINITY);
    let ranges = flows.ranges.iter();
    let ranges = ranges.map(|range| [low(range), end(&range.high, f64::INFINITY)]);
    let ranges: Vec<[f64; 2]> = ranges.collect();
    let mut usable: Vec<bool> = flows.values.iter().map(Option::is_some).collect();
    for function in flows.actions.iter().flat_map(|flow| &flow.unknown) {
        usable[*function as usize] = false;
    }
    LazyRows::new(flows.actions.len(), JOINING).solve(
        |rows| StateWeightProgram::new(flows, &ranges, &usable).solve(aim, rows, stop),
        |proposed, action| lowered(&flows.actions[action], proposed, &ranges),
    )
}

/// Returns the maximum by which an action may lower the weight of a state. The comparisons of the action are ignored.
fn lowered(flow: &ActionDelta, weights: &WeightProposal, ranges: &[[f64; 2]]) -> f64 {
    let mut least = 0.0;
    for (fact, deltas) in &flow.facts {
        let weight = weights.facts[*fact as usize];
        let falls = deltas.falls.then_some(-weight);
        let others = [deltas.stays.then_some(0.0), deltas.rises.then_some(weight)];
        let possible = falls.into_iter().chain(others.into_iter().flatten());
        let change = possible.fold(f64::INFINITY, f64::min);
        least += if change.is_finite() { change } else { 0.0 };
    }
    let mut sure: BTreeMap<u32, f64> = BTreeMap::new();
    for (function, more) in &flow.sure {
        let weight = weights.functions[*function as usize];
        least += weight * float(&more.constant);
        for (other, factor) in &more.terms {
            *sure.entry(*other).or_default() += weight * float(factor);
        }
    }
    least += low(&sure, ranges);
    for (function, more) in &flow.perhaps {
        let weight = weights.functions[*function as usize];
        let terms = more.terms.iter();
        let terms = terms.map(|(other, factor)| (*other, weight * float(factor)));
        least += (weight * float(&more.constant) + low(&terms.collect(), ranges)).min(0.0);
    }
    -least
}

/// Returns the minimum of a sum of functions with these coefficients, given their ranges.
fn low(terms: &BTreeMap<u32, f64>, ranges: &[[f64; 2]]) -> f64 {
    let end = |(function, factor): (&u32, &f64)| {
        let end = ranges[*function as usize][usize::from(*factor < 0.0)];
        if factor.abs() < 1e-12 {
            0.0
        } else {
            factor * end
        }
    };
    terms.iter().map(end).sum()
}

impl<'a> StateWeightProgram<'a> {
    fn new(flows: &'a DeltaTable, ranges: &'a [[f64; 2]], usable: &[bool]) -> Self {
        let mut problem = Problem::new(OptimizationDirection::Minimize);
        let mut parts = || [0, 1].map(|_| problem.add_var(PRICE, (0.0, f64::INFINITY)));
        let facts = flows.facts.iter().map(|_| parts()).collect();
        let functions = usable.iter().map(|usable| usable.then(&mut parts));
        let functions = functions.collect();
        Self {
            flows,
            ranges,
            problem,
            facts,
            functions,
            terms: 0,
        }
    }

    /// Returns the solution of the program with the constraints of these actions.
    fn solve(mut self, aim: Claim, rows: &[usize], stop: &Stop) -> Option<WeightProposal> {
        let flows = self.flows;
        let mut action_tests = BTreeMap::new();
        for &row in rows {
            let times = self.action(&flows.actions[row]);
            if !times.is_empty() {
                action_tests.insert(row, times);
            }
        }
        let goal_tests = self.bound(aim);
        let terms = self.terms + 2 * (self.facts.len() + self.functions.len());
        let solution = linear::solve(self.problem, terms, stop).ok()??;
        let value = |parts: &Parts| solution.var_value(parts[0]) - solution.var_value(parts[1]);
        let values = |times: &Vec<Parts>| times.iter().map(value).collect();
        let functions = self.functions.iter();
        let action_tests = action_tests.iter();
        Some(WeightProposal {
            facts: self.facts.iter().map(value).collect(),
            functions: functions.map(|it| it.as_ref().map_or(0.0, value)).collect(),
            goal_tests: values(&goal_tests),
            action_tests: action_tests.map(|it| (*it.0, values(it.1))).collect(),
        })
    }

    /// Adds the constraint that an action never lowers the weight of a state. Returns the multipliers of its
    /// comparisons.
    fn action(&mut self, flow: &ActionDelta) -> Vec<Parts> {
        let mut least = Sum::default();
        for (fact, deltas) in &flow.facts {
            let [above, below] = self.facts[*fact as usize];
            let possible = |is_possible: bool| f64::from(u8::from(is_possible));
            let (rises, falls) = (possible(deltas.rises), possible(deltas.falls));
            // An uncertain change counts only if it lowers the weight.
            let is_sure = possible(!deltas.stays && deltas.rises != deltas.falls);
            least.add(above, is_sure * rises - falls);
            least.add(below, is_sure * falls - rises);
            self.terms += 2;
        }
        let mut change = SumLine::default();
        for (function, more) in &flow.sure {
            self.weigh(*function, more, &mut change);
        }
        // Comparisons only help if the change depends on numbers.
        let depends = change.terms.values().any(|it| !it.terms.is_empty());
        let tests: &[LineTest] = if depends { &flow.tests } else { &[] };
        let times = self.take_away(tests, &mut change);
        self.add_low(&mut least, change);
        for (function, more) in &flow.perhaps {
            let mut change = SumLine::default();
            self.weigh(*function, more, &mut change);
            // This variable is at most 0, and at most the least value of the change.
            let part = self.problem.add_var(0.0, (f64::NEG_INFINITY, 0.0));
            let mut above = Sum::default();
            self.add_low(&mut above, change);
            above.add(part, -1.0);
            self.problem
                .add_constraint(above.row(), ComparisonOp::Ge, 0.0);
            least.add(part, 1.0);
        }
        self.problem
            .add_constraint(least.row(), ComparisonOp::Ge, 0.0);
        times
    }

    /// Adds the constraint of the aim. Its expression is the weight of the initial state plus a lower bound, over all
    /// goal states, of the metric (or 0) minus the weight. For a refutation it must be positive; as a bound of the
    /// metric it is maximised.
    fn bound(&mut self, aim: Claim) -> Vec<Parts> {
        let flows = self.flows;
        let mut bound = Sum::default();
        for (fact, [above, below]) in self.facts.iter().copied().enumerate() {
            let starts = f64::from(u8::from(flows.start[fact]));
            let (goal_above, goal_below) = match flows.goal[fact] {
                Some(true) => (1.0, 1.0),
                Some(false) => (0.0, 0.0),
                None => (1.0, 0.0),
            };
            bound.add(above, starts - goal_above);
            bound.add(below, goal_below - starts);
        }
        let mut rest = SumLine::default();
        if let (Claim::Metric(_), Some(metric)) = (aim, &flows.metric) {
            rest.constant.number = float(&metric.constant);
            for (function, factor) in &metric.terms {
                rest.terms.entry(*function).or_default().number += float(factor);
            }
        }
        for (function, value) in (0..).zip(&flows.values) {
            let mut left =
                LinearExpr::variable(function).times(&Rational::from_integer((-1).into()));
            left.constant = value.clone().unwrap_or_default();
            self.weigh(function, &left, &mut rest);
        }
        let times = self.take_away(&flows.goal_tests, &mut rest);
        self.add_low(&mut bound, rest);
        match aim {
            Claim::NoPlan => {
                self.problem
                    .add_constraint(bound.row(), ComparisonOp::Ge, 0.0);
                for (test, [above, _]) in flows.goal_tests.iter().zip(&times) {
                    if test.is_strict {
                        bound.add(*above, 1.0);
                    }
                }
                self.problem
                    .add_constraint(bound.row(), ComparisonOp::Eq, 1.0);
            }
            Claim::Metric(most) => {
                // The variable `gain` is the bound, which is maximised.
                let gain = self.problem.add_var(-1.0, (f64::NEG_INFINITY, most));
                bound.add(gain, -1.0);
                self.problem
                    .add_constraint(bound.row(), ComparisonOp::Ge, -bound.number);
            }
        }
        times
    }

    /// Adds a change of a function, times its weight.
    fn weigh(&self, function: u32, more: &LinearExpr<u32>, sum: &mut SumLine) {
        if let Some(parts) = self.functions[function as usize] {
            sum.add(more, parts);
        }
    }

    /// Subtracts comparisons, each with an unknown multiplier. Returns the multipliers.
    fn take_away(&mut self, tests: &[LineTest], sum: &mut SumLine) -> Vec<Parts> {
        let mut all = Vec::new();
        for test in tests {
            let most = if test.is_equal { f64::INFINITY } else { 0.0 };
            let times = [f64::INFINITY, most];
            let times = times.map(|most| self.problem.add_var(PRICE, (0.0, most)));
            sum.add(&test.line, [times[1], times[0]]);
            all.push(times);
        }
        all
    }

    /// Adds the least value of an expression, by the ranges of the functions.
    fn add_low(&mut self, sum: &mut Sum, line: SumLine) {
        sum.add_times(&line.constant, 1.0);
        for (function, mut coefficient) in line.terms {
            let [low, high] = self.ranges[function as usize];
            self.terms += coefficient.terms.len() + 4;
            #[expect(clippy::float_cmp, reason = "a range of one number has the same ends")]
            if low == high {
                sum.add_times(&coefficient, low);
                continue;
            }
            // The coefficient is split into two nonnegative parts, one for each finite end of the range.
            for (end, sign) in [(low, 1.0), (high, -1.0)] {
                if end.is_finite() {
                    let part = self.problem.add_var(0.0, (0.0, f64::INFINITY));
                    coefficient.add(part, -sign);
                    sum.add(part, sign * end);
                }
            }
            let number = -coefficient.number;
            self.problem
                .add_constraint(coefficient.row(), ComparisonOp::Eq, number);
        }
    }
}
