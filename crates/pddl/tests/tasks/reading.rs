//! Texts that the readers accept, and that they refuse: place, fact and remedy.

use crate::common::pictures::{
    BALLS, BALLS_PROBLEM, BLOCKS, HANOI, PARCELS, PARCELS_PROBLEM, blocks,
};
use crate::common::random_task::{Level, Random, random_task};
use proptest::prelude::*;
use saut_pddl::{NamedPlan, Quality, SasTask, read_domain, read_problem};

/// The message about a domain that is refused.
fn refused(domain: &str) -> String {
    match read_domain(domain, "d.pddl") {
        Ok(_) => panic!("accepted:\n{domain}"),
        Err(bad) => bad.to_string(),
    }
}

/// A domain with these sections.
fn domain(sections: &str) -> String {
    format!("(define (domain d)\n{sections})")
}

/// The message about a problem that is refused.
fn refused_problem(sections: &str) -> String {
    let domain = read_domain(BALLS, "d.pddl").unwrap();
    let text = format!("(define (problem p)\n{sections})");
    match read_problem(&text, "p.pddl", &domain) {
        Ok(_) => panic!("accepted:\n{text}"),
        Err(bad) => bad.to_string(),
    }
}

#[test]
fn cases_of_letters_do_not_matter() {
    let domain = read_domain(&BLOCKS.to_uppercase(), "d.pddl").unwrap();
    assert_eq!(domain.name(), "towers");
    assert!(read_problem(&blocks("ab", "ba"), "p.pddl", &domain).is_ok());
}

#[test]
fn a_truncated_file_is_refused_where_the_open_list_begins() {
    assert_eq!(
        refused("(define (domain d)\n  (:predicates (p)"),
        "d.pddl:2:3: the text ends before this list is closed; is a parenthesis missing, or is the file incomplete?"
    );
    assert!(refused("; nothing").contains("nothing but comments"));
    assert!(refused("(define (domain d))\n)").starts_with("d.pddl:2:1: text behind"));
}

#[test]
fn a_missing_parenthesis_is_told_where_its_list_begins_and_where_it_is_seen() {
    let whole = "(define (domain d)\n  (:requirements :strips)\n  (:predicates (p ?x)\n    (q ?x))\n  \
                 (:action a\n    :parameters (?x)\n    :precondition (and (p ?x)\n      (q ?x))\n    \
                 :effect (not (p ?x)))\n  (:action b\n    :parameters (?x)\n    :effect (p ?x))\n)\n";
    assert!(read_domain(whole, "d.pddl").is_ok());
    for (with, without, message) in [
        (
            "(q ?x))\n  (:action",
            "(q ?x)\n  (:action",
            "d.pddl:3:3: this list is still open at 5:3, where `(:action` stands; close it before",
        ),
        (
            "(q ?x))\n  (:action",
            "(q ?x\n  (:action",
            "d.pddl:4:5: this list is still open at 5:3, where `(:action` stands; close it before",
        ),
        (
            "(q ?x))\n    :effect",
            "(q ?x)\n    :effect",
            "d.pddl:7:19: this list is still open at 9:5, where `:effect` stands; close it before",
        ),
        (
            "(p ?x)\n    (q",
            "(p ?x\n    (q",
            "d.pddl:3:3: this list is still open at 5:3, where `(:action` stands; close it before",
        ),
        (
            "(p ?x)))\n",
            "(p ?x))\n",
            "d.pddl:5:3: this list is still open at 10:3, where `(:action` stands; close it before",
        ),
        (
            "(p ?x))\n)\n",
            "(p ?x)\n)\n",
            "d.pddl:1:1: the text ends before this list is closed; is a parenthesis missing, or is the file \
             incomplete?",
        ),
        (
            "(p ?x))\n)\n",
            "(p ?x))\n",
            "d.pddl:1:1: the text ends before this list is closed; is a parenthesis missing, or is the file \
             incomplete?",
        ),
    ] {
        assert!(whole.contains(with), "{with}");
        assert_eq!(refused(&whole.replacen(with, without, 1)), message);
    }
    let text = "(define (problem p)\n(:domain balls)\n(:init\n  (lies red west\n  (lies blue west))\n(:goal (and)))";
    let domain = read_domain(BALLS, "d.pddl").unwrap();
    let bad = read_problem(text, "p.pddl", &domain).err().unwrap();
    assert_eq!(
        bad.to_string(),
        "p.pddl:3:1: this list is still open at 6:1, where `(:goal` stands; close it before"
    );
}

#[test]
fn deep_nesting_is_refused_and_less_deep_nesting_is_not() {
    let nested = |depth: usize| {
        let (open, close) = ("(not ".repeat(depth), ")".repeat(depth));
        domain(&format!(
            "(:predicates (p)) (:action a :precondition {open}(p){close})"
        ))
    };
    assert!(read_domain(&nested(190), "d.pddl").is_ok());
    assert!(refused(&nested(100_000)).contains("nested more than 200 deep"));
}

#[test]
fn undeclared_names_come_with_the_nearest_declared_one() {
    let text =
        domain("(:predicates (holding ?x))\n(:action a :parameters (?x) :effect (holdign ?x))");
    assert_eq!(
        refused(&text),
        "d.pddl:3:38: predicate `holdign` is not declared; did you mean `holding`?"
    );
    let text = domain("(:types truck)(:predicates (p ?x - truk))");
    assert!(refused(&text).ends_with("type `truk` is not declared; did you mean `truck`?"));
    let text = domain("(:predicates (p ?x))(:action a :parameters (?from) :effect (p ?form))");
    assert!(refused(&text).contains("variable `?form` is not declared; did you mean `?from`?"));
    let text = "(:objects red - ball)(:init (lies rde west))(:goal (and))";
    assert!(refused_problem(text).contains("object `rde` is not declared; did you mean `red`?"));
    assert!(refused(&domain("(:requirements :typin)")).ends_with("did you mean `:typing`?"));
}

#[test]
fn wrong_arities_are_refused() {
    let text = domain("(:predicates (p ?x))(:action a :parameters (?x ?y) :effect (p ?x ?y))");
    assert!(refused(&text).ends_with("`p` has 2 arguments; it is declared with 1"));
    assert!(refused_problem("(:init (robot))(:goal (and))").contains("`robot` has 0 arguments"));
    let text = domain("(:predicates (p))(:action a :precondition (not (p) (p)))");
    assert!(refused(&text).contains("`not` with 2 parts, not 1"));
}

/// A domain in which a van and a house have no kind in common, but a boat is a kind of both.
fn of_types(action: &str) -> String {
    domain(&format!(
        "(:types van house - object boat - van boat - house lorry) (:constants hut - house)
         (:predicates (at ?v - van) (open ?h - house) (any ?x - (either van lorry)))\n{action}"
    ))
}

#[test]
fn an_atom_that_can_never_hold_for_its_types_is_refused() {
    let whole = |types: &str, condition: &str| {
        of_types(&format!(
            "(:action a :parameters (?x - {types})\n:precondition {condition})"
        ))
    };
    for (types, condition) in [
        ("van", "(at ?x)"),
        ("object", "(at ?x)"),
        ("boat", "(and (at ?x) (open ?x))"),
        ("house", "(at ?x)"),
        ("(either house lorry)", "(any ?x)"),
        ("van", "(open hut)"),
    ] {
        let read = read_domain(&whole(types, condition), "d.pddl");
        assert!(read.is_ok(), "{condition}: {}", read.unwrap_err());
    }
    let message = refused(&whole("lorry", "(not (at ?x))"));
    assert_eq!(
        message,
        "d.pddl:5:24: `?x` is of type lorry, and `at` is declared for van; give another term, or declare the \
         predicate for a type that both are kinds of"
    );
    assert!(refused(&whole("van", "(any hut)")).contains("`hut` is of type house"));
    let effect = of_types("(:action a :parameters (?x - lorry) :effect (open ?x))");
    assert!(refused(&effect).contains("`open` is declared for house"));
    let domain = read_domain(&of_types(""), "d.pddl").unwrap();
    for (sections, holds) in [
        ("(:init (open hut)) (:goal (at v))", true),
        ("(:init) (:goal (open v))", false),
    ] {
        let text = format!("(define (problem p) (:domain d) (:objects v - van) {sections})");
        assert_eq!(
            read_problem(&text, "p", &domain).is_ok(),
            holds,
            "{sections}"
        );
    }
}

/// A domain of vans and houses with functions, and this section.
fn with_functions(section: &str) -> String {
    domain(&format!(
        "(:types van house - object boat - van) (:constants hut - house dinghy - boat both - (either van house))
             (:predicates (at ?v - van)) (:functions (load ?v - van) (rent ?h - house) (any ?x - (either boat house))
             (total-cost) - number)\n{section}"
    ))
}

/// Such a domain with an action of a van and a house.
fn with_action(precondition: &str, effect: &str) -> String {
    with_functions(&format!(
        "(:action a :parameters (?v - van ?h - house)\n:precondition {precondition}\n:effect {effect})"
    ))
}

#[test]
fn an_argument_of_another_type_is_refused_for_functions_as_for_predicates() {
    for precondition in [
        "(>= (load ?v) (any hut))",
        "(= (load dinghy) (load both))",
        "(< (any ?v) (+ 1 (* 2 (rent both))))",
        "(forall (?b - boat) (> (load ?b) (any ?b)))",
    ] {
        let read = read_domain(&with_action(precondition, "(at ?v)"), "d.pddl");
        assert!(read.is_ok(), "{precondition}: {}", read.unwrap_err());
    }
    assert_eq!(
        refused(&with_action("(>= (load ?v) (load hut))", "(at ?v)")),
        "d.pddl:6:35: `hut` is of type house, and `load` is declared for van; give another term, or declare the \
         function for a type that both are kinds of"
    );
    for (precondition, effect, message) in [
        (
            "(not (= (rent dinghy) 3))",
            "(at ?v)",
            "6:29: `dinghy` is of type boat",
        ),
        (
            "(exists (?b - boat) (< 0 (- (rent ?b))))",
            "(at ?v)",
            "6:49: `?b` is of type boat",
        ),
        (
            "(and)",
            "(increase (load ?h) 1)",
            "7:25: `?h` is of type house",
        ),
        (
            "(and)",
            "(assign (load ?v) (load ?h))",
            "7:33: `?h` is of type house",
        ),
        (
            "(and)",
            "(when (at ?v) (scale-up (rent ?v) 2))",
            "7:39: `?v` is of type van",
        ),
        (
            "(and)",
            "(increase (total-cost) (rent ?v))",
            "7:38: `?v` is of type van",
        ),
        (
            "(and)",
            "(increase (total-cost) (rent))",
            "7:32: `rent` has 0 arguments",
        ),
        (
            "(and)",
            "(increase (total-cots) 1)",
            "7:20: function `total-cots` is not declared",
        ),
    ] {
        let said = refused(&with_action(precondition, effect));
        assert!(said.starts_with(&format!("d.pddl:{message}")), "{said}");
    }
    let axiom = |head: &str| {
        with_functions("")
            .replacen(
                "(at ?v - van)",
                "(at ?v - van) (near ?v - van ?h - house)",
                1,
            )
            .replace(
                "number)\n)",
                &format!("number)\n(:derived {head} (at ?v)))"),
            )
    };
    assert!(read_domain(&axiom("(near ?v - van ?h - house)"), "d.pddl").is_ok());
    let said = refused(&axiom("(near ?v - van ?h - boat)"));
    assert!(
        said.starts_with("d.pddl:5:26: `?h` is of type boat"),
        "{said}"
    );
}

#[test]
fn an_argument_of_another_type_is_refused_in_every_section_of_a_problem() {
    let numeric = with_action("(> (load ?v) 0)", "(increase (load ?v) (rent ?h))");
    let numeric = read_domain(&numeric, "d.pddl").unwrap();
    let problem = |init: &str, goal: &str, metric: &str| {
        let text = format!(
            "(define (problem p) (:domain d) (:objects bus - van)\n(:init {init})\n(:goal {goal})\n(:metric minimize {metric}))"
        );
        read_problem(&text, "p.pddl", &numeric).map_err(|bad| bad.to_string())
    };
    let [init, goal, metric] = ["(= (load bus) 3)", "(> (load both) 3)", "(+ (load bus) 1)"];
    assert!(problem(init, goal, metric).is_ok());
    for (init, goal, metric, message) in [
        (
            "(= (load hut) 3)",
            goal,
            metric,
            "2:17: `hut` is of type house",
        ),
        (
            "(= (any bus) 3)",
            goal,
            metric,
            "2:16: `bus` is of type van",
        ),
        (
            "(= (load bus hut) 3)",
            goal,
            metric,
            "2:11: `load` has 2 arguments",
        ),
        (
            init,
            "(> (load hut) 3)",
            metric,
            "3:17: `hut` is of type house",
        ),
        (init, goal, "(* 2 (rent bus))", "4:30: `bus` is of type van"),
    ] {
        let said = problem(init, goal, metric).err().unwrap();
        assert!(said.starts_with(&format!("p.pddl:{message}")), "{said}");
    }
}

#[test]
fn a_metric_of_what_is_not_declared_is_refused() {
    let read = |functions: &str, metric: &str| {
        let text = domain(&format!(
            "(:requirements :numeric-fluents :action-costs)(:predicates (p)) (:functions (money-spent) {functions})
             (:action a :effect (and (p) (increase (money-spent) 2)))"
        ));
        let domain = read_domain(&text, "d.pddl").unwrap_or_else(|bad| panic!("{bad}"));
        let text =
            format!("(define (problem p) (:domain d) (:init) (:goal (p))\n(:metric {metric}))");
        let read = read_problem(&text, "p.pddl", &domain).map_err(|bad| bad.to_string())?;
        Ok(read.warnings().iter().map(ToString::to_string).collect())
    };
    let nothing: Vec<String> = Vec::new();
    let good = "minimize (money-spent)";
    assert_eq!(read("", good), Ok(nothing.clone()));
    assert_eq!(
        read("", "maximize (* 3 (money-spent))"),
        Ok(nothing.clone())
    );
    assert_eq!(
        read("(total-cost)", "minimize (total-cost)"),
        Ok(nothing.clone())
    );
    assert_eq!(
        read("(total-time)", "minimize (+ (total-time) (money-spent))"),
        Ok(nothing)
    );
    let time = "p.pddl:2:2: a metric of `total-time` in a task without time; leave it out; without a metric every \
                action costs 1";
    let told = read("", "minimize (+ (* 4 (total-time)) (money-spent))");
    assert_eq!(told, Ok(vec![time.to_owned()]));
    for (metric, message) in [
        (
            "minimize (money)",
            "p.pddl:2:20: function `money` is not declared; declare it in `:functions`",
        ),
        (
            "minimize money-spend",
            "p.pddl:2:19: function `money-spend` is not declared; did you mean `money-spent`?",
        ),
        (
            "minimize (+ (total-time) (money))",
            "p.pddl:2:36: function `money` is not declared; declare it in `:functions`",
        ),
        (
            "minimize (total-cost)",
            "p.pddl:2:20: function `total-cost` is not declared; declare it in `:functions`",
        ),
        (
            "minimise (money-spent)",
            "p.pddl:2:10: `minimise` in a metric; did you mean `minimize`?",
        ),
        (
            "minimize (money-spent) 3",
            "p.pddl:2:2: `:metric` without its two parts; write `(:metric minimize (total-cost))`",
        ),
    ] {
        assert_eq!(read("", metric), Err(message.to_owned()));
    }
}

#[test]
fn a_metric_of_violations_names_what_is_not_declared() {
    let text = domain(
        "(:requirements :preferences)(:predicates (p))(:functions (total-cost))(:action a :effect (p))",
    );
    let domain = read_domain(&text, "d.pddl").unwrap();
    let read = |cost: &str| {
        let text = format!(
            "(define (problem p) (:domain d) (:init) (:goal (preference x (p)))\n(:metric minimize (+ {cost} (is-violated x))))"
        );
        read_problem(&text, "p.pddl", &domain).map_err(|bad| bad.to_string())
    };
    assert!(read("(total-cost)").is_ok());
    for (cost, message) in [
        (
            "(total-csot)",
            "p.pddl:2:23: function `total-csot` is not declared; did you mean `total-cost`?",
        ),
        (
            "(total-cost x)",
            "p.pddl:2:22: `total-cost` has 1 argument; it is declared with 0",
        ),
    ] {
        assert_eq!(read(cost).err().unwrap(), message);
    }
}

#[test]
fn a_problem_of_another_domain_is_told() {
    let domain = read_domain(BALLS, "d.pddl").unwrap();
    let read = |text: &str| read_problem(text, "p.pddl", &domain).unwrap();
    assert!(read(BALLS_PROBLEM).warnings().is_empty());
    let other = BALLS_PROBLEM.replacen(&format!("(:domain {})", domain.name()), "(:domain x)", 1);
    let warnings = read(&other).warnings().to_vec();
    let [warning] = &warnings[..] else {
        panic!("{warnings:?}");
    };
    let both = format!(
        "of the domain `x`, and the domain given is `{}`",
        domain.name()
    );
    assert!(warning.to_string().contains(&both), "{warning}");
}

#[test]
fn what_no_effect_can_be_is_said() {
    for (effect, said) in [
        ("(or (p) (q))", "an effect cannot be a disjunction"),
        ("(exists (?x) (p))", "an effect cannot be an existence"),
        ("(not (and (p) (q)))", "an effect cannot be the negation"),
        (
            "(p) (q)",
            "join several conditions or effects by `(and ...)`",
        ),
    ] {
        let text = domain(&format!(
            "(:predicates (p) (q)) (:action a :effect {effect})"
        ));
        assert!(refused(&text).contains(said), "{}", refused(&text));
    }
    let text = domain("(:predicates (p) (q)) (:action a :effect (and (p) (not (q))))");
    assert!(read_domain(&text, "d.pddl").is_ok());
}

#[test]
fn cyclic_types_are_refused_and_several_supertypes_are_not() {
    assert!(refused(&domain("(:types a - b b - c c - a)")).contains("is a kind of itself"));
    assert!(refused(&domain("(:types a - a)")).contains("type `a` is a kind of itself"));
    assert!(read_domain(&domain("(:types a - b a - c b c - d d - object)"), "d").is_ok());
}

/// Warnings about a domain with these sections.
fn told(sections: &str) -> Vec<String> {
    let read = read_domain(&domain(sections), "d.pddl").unwrap_or_else(|bad| panic!("{bad}"));
    read.warnings().iter().map(ToString::to_string).collect()
}

/// Warnings about a problem of balls with these sections.
fn told_of_problem(sections: &str) -> Vec<String> {
    let domain = read_domain(BALLS, "d.pddl").unwrap();
    let text = format!("(define (problem p)\n{sections})");
    let read = read_problem(&text, "p.pddl", &domain).unwrap_or_else(|bad| panic!("{bad}"));
    read.warnings().iter().map(ToString::to_string).collect()
}

#[test]
fn what_real_files_do_wrong_is_read_and_told() {
    for (sections, message) in [
        (
            "(:types a)(:predicates (p ?x - a)(q))(:action x :parameters (?y) :precondition (or (p ?y)(q)))",
            "d.pddl:2:30: what needs `:typing`, `:disjunctive-preconditions`, which `:requirements` does not \
             declare; declare it there",
        ),
        (
            "(:predicates (p ?x))(:types a)",
            "d.pddl:2:22: `:types` stands behind `:predicates`; the grammar has it before",
        ),
        (
            "(:constants x x y x)",
            "d.pddl:2:15: a second object `x` (and 1 more of this kind); declare it once, with the types \
             of both places",
        ),
        (
            "(:predicates (= ?x ?y) (p))",
            "d.pddl:2:14: `=` is declared as a predicate; leave it out; it compares two objects without being \
             declared",
        ),
        (
            "(:types a b c a)",
            "d.pddl:2:15: a second type `a`; declare it once; it is a kind of the supertypes of both places",
        ),
        (
            "(:requirements :typing)(:types lorry - vehcle vehicle)",
            "d.pddl:2:40: type `vehcle` is only a supertype; declare it, too; or did you mean `vehicle`?",
        ),
        (
            "(:predicates (p ?x ?x) (q ?x))",
            "d.pddl:2:20: a second `?x`; rename one of the two",
        ),
        (
            "(:requirements :adl)(:types a b)(:predicates (p))\n(:action x :parameters (?x - a ?y - b) :precondition (not (= ?x ?y)) :effect (p))",
            "d.pddl:3:59: `?x` is of type a and `?y` of type b: they are never the same object; leave the comparison \
             out, or compare other terms",
        ),
        (
            "(:requirements :adl)(:predicates (p))(:constraints (always (p)))",
            "d.pddl:2:39: what needs `:constraints`, which `:requirements` does not declare; declare it there",
        ),
        (
            "(:requirements :adl)(:predicates (p))\n(:action x :precondition (preference y (p)) :effect (p))",
            "d.pddl:3:27: what needs `:preferences`, which `:requirements` does not declare; declare it there",
        ),
        (
            "(:requirements :ucpop)(:predicates (p))(:functions (f))(:action x :effect (increase (f) 1))",
            "d.pddl:2:76: what needs `:numeric-fluents`, which `:requirements` does not declare; declare it there",
        ),
        (
            "(:requirements :fluents)(:functions (f) (g))\n(:action x :effect (increase (f) (* (g))))",
            "d.pddl:3:34: `*` of one number; is the second missing? the grammar has two or more",
        ),
        (
            "(:constants 1 a=b)",
            "d.pddl:2:13: `1` is no name by the grammar (and 1 more of this kind); names begin with a letter and \
             have letters, digits, `-` and `_`",
        ),
    ] {
        assert_eq!(told(sections), [message]);
    }
    let time = "(:domain balls)(:init)(:goal (and))(:metric minimize (total-time))";
    assert_eq!(
        told_of_problem(time),
        [
            "p.pddl:2:37: `minimize (total-time)` in a task without time; leave it out; without a metric every action costs 1"
        ]
    );
    let second = told_of_problem("(:domain balls)(:objects west - room)(:init)(:goal (and))");
    assert!(second[0].contains("a second object `west`"), "{second:?}");
    let unsorted = told_of_problem("(:domain balls)(:goal (and))(:init)");
    assert!(
        unsorted[0].contains("`:init` stands behind `:goal`"),
        "{unsorted:?}"
    );
}

#[test]
fn a_problem_without_its_start_or_its_domain_is_told() {
    let told = |sections: &str| told_of_problem(&format!("{sections}(:goal (and))"));
    assert!(told("(:domain balls)(:init)").is_empty());
    assert_eq!(
        told("(:domain balls)"),
        [
            "p.pddl:1:1: the problem has no `:init`; add `(:init ...)`; without it nothing holds at the start"
        ]
    );
    assert_eq!(
        told("(:init)"),
        ["p.pddl:1:1: the problem has no `:domain`; add `(:domain balls)`"]
    );
    for wrong in ["(:domain)", "(:domain balls boxes)", "(:domain (balls))"] {
        let said = refused_problem(&format!("{wrong}(:init)(:goal (and))"));
        let message = "p.pddl:2:2: `:domain` is not followed by one name; write `(:domain balls)`";
        assert_eq!(said, message);
    }
}

#[test]
fn constants_and_kinds_may_be_compared_with_what_they_can_be() {
    let compared = |equation: &str| {
        told(&format!(
            "(:requirements :adl)(:types a b - object c - a)(:constants k - a both - (either a b))(:predicates (p))
             (:action x :parameters (?x - a ?y - b ?z - c ?o - object) :precondition {equation} :effect (p))"
        ))
    };
    for fine in [
        "(= ?x ?z)",
        "(= ?o ?y)",
        "(= k ?x)",
        "(= both ?y)",
        "(= ?y both)",
        "(= ?o k)",
    ] {
        assert!(compared(fine).is_empty(), "{fine}: {:?}", compared(fine));
    }
    for never in ["(= ?y ?z)", "(= k ?y)", "(= ?z k)"] {
        assert!(
            compared(never)[0].contains("never the same object"),
            "{never}"
        );
    }
}

#[test]
fn a_type_without_a_blank_behind_its_dash_is_the_type_and_told() {
    let text =
        domain("(:requirements :typing)(:types truck -thing box thing)(:predicates (p ?x -truck))");
    let read = read_domain(&text, "d.pddl").unwrap();
    let told: Vec<String> = read.warnings().iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        ["d.pddl:2:38: no blank behind `-` in `-thing` (and 1 more of this kind); write `- thing`"]
    );
    let problem = |objects: &str| {
        format!("(define (problem p)(:domain d)(:objects {objects})(:init (p a))(:goal (p a)))")
    };
    assert!(read_problem(&problem("a -truck"), "p.pddl", &read).is_ok());
    assert!(read_problem(&problem("a - box"), "p.pddl", &read).is_err());
}

#[test]
fn an_object_declared_twice_has_the_types_of_both_places() {
    let text = domain(
        "(:requirements :typing)(:types a b)(:constants x - a)(:predicates (p ?x - a) (q ?x - b))",
    );
    let domain = read_domain(&text, "d").unwrap();
    let read = |objects: &str, goal: &str| {
        let text =
            format!("(define (problem p) (:domain d) (:objects {objects}) (:init) (:goal {goal}))");
        read_problem(&text, "p", &domain)
    };
    assert!(read("x - b", "(and (p x) (q x))").is_ok());
    assert!(read("y - b", "(q x)").is_err());
}

#[test]
fn an_object_of_a_wrong_type_is_refused_in_the_initial_state_as_elsewhere() {
    let domain = read_domain(&of_types(""), "d.pddl").unwrap();
    let read = |at_start: &str, at_end: &str| {
        let text = format!(
            "(define (problem p) (:domain d) (:objects v - van) (:init (at {at_start})) (:goal (at {at_end})))"
        );
        read_problem(&text, "p", &domain).map_err(|bad| bad.to_string())
    };
    assert!(read("v", "v").is_ok());
    for refused in [read("hut", "v"), read("v", "hut")] {
        let message = refused.unwrap_err();
        assert!(message.contains("`hut` is of type house"), "{message}");
    }
}

#[test]
fn what_the_grammar_allows_is_not_told() {
    let text = "(DEFINE (domain D)\r\n\t(:Requirements :TYPING :equality)\r\n\t(:types Van boat - (either thing object))\r\n\t\
                (:predicates (At ?x - object))\r\n\t(:action A :parameters (?x - (either van BOAT) ?y - object)\r\n\t\t\
                :precondition (not (= ?x ?y)) :effect (at ?X)))\r\n";
    let read = read_domain(text, "d.pddl").unwrap();
    assert!(read.warnings().is_empty(), "{:?}", read.warnings());
    let text = "(define (problem p) (:domain d)\r\n(:objects a - VAN)\t(:init) (:goal (At A)))";
    let problem = read_problem(text, "p.pddl", &read).unwrap();
    assert!(problem.warnings().is_empty(), "{:?}", problem.warnings());
    for whole in [":adl", ":ucpop"] {
        let declared = told(&format!(
            "(:requirements {whole})(:types a)(:predicates (p ?x - a)(q))\n\
             (:action x :parameters (?y) :precondition (or (p ?y)(not (q))) :effect (when (q) (p ?y)))"
        ));
        assert!(declared.is_empty(), "{declared:?}");
    }
}

#[test]
fn duplicate_definitions_are_refused() {
    for (sections, fact) in [
        ("(:predicates (p) (p ?x))", "a second predicate `p`"),
        ("(:action a) (:action a)", "a second action `a`"),
        ("(:types a) (:types b)", "a second `:types`"),
        ("(:action a :parameters (?x ?x))", "a second `?x`"),
        ("(:action a :effect () :effect ())", "a second `:effect`"),
        (
            "(:functions (f) - number (f) - number)",
            "a second function `f`",
        ),
        (
            "(:functions (f) - number - number)",
            "no function before `-`",
        ),
    ] {
        let message = refused(&domain(sections));
        assert!(message.contains(fact), "{message}");
    }
    assert!(refused_problem("(:goal (and))(:goal (and))").contains("a second `:goal`"));
}

#[test]
fn other_levels_of_the_language_are_refused_by_name() {
    for (sections, feature) in [
        (
            "(:axiom :vars (?x) :implies (p ?x))",
            "axioms of before PDDL 2.2",
        ),
        ("(:durative-action a)", "durative actions"),
        ("(:process a)", "PDDL+"),
        (
            "(:predicates (p))(:constraints (within 3 (p)))",
            "trajectory constraints about time",
        ),
        ("(:functions (f) - thing)", "object fluents"),
        (
            "(:predicates (p))(:action a :effect (oneof (p)))",
            "non-deterministic",
        ),
    ] {
        let message = refused(&domain(sections));
        assert!(
            message.contains(feature) && message.contains("not supported"),
            "{message}"
        );
        assert!(message.starts_with("d.pddl:2:"), "{message}");
    }
    let timed = "(:init (at 5 (robot west)))(:goal (and))";
    assert!(refused_problem(timed).contains("timed initial literals are not supported"));
    let metric = "(:goal (and))(:metric maximize (total-cost))";
    assert!(refused_problem(metric).contains("a metric other than"));
}

#[test]
fn predicates_may_be_called_like_words_of_other_levels() {
    let text = "(:predicates (at ?x) (within ?x) (over ?x))
        (:action a :parameters (?x) :precondition (within ?x) :effect (at ?x))";
    assert!(read_domain(&domain(text), "d.pddl").is_ok());
}

#[test]
fn swapped_files_are_noticed() {
    assert!(
        refused(BALLS_PROBLEM).ends_with("a problem, not a domain; were the two files swapped?")
    );
}

#[test]
fn costs_are_whole_numbers_or_make_a_task_one_with_numbers() {
    let init =
        |value: &str| format!("(:objects x - ball)(:init (= (effort x) {value}))(:goal (and))");
    let domain = read_domain(BALLS, "d.pddl").unwrap();
    for good in ["3", "3.0", "0"] {
        let text = format!("(define (problem p) {})", init(good));
        assert!(!read_problem(&text, "p.pddl", &domain).unwrap().is_numeric());
    }
    for fraction in ["2.5", "1e3"] {
        let text = format!("(define (problem p) {})", init(fraction));
        assert!(read_problem(&text, "p.pddl", &domain).unwrap().is_numeric());
    }
    for wrong in ["-1", "x", "-0.5"] {
        assert!(refused_problem(&init(wrong)).contains("is no cost"));
    }
    // A power of ten makes no cost of what is below 0.
    assert!(!refused_problem(&init("-1")).contains("power of ten"));
    for large in ["1000000000001", "99999999999999999999"] {
        assert!(refused_problem(&init(large)).contains("too large for a cost"));
    }
}

/// A metric, the increases of its action, and the weight of a soft precondition: the message, if there is one.
fn costly(metric: &str, increases: &str) -> Option<String> {
    let domain = format!(
        "(define (domain d) (:requirements :adl :action-costs :preferences) (:predicates (p))
           (:functions (total-cost) (toll) - number)
           (:action go :precondition (preference y (p)) :effect (and (p) {increases})))"
    );
    let domain = read_domain(&domain, "d.pddl").unwrap();
    let problem = format!(
        "(define (problem x) (:domain d) (:init (= (toll) 999999999999)) (:goal (p))\n(:metric minimize {metric}))"
    );
    let refused = read_problem(&problem, "p.pddl", &domain).err();
    refused.map(|bad| bad.to_string())
}

#[test]
fn steps_whose_costs_could_not_be_summed_up_are_refused() {
    let toll = "(increase (total-cost) (toll))";
    let violated = |factor: &str| format!("(+ (* {factor} (total-cost)) (is-violated y))");
    assert_eq!(costly("(total-cost)", toll), None);
    assert_eq!(
        costly("(total-cost)", &format!("{toll} (increase (total-cost) 1)")),
        None
    );
    assert_eq!(costly(&violated("1"), toll), None);
    let refused = |metric: &str, increases: &str| costly(metric, increases).unwrap();
    let too_large = "p.pddl:2:2: an action `go` may cost 1000000000001, which is too large for a cost; \
        the greatest is 1000000000000; divide all by a power of ten";
    assert_eq!(
        refused("(total-cost)", &format!("{toll} (increase (total-cost) 2)")),
        too_large
    );
    assert_eq!(
        refused(&violated("1"), &format!("{toll} (increase (total-cost) 1)")),
        too_large
    );
    assert!(refused(&violated("2"), toll).contains("may cost 1999999999999"));
    let many = "(total-cost) ".repeat(20);
    let sum = format!("(+ (is-violated y) (* 1000000 (+ {many})))");
    assert!(refused(&sum, "").contains("a factor that is too large"));
    let violations = "(is-violated y) ".repeat(2);
    let sum = format!("(* 600000 (+ {violations}))");
    assert!(refused(&sum, "").contains("a factor that is too large"));
    assert_eq!(costly(&sum.replace('6', "5"), ""), None);
}

#[test]
fn the_total_begins_at_nothing() {
    let total = |value: &str| format!("(:init (= (total-cost) {value}))(:goal (and))");
    let domain = read_domain(BALLS, "d.pddl").unwrap();
    let text = format!("(define (problem p) {})", total("0"));
    assert!(read_problem(&text, "p.pddl", &domain).is_ok());
    assert!(refused_problem(&total("7")).contains("does not begin at 0"));
}

#[test]
fn plan_files_have_a_step_a_line() {
    let plan = NamedPlan::read(
        "; a plan\n0: (Walk A  b)\n\n1: (stop) ; here\n1.5 : ( go ) [D:1.00; C:0.10]\n",
        "plan",
    )
    .unwrap();
    assert_eq!(plan.written(), "(walk a b)\n(stop)\n(go)\n");
    for wrong in [
        "walk a b",
        "(walk a) (walk b)",
        "x: (walk)",
        "(walk",
        "()",
        "0:",
        "1.2.3: (walk)",
        "-1: (walk)",
    ] {
        let message = NamedPlan::read(&format!("\n{wrong}"), "plan")
            .unwrap_err()
            .to_string();
        assert!(message.starts_with("plan:2: "), "{message}");
    }
}

#[test]
fn times_order_the_steps_of_a_plan() {
    let read = |text: &str| NamedPlan::read(text, "plan");
    let order = |text: &str| read(text).unwrap().written();
    assert_eq!(order("10: (c)\n9.50: (b)\n0.1: (a)"), "(a)\n(b)\n(c)\n");
    // Two floats are the same here.
    let near = "1.00000000000000000001: (b)\n1.0: (a)";
    assert_eq!(order(near), "(a)\n(b)\n");
    assert_eq!(read(near).unwrap().in_sequence(), None);
    let together = read("1.0: (b)\n1: (a)").unwrap();
    assert_eq!(together.in_sequence(), Some(read("(b)\n(a)").unwrap()));
    for (mixed, line) in [("0: (a)\n\n(b)", 3), ("(a)\n1: (b)", 2)] {
        let message = read(mixed).unwrap_err().to_string();
        assert!(message.starts_with(&format!("plan:{line}: `")), "{message}");
        assert!(message.ends_with("give every step its time, or none"));
    }
}

/// Words that do not belong where they are put.
const SPOILS: [&str; 7] = ["-", "?x", ":init", "-1", "99999999999999999999", "é", "("];

/// Spoils a text: cuts it off, removes, doubles or swaps bytes and words.
fn spoilt(text: &str, seed: u64) -> String {
    let mut random = Random(seed);
    let mut words: Vec<String> = text
        .replace('(', " ( ")
        .replace(')', " ) ")
        .split_whitespace()
        .map(str::to_owned)
        .collect();
    for _ in 0..=random.below(3) {
        if words.is_empty() {
            break;
        }
        let (at, other) = (random.below(words.len()), random.below(words.len()));
        match random.below(6) {
            0 => words.truncate(at),
            1 => drop(words.remove(at)),
            2 => words.insert(at, words[other].clone()),
            3 => words.swap(at, other),
            4 => SPOILS[random.below(SPOILS.len())].clone_into(&mut words[at]),
            _ => words[at].push('?'),
        }
    }
    words.join(" ")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn readers_never_panic_on_spoilt_files(seed: u64, which in 0..4_usize) {
        let (random_domain, random_problem) =
            random_task(seed, Level { quantifiers: true, conditional: true });
        let parcels = (PARCELS.to_owned(), PARCELS_PROBLEM.to_owned());
        let balls = (BALLS.to_owned(), BALLS_PROBLEM.to_owned());
        let towers = (BLOCKS.to_owned(), blocks("abc", "cba"));
        let (domain, problem) =
            [parcels, balls, towers, (random_domain, random_problem)][which].clone();
        let good = read_domain(&domain, "d").unwrap();
        let _ = read_problem(&spoilt(&problem, seed), "p", &good);
        if let Ok(domain) = read_domain(&spoilt(&domain, seed), "d") {
            // What can be read can be grounded: no name in it is left open.
            if let Ok(problem) = read_problem(&problem, "p", &domain) {
                let _ = saut_pddl::ground(&domain, &problem, Quality::AnyPlan, &saut_pddl::GroundingLimits::default());
            }
        }
    }

    #[test]
    fn readers_never_panic_on_garbage(text in "[()?:a-c;\\-= \n0-9é]{0,80}", any in ".{0,60}") {
        let good = read_domain(HANOI, "d").unwrap();
        for text in [text, any] {
            let _ = read_domain(&text, "d");
            let _ = read_problem(&text, "p", &good);
            let _ = read_problem(&format!("(define (problem p) {text})"), "p", &good);
            let _ = NamedPlan::read(&text, "plan");
            let _ = SasTask::read(&text, "sas");
        }
    }
}
