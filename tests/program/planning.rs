//! `saut plan` and `saut validate`: any planning task in PDDL or SAS+, from outside.

use std::fs;
use std::path::Path;

use crate::program::{Desk, Said};

pub const FERRY: &str = "(define (domain ferry) (:requirements :typing :equality)
  (:types car port)
  (:predicates (at ?c - car ?p - port) (ship ?p - port) (aboard ?c - car) (empty)
               (open ?p - port))
  (:action sail :parameters (?from ?to - port)
    :precondition (and (ship ?from) (open ?to) (not (= ?from ?to)))
    :effect (and (ship ?to) (not (ship ?from))))
  (:action board :parameters (?c - car ?p - port)
    :precondition (and (at ?c ?p) (ship ?p) (empty))
    :effect (and (aboard ?c) (not (at ?c ?p)) (not (empty))))
  (:action land :parameters (?c - car ?p - port)
    :precondition (and (aboard ?c) (ship ?p))
    :effect (and (at ?c ?p) (empty) (not (aboard ?c)))))
";

/// Two cars at dover, the ship at calais.
fn crossing(open: &str, goal: &str) -> String {
    format!(
        "(define (problem crossing) (:domain ferry)
  (:objects beetle mini - car dover calais - port)
  (:init (at beetle dover) (at mini dover) (ship calais) (empty) {open})
  (:goal (and {goal})))
"
    )
}

const BOTH_PORTS: &str = "(open dover) (open calais)";
const BOTH_OVER: &str = "(at beetle calais) (at mini calais)";

/// A desk with the ferry and two cars that are to cross.
pub fn ferry() -> Desk {
    desk(BOTH_PORTS, BOTH_OVER)
}

/// A desk with the ferry and a crossing.
fn desk(open: &str, goal: &str) -> Desk {
    let desk = Desk::new();
    desk.write("ferry", FERRY);
    desk.write("crossing", crossing(open, goal));
    desk
}

/// Rooms that are lit where light comes from, through open doors; the domain does not say that it needs types.
const HOUSE: &str = "(define (domain house) (:requirements :adl)
  (:predicates (lamp ?r) (door ?r ?s) (lit ?r) (read ?r))
  (:derived (lit ?r) (or (lamp ?r) (exists (?s) (and (lit ?s) (door ?s ?r)))))
  (:action shut :parameters (?r ?s) :precondition (door ?r ?s) :effect (not (door ?r ?s)))
  (:action read :parameters (?r) :precondition (lit ?r) :effect (read ?r)))
";

fn house(doors: &str, goal: &str) -> Desk {
    let desk = Desk::new();
    desk.write("house", HOUSE);
    let problem = format!(
        "(define (problem evening) (:domain house) (:objects hall kitchen attic)
          (:init (lamp hall) {doors}) (:goal (and {goal})))"
    );
    desk.write("evening", problem);
    desk
}

#[test]
fn derived_predicates_are_planned_with_validated_and_refuted() {
    let (row, circle) = (
        "(door hall kitchen) (door kitchen attic)",
        "(door kitchen attic) (door attic kitchen)",
    );
    for (doors, goal, status) in [
        (row, "(read attic) (not (lit kitchen))", 0),
        (circle, "(read attic) (not (lit kitchen))", 20),
        (row, "(lit attic) (not (door kitchen attic))", 20),
    ] {
        let desk = house(doors, goal);
        for method in ["auto", "exhaustive"] {
            let said = desk.gives(
                status,
                &format!("plan house evening --method {method} --json"),
            );
            desk.write("answer", &said.out);
            let checked = desk.gives(0, "validate house evening answer");
            assert!(!checked.out.is_empty());
        }
    }
    let desk = house(
        "(door hall kitchen) (door kitchen attic)",
        "(read attic) (not (lit kitchen))",
    );
    desk.write("right", "(read attic)\n(shut hall kitchen)\n");
    desk.gives(0, "validate house evening right");
    desk.write("wrong", "(shut hall kitchen)\n(read attic)\n");
    let said = desk.gives(1, "validate house evening wrong");
    assert!(
        said.out.contains("(lit attic) does not hold")
            || said.err.contains("(lit attic) does not hold")
    );
}

#[test]
fn what_is_read_with_a_warning_is_refused_where_that_is_asked_for() {
    let desk = house("(door hall kitchen)", "(read kitchen)");
    let loose = HOUSE.replace("(:requirements :adl)", "(:requirements :strips)");
    let message = "what needs `:derived-predicates`, `:disjunctive-preconditions`, \
                   `:existential-preconditions`, which `:requirements` does not declare";
    for (domain, warns) in [(loose.as_str(), true), (HOUSE, true)] {
        desk.write("house", domain);
        let said = desk.gives(0, "plan house evening");
        assert_eq!(said.err.contains("warning"), warns, "{}", said.err);
        assert!(
            desk.gives(2, "plan house evening --strict")
                .err
                .contains("does not declare")
        );
    }
    desk.write("house", &loose);
    assert!(desk.gives(0, "plan house evening").err.contains(message));
    desk.write("plan", "(read kitchen)\n");
    desk.write("house", HOUSE.replace(":adl", ":adl :derived-predicates"));
    let said = desk.gives(0, "plan house evening --strict");
    assert!(!said.err.contains("warning"), "{}", said.err);
    desk.gives(0, "validate house evening plan --strict");
    desk.write("house", &loose);
    assert!(
        desk.gives(2, "validate house evening plan --strict")
            .err
            .contains("does not declare")
    );
}

#[test]
fn what_a_task_leaves_out_or_says_twice_is_told_and_refused_strictly() {
    let domain =
        "(define (domain d) (:requirements :adl :constraints) (:types a b) (:constants k - a)
        (:predicates (p ?x - a)) (:constraints (always (p k)))
        (:action act :parameters (?x - a) :effect (p ?x)))";
    let problem = "(define (problem p) (:domain d) (:objects o - a) (:init (p k)) (:goal (p k)))";
    let desk = Desk::new();
    desk.write("d", domain);
    desk.write("p", problem);
    let said = desk.gives(0, "plan d p --strict");
    assert!(!said.err.contains("warning"), "{}", said.err);
    for (domain, problem, message) in [
        (
            domain,
            problem.replace("(:domain d)", ""),
            "p:1:1: the problem has no `:domain`",
        ),
        (
            &domain.replace("(:constraints (always (p k)))", ""),
            problem.replace("(:init (p k))", ""),
            "p:1:1: the problem has no `:init`",
        ),
        (
            &domain.replace("(:types a b)", "(:types a b a)"),
            problem.to_owned(),
            "d:1:66: a second type `a`",
        ),
        (
            &domain.replace(":adl :constraints", ":adl"),
            problem.to_owned(),
            "d:2:35: what needs `:constraints`, which `:requirements` does not declare",
        ),
    ] {
        desk.write("d", domain);
        desk.write("p", problem);
        let said = desk.gives(0, "plan d p");
        assert!(
            said.err.contains(&format!("warning: {message}")),
            "{said:?}"
        );
        let said = desk.gives(2, "plan d p --strict");
        assert!(
            said.out.is_empty() && said.err.contains(message),
            "{said:?}"
        );
    }
}

#[test]
fn a_slip_in_the_arguments_of_a_function_is_no_task() {
    let domain = "(define (domain lorries) (:requirements :typing :numeric-fluents)
        (:types lorry parcel) (:predicates (light ?p - parcel)) (:functions (weight ?p - parcel) (spent))
        (:action weigh :parameters (?p - parcel) :precondition (< (weight ?p) 5)
         :effect (and (light ?p) (increase (spent) 1))))";
    let desk = Desk::new();
    desk.write("lorries", domain);
    let right = "(define (problem tour) (:domain lorries) (:objects big - lorry book - parcel)
(:init (= (weight book) 3) (= (spent) 0)) (:goal (light book)) (:metric minimize (spent)))";
    desk.write("tour", right);
    desk.write("plan", "(weigh book)\n");
    desk.gives(0, "plan lorries tour --strict");
    for (with, without, message) in [
        (
            "(= (weight book) 3)",
            "(= (weight big) 3)",
            "tour:2:19: `big` is of type lorry, and `weight` is declared for parcel",
        ),
        (
            "minimize (spent)",
            "minimize (spend)",
            "tour:2:83: function `spend` is not declared; did you mean `spent`?",
        ),
    ] {
        assert!(right.contains(with), "{with}");
        desk.write("tour", right.replace(with, without));
        for command in [
            "plan lorries tour",
            "validate lorries tour plan",
            "explain lorries tour",
        ] {
            let said = desk.gives(2, command);
            assert!(
                said.out.is_empty() && said.err.contains(message),
                "{said:?}"
            );
        }
    }
}

/// A light with a switch that is broken: value 1 of its variable is reached by no operator.
fn light(is_broken: bool) -> String {
    let operators = if is_broken {
        "0\n".to_owned()
    } else {
        "1\nbegin_operator\npress light\n0\n1\n0 0 0 1\n1\nend_operator\n".to_owned()
    };
    format!(
        "begin_version\n3\nend_version\nbegin_metric\n0\nend_metric\n1\nbegin_variable\nvar0\n-1\n2\n\
         Atom off(light)\nAtom on(light)\nend_variable\n0\nbegin_state\n0\nend_state\nbegin_goal\n1\n\
         0 1\nend_goal\n{operators}0\n"
    )
}

#[test]
fn a_plan_is_printed_written_and_validated() {
    let desk = desk(BOTH_PORTS, BOTH_OVER);
    let said = desk.gives(0, "plan ferry crossing -o plan");
    assert!(said.out.starts_with("(sail calais dover)\n"), "{said:?}");
    assert!(said.out.contains("solved: "), "{said:?}");
    let valid = desk.gives(0, "validate ferry crossing plan");
    assert!(valid.out.starts_with("valid: "), "{valid:?}");
}

#[test]
fn every_method_gives_a_checked_document() {
    let desk = desk(BOTH_PORTS, BOTH_OVER);
    for (method, names) in [
        ("auto", &["gbfs"][..]),
        ("gbfs", &["gbfs"]),
        ("formulas", &["exists", "r2-exists"]),
        ("exhaustive", &["exhaustive"]),
    ] {
        let said = desk.gives(0, &format!("plan ferry crossing --json --method {method}"));
        let document = said.json();
        assert_eq!(document["task"], "crossing");
        assert_eq!(document["verdict"], "solved");
        assert_eq!(document["plan"][0], "(sail calais dover)");
        assert!(
            names.contains(&document["method"].as_str().unwrap()),
            "{document}"
        );
        assert_eq!(document["checked"], true);
        assert!(document["cost"].is_null());
        let steps = document["plan"].as_array().unwrap().len();
        assert_eq!(document["length"], steps);
    }
}

#[test]
fn the_fewest_actions_are_proved() {
    let desk = desk(BOTH_PORTS, BOTH_OVER);
    let document = desk
        .gives(0, "plan ferry crossing --json --minimise actions")
        .json();
    assert_eq!(document["length"], 8);
    assert_eq!(document["optimal"], true);
}

#[test]
fn proofs_that_no_plan_is_shorter_are_kept_and_checked_again() {
    let desk = desk(BOTH_PORTS, BOTH_OVER);
    let ending = |name: &str| Path::new(name).extension().map(ToOwned::to_owned);
    for (what, file, encoding) in [
        ("actions", "fewest.lrat", "sequential"),
        ("steps", "fewest.drat", "forall"),
    ] {
        let said = desk.gives(
            0,
            &format!("plan ferry crossing --minimise {what} --proof {file} --json"),
        );
        desk.write("answer", &said.out);
        let document = said.json();
        assert_eq!(document["proof"], file);
        let proofs = document["lower_bound"]["refuted"].as_array().unwrap();
        for one in proofs {
            let name = one["file"].as_str().unwrap();
            assert_eq!(one["encoding"], encoding);
            assert_eq!(one["format"], &file[file.len() - 4..]);
            assert!(what == "steps" || ending(name) == ending(file), "{name}");
            assert!(desk.0.path().join(format!("{name}.cnf")).is_file());
        }
        let valid = desk.gives(0, "validate ferry crossing answer");
        assert!(
            valid.out.contains(&format!("no plan has fewer {what}")),
            "{valid:?}"
        );
        let valid = desk
            .gives(0, "validate ferry crossing answer --json")
            .json();
        assert_eq!(valid["optimal"], true);

        // A longer plan, which the proofs do not make the shortest.
        let mut longer = document.clone();
        let plan = longer["plan"].as_array_mut().unwrap();
        plan.push("(sail calais dover)".into());
        longer["length"] = plan.len().into();
        desk.write("longer", longer.to_string());
        let refused = desk.gives(1, "validate ferry crossing longer");
        assert!(refused.err.contains("claim refused"), "{refused:?}");

        // Without one of them, and with the steps of one of them gone.
        let mut fewer = document.clone();
        fewer["lower_bound"]["refuted"]
            .as_array_mut()
            .unwrap()
            .pop();
        desk.write("fewer", fewer.to_string());
        let refused = desk.gives(1, "validate ferry crossing fewer");
        assert!(refused.err.contains("nothing excludes"), "{refused:?}");
        let path = desk.0.path().join(file);
        fs::write(&path, b"").unwrap();
        let refused = desk.gives(1, "validate ferry crossing answer");
        assert!(
            refused.err.contains("without the empty clause"),
            "{refused:?}"
        );
    }
    let said = desk.gives(0, "plan ferry crossing --minimise actions --json");
    desk.write("answer", &said.out);
    let valid = desk
        .gives(0, "validate ferry crossing answer --json")
        .json();
    assert_eq!(valid["optimal"], false);
    assert!(
        valid["unverified"][0]
            .as_str()
            .unwrap()
            .contains("was not kept")
    );
    let said = desk.gives(0, "plan ferry crossing --proof none.drat --json");
    assert!(said.err.contains("nothing was written"), "{said:?}");
    assert!(said.json()["proof"].is_null() && !desk.0.path().join("none.drat").exists());
}

#[test]
fn a_harbour_that_is_closed_is_out_of_reach() {
    let desk = desk("(open calais)", BOTH_OVER);
    let document = desk.gives(20, "plan ferry crossing --json").json();
    assert_eq!(document["verdict"], "infeasible");
    assert_eq!(document["certificate"]["kind"], "criterion");
    assert_eq!(document["certificate"]["name"], "relaxed-reachability");
    assert_eq!(document["checked"], true);
}

#[test]
fn two_cars_on_a_ship_for_one_are_a_pair_that_is_never_true() {
    let desk = desk(
        BOTH_PORTS,
        "(aboard beetle) (at mini calais) (ship dover) (empty)",
    );
    let document = desk.gives(20, "plan ferry crossing --json").json();
    assert_eq!(document["certificate"]["kind"], "pairs");
    assert_eq!(document["checked"], true);
    let told = desk.gives(20, "plan ferry crossing").out;
    assert!(told.contains("which are never true together"), "{told}");
    desk.write("answer", document.to_string());
    let validated = desk.gives(0, "validate ferry crossing answer").out;
    assert!(validated.contains("pair"), "{validated}");
    // The two facts that it names are read: others are not excluded.
    let mut spoiled = document.clone();
    let pair = &mut spoiled["certificate"]["reasons"][0]["never"][0];
    assert!(pair.is_array());
    *pair = serde_json::json!(["at(mini,calais)", "ship(dover)"]);
    desk.write("spoiled", spoiled.to_string());
    desk.gives(1, "validate ferry crossing spoiled");
    // The same certificate is refused for a task that has a plan.
    desk.write("possible", crossing(BOTH_PORTS, BOTH_OVER));
    desk.gives(1, "validate ferry possible answer");
}

#[test]
fn a_goal_that_contradicts_itself_is_told_as_that() {
    let desk = Desk::new();
    let domain = "(define (domain d) (:requirements :adl) (:predicates (p))
      (:action a :effect (p)) (:action b :precondition (p) :effect (not (p))))";
    desk.write("d.pddl", domain);
    let problem = |goal| format!("(define (problem p) (:domain d) (:init) (:goal {goal}))");
    desk.write("both.pddl", problem("(and (p) (not (p)))"));
    desk.write("one.pddl", problem("(p)"));
    let said = desk.gives(20, "plan d.pddl both.pddl").out;
    let told = "infeasible: the goal wants p and not p, which contradict each other\n";
    assert!(said.starts_with(told), "{said}");
    let said = desk.gives(20, "plan d.pddl both.pddl --json").out;
    desk.write("answer", &said);
    desk.gives(0, "validate d.pddl both.pddl answer");
    desk.gives(1, "validate d.pddl one.pddl answer");
}

#[test]
fn a_horizon_that_is_too_small_has_a_proof_that_is_checked_again() {
    let desk = desk(BOTH_PORTS, BOTH_OVER);
    let flags = "plan ferry crossing --encoding forall --horizon 3 --proof p.drat --json";
    let document = desk.gives(30, flags).json();
    assert_eq!(document["reason"], "horizon-refuted");
    desk.write("answer", document.to_string());
    let validated = desk
        .gives(0, "validate ferry crossing answer --json")
        .json();
    assert_eq!(validated["refuted"][0]["horizon"], 3);
    assert_eq!(validated["refuted"][0]["encoding"], "forall");
    // One more step than the proof is about, and a proof that is another's.
    let spoil = |spoil: &dyn Fn(&mut serde_json::Value)| {
        let mut spoiled = document.clone();
        spoil(&mut spoiled);
        desk.write("spoiled", spoiled.to_string());
        desk.gives(1, "validate ferry crossing spoiled");
    };
    spoil(&|it| it["lower_bound"]["refuted"][0]["horizon"] = 100.into());
    // Without a proof there is nothing to check.
    let unproved = desk.gives(
        30,
        "plan ferry crossing --encoding forall --horizon 3 --json",
    );
    desk.write("unproved", unproved.json().to_string());
    let told = desk.gives(2, "validate ferry crossing unproved").err;
    assert!(told.contains("--proof"), "{told}");
}

#[test]
fn flags_of_which_one_would_be_passed_over_are_refused() {
    let desk = desk(BOTH_PORTS, BOTH_OVER);
    for flags in [
        "--method gbfs --encoding forall",
        "--method exhaustive --backend batsat",
        "--method gbfs --minimise actions",
        "--minimise actions --horizon 5",
        "--minimise steps --encoding forall",
    ] {
        let told = desk.gives(2, &format!("plan ferry crossing {flags}")).err;
        assert!(told.contains("leave one of the two out"), "{told}");
    }
    let said = desk.gives(2, "plan ferry crossing --encoding forall/unfolded");
    assert!(said.err.contains("unfolded"), "{said:?}");
}

#[test]
fn they_are_refuted_state_by_state_if_that_is_asked_for() {
    let desk = desk(
        BOTH_PORTS,
        "(aboard beetle) (at mini calais) (ship dover) (empty)",
    );
    let flags = "plan ferry crossing --json --method exhaustive";
    let document = desk.gives(20, flags).json();
    assert_eq!(document["certificate"]["kind"], "exhaustive");
}

#[test]
fn a_spoiled_plan_is_refused_with_its_first_wrong_action() {
    let desk = desk(BOTH_PORTS, BOTH_OVER);
    let refused = |plan: &str, message: &str| {
        desk.write("plan", plan);
        let said: Said = desk.gives(1, "validate ferry crossing plan");
        assert!(said.err.contains(message), "{said:?}");
        assert_eq!(said.out, "");
    };
    refused(
        "(sail calais dover)\n(land mini dover)\n",
        "step 2: (land mini dover): (aboard mini) does not hold",
    );
    refused(
        "(sail calais dover)\n",
        "the goal is not reached: (at beetle calais)",
    );
    refused(
        "(fly beetle calais)\n",
        "step 1: (fly beetle calais): the domain has no such action",
    );
}

#[test]
fn a_sas_file_is_another_door() {
    let desk = Desk::new();
    desk.write("light.sas", light(false));
    desk.write("broken.sas", light(true));
    let document = desk.gives(0, "plan --sas light.sas --json").json();
    assert_eq!(document["plan"][0], "(press light)");
    let document = desk.gives(20, "plan --sas broken.sas --json").json();
    assert_eq!(document["certificate"]["name"], "relaxed-reachability");
}

#[test]
fn no_time_is_undecided() {
    let desk = desk(BOTH_PORTS, BOTH_OVER);
    let document = desk
        .gives(30, "plan ferry crossing --json --timeout 0")
        .json();
    assert_eq!(document["verdict"], "undecided");
    assert_eq!(document["reason"], "timeout");
}

#[test]
fn unusable_input_is_refused_with_its_place() {
    let desk = desk(BOTH_PORTS, BOTH_OVER);
    desk.write("broken", "(define (domain ferry)\n  (:predicates (at ?c)\n");
    desk.write(
        "durative",
        "(define (domain d)\n  (:durative-action sail))\n",
    );
    for (arguments, message) in [
        ("plan ferry nothing", "nothing"),
        ("plan broken crossing", "broken:"),
        ("plan durative crossing", "durative:2"),
        ("plan --sas ferry", "ferry"),
        ("validate ferry ferry crossing", "ferry:"),
        ("plan ferry crossing --backend noone", "noone"),
    ] {
        let said = desk.gives(2, arguments);
        assert!(said.err.contains(message), "{arguments}: {said:?}");
        assert_eq!(said.out, "", "{arguments}");
    }
}

#[test]
fn every_clause_encoding_solves_the_crossing() {
    let desk = desk(BOTH_PORTS, BOTH_OVER);
    for encoding in [
        "exists",
        "forall",
        "forall/chain",
        "r2-exists/supporters:1",
        "r2-exists/layers:1",
    ] {
        let said = desk.gives(
            0,
            &format!("plan ferry crossing --json --encoding {encoding}"),
        );
        let document = said.json();
        let name = encoding.split('/').next().unwrap();
        assert_eq!(document["method"], name, "{document}");
        assert_eq!(document["checked"], true);
    }
}

#[test]
fn a_task_is_written_as_a_formula() {
    let desk = desk(BOTH_PORTS, BOTH_OVER);
    let written = |rest: &str| desk.gives(0, &format!("encode crossing --domain ferry {rest}"));
    let dimacs = written("--horizon 4").out;
    assert!(
        dimacs.starts_with("c saut, task crossing\nc encoding exists, horizon 4\n"),
        "{dimacs}"
    );
    assert!(dimacs.contains("board(beetle,dover)@1\n") && dimacs.contains("\np cnf "));
    let script = written("--encoding smt --horizon 4 --format smtlib").out;
    assert!(script.contains("(set-logic QF_UF)"), "{script}");
    let facts = written("--encoding forall/chain --horizon 3 --json").json();
    assert_eq!(facts["task"], "crossing");
    assert_eq!(facts["encoding"], "forall, interference by chains");
    for (arguments, message) in [
        ("--horizon 4 --format pddl", "in PDDL already"),
        ("", "auto does not say how many steps of exists to write"),
        (
            "--horizon 4 --encoding smt --format dimacs",
            "no clauses to write as DIMACS",
        ),
    ] {
        let said = desk.gives(2, &format!("encode crossing --domain ferry {arguments}"));
        assert!(said.err.contains(message), "{said:?}");
    }
}

#[test]
fn what_is_out_of_reach_is_not_encoded() {
    let desk = desk("(open calais)", BOTH_OVER);
    let said = desk.gives(2, "encode crossing --domain ferry --horizon 4");
    assert!(
        said.err.contains("out of reach") && said.err.contains("saut plan"),
        "{said:?}"
    );
}

/// Lamps of which every press switches two.
const LAMPS: &str = "(define (domain lamps)
  (:types lamp)
  (:predicates (on ?l - lamp))
  (:action both-on :parameters (?l ?k - lamp)
    :precondition (and (not (= ?l ?k)) (not (on ?l)) (not (on ?k)))
    :effect (and (on ?l) (on ?k)))
  (:action both-off :parameters (?l ?k - lamp)
    :precondition (and (not (= ?l ?k)) (on ?l) (on ?k))
    :effect (and (not (on ?l)) (not (on ?k))))
  (:action exchange :parameters (?l ?k - lamp)
    :precondition (and (on ?l) (not (on ?k)))
    :effect (and (not (on ?l)) (on ?k))))
";

/// A task with this number of lamps, all off, of which the first is to be on alone.
fn parity(lamps: usize) -> String {
    let name = |number: usize| format!("lamp{number}");
    let all: Vec<String> = (0..lamps).map(name).collect();
    let off: Vec<String> = all[1..]
        .iter()
        .map(|lamp| format!("(not (on {lamp}))"))
        .collect();
    let off = off.join(" ");
    format!(
        "(define (problem parity) (:domain lamps) (:objects {} - lamp) (:init)
  (:goal (and (on lamp0) {off})))
",
        all.join(" ")
    )
}

#[test]
fn a_parity_is_refuted_by_weights_whose_document_can_be_checked() {
    let desk = Desk::new();
    desk.write("lamps", LAMPS);
    desk.write("parity", parity(20));
    let said = desk.gives(20, "plan lamps parity --json");
    let mut document = said.json();
    assert_eq!(document["certificate"]["kind"], "lattice");
    assert_eq!(
        document["certificate"]["reasons"][0]["residue"]["modulus"],
        2
    );
    assert_eq!(document["method"], "lattice");
    desk.write("answer", &said.out);
    let valid = desk.gives(0, "validate lamps parity answer");
    assert_eq!(valid.out, "valid: infeasible (lattice)\n");
    let valid = desk.gives(0, "validate lamps parity answer --json").json();
    assert_eq!(valid["valid"], true);
    document["certificate"]["reasons"][0]["residue"]["weights"]["on(lamp3)"] = 0.into();
    desk.write("mutated", document.to_string());
    let refused = desk.gives(1, "validate lamps parity mutated");
    assert!(
        refused.err.contains("may change the weight by"),
        "{refused:?}"
    );
    let said = desk.gives(20, "plan lamps parity");
    assert!(
        said.out
            .contains("no action changes the weight of a state modulo 2"),
        "{said:?}"
    );
}

#[test]
fn documents_of_every_kind_are_checked_again() {
    let desk = desk(BOTH_PORTS, BOTH_OVER);
    let solved = desk.gives(0, "plan ferry crossing --json").out;
    desk.write("answer", &solved);
    assert!(
        desk.gives(0, "validate ferry crossing answer")
            .out
            .starts_with("valid: ")
    );
    let closed = crossing("(open calais)", BOTH_OVER);
    desk.write("closed", closed);
    desk.write("answer", desk.gives(20, "plan ferry closed --json").out);
    let valid = desk.gives(0, "validate ferry closed answer");
    assert_eq!(valid.out, "valid: infeasible (relaxed-reachability)\n");
    let refused = desk.gives(1, "validate ferry crossing answer");
    assert!(
        refused.err.contains("the relaxation reaches the goal"),
        "{refused:?}"
    );
    desk.write("answer", "{\"verdict\": \"undecided\"}");
    let refused = desk.gives(2, "validate ferry crossing answer");
    assert!(
        refused.err.contains("there is nothing to check"),
        "{refused:?}"
    );
    desk.write("answer", "{}");
    let refused = desk.gives(2, "validate ferry crossing answer");
    assert!(
        refused.err.contains("neither a plan nor a certificate"),
        "{refused:?}"
    );
}

#[test]
fn what_only_mutex_groups_put_out_of_reach_is_refuted_with_a_certificate() {
    const MOVES: &str = "(define (domain rooms) (:requirements :strips :disjunctive-preconditions)
      (:predicates (at ?r) (door ?r ?s) (g))
      (:action move :parameters (?r ?s) :precondition (and (at ?r) (door ?r ?s))
        :effect (and (at ?s) (not (at ?r))))
      (:action cheat :parameters (?r ?s) :precondition (and (at ?r) (at ?s) (door ?r ?s))
        :effect (g)))";
    const TURNS: &str = "(define (domain turns) (:requirements :strips :negative-preconditions)
      (:predicates (p) (g))
      (:action a :parameters () :effect (and (p) (not (p))))
      (:action b :parameters () :precondition (and (p) (not (p))) :effect (g)))";
    let problem = |domain: &str, objects: &str, start: &str, goal: &str| {
        format!(
            "(define (problem few) (:domain {domain}) (:objects {objects}) (:init {start}) (:goal {goal}))"
        )
    };
    let doors = "(at k) (door k l) (door l k)";
    for (domain, problem) in [
        (MOVES, problem("rooms", "k l", doors, "(g)")),
        (
            MOVES,
            problem("rooms", "k l", doors, "(or (and (at k) (at l)) (g))"),
        ),
        (TURNS, problem("turns", "", "(p)", "(not (p))")),
        (TURNS, problem("turns", "", "(p)", "(g)")),
    ] {
        let desk = Desk::new();
        desk.write("domain", domain);
        desk.write("problem", format!("\u{feff}{problem}"));
        let said = desk.gives(20, "plan domain problem --json");
        desk.write("answer", &said.out);
        desk.gives(0, "validate domain problem answer");
        desk.gives(20, "plan domain problem --minimise actions --timeout 20");
    }
}

#[test]
fn a_plan_of_exactly_so_many_steps_ends_at_the_first_goal_state() {
    let desk = desk(BOTH_PORTS, BOTH_OVER);
    let said = desk
        .gives(0, "plan ferry crossing --encoding sequential --json")
        .json();
    let (length, horizon) = (said["length"].as_u64(), said["horizon"].as_u64());
    assert!(length == Some(8) && length <= horizon, "{said}");
    desk.write("answer", said.to_string());
    desk.gives(0, "validate ferry crossing answer");
}

#[test]
fn a_wrong_length_or_cost_of_a_document_is_refused() {
    let desk = desk(BOTH_PORTS, BOTH_OVER);
    let mut document = desk.gives(0, "plan ferry crossing --json").json();
    // Some editors put a mark before what they save.
    desk.write("right", format!("\u{feff}{document}"));
    desk.gives(0, "validate ferry crossing right");
    document["length"] = 1.into();
    for mark in ["", "\u{feff}"] {
        desk.write("wrong", format!("{mark}{document}"));
        let refused = desk.gives(1, "validate ferry crossing wrong");
        assert!(refused.err.contains("\"length\" (1)"), "{refused:?}");
    }
}

#[test]
fn where_nothing_can_be_written_is_seen_before_the_work() {
    let desk = desk(BOTH_PORTS, BOTH_OVER);
    for flag in ["-o nowhere/plan", "--proof nowhere/p.drat"] {
        let refused = desk.gives(2, &format!("plan ferry crossing {flag} --timeout 60"));
        assert!(refused.err.contains("nowhere"), "{refused:?}");
        assert!(refused.out.is_empty());
    }
    desk.gives(2, "solve central --proof nowhere/p.drat");
}

#[test]
fn what_a_link_leads_to_is_written_and_the_link_stays() {
    let desk = Desk::new();
    desk.write("target", "old");
    let link = desk.0.path().join("link");
    std::os::unix::fs::symlink(desk.0.path().join("target"), &link).unwrap();
    desk.gives(0, "solve central -o link");
    assert!(link.is_symlink());
    let written = std::fs::read_to_string(desk.0.path().join("target")).unwrap();
    assert!(written.contains("solved"), "{written}");
}
