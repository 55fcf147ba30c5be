//! Trajectory constraints and preferences: the validator, the monitors and each engine, compared with brute force.
//!
//! `SAUT_CASES=10000 cargo test -p saut-pddl --test tasks trajectory` tries 10,000 tasks.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::time::Duration;

use crate::common::choice::{Action, Actions, Bits, Choice, Formula, all_written};
use crate::common::random_task::Random;
use crate::common::{About, OfKind as _, cases, fewest_by_search, has_plan_at, read};
use saut_base::stop::{Stop, Ticker};
use saut_pddl::{
    Compiled, GroundTask, GroundingError, GroundingLimits, InvalidPlan, PlanningTask, Quality,
    Reason, Stopped, ground, validate,
};
use saut_plan::planning::cheapest;
use saut_plan::{Minimise, Settings, Verdict};
use saut_task::certificate::CheckDetails;
use saut_task::encode::Encoding;
use saut_task::{Certificate, Checked, Problem as _};

/// Limit on the steps of the enumerated plans.
const LONGEST: usize = 4;

/// A constraint; `?x` is the variable of a `forall` around it.
enum Constraint {
    Modal(&'static str, Vec<Formula>),
    And(Vec<Constraint>),
    ForAll(Box<Constraint>),
}

/// The constraints with one condition, then the constraints with two.
const MODALS: [&str; 6] = [
    "at end",
    "always",
    "sometime",
    "at-most-once",
    "sometime-after",
    "sometime-before",
];

struct Preference {
    name: usize,
    is_quantified: bool,
    constraint: Constraint,
}

/// Cost of an action, and a preference in its precondition.
struct Price {
    cost: u64,
    preference: Option<(usize, Formula)>,
}

struct Task {
    base: Choice,
    /// Costs and preferences of the actions, by schema.
    prices: Vec<Price>,
    /// Constraints. The flag states whether the domain declares the constraint.
    constraints: Vec<(bool, Constraint)>,
    preferences: Vec<Preference>,
    /// Weights by preference name.
    weights: [u64; 3],
    factor: u64,
}

impl Constraint {
    fn random(random: &mut Random, base: &Choice, has_x: bool, depth: usize) -> Self {
        match random.below(if depth == 0 { 6 } else { 8 }) {
            6 if !has_x => Self::ForAll(Box::new(Self::random(random, base, true, depth - 1))),
            6 | 7 => {
                let parts = (0..2).map(|_| Self::random(random, base, has_x, depth - 1));
                Self::And(parts.collect())
            }
            modal => {
                let conditions = 0..if modal < 4 { 1 } else { 2 };
                let conditions = conditions.map(|_| base.formula(random, has_x));
                Self::Modal(MODALS[modal], conditions.collect())
            }
        }
    }

    /// Evaluates the constraint by the definitions of PDDL 3, with `i` and `j` as in the definitions.
    fn is_obeyed(&self, trace: &[Bits], x: usize) -> bool {
        let (word, conditions) = match self {
            Self::And(parts) => return parts.iter().all(|part| part.is_obeyed(trace, x)),
            Self::ForAll(inner) => return (0..2).all(|x| inner.is_obeyed(trace, x)),
            Self::Modal(word, conditions) => (*word, conditions),
        };
        let f = |i: usize| conditions[0].holds(trace[i], [x, 0]);
        let g = |i: usize| conditions[1].holds(trace[i], [x, 0]);
        let n = trace.len();
        let mut all = 0..n;
        match word {
            "at end" => f(n - 1),
            "always" => all.all(f),
            "sometime" => all.any(f),
            "at-most-once" => {
                all.all(|i| !f(i) || (i..n).any(|j| (i..=j).all(f) && (j + 1..n).all(|k| !f(k))))
            }
            "sometime-after" => all.all(|i| !f(i) || (i..n).any(g)),
            _ => all.all(|i| !f(i) || (0..i).any(g)),
        }
    }

    fn written(&self) -> String {
        match self {
            Self::Modal(word, conditions) => format!("({word} {})", all_written(conditions)),
            Self::And(parts) => {
                let parts: Vec<String> = parts.iter().map(Self::written).collect();
                format!("(and {})", parts.join(" "))
            }
            Self::ForAll(inner) => format!("(forall (?x) {})", inner.written()),
        }
    }
}

/// Result of a plan according to the definitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Judged {
    /// Stuck before the action with this number, counted from 1.
    Stuck(usize),
    NoGoal,
    Violates,
    Plan(u64),
}

impl Task {
    fn random(seed: u64, is_derived: bool) -> Self {
        let random = &mut Random(seed);
        let kind = if is_derived {
            Actions::Axioms
        } else {
            Actions::Adl
        };
        let mut base = Choice::drawn(random, kind, SCHEMAS);
        // A task with derived facts keeps its random goal, which may be quantified or a disjunction.
        if !is_derived {
            base.goal = base.formula(random, false);
        }
        let prices = (0..SCHEMAS).map(|schema| Price {
            cost: random.below(3) as u64,
            preference: (random.below(4) == 0).then(|| {
                let condition = base.formula(random, base.has_parameter(schema));
                (random.below(3), condition)
            }),
        });
        let prices = prices.collect();
        let constraints = (0..random.below(3)).map(|_| {
            let in_domain = random.below(4) == 0;
            (in_domain, Constraint::random(random, &base, false, 2))
        });
        let constraints = constraints.collect();
        let preferences = (0..random.below(4)).map(|_| {
            let is_quantified = random.below(3) == 0;
            let constraint = match random.below(3) {
                0 => Constraint::Modal(MODALS[0], vec![base.formula(random, is_quantified)]),
                _ => Constraint::random(random, &base, is_quantified, 1),
            };
            Preference {
                name: random.below(3),
                is_quantified,
                constraint,
            }
        });
        let preferences = preferences.collect();
        Self {
            prices,
            constraints,
            preferences,
            weights: [random.below(4) as u64, random.below(4) as u64, 2],
            factor: random.below(3) as u64,
            base,
        }
    }

    /// Returns the numbers of the preference names.
    fn names(&self) -> Vec<usize> {
        let steps = self.prices.iter().filter_map(|one| one.preference.as_ref());
        let own = self.preferences.iter().map(|one| one.name);
        let mut names: Vec<usize> = own.chain(steps.map(|one| one.0)).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    fn written(&self) -> (String, String) {
        let constraints = |in_domain: bool| -> String {
            let all = self.constraints.iter();
            let all = all.filter(|(is, _)| *is == in_domain);
            all.map(|(_, one)| one.written()).collect()
        };
        let (mut in_goal, mut in_constraints) = (String::new(), constraints(false));
        for preference in &self.preferences {
            let (place, inner) = match &preference.constraint {
                Constraint::Modal("at end", end) => (&mut in_goal, all_written(end)),
                other => (&mut in_constraints, other.written()),
            };
            let text = format!("(preference n{} {inner})", preference.name);
            let around = if preference.is_quantified {
                "(forall (?x) "
            } else {
                "(and "
            };
            place.extend([around, &text, ")"]);
        }
        let violations = self.names().into_iter();
        let violations =
            violations.map(|it| format!("(* {} (is-violated n{it}))", self.weights[it]));
        let (violations, factor) = (violations.collect::<String>(), self.factor);
        let metric = if violations.is_empty() {
            String::new()
        } else {
            format!("(:metric minimize (+ (* {factor} (total-cost)) {violations} 7))")
        };
        let in_domain = format!(
            "(:functions (total-cost)) (:constraints (and {}))",
            constraints(true)
        );
        let behind = format!("(:constraints (and {in_constraints}))\n {metric}");
        self.base
            .written_with([&in_domain, &in_goal, &behind], |schema| {
                let Price { cost, preference } = &self.prices[schema];
                let preference = preference.as_ref().map(|(name, condition)| {
                    format!("(preference n{name} {})", condition.written())
                });
                [
                    preference.unwrap_or_default(),
                    format!("(increase (total-cost) {cost})"),
                ]
            })
    }

    /// Returns the next state and the cost; `None` if the step is not applicable.
    fn step(&self, state: Bits, action: Action) -> Option<(Bits, u64)> {
        let next = self.base.play(action, state)?;
        if self.names().is_empty() {
            return Some((next, 1));
        }
        let (schema, x) = action;
        let Price { cost, preference } = &self.prices[schema];
        let violated = preference.as_ref();
        let violated = violated.filter(|(_, condition)| !condition.holds(state, [x, 0]));
        let price = violated.map_or(0, |(name, _)| self.weights[*name]);
        Some((next, self.factor * cost + price))
    }

    fn judge(&self, plan: &[Action]) -> Judged {
        let (mut trace, mut cost) = (vec![self.base.start], 0);
        for (&action, number) in plan.iter().zip(1..) {
            let Some((next, more)) = self.step(trace[trace.len() - 1], action) else {
                return Judged::Stuck(number);
            };
            trace.push(next);
            cost += more;
        }
        self.judge_trace(&trace, cost)
    }

    fn judge_trace(&self, trace: &[Bits], mut cost: u64) -> Judged {
        if !self.base.is_goal(trace[trace.len() - 1]) {
            return Judged::NoGoal;
        }
        if !self
            .constraints
            .iter()
            .all(|(_, one)| one.is_obeyed(trace, 0))
        {
            return Judged::Violates;
        }
        for preference in &self.preferences {
            let instances = 0..if preference.is_quantified { 2 } else { 1 };
            let violated = instances.filter(|&x| !preference.constraint.is_obeyed(trace, x));
            cost += violated.count() as u64 * self.weights[preference.name];
        }
        Judged::Plan(cost)
    }

    /// Returns the minimal number of steps and the minimal cost among all plans with at most `longest` steps.
    fn best(&self, longest: usize) -> Option<(usize, u64)> {
        let mut best: Option<(usize, u64)> = None;
        let mut open = vec![(vec![self.base.start], 0)];
        while let Some((trace, cost)) = open.pop() {
            if let Judged::Plan(whole) = self.judge_trace(&trace, cost) {
                let (steps, least) = best.unwrap_or((usize::MAX, u64::MAX));
                best = Some((steps.min(trace.len() - 1), least.min(whole)));
            }
            if trace.len() > longest {
                continue;
            }
            for action in self.base.actions() {
                if let Some((next, more)) = self.step(trace[trace.len() - 1], action) {
                    open.push(([&trace[..], &[next]].concat(), cost + more));
                }
            }
        }
        best
    }
}

/// Number of schemas of a task.
const SCHEMAS: usize = 3;

/// Returns the minimal number of steps and the minimal cost among the ground task's plans with at most `longest` steps.
fn best_of_ground(task: &GroundTask, longest: usize) -> Option<(usize, u64)> {
    let mut layer = BTreeMap::from([(crate::common::start(task), 0_u64)]);
    let mut best: Option<(usize, u64)> = None;
    for steps in 0..=longest {
        let mut next: BTreeMap<crate::common::State, u64> = BTreeMap::new();
        while let Some((state, cost)) = layer.pop_first() {
            if crate::common::is_goal(task, &state) {
                let (fewest, least) = best.unwrap_or((usize::MAX, u64::MAX));
                best = Some((fewest.min(steps), least.min(cost)));
            }
            for action in &task.actions {
                let after = crate::common::apply(action, &state);
                if crate::common::applicable(action, &state) && after != state {
                    let to = if action.is_step {
                        &mut next
                    } else {
                        &mut layer
                    };
                    let known = to.entry(after).or_insert(u64::MAX);
                    *known = (*known).min(cost + action.action.cost);
                }
            }
        }
        layer = next;
    }
    best
}

/// Runs a check on random tasks, each with its parsed form.
fn each(usual: u64, is_derived: fn(u64) -> bool, mut show: impl FnMut(u64, &Task, PlanningTask)) {
    for seed in 0..cases(usual) {
        let task = Task::random(seed, is_derived(seed));
        let (domain, problem) = task.written();
        let _about = About(|| format!("{seed}: {domain}\n{problem}"));
        show(seed, &task, crate::common::task(&domain, &problem));
    }
}

#[test]
fn the_validator_judges_traces_by_the_definitions() {
    let mut seen = [[0; 4]; 2];
    each(
        1500,
        |seed| seed % 2 == 0,
        |seed, task, source| {
            let mut random = Random(seed);
            let all = task.base.actions();
            for _ in 0..30 {
                let length = random.below(6);
                let plan: Vec<_> = (0..length).map(|_| all[random.below(all.len())]).collect();
                let steps = plan.iter().map(|&step| task.base.name(step) + "\n");
                let text: String = steps.collect();
                let judged = task.judge(&plan);
                let _about = About(|| text.clone());
                let found = match source.validate(&crate::common::plan(&text), &Stop::default()) {
                    Ok(valid) => Judged::Plan(valid.cost()),
                    Err(InvalidPlan::Step { number, .. }) => Judged::Stuck(number),
                    Err(InvalidPlan::Goal(_)) => Judged::NoGoal,
                    Err(InvalidPlan::Constraint { .. }) => Judged::Violates,
                    Err(other) => panic!("{other}"),
                };
                assert_eq!(found, judged);
                seen[usize::from(seed % 2 == 0)][match judged {
                    Judged::Stuck(_) => 0,
                    Judged::NoGoal => 1,
                    Judged::Violates => 2,
                    Judged::Plan(_) => 3,
                }] += 1;
            }
        },
    );
    let [plain, derived] = &seen;
    assert!(plain.iter().all(|count| *count > 500), "{plain:?}");
    let [stuck, without_goal, violates, valid] = derived;
    assert!(*stuck > 1000 && *without_goal > 1000, "{derived:?}");
    assert!(*violates > 100 && *valid > 100, "{derived:?}");
}

#[test]
fn the_ground_task_has_the_plans_and_the_costs_of_the_definitions() {
    let (mut solvable, mut infeasible, mut priced, mut conditional) = (0, 0, 0, 0);
    each(
        4000,
        |seed| seed % 3 == 2,
        |seed, task, source| {
            // If no action is split into cases, conditional effects are kept.
            let limits = GroundingLimits {
                cases: if seed % 2 == 0 { 1 } else { 4096 },
                ..GroundingLimits::default()
            };
            let best = task.best(LONGEST);
            for quality in [Quality::AnyPlan, Quality::Cheapest] {
                let domain = source.compile(quality, &limits);
                let found = match domain.and_then(Compiled::classical) {
                    Ok(domain) if domain.ground().axioms.is_empty() => {
                        let mut actions = domain.ground().actions.iter();
                        let has_some = actions.any(|one| !one.action.conditional.is_empty());
                        conditional += usize::from(has_some);
                        best_of_ground(domain.ground(), LONGEST)
                    }
                    // The simulator of ground tasks does not support axioms; the test below covers them.
                    Ok(_) => continue,
                    Err(GroundingError::GoalUnreachable { .. }) => None,
                    Err(why) => panic!("{why}"),
                };
                if quality == Quality::Cheapest {
                    assert_eq!(found, best);
                    priced += usize::from(best.is_some_and(|best| best.1 > 0));
                } else {
                    assert_eq!(found.map(|it| it.0), best.map(|it| it.0));
                    solvable += usize::from(best.is_some());
                    infeasible += usize::from(best.is_none());
                }
            }
        },
    );
    let all = [solvable, infeasible, priced, conditional];
    assert!(all.iter().all(|count| *count > 40), "{all:?}");
}

/// Checks explicit-state search: the validator accepts its plans, and if it finds no plan, there is none.
#[test]
fn searches_find_the_shortest_plans_of_the_definitions() {
    let (mut solvable, mut infeasible, mut with_rules) = (0, 0, 0);
    each(
        1500,
        |seed| seed % 2 == 0,
        |_, task, source| {
            let fewest = task.best(LONGEST).map(|best| best.0);
            let found = fewest_by_search(&source);
            assert_eq!(found.filter(|it| *it <= LONGEST), fewest);
            solvable += usize::from(fewest.is_some());
            infeasible += usize::from(fewest.is_none());
            match source.classical(Quality::AnyPlan) {
                Ok(compiled) => with_rules += usize::from(!compiled.task().rules().is_empty()),
                Err(_) => assert!(
                    source
                        .check_relaxed_unreachability(&Stop::default())
                        .is_ok()
                ),
            }
        },
    );
    let all = [solvable, infeasible, with_rules];
    assert!(all.iter().all(|count| *count > 40), "{all:?}");
}

/// Checks the race for the cheapest plan: its plans have the cost that the validator computes, and the certificates of
/// its bounds are accepted.
#[test]
fn the_cheapest_plans_are_those_of_the_definitions() {
    let (mut solvable, mut optimal, mut infeasible) = (0, 0, 0);
    each(
        120,
        |_| false,
        |_, task, source| {
            let best = task.best(LONGEST).map(|best| best.1);
            let Ok(compiled) = source.classical(Quality::Cheapest) else {
                assert_eq!(best, None);
                return;
            };
            let settings = Settings {
                threads: NonZeroUsize::new(1),
                stop: Stop::new(Some(Duration::from_millis(400)), None),
                minimise: Some(Minimise::Cost),
                ..Settings::default()
            };
            let answer = cheapest(&compiled, None, &settings, &|_, _| {}).unwrap();
            let bound = match &answer.verdict {
                Verdict::Solved(plan) => {
                    solvable += 1;
                    optimal += usize::from(answer.optimal == Some(true));
                    if plan.length() <= LONGEST {
                        assert!(best.is_some_and(|best| best <= plan.cost()), "{best:?}");
                    }
                    if answer.optimal == Some(true) {
                        assert!(best.is_none_or(|best| best >= plan.cost()), "{best:?}");
                    }
                    answer.bound
                }
                Verdict::Infeasible(checked) => {
                    assert_eq!(best, None);
                    infeasible += 1;
                    Some((**checked).clone())
                }
                Verdict::Undecided(_) => answer.bound,
            };
            if let Some(bound) = bound {
                assert!(best.is_none_or(|best| best >= bound.bound()));
                let again = source.accept(again(&bound), &Stop::default());
                let again = again.unwrap_or_else(|why| panic!("{why}"));
                assert_eq!(again.checked().bound(), bound.bound());
            }
        },
    );
    let all = [solvable, optimal, infeasible];
    assert!(all.iter().all(|count| *count >= 10), "{all:?}");
}

/// Returns the certificate as it is stored, with its proof.
fn again(checked: &Checked<Reason>) -> Certificate<Reason> {
    let mut certificate = checked.certificate().clone();
    if let (Certificate::Proof(stored), CheckDetails::Refuted(refuted)) =
        (&mut certificate, checked.seen())
    {
        stored.bytes.clone_from(&refuted.proof().bytes);
    }
    certificate
}

#[test]
fn formulas_have_the_plans_of_the_definitions() {
    let (mut solvable, mut infeasible) = (0, 0);
    each(
        150,
        |seed| seed % 2 == 0,
        |_, task, source| {
            let fewest = task.best(LONGEST).map(|best| best.0);
            for quality in [Quality::AnyPlan, Quality::Cheapest] {
                let compiled = source.classical(quality);
                let Ok(compiled) = compiled else {
                    assert_eq!(fewest, None);
                    continue;
                };
                let Some(fewest) = fewest else {
                    infeasible += 1;
                    let steps = LONGEST.min(2) + compiled.goal_steps();
                    assert!(!has_plan_at(&compiled, Encoding::SEQUENTIAL, steps));
                    continue;
                };
                solvable += 1;
                let steps = fewest + compiled.goal_steps();
                for encoding in [
                    Encoding::SEQUENTIAL,
                    Encoding::Forall,
                    Encoding::Exists,
                    Encoding::R2_EXISTS,
                ] {
                    let has = has_plan_at(&compiled, encoding, steps);
                    assert!(has, "{encoding} {steps}");
                }
                if steps > 0 {
                    let has = has_plan_at(&compiled, Encoding::SEQUENTIAL, steps - 1);
                    assert!(!has, "{steps} - 1");
                }
            }
        },
    );
    assert!(solvable > 50 && infeasible > 20, "{solvable} {infeasible}");
}

const DOMAIN: &str = "(define (domain d) (:requirements :strips :typing :constraints :preferences)
  (:types place) (:predicates (at ?p - place) (road ?a ?b - place) (wet))
  (:functions (total-cost) - number)
  (:action go :parameters (?a ?b - place)
    :precondition (and (at ?a) (road ?a ?b) (preference dry (not (wet))))
    :effect (and (at ?b) (not (at ?a)) (increase (total-cost) 2))))";

fn problem(sections: &str) -> String {
    format!(
        "(define (problem p) (:domain d) (:objects a b c d - place)
         (:init (at a) (wet) (road a b) (road b c) (road a d) (road d c) (road c a)) {sections})"
    )
}

fn judged(sections: &str, plan: &str) -> Result<u64, String> {
    let problem = read(DOMAIN, &problem(sections));
    let plan = plan.replace('>', "\n").replace('-', " ");
    let lines = plan.lines().map(|line| format!("(go {line})\n"));
    let plan = crate::common::plan(&lines.collect::<String>());
    let valid = validate(&problem, &plan);
    valid
        .map(|valid| valid.cost())
        .map_err(|why| why.to_string())
}

#[test]
fn a_violated_constraint_is_named_with_the_step() {
    let goal = "(:goal (at c))";
    let with = |constraint: &str| format!("{goal} (:constraints {constraint})");
    for line in [
        "(always (not (at d))) | a-d>d-c | (always (not (at d))) is violated after step 1",
        "(sometime (at d)) | a-b>b-c | (sometime (at d)) is violated after step 2",
        "(forall (?p - place) (at-most-once (at ?p))) | a-b>b-c>c-a>a-b>b-c | (at-most-once (at a)) is violated after step 3",
        "(sometime-before (at c) (at d)) | a-b>b-c | (sometime-before (at c) (at d)) is violated after step 2",
        "(sometime-after (at a) (at d)) | a-b>b-c | (sometime-after (at a) (at d)) is violated in the initial state",
        "(at end (at d)) | a-b>b-c | (at end (at d)) is violated after step 2",
        "(always (not (at d))) | a-b>b-c",
        "(sometime (at d)) | a-d>d-c",
        "(forall (?p - place) (at-most-once (at ?p))) | a-b>b-c",
        "(sometime-before (at c) (at d)) | a-d>d-c",
        "(sometime-after (at a) (at d)) | a-d>d-c",
        "(at end (at c)) | a-b>b-c",
        "(and) | a-b>b-c",
    ] {
        let parts: Vec<&str> = line.split(" | ").collect();
        let message = parts.get(2).map(|fact| format!("the constraint {fact}"));
        let wanted = message.map_or(Ok(2), Err);
        assert_eq!(judged(&with(parts[0]), parts[1]), wanted, "{line}");
    }
}

#[test]
fn more_constraints_than_the_limits_allow_are_not_grounded() {
    let constraints = "(forall (?a ?b ?c ?d - place) (sometime (at ?a)))";
    let problem = read(
        DOMAIN,
        &problem(&format!("(:goal (at c)) (:constraints {constraints})")),
    );
    let within = |facts, is_over| {
        let stop = Stop::default();
        if is_over {
            stop.request();
        }
        let limits = GroundingLimits {
            facts,
            stop: Ticker::new(&stop),
            ..GroundingLimits::default()
        };
        ground(&problem, Quality::AnyPlan, &limits)
    };
    assert!(within(1000, false).is_ok());
    assert_eq!(within(100, false), Err(Stopped::Facts.into()));
    assert_eq!(within(1000, true), Err(Stopped::Asked.into()));
}

#[test]
fn the_metric_counts_violations() {
    let goal = "(:goal (and (at c) (forall (?p - place) (preference here (at ?p)))))
         (:constraints (preference through (sometime (at d))))";
    let with = |metric: &str| format!("{goal} (:metric {metric})");
    for line in [
        "minimize (+ (total-cost) (* 10 (is-violated through))) | a-b>b-c | 14",
        "minimize (+ (total-cost) (* 10 (is-violated through))) | a-d>d-c | 4",
        "minimize (is-violated dry) | a-d>d-c | 2",
        "minimize (is-violated here) | a-d>d-c | 3",
        "maximize (- 100 (+ (is-violated here) (* 2 (total-cost)))) | a-d>d-c | 11",
        "minimize (* 3 (+ 1 (is-violated through))) | a-b>b-c | 3",
        "minimize (total-cost) | a-b>b-c | 4",
    ] {
        let parts: Vec<&str> = line.split(" | ").collect();
        let (metric, plan, cost) = (parts[0], parts[1], parts[2].parse().unwrap());
        assert_eq!(judged(&with(metric), plan), Ok(cost), "{metric}");
    }
}
