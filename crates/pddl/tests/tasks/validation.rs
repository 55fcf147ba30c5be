//! The validator: right plans are accepted, spoilt ones are refused with the right step.

use crate::common::pictures::{BALLS, BALLS_PROBLEM, BLOCKS, blocks};
use crate::common::{plan, read};
use saut_pddl::{InvalidPlan, WrongStep, validate};

/// Carries everything east; the lamp goes alone.
const RIGHT: [&str; 9] = [
    "(grasp red west left)",
    "(grasp blue west right)",
    "(walk west east)",
    "(release red east left)",
    "(release blue east right)",
    "(walk east west)",
    "(grasp light west right)",
    "(walk west east)",
    "(release light east right)",
];

fn verdict(steps: &[&str]) -> Result<(usize, u64), String> {
    let (domain, problem) = read(BALLS, BALLS_PROBLEM);
    validate(&domain, &problem, &plan(&steps.join("\n")))
        .map(|valid| (valid.length(), valid.cost()))
        .map_err(|why| why.to_string())
}

/// The message about the plan with step `number` replaced.
fn spoilt(number: usize, step: &str) -> String {
    let mut steps = RIGHT;
    steps[number - 1] = step;
    verdict(&steps).expect_err("the plan is spoilt")
}

#[test]
fn a_right_plan_has_its_length_and_cost() {
    assert_eq!(verdict(&RIGHT), Ok((9, 16)));
}

#[test]
fn without_a_metric_every_action_costs_one() {
    let problem = BALLS_PROBLEM.replace("(:metric minimize (total-cost))", "");
    let (domain, problem) = read(BALLS, &problem);
    let valid = validate(&domain, &problem, &plan(&RIGHT.join("\n"))).unwrap();
    assert_eq!(valid.cost(), 9);
}

#[test]
fn every_single_step_left_out_is_noticed() {
    // Where the plan then goes wrong; at the end, the goal is not reached.
    let expected = [4 - 1, 5 - 1, 4 - 1, 0, 7 - 1, 7 - 1, 9 - 1, 9 - 1, 0];
    for (left_out, expected) in (0..RIGHT.len()).zip(expected) {
        let mut steps = RIGHT.to_vec();
        steps.remove(left_out);
        let message = verdict(&steps).unwrap_err();
        if left_out == 3 || left_out == 8 {
            assert!(message.starts_with("the goal is not reached"), "{message}");
        } else {
            let found = message.split(':').next().unwrap();
            let number: usize = found.strip_prefix("step ").unwrap().parse().unwrap();
            assert!(number >= expected, "{left_out}: {message}");
        }
    }
}

#[test]
fn the_unmet_atom_and_the_state_about_it_are_named() {
    assert_eq!(
        spoilt(4, "(release red west left)"),
        "step 4: (release red west left): (robot west) does not hold; the state has \
         (lies light west) (robot east)"
    );
    assert_eq!(
        spoilt(3, "(walk east west)"),
        "step 3: (walk east west): (robot east) does not hold; \
         the state has (robot west)"
    );
    assert!(spoilt(3, "(walk west west)").contains("(not (= west west)) does not hold"));
}

#[test]
fn names_and_types_are_checked() {
    assert!(spoilt(1, "(grap red west left)").ends_with("did you mean `grasp`?"));
    assert!(spoilt(2, "(grasp bleu west right)").ends_with("did you mean `blue`?"));
    assert!(spoilt(1, "(grasp west west left)").contains("`west` is no (either ball lamp)"));
    assert!(spoilt(1, "(grasp red west)").contains("2 arguments, but the action has 3"));
}

#[test]
fn an_unreached_goal_is_named() {
    let (domain, problem) = read(BLOCKS, &blocks("a b", "ab"));
    match validate(&domain, &problem, &plan("(lift b)")) {
        Err(InvalidPlan::Goal { unmet, state }) => {
            assert_eq!(unmet, "(upon b a)");
            assert!(state.contains(&"held b".to_owned()));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_is_added_and_deleted_holds_afterwards() {
    let domain = "(define (domain d) (:predicates (p)) (:action a :effect (and (p) (not (p)))))";
    let (domain, problem) = read(domain, "(define (problem p) (:init) (:goal (p)))");
    assert!(validate(&domain, &problem, &plan("(a)")).is_ok());
}

#[test]
fn conditions_of_effects_are_about_the_state_before() {
    let domain = "(define (domain d) (:predicates (p) (q))
        (:action swap :effect (and (when (p) (and (not (p)) (q))) (when (q) (and (not (q)) (p))))))";
    let (domain, problem) = read(
        domain,
        "(define (problem p) (:init (p)) (:goal (and (q) (not (p)))))",
    );
    assert!(validate(&domain, &problem, &plan("(swap)")).is_ok());
    assert!(validate(&domain, &problem, &plan("(swap)\n(swap)")).is_err());
}

#[test]
fn quantifiers_go_over_the_objects_of_the_type() {
    let domain = "(define (domain d) (:types good bad) (:predicates (p ?x) (done))
        (:action a :precondition (forall (?x - good) (p ?x)) :effect (done)))";
    let problem = |init: &str| {
        format!("(define (problem p) (:objects x y - good z - bad) (:init {init}) (:goal (done)))")
    };
    let (domain_read, good) = read(domain, &problem("(p x) (p y)"));
    assert!(validate(&domain_read, &good, &plan("(a)")).is_ok());
    let (domain_read, wrong) = read(domain, &problem("(p x) (p z)"));
    match validate(&domain_read, &wrong, &plan("(a)")) {
        Err(InvalidPlan::Step {
            number: 1,
            wrong: WrongStep::Unmet { unmet, .. },
            ..
        }) => {
            assert_eq!(unmet, "(p y)");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_cost_without_value_is_refused() {
    let problem = BALLS_PROBLEM.replace("(= (effort red) 1)", "");
    let (domain, problem) = read(BALLS, &problem);
    let message = validate(&domain, &problem, &plan(RIGHT[0]))
        .unwrap_err()
        .to_string();
    assert!(
        message.ends_with("`effort` has no value in `:init`"),
        "{message}"
    );
}
