//! Grounding of small worlds: sizes, shortest plans, and omitted facts and actions.

use crate::common::pictures::{
    BALLS, BALLS_PROBLEM, BLOCKS, HANOI, PARCELS, PARCELS_PROBLEM, blocks, hanoi,
};
use crate::common::{apply, ground_any, grounded, read, shortest_plan, start};
use saut_pddl::{
    GroundAction, GroundingError, GroundingLimits, NamedPlan, Quality, Stopped, ground,
    read_domain, read_problem, validate,
};
use saut_task::task::GroupKind;
use std::fmt::Write as _;

fn solves(domain: &str, problem: &str, length: usize) {
    let problem = read(domain, problem);
    let plan = shortest_plan(&grounded(&problem)).expect("there is a plan");
    let validated = validate(&problem, &plan).unwrap_or_else(|why| panic!("{why}"));
    assert_eq!(validated.length(), length);
}

#[test]
fn small_worlds_have_their_shortest_plans() {
    // The tasks are the Sussman anomaly, three discs, three balls with two hands in two trips, and a parcel that
    // crosses the water.
    solves(BLOCKS, &blocks("ac b", "cba"), 6);
    solves(HANOI, &hanoi(3), 7);
    solves(BALLS, BALLS_PROBLEM, 9);
    solves(PARCELS, PARCELS_PROBLEM, 7);
}

#[test]
fn four_blocks_have_twenty_five_facts_and_thirty_two_actions() {
    let problem = read(BLOCKS, &blocks("a b c d", "abcd"));
    let task = grounded(&problem);
    // A block on itself is reachable in the relaxation, but a mutex group excludes the action.
    assert_eq!((task.reachable_facts, task.reachable_actions), (25, 32));
    let groups = task.mutex_groups.iter();
    let exact = groups.filter(|group| group.kind == GroupKind::ExactlyOne);
    assert_eq!(exact.count(), 9);
}

#[test]
fn irrelevant_facts_and_actions_are_left_out() {
    let problem = read(PARCELS, PARCELS_PROBLEM);
    let task = grounded(&problem);
    // Static facts are left out, and no action is possible in Far.
    let is_left = |fact: &String| fact.starts_with("road") || fact.contains("far");
    assert!(!task.facts.iter().any(is_left));
    assert!(!task.actions.iter().any(|action| action.name.contains(" z")));
}

#[test]
fn costs_come_from_the_initial_state() {
    let problem = read(BALLS, BALLS_PROBLEM);
    let task = grounded(&problem);
    let cost = |name: &str| {
        let found = task.actions.iter().find(|it| it.name == name);
        found.map(|it| it.action.cost)
    };
    assert_eq!(cost("(grasp light west left)"), Some(5));
    assert_eq!(cost("(walk west east)"), Some(3));
    assert_eq!(cost("(release red east left)"), Some(0));
}

#[test]
fn actions_without_a_cost_are_counted_and_the_first_term_is_named() {
    let domain = "(define (domain d) (:predicates (at ?x)) (:functions (total-cost) (far ?x ?y))
      (:action go :parameters (?x ?y) :precondition (at ?x)
        :effect (and (at ?y) (not (at ?x)) (increase (total-cost) (far ?x ?y)))))";
    let domain = read_domain(domain, "d").unwrap();
    let missing = |values: &str| {
        let problem = format!(
            "(define (problem p) (:domain d) (:objects a b)
             (:init (at a) (= (far a a) 1) (= (far b b) 1) {values}) (:goal (at b))
             (:metric minimize (total-cost)))"
        );
        let problem = read_problem(&problem, "p", &domain).unwrap();
        ground_any(&problem).unwrap().missing_cost
    };
    assert_eq!(missing("(= (far a b) 3) (= (far b a) 2)"), None);
    let one = missing("(= (far a b) 3)").unwrap();
    let named = (one.term.as_str(), one.action.as_str());
    assert_eq!((named, one.actions), (("(far b a)", "(go b a)"), 1));
    assert_eq!(missing("").unwrap().actions, 2);
}

#[test]
fn an_unreachable_goal_is_named() {
    let problem = PARCELS_PROBLEM.replace("(:goal (located x quay))", "(:goal (located x far))");
    let problem = read(PARCELS, &problem);
    let atom = "located x far".to_owned();
    let wanted = GroundingError::GoalUnreachable { atom };
    assert_eq!(ground_any(&problem), Err(wanted));
}

#[test]
fn limits_are_outcomes() {
    let problem = read(HANOI, &hanoi(6));
    let within = |narrow: fn(&mut GroundingLimits)| {
        let mut limits = GroundingLimits::default();
        narrow(&mut limits);
        ground(&problem, Quality::AnyPlan, &limits)
    };
    assert_eq!(within(|it| it.facts = 5), Err(Stopped::Facts.into()));
    assert_eq!(within(|it| it.actions = 5), Err(Stopped::Actions.into()));
    assert_eq!(within(|it| it.memory = 5), Err(Stopped::Memory.into()));
    let stopped = within(|it| {
        let stop = saut_base::stop::Stop::default();
        stop.request();
        it.stop = saut_base::stop::Ticker::new(&stop);
    });
    assert_eq!(stopped, Err(Stopped::Asked.into()));
}

const LIGHTS: &str = "
(define (domain lights)
  (:requirements :adl)
  (:types lamp)
  (:predicates (lit ?l - lamp) (next ?a ?b - lamp) (done))
  (:action press :parameters (?l - lamp)
    :precondition (not (done))
    :effect (and (when (lit ?l) (not (lit ?l))) (when (not (lit ?l)) (lit ?l))
                 (forall (?n - lamp) (when (and (next ?l ?n) (lit ?n)) (not (lit ?n))))
                 (forall (?n - lamp) (when (and (next ?l ?n) (not (lit ?n))) (lit ?n)))))
  (:action finish :parameters ()
    :precondition (forall (?l - lamp) (not (lit ?l)))
    :effect (done)))
";

const LIGHTS_PROBLEM: &str = "
(define (problem three) (:domain lights) (:objects x y z - lamp)
  (:init (next x y) (next y x) (next y z) (next z y) (lit x) (lit y) (lit z))
  (:goal (done)))
";

#[test]
fn conditional_effects_and_quantifiers_are_split() {
    solves(LIGHTS, LIGHTS_PROBLEM, 2);
}

const LAUNDRY: &str = "
(define (domain laundry) (:types cloth line)
  (:predicates (hung ?c - cloth ?l - line) (hot ?l - line) (dry ?c - cloth))
  (:action wait
    :effect (when (exists (?l - line) (hot ?l))
      (forall (?c - cloth)
        (when (exists (?l - line) (hung ?c ?l)) (dry ?c))))))
";

const LAUNDRY_PROBLEM: &str = "
(define (problem two) (:domain laundry) (:objects shirt sock - cloth near far - line)
  (:init (hung shirt far) (hot near))
  (:goal (and (dry shirt) (not (dry sock)))))
";

#[test]
fn conditions_around_quantifiers_keep_their_own_variables() {
    solves(LAUNDRY, LAUNDRY_PROBLEM, 1);
    let cold = LAUNDRY_PROBLEM.replace("(hot near)", "");
    let problem = read(LAUNDRY, &cold);
    let wait = NamedPlan::read("(wait)", "plan").unwrap();
    assert!(validate(&problem, &wait).is_err());
}

#[test]
fn a_disjunctive_goal_becomes_a_fact() {
    let goal = "(:goal (or (exists (?l - lamp) (and (not (lit ?l)) (lit y))) (done)))";
    let problem = LIGHTS_PROBLEM.replace("(:goal (done))", goal);
    let problem = read(LIGHTS, &problem);
    let task = grounded(&problem);
    assert_eq!(task.facts.last().map(String::as_str), Some("goal reached?"));
    let plan = shortest_plan(&task).expect("there is a plan");
    assert!(validate(&problem, &plan).is_ok());
    assert_eq!(plan.steps.len(), 2);
}

#[test]
fn effects_of_too_many_cases_keep_their_conditions() {
    let lamps: Vec<String> = (0..30).map(|number| format!("l{number}")).collect();
    let mut problem = format!(
        "(define (problem many) (:domain lights) (:objects {} - lamp) (:init",
        lamps.join(" ")
    );
    for lamp in &lamps {
        let _ = write!(problem, " (next l0 {lamp}) (lit {lamp})");
    }
    let problem = read(LIGHTS, &(problem + ") (:goal (done)))"));
    let task = grounded(&problem);
    let of = |name: &str| -> Vec<&GroundAction> {
        let all = task.actions.iter();
        all.filter(|action| action.name == name).collect()
    };
    // One lamp has two cases; thirty lamps would have 10^9.
    assert_eq!(of("(press l1)").len(), 2);
    let all = of("(press l0)");
    let [press] = all[..] else {
        panic!("{} cases", all.len());
    };
    assert_eq!(
        (press.action.effects.len(), press.action.conditional.len()),
        (30, 31)
    );
    let after = apply(press, &start(&task));
    assert_eq!(after.len(), 0);
    assert_eq!(apply(press, &after).len(), 30);
}
