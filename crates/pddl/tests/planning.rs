//! From PDDL to a validated plan: grounder, planner and validator together.

use saut_pddl::{Grounding, Limits, PddlDomain, Plan, ground, read_domain, read_problem, validate};
use saut_plan::task::ActionId;
use saut_plan::{Domain as _, Plan as Steps, Settings, Verdict, solve};

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
    let domain = read_domain(FERRY, "ferry").unwrap();
    let problem = read_problem(TWO_CARS, "two-cars", &domain).unwrap();
    let Grounding::Task(task) = ground(&domain, &problem, &Limits::default()) else {
        panic!("within reach");
    };
    let ferry = PddlDomain::new(&domain, &problem, &task).unwrap();
    assert!(!ferry.task().groups().is_empty());
    let decision = solve(&ferry, &Settings::default()).unwrap();
    let Verdict::Solved(plan) = decision.verdict else {
        panic!("two cars can be ferried");
    };
    assert!(validate(&domain, &problem, plan.plan()).is_ok());
    assert!(plan.plan().written().starts_with("(sail calais dover)\n"));
}

#[test]
fn a_plan_that_the_lifted_rules_refuse_is_no_plan() {
    let domain = read_domain(FERRY, "ferry").unwrap();
    let problem = read_problem(TWO_CARS, "two-cars", &domain).unwrap();
    let Grounding::Task(task) = ground(&domain, &problem, &Limits::default()) else {
        panic!("within reach");
    };
    let ferry = PddlDomain::new(&domain, &problem, &task).unwrap();
    let refused = ferry.replay(Steps::sequential(Vec::<ActionId>::new()));
    let refused = refused.unwrap_err().to_string();
    assert!(refused.starts_with("the goal is not reached"), "{refused}");
    let empty = Plan::default();
    assert!(validate(&domain, &problem, &empty).is_err());
}
