//! Random small numeric tasks, compared with a breadth-first search over rationals that shares no code with the
//! planner.

use crate::common::numeric_task::{Outcome, RandomTask};
use crate::common::{About, OfKind as _, accepts, task};
use crate::numbers::is_here;
use saut_base::random::Random;
use saut_base::stop::{Stop, StopReason};
use saut_numeric::NumericProblem as _;
use saut_numeric::Rational;
use saut_numeric::encode::why_not;
use saut_numeric::weights::{DeltaTable, LineTest, StateWeights};
use saut_pddl::{GroundingError, PlanStep, PlanningTask, Quality, Reason, ValidatedPlan};
use saut_plan::Verdict;
use saut_plan::numeric::weights::{NumericWeights, metric_bound};
use saut_plan::numeric::{cheapest_numeric, plan_numeric};
use saut_plan::planning::PlanMethod;
use saut_plan::settings::{EncodingChoice, Horizon, Settings};
use saut_task::encode::Encoding;
use saut_task::{Certificate, Checked};
use std::time::Duration;

/// Limit on the states of the simple search.
const MAX_STATES: usize = 400;

/// Returns the number of random tasks: the larger of `few` and `SAUT_RANDOM_TASKS`.
fn count(few: u64) -> u64 {
    let wanted = std::env::var("SAUT_RANDOM_TASKS").ok();
    wanted
        .and_then(|it| it.parse().ok())
        .unwrap_or(few)
        .max(few)
}

/// Runs a check on this number of random tasks, each with one of the given metrics (if any) and its parsed form.
fn each(
    few: u64,
    metrics: &[(&str, &[(i64, usize)])],
    mut show: impl FnMut(u64, &RandomTask, PlanningTask),
) {
    for seed in 0..count(few) {
        let random = RandomTask::of_seed(seed);
        let (domain, mut problem) = random.written();
        if let Some((metric, _)) = metric_of(seed, metrics) {
            problem.pop();
            problem = format!("{problem}(:metric {metric}))");
        }
        let _about = About(|| format!("seed {seed}\n{domain}\n{problem}"));
        show(seed, &random, task(&domain, &problem));
    }
}

/// Returns the metric of the task with this seed.
fn metric_of<T: Copy>(seed: u64, metrics: &[T]) -> Option<T> {
    let number = usize::try_from(seed).unwrap().checked_rem(metrics.len());
    number.map(|number| metrics[number])
}

fn within(milliseconds: u64) -> Settings {
    Settings {
        stop: Stop::new(Some(Duration::from_millis(milliseconds)), None),
        ..Settings::default()
    }
}

/// Whether the simple semantics accepts the plan.
fn reaches_goal(random: &RandomTask, plan: &ValidatedPlan) -> bool {
    let steps = plan.plan().steps.iter().map(PlanStep::written);
    random.reaches_goal(&steps.collect::<Vec<_>>())
}

/// The planner and a simple search agree on every task.
#[test]
fn search_and_plain_search_agree() {
    let (mut solved, mut none, mut open, mut missed) = (0, 0, 0, 0);
    each(250, &[], |_, random, task| {
        if !task.is_numeric() {
            return;
        }
        let outcome = random.breadth_first(MAX_STATES);
        let domain = match task.numeric(Quality::AnyPlan) {
            Ok(domain) => domain,
            Err(GroundingError::GoalUnreachable { .. }) => {
                assert!(!matches!(outcome, Outcome::Plan(_)));
                none += 1;
                return;
            }
            Err(why) => panic!("{why}"),
        };
        let answer = plan_numeric(&domain, PlanMethod::Gbfs, &within(60)).unwrap();
        match (answer.verdict, outcome) {
            (Verdict::Solved(plan), outcome) => {
                assert!(reaches_goal(random, &plan));
                assert!(!matches!(outcome, Outcome::Nothing));
                solved += 1;
            }
            (Verdict::Infeasible(_) | Verdict::Undecided(StopReason::NothingLeft), outcome) => {
                assert!(!matches!(outcome, Outcome::Plan(_)));
                none += 1;
            }
            (Verdict::Undecided(_), Outcome::Plan(_)) => missed += 1,
            (Verdict::Undecided(_), _) => open += 1,
        }
    });
    let told = format!("{solved} solved, {none} without a plan, {open} open, {missed} missed");
    println!("{told}");
    // Some tasks have infinitely many states, on which a greedy search may not end.
    assert!(solved > 80 && none > 30 && missed * 20 < solved, "{told}");
}

/// If the relaxation with ranges does not reach the goal, the task has no plan, and the certificate is accepted.
#[test]
fn goals_unreachable_by_ranges_have_no_plan() {
    let (mut refuted, mut missed) = (0, 0);
    each(250, &[], |_, random, task| {
        let Ok(domain) = task.numeric(Quality::AnyPlan) else {
            return;
        };
        let outcome = random.breadth_first(MAX_STATES);
        match Checked::own(&domain, domain.ranges(), &Stop::default()) {
            Ok(checked) => {
                assert!(!matches!(outcome, Outcome::Plan(_)));
                assert!(accepts(&task, checked.certificate()));
                refuted += 1;
            }
            Err(_) => missed += usize::from(matches!(outcome, Outcome::Nothing)),
        }
    });
    println!("{refuted} refuted, {missed} not");
    assert!(refuted > 12, "{refuted} refuted, {missed} not");
}

/// Formulas of each encoding find a plan if there is a short one, and no plan if the task is infeasible.
#[test]
fn formulas_find_plans_of_random_tasks() {
    if !is_here("z3") {
        println!("z3 is not installed; no formula was tried");
        return;
    }
    for encoding in [
        EncodingChoice::Fixed(Encoding::Exists),
        EncodingChoice::Fixed(Encoding::R2_EXISTS),
        EncodingChoice::Fixed(Encoding::SEQUENTIAL),
    ] {
        let (mut found, mut open) = (0, 0);
        each(150, &[], |_, random, task| {
            let outcome = random.breadth_first(MAX_STATES);
            let Ok(domain) = task.numeric(Quality::AnyPlan) else {
                return;
            };
            if why_not(domain.numeric()).is_some() {
                return;
            }
            let (length, is_short) = match &outcome {
                Outcome::Plan(plan) => (plan.len(), plan.len() <= 4),
                _ => (3, false),
            };
            let settings = Settings {
                encoding: Some(encoding),
                // The additional step is for the action that marks a disjunctive goal as reached.
                horizon: Horizon::Steps(length + 1),
                backends: vec!["z3".to_owned()],
                stop: Stop::new(Some(Duration::from_secs(20)), None),
                ..Settings::default()
            };
            if length == 0 {
                return;
            }
            let answer = plan_numeric(&domain, PlanMethod::Formulas, &settings);
            match answer.unwrap().verdict {
                Verdict::Solved(plan) => {
                    assert!(reaches_goal(random, &plan));
                    found += 1;
                }
                // A plan with n actions fits into n steps of each encoding, so only a shorter horizon can be refuted.
                // If no action is reachable, the reason is `NothingLeft`.
                Verdict::Undecided(StopReason::HorizonRefuted { .. } | StopReason::NothingLeft)
                    if !is_short =>
                {
                    open += 1;
                }
                other => panic!("{other:?}"),
            }
        });
        println!("{encoding:?}: {found} found, {open} refuted");
        assert!(found > 12, "{encoding:?}: {found} found, {open} refuted");
    }
}

/// Metrics, each with the factors and functions of the sum to minimise.
const METRICS: &[(&str, &[(i64, usize)])] = &[
    ("minimize (+ (f0) (* 2 (f1)))", &[(1, 0), (2, 1)]),
    ("maximize (f1)", &[(-1, 1)]),
    ("maximize (- (f0) (f1))", &[(-1, 0), (1, 1)]),
];

fn number(text: &str) -> Rational {
    saut_numeric::rational::read_written(text).unwrap()
}

/// The best plan by a metric is never better than the best of all goal states. If the plan is proved optimal, it is as
/// good as this state. A bound better than the best plan is rejected.
#[test]
fn metrics_are_made_as_small_as_they_can_be() {
    let (mut best, mut worse, mut improved, mut proved) = (0, 0, 0, 0);
    each(200, METRICS, |seed, random, task| {
        let (metric, terms) = metric_of(seed, METRICS).unwrap();
        let Some(least) = random.least(terms, MAX_STATES) else {
            return;
        };
        let is_large = metric.starts_with("max");
        let Ok(domain) = task.numeric(Quality::Cheapest) else {
            return;
        };
        let told = std::sync::Mutex::new(0);
        let better = |_: &saut_pddl::ValidatedPlan, _: Option<&_>| *told.lock().unwrap() += 1;
        let answer = cheapest_numeric(&domain, None, &within(200), &better).unwrap();
        let plan = match answer.verdict {
            Verdict::Solved(plan) => plan,
            Verdict::Undecided(_) => return,
            other @ Verdict::Infeasible(_) => panic!("{other:?}"),
        };
        let measured = number(&plan.measured().unwrap());
        let sign = number(if is_large { "-1" } else { "1" });
        let small = &measured * &sign;
        assert!(small >= least, "{measured}, {least}");
        if answer.optimal == Some(true) {
            assert_eq!(small, least);
            let checked = answer.bound.expect("a proved optimum has a certificate");
            let certificate = checked.certificate().clone();
            let Certificate::Own(reason) = &certificate else {
                panic!("expected a reason of a numeric task");
            };
            let bound = reason.bound_of_metric().unwrap().to_owned();
            assert_eq!(number(&bound), measured);
            let again = task.accept(certificate.clone(), &Stop::default());
            // The bound on the cost is 0, because the reason bounds only the metric.
            assert_eq!(again.map(|it| it.checked().bound()), Ok(0));
            let too_good = measured + sign * number("0.5");
            let too_good = saut_numeric::rational::written(&too_good);
            let spoiled = [with_bound(reason, Some(too_good)), with_bound(reason, None)];
            let with_more = match reason {
                Reason::NumericStates { bound, states } => Some(Reason::NumericStates {
                    bound: bound.clone(),
                    states: states.map(|it| it + 1),
                }),
                _ => None,
            };
            let spoiled = spoiled.into_iter().chain(with_more);
            for reason in spoiled {
                let spoiled = Certificate::Own(reason);
                assert!(!accepts(&task, &spoiled), "{spoiled:?}");
            }
            proved += 1;
        }
        best += usize::from(small == least);
        worse += usize::from(small != least);
        improved += usize::from(told.into_inner().unwrap() > 1);
    });
    println!(
        "{best} metrics are minimal, {proved} proved; {worse} are not; {improved} improved in several plans"
    );
    assert!(
        best > 20 && best > 4 * worse && 2 * proved > best,
        "{best}, {worse}, {proved}"
    );
}

/// Without a metric, the number of actions is minimized. It is never below the length of a shortest plan, and equal if
/// it is proved minimal. A bound that is one action too high is rejected. Removing actions leaves a plan.
#[test]
fn actions_are_made_as_few_as_they_can_be() {
    let (mut best, mut worse, mut proved, mut bounds) = (0, 0, 0, 0);
    each(150, &[], |_, random, task| {
        let Outcome::Plan(shortest) = random.breadth_first(MAX_STATES) else {
            return;
        };
        let Ok(domain) = task.numeric(Quality::Cheapest) else {
            return;
        };
        let answer = cheapest_numeric(&domain, None, &within(200), &|_, _| ()).unwrap();
        let Verdict::Solved(plan) = answer.verdict else {
            return;
        };
        let least = shortest.len();
        assert!(plan.length() >= least);
        let cost = u64::try_from(plan.length()).unwrap();
        if let Some(checked) = answer.bound {
            let certificate = checked.certificate().clone();
            let accepted = task.accept(certificate.clone(), &Stop::default());
            let shown = accepted.map(|it| it.checked().bound());
            assert_eq!(shown, Ok(checked.bound()));
            assert!(checked.bound() <= u64::try_from(least).unwrap());
            bounds += 1;
            if answer.optimal == Some(true) {
                assert_eq!((checked.bound(), plan.length()), (cost, least));
                let more = Some((cost + 1).to_string());
                let Certificate::Own(reason) = certificate else {
                    panic!("expected a reason of a numeric task");
                };
                let spoiled = with_bound(&reason, more);
                assert!(!accepts(&task, &Certificate::Own(spoiled)));
                proved += 1;
            }
        }
        let (reduced, kept) = domain.reduced(plan.clone(), &Stop::default());
        let left = &reduced.plan().steps;
        let kept = kept.iter().map(|&place| &plan.plan().steps[place]);
        assert!(reaches_goal(random, &reduced));
        assert!(kept.eq(left) && left.len() >= least);
        best += usize::from(plan.length() == least);
        worse += usize::from(plan.length() != least);
    });
    println!(
        "{best} plans are shortest, {proved} of them proved; {worse} are longer; {bounds} bounds"
    );
    assert!(
        best > 20 && best > 4 * worse && 2 * proved > best,
        "{best}, {worse}, {proved}"
    );
}

/// Returns the same reason with another bound.
fn with_bound(reason: &Reason, bound: Option<String>) -> Reason {
    match reason {
        Reason::NumericStates { .. } => Reason::NumericStates {
            bound,
            states: None,
        },
        Reason::NumericWeights { weights, .. } => Reason::NumericWeights {
            bound,
            weights: weights.clone(),
        },
        other => panic!("{other:?}"),
    }
}

/// Tests with random weights that the check is sound. A proved bound is never above the best metric of all goals, and a
/// task with a plan is never proved unsolvable. Weights from the linear program are also tried.
#[test]
fn no_weights_show_more_than_is_true() {
    let (mut bounds, mut proposed, mut tight, mut none, mut refuted) = (0, 0, 0, 0, 0);
    each(200, METRICS, |seed, random, task| {
        let (_, terms) = metric_of(seed, METRICS).unwrap();
        let Ok(domain) = task.numeric(Quality::Cheapest) else {
            return;
        };
        let outcome = random.breadth_first(MAX_STATES);
        let least = random.least(terms, MAX_STATES);
        let Ok(flows) = domain.flows(&Stop::default()) else {
            return;
        };
        let mut draw = Random::new(seed);
        for _ in 0..60 {
            let weights = drawn(&flows, &mut draw);
            if let (Ok(bound), Some(least)) = (flows.least_metric(&weights), &least) {
                assert!(bound.number <= *least, "{weights:?} {bound}, {least}");
                bounds += 1;
            }
            if let Ok(shown) = flows.least_nothing(&weights)
                && (shown.number > number("0") || (shown.is_above && shown.number == number("0")))
            {
                assert!(!matches!(outcome, Outcome::Plan(_)), "{weights:?}");
                none += 1;
            }
        }
        let large = number("1000000");
        if let (Some(least), Some((bound, checked))) =
            (&least, metric_bound(&domain, &large, &Stop::default()))
        {
            assert!(bound <= *least, "{bound}, {least}");
            assert!(accepts(&task, checked.certificate()));
            proposed += 1;
            tight += usize::from(bound == *least);
        }
        let found = NumericWeights::new(&domain).find(&Stop::default());
        let found = found.and_then(|reason| Checked::own(&domain, reason, &Stop::default()));
        if let Ok(checked) = found {
            assert!(!matches!(outcome, Outcome::Plan(_)));
            assert!(accepts(&task, checked.certificate()));
            refuted += 1;
        }
    });
    let told = format!(
        "random weights prove {bounds} bounds and {none} times \"no plan\"; {proposed} bounds proposed, {tight} of them the best, {refuted} refuted"
    );
    println!("{told}");
    assert!(
        bounds > 200 && none > 50 && proposed > 20 && tight > 5 && refuted > 20,
        "{told}"
    );
}

/// Returns small random weights, most of them 0.
fn drawn(flows: &DeltaTable, random: &mut Random) -> StateWeights {
    let mut small = |most: i64| {
        let size = i64::try_from(random.below(5)).unwrap() - 2;
        Rational::from_integer(size.min(most).into())
    };
    let mut by_number = |count: usize| {
        let all = 0..u32::try_from(count).unwrap();
        all.map(|number| (number, small(2))).collect()
    };
    let facts = by_number(flows.facts.len());
    let functions = by_number(flows.functions.len());
    let mut times = |tests: &[LineTest]| -> Vec<Rational> {
        let one = |test: &LineTest| match i64::try_from(random.below(4)).unwrap() - 1 {
            below if below < 0 && !test.is_equal => Rational::from_integer(0.into()),
            times => Rational::from_integer(times.into()),
        };
        tests.iter().map(one).collect()
    };
    let actions = flows.actions.iter().enumerate();
    StateWeights {
        facts,
        functions,
        goal_tests: times(&flows.goal_tests),
        action_tests: actions
            .map(|(number, flow)| (number, times(&flow.tests)))
            .collect(),
    }
}

/// The validator and the simple semantics agree on random plans.
#[test]
fn the_validator_judges_random_plans_as_the_plain_semantics() {
    let (mut valid, mut refused) = (0, 0);
    each(250, &[], |_, random, task| {
        for plan in random.plans(6) {
            let text = plan.join("\n");
            let named = saut_pddl::NamedPlan::read(&text, "plan").unwrap();
            let judged = task.validate(&named, &Stop::default());
            let outcome = random.reaches_goal(&plan);
            assert_eq!(judged.is_ok(), outcome, "{judged:?}\n{text}");
            valid += usize::from(outcome);
            refused += usize::from(!outcome);
        }
    });
    assert!(valid > 12 && refused > 125, "{valid} {refused}");
}
