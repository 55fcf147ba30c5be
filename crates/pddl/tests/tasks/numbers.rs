//! Numeric tasks: supported and rejected input, and the semantics of the validator.

use crate::common::{OfKind as _, accepts, task};
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

use saut_base::stop::Stop;
use saut_numeric::encode::NumericEncoding;
use saut_numeric::{NumericProblem as _, Rational, rational};
use saut_pddl::{
    InvalidPlan, NamedPlan, NumericPlanningDomain, PlanningTask, Quality, Reason, ValidatedPlan,
    WeightsByName,
};
use saut_plan::backend::find_program;
use saut_plan::numeric::formulas::formula;
use saut_plan::numeric::weights::{NumericWeights, metric_bound};
use saut_plan::numeric::{cheapest_numeric, plan_numeric};
use saut_plan::planning::PlanMethod;
use saut_plan::race::Raced;
use saut_plan::settings::{EncodingChoice, Settings};
use saut_plan::{Method, Verdict};
use saut_task::encode::Encoding;
use saut_task::{Certificate, Checked};

const JUGS: &str = "(define (domain jugs)
  (:requirements :typing :numeric-fluents)
  (:types jug)
  (:functions (amount ?j - jug) (capacity ?j - jug) (poured) - number)
  (:action fill :parameters (?j - jug) :precondition (< (amount ?j) (capacity ?j))
    :effect (and (assign (amount ?j) (capacity ?j)) (increase (poured) 0.5)))
  (:action empty :parameters (?j - jug) :precondition (> (amount ?j) 0)
    :effect (assign (amount ?j) 0))
  (:action pour :parameters (?a ?b - jug)
    :precondition (and (not (= ?a ?b)) (> (amount ?a) 0)
      (<= (+ (amount ?a) (amount ?b)) (capacity ?b)))
    :effect (and (assign (amount ?a) 0) (increase (amount ?b) (amount ?a))))
  (:action top :parameters (?a ?b - jug)
    :precondition (and (not (= ?a ?b)) (not (>= (amount ?b) (capacity ?b)))
      (> (+ (amount ?a) (amount ?b)) (capacity ?b)))
    :effect (and (decrease (amount ?a) (- (capacity ?b) (amount ?b)))
      (assign (amount ?b) (capacity ?b)))))";

fn jugs(goal: &str) -> String {
    format!(
        "(define (problem p) (:domain jugs) (:objects three five - jug)
           (:init (= (amount three) 0) (= (amount five) 0) (= (capacity three) 3)
             (= (capacity five) 5) (= (poured) 0))
           (:goal {goal}) (:metric minimize (poured)))"
    )
}

/// Returns a certificate by exhaustive search: no plan has a better metric than the bound or, without a bound, there is
/// no plan.
fn by_states(bound: Option<&str>) -> Certificate<Reason> {
    let bound = bound.map(str::to_owned);
    Certificate::Own(Reason::NumericStates {
        bound,
        states: None,
    })
}

fn within(seconds: u64) -> Settings {
    Settings {
        stop: Stop::new(Some(Duration::from_secs(seconds)), None),
        ..Settings::default()
    }
}

fn validated(task: &PlanningTask, plan: &str) -> Result<ValidatedPlan, InvalidPlan> {
    let plan = NamedPlan::read(plan, "plan").unwrap();
    task.validate(&plan, &Stop::default())
}

fn solved(verdict: Verdict<ValidatedPlan, Checked<Reason>>) -> ValidatedPlan {
    match verdict {
        Verdict::Solved(plan) => plan,
        other => panic!("{other:?}"),
    }
}

/// Returns the answer of a planner that searches for any plan.
fn planned(task: &PlanningTask, method: PlanMethod) -> Raced<NumericPlanningDomain<'_>> {
    let domain = task.numeric(Quality::AnyPlan).unwrap();
    plan_numeric(&domain, method, &Settings::default()).unwrap()
}

/// Minimizes the metric of the task. Returns the values of the plans, and whether the last plan is proved optimal. The
/// certificate of the proof is checked.
fn minimised(task: &PlanningTask, seconds: u64) -> (Vec<Option<String>>, bool) {
    let domain = task.numeric(Quality::Cheapest).unwrap();
    let told = Mutex::new(Vec::new());
    let better = |plan: &ValidatedPlan, _: Option<&_>| told.lock().unwrap().push(plan.measured());
    let answer = cheapest_numeric(&domain, None, &within(seconds), &better).unwrap();
    let told = told.into_inner().unwrap();
    let plan = solved(answer.verdict);
    assert_eq!(told.last(), Some(&plan.measured()));
    assert!(validated(task, &plan.plan().written()).is_ok());
    let is_best = answer.optimal == Some(true);
    assert_eq!(answer.bound.is_some(), is_best);
    assert!(
        answer
            .bound
            .is_none_or(|it| accepts(task, it.certificate()))
    );
    (told, is_best)
}

/// Whether a solver is installed. Panics if it is required and missing.
pub fn is_here(program: &str) -> bool {
    let required = std::env::var("SAUT_REQUIRE_BACKENDS").unwrap_or_default();
    let is_here = find_program(program).is_some();
    let is_required = required.split_whitespace().any(|name| name == program);
    assert!(is_here || !is_required, "{program} is required");
    is_here
}

#[test]
fn steps_at_the_same_time_may_only_add_to_one_number() {
    let task = task(JUGS, &jugs("(= (amount three) 3)"));
    let both = validated(&task, "0: (fill three)\n0: (fill five)").unwrap();
    assert_eq!(both.measured().as_deref(), Some("1"));
    for line in [
        "0: (fill five)\n1: (fill three)\n1: (pour five three)|(amount three)",
        "0: (fill three)\n0: (empty three)|(amount three)",
        "0: (fill five)\n1: (top five three)\n1: (empty five)|(amount five)",
    ] {
        let (plan, number) = line.split_once('|').unwrap();
        let refused = validated(&task, plan).unwrap_err();
        let InvalidPlan::Interference { with, .. } = &refused else {
            panic!("{refused}");
        };
        assert_eq!(with, number);
    }
}

#[test]
fn a_plan_is_measured_by_its_metric_exactly() {
    let task = task(JUGS, &jugs("(= (amount five) 4)"));
    let plan = "(fill five)\n(top five three)\n(empty three)\n(pour five three)\n(fill five)\n(top five three)";
    let valid = validated(&task, plan).unwrap();
    assert_eq!(
        (valid.measured().as_deref(), valid.cost(), valid.length()),
        (Some("1"), 1, 6)
    );
    let longer = format!("(fill three)\n(empty three)\n{plan}");
    let valid = validated(&task, &longer).unwrap();
    assert_eq!(valid.measured().as_deref(), Some("1.5"));
    assert_eq!(valid.measure().cost(), None);
    assert!(
        task.classical(Quality::AnyPlan).is_err(),
        "a numeric task has no formula in clauses"
    );
}

#[test]
fn a_step_with_wrong_numbers_is_rejected_with_the_numbers() {
    let task = task(JUGS, &jugs("(= (amount five) 4)"));
    for line in [
        "(fill five)\n(pour five three)|step 2: (pour five three): (<= (+ (amount five) (amount three)) (capacity three)) \
         [5 <= 3]",
        "(fill five)\n(fill five)|[5 < 5] does not hold",
        "(fill five)|the goal is not reached: (= (amount five) 4) [5 = 4]",
    ] {
        let (plan, says) = line.split_once('|').unwrap();
        let why = validated(&task, plan).unwrap_err().to_string();
        assert!(why.contains(says), "{why}");
    }
}

/// Returns a domain with functions `x`, `y`, `z` and one action with this effect.
fn one_action(effect: &str) -> String {
    format!(
        "(define (domain d) (:requirements :fluents) (:predicates (done) (p))
           (:functions (x) (y) (z) (w))
           (:action act :precondition (and) :effect (and (done) {effect}))
           (:action set :effect (assign (w) 7)))"
    )
}

const XYZ: &str = "(define (problem p) (:domain d) (:init (= (x) 2) (= (y) 3) (= (z) 0) (p))
   (:goal (done)) (:metric minimize (+ (* 100 (x)) (y))))";

#[test]
fn effects_see_the_state_before_the_action() {
    for line in [
        "(assign (x) (y)) (assign (y) (x))|302",
        "(increase (x) (y)) (decrease (y) (x))|501",
        "(increase (x) 1) (increase (x) (y)) (decrease (x) 0.25)|578",
        "(scale-up (x) 6) (scale-down (x) 4)|303",
        "(scale-down (x) 3)|209/3",
        "(assign (x) (+ (- (x)) (* 2 (y)) (/ (x) 4) 1.5))|603",
        "(when (p) (assign (x) 9)) (when (not (p)) (assign (x) 8))|903",
        "(when (> (x) (y)) (assign (x) 9))|203",
        "(when (or (p) (< (x) (y))) (increase (x) 1))|303",
    ] {
        let (effect, metric) = line.split_once('|').unwrap();
        let task = task(&one_action(effect), XYZ);
        let valid = validated(&task, "(act)").unwrap_or_else(|why| panic!("{effect}: {why}"));
        assert_eq!(valid.measured().as_deref(), Some(metric), "{effect}");
    }
}

#[test]
fn undefined_or_order_dependent_values_are_rejected() {
    for (effect, says) in [
        ("(assign (x) (w))", "(w) has no value"),
        ("(increase (w) 1)", "(w) has no value"),
        ("(assign (x) 1) (increase (x) 1)", "two effects on (x)"),
        ("(assign (x) 1) (assign (x) 2)", "two effects on (x)"),
        ("(scale-up (x) 2) (increase (x) 1)", "two effects on (x)"),
        ("(assign (x) (/ (y) (z)))", "division by zero"),
        ("(scale-down (x) (z))", "division by zero"),
    ] {
        let task = task(&one_action(effect), XYZ);
        let why = validated(&task, "(act)").unwrap_err().to_string();
        assert!(
            why.contains("step 1: (act)") && why.contains(says),
            "{effect}: {why}"
        );
    }
    let task = task(&one_action("(assign (x) (w))"), XYZ);
    assert!(
        validated(&task, "(set)\n(act)").is_ok(),
        "the action `set` gives the function a value"
    );
}

#[test]
fn a_comparison_without_a_value_does_not_hold_and_neither_does_its_negation() {
    for condition in [
        "(< (w) 5)",
        "(not (< (w) 5))",
        "(= (w) (w))",
        "(not (= (w) 3))",
    ] {
        let domain = format!(
            "(define (domain d) (:requirements :fluents) (:predicates (done) (p)) (:functions (x) (y) (z) (w))
               (:action act :precondition {condition} :effect (done))
               (:action set :effect (assign (w) 7)))"
        );
        let task = task(&domain, XYZ);
        assert!(validated(&task, "(act)").is_err(), "{condition}");
        let after = validated(&task, "(set)\n(act)").is_ok();
        assert_eq!(after, condition != "(< (w) 5)", "{condition}");
    }
}

#[test]
fn a_too_large_number_is_reported_and_the_validator_still_computes_it() {
    let domain = one_action("(scale-up (x) 1e12)");
    let problem = XYZ.replace("(:goal (done))", "(:goal (> (x) (+ 9e18 9e18)))");
    let task = task(&domain, &problem);
    let why = task
        .numeric(Quality::AnyPlan)
        .map(|_| ())
        .unwrap_err()
        .to_string();
    assert!(why.contains("of more than 64 bits"), "{why}");
    assert!(validated(&task, "(act)").is_err());
    assert!(validated(&task, "(act)\n(act)").is_ok());
}

/// A counter that can be started, increased by one, and copied.
const COUNTER: &str =
    "(define (domain counter) (:requirements :fluents) (:predicates (on)) (:functions (x) (y))
  (:action start :precondition (not (on)) :effect (on))
  (:action up :precondition (and (on) (< (x) 9)) :effect (increase (x) 1))
  (:action copy :precondition (on) :effect (and (assign (y) (x)) (not (on)))))";

fn counter(goal: &str) -> String {
    format!("(define (problem p) (:domain counter) (:init (= (x) 0) (= (y) 0)) (:goal {goal}))")
}

#[test]
fn the_scripts_of_a_task_are_the_samples_and_solvers_find_its_plan() {
    let task = task(COUNTER, &counter("(> (y) 2)"));
    let domain = task.numeric(Quality::AnyPlan).unwrap();
    for (encoding, horizon) in [(NumericEncoding::Exists, 2), (NumericEncoding::R2Exists, 1)] {
        let written = formula(domain.numeric(), encoding, horizon, &Stop::default());
        let written = written.unwrap_or_else(|why| panic!("{why}")).file("task p");
        let file = format!("sample-{}.smt2", encoding.name());
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../encodings/numeric");
        if std::env::var_os("SAUT_BLESS").is_some_and(|value| value == "1") {
            fs::write(folder.join(&file), &written).unwrap();
        }
        let kept = fs::read_to_string(folder.join(&file)).unwrap_or_default();
        assert_eq!(kept, written, "{file}");
    }
    for solver in ["z3", "cvc5", "yices-smt2"] {
        if !is_here(solver) {
            continue;
        }
        for encoding in [Encoding::Exists, Encoding::R2_EXISTS, Encoding::SEQUENTIAL] {
            let settings = Settings {
                backends: vec![solver.to_owned()],
                encoding: Some(EncodingChoice::Fixed(encoding)),
                ..Settings::default()
            };
            let answer = plan_numeric(&domain, PlanMethod::Formulas, &settings).unwrap();
            let length = solved(answer.verdict).length();
            let is_least = length == 5 || length > 5 && encoding != Encoding::SEQUENTIAL;
            assert!(is_least, "{solver}, {encoding:?}: {length}");
        }
    }
}

#[test]
fn an_unreachable_goal_is_refuted_for_this_task_only() {
    let reached = task(COUNTER, &counter("(> (y) 2)"));
    for (goal, kind) in [
        ("(> (x) 9)", "range-reachability"),
        ("(< (y) 0)", "range-reachability"),
        ("(and (> (y) (x)) (> (x) 3))", "numeric-states"),
    ] {
        let task = task(COUNTER, &counter(goal));
        let Verdict::Infeasible(checked) = planned(&task, PlanMethod::Auto).verdict else {
            panic!("{goal}");
        };
        let certificate = checked.certificate().clone();
        let words = ["range-reachability", "numeric-states", "numeric-weights"];
        assert!(
            words.contains(&certificate.word())
                && (certificate.word() != "range-reachability" || kind != "numeric-states"),
            "{goal}"
        );
        assert!(accepts(&task, &certificate), "{goal}");
        assert!(!accepts(&reached, &certificate), "{goal}");
        let Certificate::Own(reason) = certificate else {
            panic!("{goal}");
        };
        let wrong = match reason {
            Reason::RangeReachability { reached } => Reason::RangeReachability {
                reached: reached.map(|count| count + 1),
            },
            Reason::NumericStates { bound, states } => Reason::NumericStates {
                bound,
                states: states.map(|count| count - 1),
            },
            Reason::NumericWeights { weights, .. } => Reason::NumericWeights {
                bound: Some("0".to_owned()),
                weights,
            },
            other @ Reason::RelaxedReachability { .. } => other,
        };
        assert!(!accepts(&task, &Certificate::Own(wrong)), "{goal}");
    }
}

#[test]
fn derived_facts_are_reachable_if_only_the_goal_compares() {
    let domain = "(define (domain lamp) (:requirements :derived-predicates :numeric-fluents)
        (:predicates (on) (lit) (seen)) (:functions (height))
        (:derived (lit) (on))
        (:action switch :parameters () :precondition (not (on)) :effect (on))
        (:action look :parameters () :precondition (lit) :effect (seen)))";
    let lamp = |least: u32| {
        let goal = format!("(and (seen) (lit) (>= (height) {least}))");
        let head = "(define (problem p) (:domain lamp) (:init (= (height) 3))";
        task(domain, &format!("{head} (:goal {goal}))"))
    };
    let solvable = lamp(3);
    assert!(validated(&solvable, "(switch)\n(look)\n").is_ok());
    let (bound, states) = (None, Some(3));
    for reason in [
        Reason::RangeReachability { reached: None },
        Reason::NumericStates { bound, states },
    ] {
        let claim = Certificate::Own(reason);
        assert!(!accepts(&solvable, &claim) && accepts(&lamp(4), &claim));
    }
}

#[test]
fn irrelevant_costs_do_not_distinguish_states() {
    let domain = COUNTER.replace("(not (on)))))", "(not (on)) (increase (total-cost) 0.5))))");
    let domain = domain.replace("(y))", "(y) (total-cost))");
    let task = task(&domain, &counter("(and (> (y) (x)) (> (x) 3))"));
    let answer = planned(&task, PlanMethod::Gbfs);
    assert!(matches!(answer.verdict, Verdict::Infeasible(_)));
}

#[test]
fn the_example_is_solved_and_infeasible_with_a_smaller_budget() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../instances");
    let text = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    for (problem, is_solvable) in [
        ("weighted-pegs.pddl", true),
        ("weighted-pegs-poor.pddl", false),
    ] {
        let task = task(&text("weighted-pegs-domain.pddl"), &text(problem));
        match planned(&task, PlanMethod::Gbfs).verdict {
            Verdict::Solved(plan) => assert!(is_solvable && plan.length() == 8, "{plan:?}"),
            Verdict::Infeasible(_) => assert!(!is_solvable),
            other @ Verdict::Undecided(_) => panic!("{problem}: {other:?}"),
        }
    }
}

#[test]
fn a_goal_of_many_disjunctions_is_met() {
    let each = |text: &str| {
        let all = (0..14).map(|number: usize| text.replace('N', &number.to_string()));
        all.collect::<Vec<String>>().join(" ")
    };
    let functions = each("(xN)");
    let values = each("(= (xN) 4)");
    let actions = each("(:action upN :effect (increase (xN) 1))");
    let domain = format!(
        "(define (domain d) (:requirements :adl :fluents) (:functions{functions}) {actions})"
    );
    let problem = format!(
        "(define (problem p) (:domain d) (:init{values}) (:goal (and {})))",
        each("(or (< (xN) 2) (> (xN) 5))")
    );
    let task = task(&domain, &problem);
    for method in [PlanMethod::Gbfs, PlanMethod::Formulas] {
        if method == PlanMethod::Formulas && !is_here("z3") {
            continue;
        }
        let plan = solved(planned(&task, method).verdict);
        assert!(plan.length() >= 28, "{method:?}: {plan:?}");
    }
}

/// Returns the number of states that the search without formulas evaluated, and the length of its plan.
fn searched(domain: &str, problem: &str) -> (u64, usize) {
    let answer = planned(&task(domain, problem), PlanMethod::Gbfs);
    let Some(Method::Search { states, .. }) = answer.method else {
        panic!("no search");
    };
    (states.unwrap(), solved(answer.verdict).length())
}

/// A boat that sails fast or slowly, and people that it rescues only when slow.
const BOAT: &str = "(define (domain boat) (:requirements :typing :fluents) (:types person)
  (:predicates (saved ?p - person)) (:functions (x) (v) (at ?p - person))
  (:action east :effect (increase (x) (v)))
  (:action west :effect (decrease (x) (v)))
  (:action faster :precondition (<= (v) 4) :effect (increase (v) 1))
  (:action slower :precondition (>= (v) 2) :effect (decrease (v) 1))
  (:action save :parameters (?p - person)
    :precondition (and (>= (x) (at ?p)) (<= (x) (+ (at ?p) 2)) (= (v) 1)) :effect (saved ?p)))";

#[test]
fn people_on_both_sides_are_saved_one_after_the_other() {
    let problem = "(define (problem p) (:domain boat) (:objects a b c - person)
      (:init (= (x) 0) (= (v) 1) (= (at a) 300) (= (at b) -200) (= (at c) 20))
      (:goal (and (saved a) (saved b) (saved c))))";
    let (evaluated, _) = searched(BOAT, problem);
    assert!(evaluated < 5_000, "{evaluated}");
}

#[test]
fn a_number_that_is_far_is_reached_by_jumps() {
    let domain = "(define (domain d) (:requirements :fluents) (:functions (x) (y))
      (:action up :precondition (< (x) 5000) :effect (increase (x) 1))
      (:action move :precondition (>= (x) 1) :effect (and (decrease (x) 1) (increase (y) 1))))";
    let problem =
        "(define (problem p) (:domain d) (:init (= (x) 0) (= (y) 0)) (:goal (>= (y) 3000)))";
    let (evaluated, length) = searched(domain, problem);
    assert!(evaluated < 100, "{evaluated}");
    assert!(length >= 6000, "{length}");
}

#[test]
fn relaxed_plans_buy_before_they_spend() {
    // If a relaxed plan did not buy the missing fuel, every state on the way would seem as near as the one before.
    let domain = "(define (domain d) (:requirements :typing :fluents) (:types place)
      (:predicates (at ?p - place) (next ?a ?b - place) (shop ?p - place)) (:functions (fuel))
      (:action buy :parameters (?p - place) :precondition (and (at ?p) (shop ?p))
        :effect (increase (fuel) 1))
      (:action go :parameters (?a ?b - place)
        :precondition (and (at ?a) (next ?a ?b) (>= (fuel) 1))
        :effect (and (at ?b) (not (at ?a)) (decrease (fuel) 1))))";
    let places: Vec<String> = (0..40).map(|place| format!("p{place}")).collect();
    let ways: Vec<String> = places
        .windows(2)
        .map(|two| format!("(next {} {})", two[0], two[1]))
        .collect();
    let problem = format!(
        "(define (problem p) (:domain d) (:objects {} - place)
          (:init (at p0) (shop p0) (= (fuel) 1) {}) (:goal (at p39)))",
        places.join(" "),
        ways.join(" ")
    );
    let (evaluated, length) = searched(domain, &problem);
    assert!(evaluated < 400, "{evaluated}");
    assert!(length >= 77, "{length}");
}

#[test]
fn a_metric_is_made_small_and_each_plan_is_better_than_the_one_before() {
    for (metric, goal, best) in [
        ("minimize (poured)", "(= (amount five) 4)", "1"),
        ("minimize (* 3 (poured))", "(= (amount five) 4)", "3"),
        ("maximize (- 2 (poured))", "(= (amount five) 4)", "1"),
        ("minimize (poured)", "(= (amount three) 3)", "0.5"),
    ] {
        let problem = jugs(goal).replace("minimize (poured)", metric);
        let task = task(JUGS, &problem);
        assert!(task.has_metric());
        let (told, is_best) = minimised(&task, 30);
        let told: Vec<String> = told.into_iter().map(Option::unwrap).collect();
        assert_eq!(
            (told.last().unwrap().as_str(), is_best),
            (best, true),
            "{metric}"
        );
        let values: Vec<f64> = told.iter().map(|it| it.parse().unwrap()).collect();
        let sign = if metric.starts_with("min") { 1. } else { -1. };
        let is_better = |two: &[f64]| two[1] * sign < two[0] * sign;
        assert!(values.windows(2).all(is_better), "{metric}: {told:?}");
    }
}

#[test]
fn a_plan_with_a_value_of_the_metric_is_better_than_one_without() {
    let assigns = "(define (domain d) (:requirements :numeric-fluents) (:predicates (p) (q))
      (:functions (g) (n)) (:action a :effect (p))
      (:action z :precondition (q) :effect (and (p) (assign (g) -7)))
      (:action y :effect (and (q) (assign (g) -5))) (:action w :effect (increase (n) 1)))";
    let is_in_vain = assigns
        .replace(":action a", ":action a :precondition (not (q))")
        .replace("(and (p) (assign (g) -7))", "(q)")
        .replace("(and (q)", "(and (q) (not (p))");
    for (domain, metric, best, too_good) in [
        (assigns.to_owned(), "minimize (g)", Some("-7"), "-6"),
        (
            assigns.to_owned(),
            "maximize (- (* 2 (g)) 1)",
            Some("-11"),
            "-12",
        ),
        (assigns.to_owned(), "minimize (- (g) (g))", Some("0"), "1"),
        // The function never has a value, or no plan has the action that assigns it.
        (
            assigns.replace("assign", "decrease"),
            "minimize (g)",
            None,
            "0",
        ),
        (is_in_vain, "minimize (g)", None, "0"),
    ] {
        let problem =
            format!("(define (problem x) (:domain d) (:init) (:goal (p)) (:metric {metric}))");
        let task = task(&domain, &problem);
        let (told, is_best) = minimised(&task, 30);
        let last = told.last().unwrap().as_deref();
        assert_eq!((last, is_best), (best, best.is_some()), "{metric}");
        let accept = |bound| accepts(&task, &by_states(Some(bound)));
        if let Some(best) = best {
            assert!(accept(best) && !accept(too_good), "{metric}");
        }
    }
}

#[test]
fn a_refutation_lists_its_ranges() {
    let ranges = |goal: &str| {
        let task = task(COUNTER, &counter(goal));
        let domain = task.numeric(Quality::AnyPlan).unwrap();
        domain.reached_ranges(&Stop::default())
    };
    let end = |number: &str| Some(number.to_owned());
    let told = ranges("(> (x) 10)");
    assert_eq!(told.len(), 2, "{told:?}");
    // The condition of the action is `x < 9`, and its effect adds one.
    assert_eq!(told[0], ("x".to_owned(), [end("0"), end("10")]));
    assert!(
        ranges("(> (x) 5)").is_empty(),
        "a reachable goal is not refuted"
    );
}

#[test]
fn a_number_of_the_start_can_be_changed() {
    use saut_pddl::ChangeKind;
    let poor = task(COUNTER, &counter("(> (x) 9)"));
    let changes = poor.start_changes(None, &[], &Stop::default());
    let numbers = changes.iter().filter(|it| it.kind == ChangeKind::Number);
    let numbers: Vec<_> = numbers
        .map(|it| (it.without.clone(), it.with.clone()))
        .collect();
    let one = |name: &str| {
        [0, 1]
            .map(|number| Some(format!("(= ({name}) {number})")))
            .into()
    };
    assert_eq!(numbers, [one("x"), one("y")]);
    assert!(validated(&poor, "(start)\n(up)\n(copy)").is_err());
    let one_more = task(COUNTER, &counter("(> (y) 1)"));
    assert!(validated(&one_more, "(start)\n(up)\n(copy)").is_err());
    let changes = one_more.start_changes(None, &[], &Stop::default());
    let change = changes
        .iter()
        .find(|it| it.with.as_deref() == Some("(= (x) 1)"));
    let richer = one_more.with_start_change(change.unwrap());
    assert!(validated(&richer, "(start)\n(up)\n(copy)").is_ok());
    assert_eq!(richer.name(), poor.name());
}

/// A missing value can be the value for the same arguments in another order, or a value for other objects.
#[test]
fn a_missing_value_can_be_added() {
    let problem = "(define (problem p) (:domain tank) (:objects a b c - place)
      (:init (at a) (road a b) (road b c) (= (fuel) 9) (= (length a b) 4) (= (length c b) 7)) (:goal (at c)))";
    let stuck = task(TANK, problem);
    let obstacles = stuck.obstacles(&Stop::default());
    assert_eq!(obstacles[0].why, "`(length b c)` has no value");
    let changes = stuck.start_changes(None, &obstacles, &Stop::default());
    let added: Vec<_> = changes[..2].iter().map(|it| it.with.as_deref()).collect();
    assert_eq!(
        added,
        [Some("(= (length b c) 7)"), Some("(= (length b c) 4)")]
    );
    let plan = "(go a b)\n(go b c)";
    assert!(validated(&stuck, plan).is_err());
    let repaired = stuck.with_start_change(&changes[0]);
    assert!(validated(&repaired, plan).is_err(), "11 are more than 9");
    let full = task(TANK, &problem.replace("(fuel) 9", "(fuel) 11"));
    let changes = full.start_changes(None, &full.obstacles(&Stop::default()), &Stop::default());
    assert!(validated(&full.with_start_change(&changes[0]), plan).is_ok());
}

const TANK: &str = "(define (domain tank) (:requirements :typing :numeric-fluents)
  (:types place)
  (:predicates (at ?p - place) (road ?a ?b - place))
  (:functions (length ?a ?b - place) (fuel) - number)
  (:action go :parameters (?a ?b - place)
    :precondition (and (at ?a) (road ?a ?b) (>= (fuel) (length ?a ?b)))
    :effect (and (not (at ?a)) (at ?b) (decrease (fuel) (length ?a ?b)))))";

#[test]
fn parts_of_a_goal_are_written_out() {
    let problem = counter("(or (> (x) 1) (> (y) 2))");
    let parts = task(COUNTER, &problem).goal_parts();
    assert_eq!(parts.len(), 1);
    assert!(parts[0].starts_with("(or (> (x) 1)"), "{parts:?}");
}

const ROADS: &str = "(define (domain roads) (:requirements :typing :numeric-fluents)
  (:types place)
  (:predicates (at ?p - place) (road ?a ?b - place))
  (:functions (length ?a ?b - place) (way) (toll) - number)
  (:action go :parameters (?a ?b - place) :precondition (and (at ?a) (road ?a ?b))
    :effect (and (not (at ?a)) (at ?b) (increase (way) (length ?a ?b)) (increase (toll) 1))))";

/// The metric, its optimal value (empty if there is none), and whether the optimum can be proved. There are roads in
/// both directions, so the sums can grow without end.
const MEASURED: &[(&str, &str, bool)] = &[
    ("minimize (way)", "3.5", true),
    ("minimize (+ (way) (* 10 (toll)))", "14", true),
    ("minimize (* (length b a) (toll))", "1.5", true),
    ("minimize (/ (way) 7)", "0.5", true),
    ("maximize (- 100 (way))", "96.5", true),
    // No optimum: the metric grows without end.
    ("maximize (way)", "", false),
    // No optimum: going back and forth lowers the metric without end.
    ("minimize (- (toll) (way))", "", false),
];

#[test]
fn sums_that_grow_without_end_are_bounded() {
    for &(metric, best, is_proved) in MEASURED {
        let problem = format!(
            "(define (problem p) (:domain roads) (:objects a b c - place)
              (:init (at a) (road a b) (road b a) (road b c) (road c b) (road a c)
                (= (length a b) 1.5) (= (length b a) 1.5) (= (length b c) 2) (= (length c b) 2)
                (= (length a c) 4) (= (way) 0) (= (toll) 0))
              (:goal (at c)) (:metric {metric}))"
        );
        let task = task(ROADS, &problem);
        let (told, is_best) = minimised(&task, if is_proved { 30 } else { 1 });
        assert_eq!(is_best, is_proved, "{metric}");
        if !best.is_empty() {
            assert_eq!(told.last().unwrap().as_deref(), Some(best), "{metric}");
        }
        if is_proved {
            // A bound that is weaker than the optimum is true, and a better bound is false.
            let [weaker, better] = if metric.starts_with("max") {
                ["97", "96"]
            } else {
                ["0.25", "14.5"]
            };
            let accept = |bound| accepts(&task, &by_states(Some(bound)));
            let accepted = [weaker, better, "soon", "1/0"].map(accept);
            assert_eq!(accepted, [true, false, false, false], "{metric}");
        }
    }
    let without = counter("(> (x) 3)");
    let without = task(COUNTER, &without);
    // Without a metric, the bound is a number of actions: one starts the counter, and four count.
    let of_length = |bound: &str| {
        let accepted = without
            .accept(by_states(Some(bound)), &Stop::default())
            .ok()?;
        Some(accepted.checked().bound())
    };
    let shown = ["5", "9/2", "-1", "6", "11/2", "1/0"].map(of_length);
    assert_eq!(shown, [Some(5), Some(5), Some(0), None, None, None]);
}

/// A counter that increases by two, and a lamp that is not needed.
const LAMP: &str =
    "(define (domain lamp) (:requirements :fluents) (:predicates (lit)) (:functions (x) (used))
  (:action light :precondition (not (lit)) :effect (and (lit) (increase (used) 1)))
  (:action read :precondition (lit) :effect (increase (x) 1))
  (:action up :precondition (< (x) 9) :effect (increase (x) 2))
  (:action down :precondition (> (x) 0) :effect (and (decrease (x) 2) (decrease (used) 5))))";

#[test]
fn actions_that_a_plan_with_numbers_does_not_need_are_left_out() {
    let given = "(light)\n(up)\n(read)\n(down)\n(up)\n(up)";
    let given = NamedPlan::read(given, "plan").unwrap();
    for (metric, left, kept) in [
        // Without the lamp, the actions that need it are also removed.
        ("", "(up)\n(up)", &[4, 5][..]),
        (
            "(:metric minimize (used))",
            "(up)\n(down)\n(up)\n(up)",
            &[1, 3, 4, 5],
        ),
        (
            "(:metric maximize (used))",
            "(light)\n(up)\n(up)",
            &[0, 1, 5],
        ),
    ] {
        let problem = format!(
            "(define (problem p) (:domain lamp) (:init (= (x) 0) (= (used) 0)) (:goal (> (x) 3)) {metric})"
        );
        let task = task(LAMP, &problem);
        let domain = task.numeric(Quality::Cheapest);
        let domain = domain.unwrap();
        let valid = task.validate(&given, &Stop::default()).unwrap();
        let (reduced, places) = domain.reduced(valid.clone(), &Stop::default());
        assert_eq!(reduced.plan().written().trim_end(), left, "{metric}");
        assert_eq!(places, kept, "{metric}");
        // With a time limit of 0, the plan is returned unchanged.
        let no_time = Stop::new(Some(Duration::ZERO), None);
        let untouched = domain.reduced(valid.clone(), &no_time);
        assert_eq!(untouched, (valid, vec![0, 1, 2, 3, 4, 5]));
    }
}

/// If only the metric uses a function that only grows, the number of states stays finite.
#[test]
fn a_metric_only_number_does_not_distinguish_states() {
    let domain = |read: &str| {
        format!(
            "(define (domain walk) (:requirements :fluents) (:predicates (here) (there) (never)) (:functions (way))
  (:action go :precondition (here) :effect (and (not (here)) (there) (increase (way) 3)))
  (:action back :precondition (there) :effect (and (not (there)) (here) (increase (way) 2)))
  (:action fly :precondition (and (never) {read}) :effect (never)))"
        )
    };
    let problem = |goal: &str, metric: &str| {
        format!(
            "(define (problem p) (:domain walk) (:init (here) (= (way) 0)) (:goal {goal}) {metric})"
        )
    };
    let metric = "(:metric minimize (way))";
    let states = |read: &str, goal: &str, bound: Option<&str>| {
        let task = task(&domain(read), &problem(goal, metric));
        let stop = Stop::new(Some(Duration::from_secs(2)), None);
        let accepted = task.accept(by_states(bound), &stop).ok()?;
        match accepted.checked().certificate() {
            Certificate::Own(Reason::NumericStates { states, .. }) => *states,
            other => panic!("{other:?}"),
        }
    };
    // The task is numeric because it has a comparison. A condition on `way` makes the number of states infinite.
    assert_eq!(states("(< 1 2)", "(never)", None), Some(2));
    assert_eq!(states("(< (way) 9)", "(never)", None), None);
    assert_eq!(states("(< 1 2)", "(there)", Some("3")), Some(1));
    assert_eq!(states("(< 1 2)", "(there)", Some("4")), None);
}

/// A truck with a tank, and places in a row, each with a parcel to pick up. A road needs one unit of fuel and costs 2.
const ROUND: &str = "(define (domain round) (:requirements :typing :numeric-fluents)
  (:types place)
  (:predicates (at ?p - place) (next ?a ?b - place) (picked ?p - place))
  (:functions (fuel) (tank) (total-cost))
  (:action drive :parameters (?a ?b - place)
    :precondition (and (at ?a) (next ?a ?b) (>= (fuel) 1))
    :effect (and (not (at ?a)) (at ?b) (decrease (fuel) 1) (increase (total-cost) 2)))
  (:action refuel :parameters () :precondition (< (fuel) (tank))
    :effect (and (assign (fuel) (tank)) (increase (total-cost) 5)))
  (:action pick :parameters (?p - place) :precondition (at ?p)
    :effect (and (picked ?p) (increase (total-cost) 1))))";

/// Returns the names of places in a row, and the roads between them.
fn row(places: usize) -> (Vec<String>, String) {
    let names: Vec<String> = (0..places).map(|place| format!("p{place}")).collect();
    let roads = names.windows(2);
    let roads = roads.map(|pair| format!("(next {0} {1}) (next {1} {0})", pair[0], pair[1]));
    let roads = roads.collect();
    (names, roads)
}

/// Returns the task with this number of places, this amount of fuel and this size of the tank. The goal is the last
/// place, with all parcels.
fn round(places: usize, fuel: usize, tank: usize) -> PlanningTask {
    let (names, roads) = row(places);
    let picked = format!("(picked {})", names.join(") (picked "));
    let problem = format!(
        "(define (problem p) (:domain round) (:objects {} - place)
          (:init (at p0) {roads} (= (fuel) {fuel}) (= (tank) {tank}) (= (total-cost) 0))
          (:goal (and (at p{}) {picked})) (:metric minimize (total-cost)))",
        names.join(" "),
        places - 1
    );
    task(ROUND, &problem)
}

fn weights_of(certificate: &Certificate<Reason>) -> (Option<String>, WeightsByName) {
    match certificate {
        Certificate::Own(Reason::NumericWeights { bound, weights }) => {
            (bound.clone(), weights.clone())
        }
        other => panic!("{}", other.word()),
    }
}

fn by_weights(bound: Option<String>, weights: WeightsByName) -> Certificate<Reason> {
    Certificate::Own(Reason::NumericWeights { bound, weights })
}

/// The optimum is 28 + 15 + 10: for 14 roads, 15 parcels and two refuellings. The weights count the fuel in fractions.
#[test]
fn weights_bound_the_metric_of_a_large_task() {
    let task = round(15, 2, 6);
    let domain = task.numeric(Quality::Cheapest).unwrap();
    let large = Rational::from_integer(1000.into());
    let (bound, checked) = metric_bound(&domain, &large, &Stop::default()).unwrap();
    // 12 units of fuel are missing, and refuelling costs 5 for 6 units.
    assert_eq!(bound.to_string(), "53");
    let (text, weights) = weights_of(checked.certificate());
    assert_eq!(text.as_deref(), Some("53"));
    let accept = |bound: &str, weights: &WeightsByName| {
        let claim = by_weights(Some(bound.to_owned()), weights.clone());
        accepts(&task, &claim)
    };
    let bounds = ["53", "52.5", "53.000001", "54", "soon"].map(|bound| accept(bound, &weights));
    assert_eq!(bounds, [true, true, false, false, false]);
    let mut spoiled = 0;
    let functions = weights
        .functions
        .keys()
        .flat_map(|name| [(name, "-1/1000"), (name, "1/1000")]);
    let facts = weights.facts.keys().map(|name| (name, "-1/1000"));
    for (name, change) in functions.chain(facts) {
        let mut other = weights.clone();
        let weight = other.functions.get_mut(name);
        let weight = weight.unwrap_or_else(|| other.facts.get_mut(name).unwrap());
        *weight = sum(weight, change);
        spoiled += usize::from(!accept("53", &other));
    }
    assert!(spoiled * 2 > weights.facts.len(), "{spoiled}: {weights:?}");
    let mut other = weights.clone();
    other.facts.insert("at(nowhere)".to_owned(), "1".to_owned());
    assert!(!accept("53", &other), "a fact of another task");
    let mut other = weights;
    other.goal_tests.push("1".to_owned());
    assert!(!accept("53", &other), "the goal has no comparison");
}

/// Returns the sum of two numbers in the format of certificates.
fn sum(one: &str, other: &str) -> String {
    let [one, other] = [one, other].map(|it| rational::read_written(it).unwrap());
    rational::written(&(one + other))
}

/// The fuel only decreases. Weights with a term for each road that the truck must use prove that there is no plan.
/// Explicit-state search does not finish.
#[test]
fn weights_refute_a_large_task() {
    let dry = |fuel| dry_round(24, fuel);
    let none = dry(22);
    let domain = none.numeric(Quality::AnyPlan).unwrap();
    let reason = NumericWeights::new(&domain).find(&Stop::default()).unwrap();
    let checked = Checked::own(&domain, reason, &Stop::default()).unwrap();
    let certificate = checked.certificate().clone();
    assert!(accepts(&none, &certificate));
    // With one more unit, there is a plan.
    let some = dry(23);
    assert!(!accepts(&some, &certificate));
    let domain = some.numeric(Quality::AnyPlan).unwrap();
    assert!(NumericWeights::new(&domain).find(&Stop::default()).is_err());
    let (bound, mut weights) = weights_of(&certificate);
    assert_eq!(bound, None);
    let fuel = weights.functions.get_mut("fuel").unwrap();
    *fuel = sum(fuel, "-1");
    assert!(!accepts(&none, &by_weights(None, weights)));
}

/// Like [`round`], without refuelling, and with lamps that can be switched on and off, so that there are many states.
fn dry_round(places: usize, fuel: usize) -> PlanningTask {
    let domain = ROUND.replace("(:action refuel", "(:action light").replace(
        "(and (assign (fuel) (tank)) (increase (total-cost) 5))",
        "(increase (total-cost) 5)",
    );
    let (names, roads) = row(places);
    let problem = format!(
        "(define (problem p) (:domain round) (:objects {} - place)
          (:init (at p0) {roads} (= (fuel) {fuel}) (= (tank) 9) (= (total-cost) 0)) (:goal (at p{})))",
        names.join(" "),
        places - 1
    );
    task(&domain, &problem)
}
