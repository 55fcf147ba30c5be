//! The validator accepts correct plans, and rejects faulty ones at the correct step.

use crate::common::pictures::{BALLS, BALLS_PROBLEM, BLOCKS, blocks};
use crate::common::{plan, read};
use saut_pddl::{InvalidPlan, NamedPlan, ValidatedPlan, validate};

/// A plan that carries everything east, and the lamp last and alone.
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

fn judged(domain: &str, problem: &str, text: &str) -> Result<ValidatedPlan, InvalidPlan> {
    let problem = read(domain, problem);
    validate(&problem, &plan(text))
}

fn verdict(steps: &[&str]) -> Result<(usize, u64), String> {
    timed(&steps.join("\n"))
}

/// Returns the error message for the plan with step `number` replaced.
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
    let valid = judged(BALLS, &problem, &RIGHT.join("\n")).unwrap();
    assert_eq!(valid.cost(), 9);
}

#[test]
fn every_single_step_left_out_is_noticed() {
    // The step at which the shortened plan fails; 0 if all steps are applicable, but the goal is not reached.
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
        "step 4: (release red west left): (robot west) does not hold; related atoms of the state: \
         (lies light west) (robot east)"
    );
    assert_eq!(
        spoilt(3, "(walk east west)"),
        "step 3: (walk east west): (robot east) does not hold; \
         related atoms of the state: (robot west)"
    );
    assert!(spoilt(3, "(walk west west)").contains("(not (= west west)) does not hold"));
}

#[test]
fn names_and_types_are_checked() {
    assert!(spoilt(1, "(grap red west left)").ends_with("did you mean `grasp`?"));
    assert!(spoilt(2, "(grasp bleu west right)").ends_with("did you mean `blue`?"));
    assert!(
        spoilt(1, "(grasp west west left)").contains("`west` is not of type (either ball lamp)")
    );
    assert!(spoilt(1, "(grasp red west)").contains("2 arguments, but the action has 3"));
}

#[test]
fn an_unreached_goal_is_named() {
    match judged(BLOCKS, &blocks("a b", "ab"), "(lift b)") {
        Err(InvalidPlan::Goal(unmet)) => {
            assert_eq!(unmet.conditions, ["(upon b a)"]);
            assert!(unmet.state.contains(&"held b".to_owned()));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn all_unmet_conditions_are_listed() {
    let domain = "(define (domain d) (:requirements :adl) (:predicates (p ?x) (q) (done))
        (:action a :parameters (?x) :effect (p ?x))
        (:action b :precondition (and (forall (?x) (p ?x)) (q)) :effect (done)))";
    let problem =
        |goal: &str| format!("(define (problem p) (:objects x y z) (:init (p y)) (:goal {goal}))");
    let why = judged(domain, &problem("(done)"), "(b)").unwrap_err();
    assert_eq!((why.number(), why.step_text()), (Some(1), Some("(b)")));
    assert_eq!(why.unmet().unwrap().conditions, ["(p x)", "(p z)", "(q)"]);
    assert_eq!(
        why.to_string(),
        "step 1: (b): 3 conditions do not hold: (p x), (p z), (q); related atoms of the state: (p y)"
    );
    let why = judged(
        domain,
        &problem("(and (done) (p x) (p y) (not (p z)) (q))"),
        "(a x)",
    );
    let why = why.unwrap_err();
    assert_eq!((why.number(), why.step_text()), (None, None));
    assert_eq!(why.unmet().unwrap().conditions, ["(done)", "(q)"]);
}

#[test]
fn a_message_names_few_of_many_unmet_conditions() {
    let domain = "(define (domain d) (:requirements :adl) (:predicates (p ?x ?y))
        (:action a :parameters (?x) :effect (p ?x ?x)))";
    let objects: Vec<String> = (0..12).map(|number| format!("o{number}")).collect();
    let objects = objects.join(" ");
    let problem = format!(
        "(define (problem p) (:objects {objects}) (:init) (:goal (forall (?x ?y) (p ?x ?y))))"
    );
    let why = judged(domain, &problem, "(a o0)").unwrap_err();
    assert_eq!(why.unmet().unwrap().conditions.len(), 100);
    let message = why.to_string();
    assert!(
        message.contains("100 conditions do not hold: (p o0 o1), "),
        "{message}"
    );
    assert!(
        message.contains("(p o0 o5) and 95 more; related atoms of the state:"),
        "{message}"
    );
}

#[test]
fn steps_of_other_programs_are_read() {
    for plan in [
        "0: LIFT B\n1: PUT B A\n",
        "SequentialPlan:\n    lift(b)\n    put(b, a)\n",
        "ff: found legal plan as follows\n\nstep    0: LIFT B\n        1: PUT B A\n\ntime spent:\n",
        "Solution found!\nlift b (1)\nput b a (1)\nPlan length: 2 step(s).\n",
    ] {
        let read = NamedPlan::read(plan, "plan").unwrap();
        let written = read.written();
        assert_eq!(written, "(lift b)\n(put b a)\n", "{plan}");
    }
    for line in ["lift b", "put b (a)", "x: lift b", "0: ", "lift(b"] {
        assert!(NamedPlan::read(line, "plan").is_err(), "{line}");
    }
}

#[test]
fn a_fact_added_and_deleted_holds_afterwards() {
    let domain = "(define (domain d) (:predicates (p)) (:action a :effect (and (p) (not (p)))))";
    let problem = "(define (problem p) (:init) (:goal (p)))";
    assert!(judged(domain, problem, "(a)").is_ok());
}

#[test]
fn conditions_of_effects_are_about_the_state_before() {
    let domain = "(define (domain d) (:predicates (p) (q))
        (:action swap :effect (and (when (p) (and (not (p)) (q))) (when (q) (and (not (q)) (p))))))";
    let problem = "(define (problem p) (:init (p)) (:goal (and (q) (not (p)))))";
    assert!(judged(domain, problem, "(swap)").is_ok());
    assert!(judged(domain, problem, "(swap)\n(swap)").is_err());
}

#[test]
fn quantifiers_go_over_the_objects_of_the_type() {
    let domain = "(define (domain d) (:types good bad) (:predicates (p ?x) (done))
        (:action a :precondition (forall (?x - good) (p ?x)) :effect (done)))";
    let problem = |init: &str| {
        format!("(define (problem p) (:objects x y - good z - bad) (:init {init}) (:goal (done)))")
    };
    assert!(judged(domain, &problem("(p x) (p y)"), "(a)").is_ok());
    let why = judged(domain, &problem("(p x) (p z)"), "(a)").unwrap_err();
    assert!(
        why.to_string()
            .starts_with("step 1: (a): (p y) does not hold"),
        "{why}"
    );
}

#[test]
fn a_cost_without_value_is_rejected() {
    let problem = BALLS_PROBLEM.replace("(= (effort red) 1)", "");
    let why = judged(BALLS, &problem, RIGHT[0]).unwrap_err().to_string();
    assert!(why.ends_with("`effort` has no value in `:init`"), "{why}");
}

/// Validates a plan for the balls, given as text. Returns its length and cost, or the message.
fn timed(text: &str) -> Result<(usize, u64), String> {
    let valid = judged(BALLS, BALLS_PROBLEM, text);
    valid
        .map(|valid| (valid.length(), valid.cost()))
        .map_err(|why| why.to_string())
}

#[test]
fn steps_are_taken_in_the_order_of_their_times() {
    let with = |time: &dyn Fn(usize) -> String| {
        let lines = RIGHT.iter().enumerate();
        let lines = lines.map(|(number, step)| format!("{}: {step} [1.0]", time(number)));
        lines.rev().collect::<Vec<_>>().join("\n")
    };
    let halves = |number: usize| format!("{}.{}", number / 2, number % 2 * 5);
    assert_eq!(timed(&with(&halves)), Ok((9, 16)));
    // The times of the same steps are reversed.
    let swapped = with(&|number| (9 - number).to_string());
    let message = timed(&swapped).unwrap_err();
    assert!(
        message.starts_with("step 1: (release light east right): "),
        "{message}"
    );
}

#[test]
fn steps_at_the_same_time_may_not_interfere() {
    let together = |times: [u8; 9]| {
        let steps = RIGHT.iter().zip(times);
        let lines = steps.map(|(step, time)| format!("{time}: {step}"));
        timed(&lines.collect::<Vec<_>>().join("\n"))
    };
    assert_eq!(together([0, 0, 1, 2, 2, 3, 4, 5, 6]), Ok((9, 16)));
    assert_eq!(
        together([0, 0, 0, 2, 2, 3, 4, 5, 6]).unwrap_err(),
        "steps 1 and 3: (grasp red west left) and (walk west east) have the same time, but one of them changes \
         (robot west), which the other needs or changes"
    );
    // The second action needs an effect of the first, and nothing else.
    let message = together([0, 1, 2, 3, 4, 5, 5, 6, 7]).unwrap_err();
    assert!(
        message.starts_with("steps 6 and 7: (walk east west) and (grasp light west right) "),
        "{message}"
    );
    assert!(
        message.ends_with("changes (robot west), which the other needs or changes"),
        "{message}"
    );
}

/// Whether the two actions `one` and `two` of a domain may have the same time in this state.
fn agree(parts: &str, init: &str) -> bool {
    let domain = format!(
        "(define (domain d) (:requirements :adl :derived-predicates) (:constants a b c)
           (:predicates (p) (q) (r) (near ?x ?y) (on ?x) (any)) {parts})"
    );
    let problem = format!("(define (problem x) (:domain d) (:init {init}) (:goal (and)))");
    match judged(&domain, &problem, "0: (one)\n0: (two)") {
        Ok(_) => true,
        Err(InvalidPlan::Interference { numbers, .. }) => {
            assert_eq!(numbers, [1, 2]);
            false
        }
        Err(other) => panic!("{other}"),
    }
}

#[test]
fn conditions_of_all_kinds_count_as_needed() {
    let pair = |one: &str, two: &str| {
        let domain = format!("(:action one {one}) (:action two {two})");
        agree(&domain, "(p) (near a b)")
    };
    let adds_q = ":effect (q)";
    assert!(pair(adds_q, adds_q));
    assert!(pair(adds_q, ":precondition (p) :effect (not (r))"));
    assert!(!pair(adds_q, ":effect (not (q))"));
    assert!(!pair(adds_q, ":precondition (not (q)) :effect (r)"));
    assert!(!pair(adds_q, ":precondition (or (r) (q)) :effect (r)"));
    assert!(!pair(adds_q, ":effect (when (q) (r))"));
    assert!(!pair(adds_q, ":precondition (preference (q)) :effect (r)"));
    // A conditional effect does not interfere if its condition is false.
    assert!(pair(":effect (when (r) (q))", ":effect (not (q))"));
    assert!(!pair(":effect (when (p) (q))", ":effect (not (q))"));
    // Only neighbours of `a` are needed. `c` is not a neighbour in any state.
    let free = ":precondition (forall (?x) (or (not (near a ?x)) (not (on ?x)))) :effect (r)";
    assert!(pair(":effect (on c)", free));
    assert!(!pair(":effect (on b)", free));
    let other = ":effect (forall (?x) (when (and (on ?x) (not (= ?x c))) (not (on ?x))))";
    assert!(pair(":effect (on c)", other));
    assert!(!pair(":effect (on b)", other));
}

#[test]
fn a_derived_atom_needs_all_that_it_may_follow_from() {
    let domain = |changed: &str| {
        format!(
            "(:derived (any) (exists (?x) (on ?x))) (:action one :effect {changed})
             (:action two :precondition (not (any)) :effect (q))"
        )
    };
    assert!(agree(&domain("(r)"), ""));
    assert!(!agree(&domain("(on b)"), ""));
}

#[test]
fn states_between_simultaneous_steps_do_not_count() {
    let domain = "(define (domain d) (:requirements :adl :constraints) (:predicates (p) (q))
        (:action one :effect (p)) (:action two :effect (q)))";
    let problem = "(define (problem x) (:domain d) (:init) (:goal (and (p) (q)))
        (:constraints (always (or (and (p) (q)) (not (or (p) (q)))))))";
    assert!(judged(domain, problem, "0: (one)\n0: (two)").is_ok());
    let why = judged(domain, problem, "0: (one)\n1: (two)").unwrap_err();
    assert!(matches!(why, InvalidPlan::Constraint { after: 1, .. }));
}
