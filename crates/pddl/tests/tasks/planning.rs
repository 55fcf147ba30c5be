//! From PDDL to a validated plan: grounder, planner and validator.

use crate::common::{OfKind as _, accepts, has_plan_at, task};
use std::time::Duration;

use saut_base::stop::Stop;
use saut_pddl::{NamedPlan, Quality, Reason};
use saut_plan::weights::pagoda;
use saut_plan::{Settings, Verdict, solve};
use saut_task::certificate;
use saut_task::encode::Encoding;
use saut_task::task::ActionId;
use saut_task::{Certificate, ClosedSet, Plan as Steps, Problem as _};

const FERRY: &str = "(define (domain ferry)
  (:types car port)
  (:predicates (at ?c - car ?p - port) (ship ?p - port) (aboard ?c - car) (empty))
  (:action sail :parameters (?from ?to - port)
    :precondition (and (ship ?from) (not (= ?from ?to)))
    :effect (and (ship ?to) (not (ship ?from))))
  (:action board :parameters (?c - car ?p - port)
    :precondition (and (at ?c ?p) (ship ?p) (empty))
    :effect (and (aboard ?c) (not (at ?c ?p)) (not (empty))))
  (:action land :parameters (?c - car ?p - port)
    :precondition (and (aboard ?c) (ship ?p))
    :effect (and (at ?c ?p) (empty) (not (aboard ?c)))))";

const TWO_CARS: &str = "(define (problem two-cars) (:domain ferry)
  (:objects beetle mini - car dover calais - port)
  (:init (at beetle dover) (at mini dover) (ship calais) (empty))
  (:goal (and (at beetle calais) (or (at mini calais) (aboard mini)))))";

#[test]
fn a_plan_of_the_planner_is_one_by_the_lifted_rules() {
    let source = task(FERRY, TWO_CARS);
    let ferry = source.classical(Quality::AnyPlan).unwrap();
    assert!(!ferry.task().groups().is_empty());
    let decision = solve(&ferry, &Settings::default()).unwrap();
    let Verdict::Solved(plan) = decision.verdict else {
        panic!("two cars can be ferried");
    };
    assert!(source.validate(plan.plan(), &Stop::default()).is_ok());
    assert!(plan.plan().written().starts_with("(sail calais dover)\n"));
    // The validator rejects the empty plan.
    let refused = ferry.validate(Steps::sequential(Vec::<ActionId>::new()));
    let refused = refused.unwrap_err().to_string();
    assert!(refused.starts_with("the goal is not reached"), "{refused}");
    let empty = NamedPlan::default();
    assert!(source.validate(&empty, &Stop::default()).is_err());
}

/// Lamps with switches. Pressing a switch turns its lamp on, and another lamp off.
const LAMPS: &str = "(define (domain lamps)
  (:types lamp)
  (:predicates (on ?l - lamp) (moved))
  (:action press :parameters (?l ?other - lamp)
    :precondition (and (not (= ?l ?other)) (not (on ?l)))
    :effect (and (on ?l) (not (on ?other)) (moved))))";

const ONE_OF_TWO: &str = "(define (problem one-of-two) (:domain lamps)
  (:objects red green blue - lamp)
  (:init)
  (:goal (or (and (on red) (moved)) (and (on green) (moved)))))";

#[test]
fn later_actions_cannot_spoil_a_reached_disjunctive_goal() {
    let source = task(LAMPS, ONE_OF_TWO);
    let lamps = source.classical(Quality::AnyPlan).unwrap();
    let id = |name: &str, number: usize| {
        let all = lamps.task().action_ids();
        let mut all = all.filter(|&id| lamps.task().action(id).name.starts_with(name));
        all.nth(number).unwrap()
    };
    let red = id("press(red,green)", 0);
    let reached = (0..2)
        .map(|number| id("goal(reached?)", number))
        .find(|&reached| {
            let mut state = lamps.task().start().to_vec();
            lamps.task().action(red).apply(&mut state);
            lamps.task().action(reached).is_applicable(&state)
        });
    let spoils = id("press(blue,red)", 0);
    // The ground task keeps "goal reached?", so all three steps are a plan for the formulas.
    let steps = [red, reached.unwrap(), spoils];
    let mut state = lamps.task().start().to_vec();
    for &step in &steps {
        assert!(lamps.task().action(step).is_applicable(&state));
        lamps.task().action(step).apply(&mut state);
    }
    assert!(lamps.task().is_goal(&state));
    let plan = lamps.validate(Steps::sequential(steps)).unwrap().0;
    assert_eq!(plan.plan().written(), "(press red green)\n");
    // The validator also leaves out steps after the goal if the plan does not contain this action. A plan that never
    // reaches the goal is invalid.
    let cut = lamps.validate(Steps::sequential([red, spoils])).unwrap().0;
    assert_eq!(cut, plan);
    assert!(lamps.validate(Steps::sequential([])).is_err());
}

#[test]
fn every_encoding_solves_a_disjunctive_goal_of_which_more_steps_spoil_it() {
    let source = task(LAMPS, ONE_OF_TWO);
    let lamps = source.classical(Quality::AnyPlan).unwrap();
    for name in [
        "sequential",
        "forall",
        "forall/chain",
        "exists",
        "r2-exists/fresh:3",
    ] {
        let encoding: Encoding = name.parse().unwrap();
        for horizon in 2..7 {
            let has = has_plan_at(&lamps, encoding, horizon);
            assert!(has, "{name}, {horizon}");
        }
    }
}

/// Returns a task with a cart that uses fuel on a ring of places.
fn ring(places: usize, fuel: usize) -> (String, String) {
    let domain = "(define (domain ring)
      (:types place unit)
      (:predicates (at ?p - place) (next ?p ?q - place) (full ?u - unit))
      (:action drive :parameters (?p ?q - place ?u - unit)
        :precondition (and (at ?p) (next ?p ?q) (full ?u))
        :effect (and (at ?q) (not (at ?p)) (not (full ?u)))))";
    let each =
        |count, written: &dyn Fn(usize) -> String| -> String { (0..count).map(written).collect() };
    let roads = each(places, &|p| format!("(next p{p} p{})", (p + 1) % places));
    let units = each(fuel, &|u| format!("(full u{u})"));
    let problem = format!(
        "(define (problem round) (:domain ring)
          (:objects {} - place {} - unit)
          (:init (at p0) {roads} {units})
          (:goal (and (at p{}))))",
        each(places, &|p| format!("p{p} ")),
        each(fuel, &|u| format!("u{u} ")),
        places - 1,
    );
    (domain.to_owned(), problem)
}

fn by_weights(named: Vec<(String, i64)>) -> Certificate<Reason> {
    let (scale, weights) = (0, named.into_iter().collect());
    let reason = certificate::Reason::Weights { scale, weights };
    Certificate::ClosedSet(Box::new(ClosedSet::of_reason(reason)))
}

fn visited(states: usize) -> Certificate<Reason> {
    Certificate::ClosedSet(Box::new(ClosedSet::visited(states)))
}

#[test]
fn a_cart_without_enough_fuel_is_refuted_by_weights_that_hold_when_checked_again() {
    let (domain, problem) = ring(6, 4);
    let source = task(&domain, &problem);
    let cart = source.classical(Quality::AnyPlan).unwrap();
    let weights = pagoda(cart.task(), Duration::from_secs(5), &Stop::default()).unwrap();
    let weights = weights.named(cart.task());
    let [certificate::Reason::Weights { scale: 0, weights }] = &weights.reasons[..] else {
        panic!("{weights:?}");
    };
    let named: Vec<(String, i64)> = weights.clone().into_iter().collect();
    let again = |named: Vec<(String, i64)>| source.accept(by_weights(named), &Stop::default());
    let accepted = again(named.clone()).unwrap();
    assert_eq!(accepted.checked().certificate().word(), "pagoda");
    assert_eq!(accepted.unverified_assumption(), None);
    for index in (0..named.len()).filter(|&index| named[index].1 != 0) {
        let mut mutated = named.clone();
        mutated[index].1 = 0;
        assert!(again(mutated).is_err(), "{}", named[index].0);
    }
    let stranger = again(vec![("at(nowhere)".to_owned(), 1)]).unwrap_err();
    let why = "the ground task has no fact at(nowhere)";
    assert_eq!(stranger.to_string(), why);
}

#[test]
fn a_cart_with_enough_fuel_is_refuted_by_no_claim() {
    let (domain, problem) = ring(6, 5);
    let source = task(&domain, &problem);
    for claim in [
        Certificate::Own(Reason::RelaxedReachability { reached: None }),
        visited(1),
        by_weights(Vec::new()),
    ] {
        assert!(!accepts(&source, &claim));
    }
}

#[test]
fn the_number_of_states_of_an_exhaustive_certificate_is_counted_again() {
    let (domain, problem) = ring(4, 2);
    let source = task(&domain, &problem);
    let again = |states| source.accept(visited(states), &Stop::default());
    assert_eq!(
        again(4).unwrap().checked().certificate().word(),
        "exhaustive"
    );
    let refused = again(5).unwrap_err().to_string();
    assert_eq!(refused, "the certificate claims 5 states, but there are 4");
    let refused = again(3).unwrap_err().to_string();
    assert_eq!(
        refused,
        "the certificate claims 3 states, but there are more"
    );
}

#[test]
fn a_plan_ends_at_the_first_goal_state() {
    let domain = "(define (domain d) (:predicates (p) (g) (h))
      (:action make :parameters () :precondition (p) :effect (g))
      (:action spoil :parameters () :precondition (g) :effect (and (h) (not (g))))
      (:action mend :parameters () :precondition (h) :effect (g)))";
    let problem = "(define (problem p) (:domain d) (:init (p)) (:goal (g)))";
    let source = task(domain, problem);
    let task = source.classical(Quality::AnyPlan).unwrap();
    let whole = NamedPlan::read("(make)\n(spoil)\n(mend)", "plan").unwrap();
    // A plan given by the user is validated as a whole.
    let valid = source.validate(&whole, &Stop::default());
    assert_eq!(valid.unwrap().length(), 3);
    let numbers = |plan: &NamedPlan| {
        let actions = task.actions_of(plan).unwrap();
        Steps::sequential(actions.into_iter().map(|cases| cases[0]))
    };
    let cut = task.validate(numbers(&whole)).unwrap().0;
    assert_eq!(cut.plan().written(), "(make)\n");
    // A plan that does not end in the goal is still rejected.
    let short = NamedPlan::read("(make)\n(spoil)", "plan").unwrap();
    assert!(source.validate(&short, &Stop::default()).is_err());
    assert!(task.validate(Steps::sequential([])).is_err());
}
