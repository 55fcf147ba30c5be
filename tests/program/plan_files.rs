//! Plans as people have them, and as `saut plan` prints them: `saut validate` reads them all.

use std::fs;

use crate::planning;
use crate::program::Desk;

#[test]
fn everything_that_plan_prints_is_read_by_validate() {
    let desk = planning::ferry();
    for flags in [
        "",
        " --json",
        " --minimise actions",
        " --minimise steps --json",
        " --method gbfs",
    ] {
        let said = desk.gives(0, &format!("plan ferry crossing{flags}"));
        desk.write("plan", &said.out);
        let valid = desk.gives(0, "validate ferry crossing plan");
        assert!(valid.out.starts_with("valid: "), "{flags}: {valid:?}");
    }
    desk.gives(0, "plan ferry crossing -o plan");
    desk.gives(0, "validate ferry crossing plan");
    // What is printed of another task is not taken for a plan of this one.
    let said = desk.gives(0, "plan ferry crossing").out;
    let shorter = said.split_once('\n').unwrap().1;
    desk.write("plan", shorter);
    desk.gives(1, "validate ferry crossing plan");
    for verdict in [
        "undecided (timeout)\nby gbfs; 1.00 s\n",
        "infeasible: because\n",
    ] {
        desk.write("plan", verdict);
        let said = desk.gives(2, "validate ferry crossing plan");
        assert!(said.err.contains("has no plan"), "{said:?}");
    }
}

#[test]
fn times_durations_upper_case_comments_and_blank_lines_are_read() {
    let desk = planning::ferry();
    desk.gives(0, "plan ferry crossing -o plan");
    let plain = fs::read_to_string(desk.0.path().join("plan")).unwrap();
    let steps: Vec<&str> = plain.lines().filter(|line| line.starts_with('(')).collect();
    let each = |write: &dyn Fn(usize, &str) -> String| -> String {
        steps
            .iter()
            .enumerate()
            .map(|(number, step)| write(number, step))
            .collect()
    };
    for written in [
        each(&|number, step| format!("{number}.000: {step} [1]\n")),
        each(&|number, step| {
            format!(
                "{number}.0003:   {} [D:1.00; C:0.10]\r\n",
                step.to_uppercase()
            )
        }),
        each(&|number, step| format!("{number}: {step}[1.000]\n\n; comment\n")),
        each(&|_, step| format!("\t{step}   \r\n \r\n")),
        format!(
            "\u{feff}; found\n{}; cost = 6 (unit cost)\n",
            each(&|_, step| format!("{step}\n"))
        ),
    ] {
        desk.write("plan", &written);
        let valid = desk.run(["validate", "ferry", "crossing", "plan"]);
        assert_eq!(valid.status, Some(0), "{written:?}: {valid:?}");
    }
    for spoilt in [
        each(&|number, step| format!("x{number}: {step}\n")),
        each(&|_, step| format!("{step} and more\n")),
        each(&|_, step| format!("{step} {step}\n")),
        each(&|_, step| step.trim_end_matches(')').to_owned() + "\n"),
    ] {
        desk.write("plan", &spoilt);
        let said = desk.gives(2, "validate ferry crossing plan");
        assert!(said.err.contains("plan:1: "), "{said:?}");
    }
}

/// A desk with three places in a row, and a task with a short and a cheap way.
fn places() -> Desk {
    let desk = Desk::new();
    desk.write(
        "d",
        "(define (domain d) (:requirements :adl :action-costs :constraints)
           (:constants a b c) (:predicates (at ?x) (p) (q)) (:functions (total-cost) - number)
           (:action move :parameters (?a ?b) :precondition (at ?a)
             :effect (and (at ?b) (not (at ?a)) (increase (total-cost) 1)))
           (:action leap :parameters (?a ?b) :precondition (at ?a)
             :effect (and (at ?b) (not (at ?a)) (increase (total-cost) 9)))
           (:action one :effect (p)) (:action two :effect (q)))",
    );
    let problem = |goal: &str, more: &str| {
        format!(
            "(define (problem p) (:domain d) (:init (at a)) (:goal {goal}) {more} (:metric minimize (total-cost)))"
        )
    };
    desk.write("there", problem("(at c)", ""));
    desk.write("nowhere", problem("(and (at a) (at c))", ""));
    let same = "(:constraints (always (or (and (p) (q)) (not (or (p) (q))))))";
    desk.write("both", problem("(and (p) (q))", same));
    desk
}

#[test]
fn times_order_the_actions_for_every_reader() {
    let desk = places();
    desk.write("later", "2.0: (move b c) [1.0]\n1.0: (move a b) [1.0]\n");
    desk.write("swapped", "1: (move a b)\n0: (move b c)\n");
    desk.write("together", "1: (move a b)\n1.00: (move b c)\n");
    desk.write("mixed", "1: (move a b)\n(move b c)\n");
    let document = |plan: &str| format!("{{\"verdict\": \"solved\", \"plan\": [{plan}]}}");
    desk.write(
        "later.json",
        document("\"1: (move b c)\", \"0: (move a b)\""),
    );
    desk.write(
        "swapped.json",
        document("\"0: (move b c)\", \"1: (move a b)\""),
    );
    for command in ["validate", "check", "improve"] {
        for plan in ["later", "later.json"] {
            desk.gives(0, &format!("{command} d there {plan}"));
        }
        for plan in ["swapped", "swapped.json"] {
            let said = desk.gives(1, &format!("{command} d there {plan}"));
            let fact = "step 1: (move b c): (at b) does not hold";
            assert!(said.err.contains(fact), "{said:?}");
        }
        let said = desk.gives(1, &format!("{command} d there together"));
        let fact = "steps 1 and 2: (move a b) and (move b c) have the same time, and one changes what the other needs or \
            changes: (at b)";
        assert!(said.err.contains(fact), "{said:?}");
        let said = desk.gives(2, &format!("{command} d there mixed"));
        assert!(
            said.err.contains("mixed:2: `(move b c)` has no time"),
            "{said:?}"
        );
    }
    // The state between two steps at the same time is no state of the plan.
    desk.write("pair", "0: (one)\n0: (two)\n");
    desk.gives(0, "validate d both pair");
    let said = desk.gives(1, "improve d both pair");
    assert!(
        said.err
            .contains("no plan with its actions one after another"),
        "{said:?}"
    );
}

#[test]
fn plan_files_of_an_earlier_run_are_removed() {
    let desk = places();
    let path = |name: &str| desk.0.path().join(name);
    let old = |names: &[&str]| {
        for name in names {
            desk.write(name, "old");
        }
    };
    let is_old = |name: &str| fs::read_to_string(path(name)).is_ok_and(|text| text == "old");
    let family = ["plan", "plan.1", "plan.2", "plan.3", "plan.4"];
    let others = [
        "plan.6", "plan.x", "plan.01", "plan.1.2", "plans", "other.1",
    ];
    old(&others);
    for (status, words) in [
        (0, "plan d there --minimise cost -o plan"),
        (0, "plan d there -o plan"),
        (0, "improve d there given -o plan"),
        (20, "plan d nowhere -o plan"),
        (20, "plan d nowhere --minimise cost -o plan"),
        (30, "plan d there --encoding sequential --horizon 0 -o plan"),
    ] {
        old(&family);
        desk.write("given", "(leap a b)\n(leap b c)\n");
        desk.gives(status, words);
        assert!(family.iter().all(|name| !is_old(name)), "{words}");
        assert_eq!(path("plan").exists(), status == 0, "{words}");
        assert!(!path("plan.4").exists(), "{words}");
        assert!(others.iter().all(|name| is_old(name)), "{words}");
    }
    assert!(!path("plan.1").exists());
    desk.gives(0, "improve d there given -o plan");
    assert!(path("plan.1").exists());
    // Nothing is removed by a run that has not read its task, and only files are.
    old(&family);
    desk.gives(2, "plan d given -o plan");
    desk.gives(2, "plan d there --minimise nonsense -o plan");
    desk.gives(2, "improve d there plan.1 -o plan");
    assert!(family.iter().all(|name| is_old(name)));
    fs::remove_file(path("plan.2")).unwrap();
    std::os::unix::fs::symlink("plan.6", path("plan.2")).unwrap();
    desk.gives(20, "plan d nowhere -o plan");
    assert!(!path("plan").exists() && !path("plan.1").exists());
    assert!(["plan.2", "plan.3", "plan.6"].into_iter().all(is_old));
}

#[test]
fn a_plan_that_is_read_is_not_among_the_better_ones_that_are_written() {
    let desk = places();
    desk.write("plan.3", "(leap a b)\n(leap b c)\n");
    let said = desk.gives(2, "improve d there plan.3 -o plan");
    assert!(
        said.err.contains("-o: plan.3 is read by the same command"),
        "{said:?}"
    );
    desk.gives(0, "improve d there plan.3 -o best");
}

#[test]
fn costs_that_could_not_be_summed_up_are_refused_with_their_place() {
    let desk = Desk::new();
    let domain = |cost: &str| {
        format!(
            "(define (domain d) (:requirements :action-costs :preferences) (:predicates (p))
               (:functions (total-cost) - number) (:action a :effect (and (p) (increase (total-cost) {cost}))))"
        )
    };
    let problem = |factor: &str| {
        let sum = "(total-cost) ".repeat(20);
        format!(
            "(define (problem x) (:domain d) (:init (= (total-cost) 0)) (:goal (and (p) (preference y (p))))
 (:metric minimize (+ (is-violated y) (* {factor} (+ {sum})))))"
        )
    };
    desk.write("plan", "(a)\n");
    desk.write("d", domain("50000000000"));
    desk.write("p", problem("1"));
    let valid = desk.gives(0, "validate d p plan");
    assert_eq!(valid.out, "valid: 1 action, cost 1,000,000,000,000\n");
    let said = desk.gives(0, "plan d p --minimise cost");
    assert!(
        said.out
            .contains("cost 1,000,000,000,000; no plan costs less"),
        "{said:?}"
    );
    for (cost, factor, fact) in [
        ("1000000000000", "1000000", "a factor that is too large"),
        ("50000000001", "1", "an action `a` may cost 1000000000020"),
    ] {
        desk.write("d", domain(cost));
        desk.write("p", problem(factor));
        for words in ["validate d p plan", "plan d p", "plan d p --minimise cost"] {
            let said = desk.gives(2, words);
            assert!(
                said.err.contains("p:2:") && said.err.contains(fact),
                "{said:?}"
            );
        }
    }
}

#[test]
fn solve_and_plan_are_one_command_and_so_are_check_and_validate() {
    let desk = planning::ferry();
    let solved = desk.gives(0, "solve ferry crossing --json");
    desk.write("answer", &solved.out);
    for words in [
        "check ferry crossing answer",
        "validate ferry crossing answer",
    ] {
        let valid = desk.gives(0, words);
        assert!(valid.out.starts_with("valid: "), "{valid:?}");
    }
    let solved = desk.gives(0, "plan pegsol-p01 --json");
    assert!(solved.out.contains("\"puzzle\""), "{solved:?}");
    desk.write("answer", &solved.out);
    desk.gives(0, "validate pegsol-p01 answer");
    // What belongs to the other kind is refused with the name of the command that it is of.
    let said = desk.gives(2, "solve ferry crossing --trace");
    assert!(said.err.contains("--trace"), "{said:?}");
    let said = desk.gives(2, "plan pegsol-p01 --sas crossing");
    assert!(said.err.contains("--sas"), "{said:?}");
}

#[test]
fn a_task_in_sas_is_validated_on_its_own_variables() {
    let desk = planning::ferry();
    desk.write("lift.sas", LIFT);
    desk.gives(0, "plan --sas lift.sas -o plan");
    let said = desk.gives(0, "solve lift.sas");
    assert!(said.out.starts_with("(up low middle)\n"), "{said:?}");
    let valid = desk.gives(0, "check lift.sas plan");
    assert!(valid.out.starts_with("valid: "), "{valid:?}");
    let valid = desk.gives(0, "validate --sas lift.sas plan");
    assert_eq!(valid.out, "valid: 2 actions, cost 5\n");
    for flags in ["", " --minimise steps", " --minimise actions"] {
        let said = desk.gives(0, &format!("plan --sas lift.sas --json{flags}"));
        desk.write("answer", &said.out);
        desk.gives(0, "check --sas lift.sas answer");
    }
    desk.write("short", "(up low middle)\n");
    let said = desk.gives(1, "validate --sas lift.sas short");
    assert!(said.err.contains("Atom at(high) does not hold"), "{said:?}");
    // Without the second operator the goal is out of reach: the certificate is checked anew, and not one that is
    // spoilt, nor is it one of the task that can be solved.
    let cut = LIFT.replace("0 0 1 2\n", "0 0 1 0\n");
    desk.write("stuck.sas", &cut);
    let said = desk.gives(20, "plan --sas stuck.sas --json");
    desk.write("answer", &said.out);
    desk.gives(0, "validate --sas stuck.sas answer");
    desk.gives(1, "validate --sas lift.sas answer");
    desk.write("spoilt", said.out.replace("\"reached\":2", "\"reached\":3"));
    desk.gives(1, "validate --sas stuck.sas spoilt");
    let said = desk.gives(2, "validate --sas ferry plan");
    assert!(said.err.contains("is a planning domain"), "{said:?}");
}

#[test]
fn facts_of_one_name_are_told_apart_in_certificates() {
    let desk = Desk::new();
    // Two variables with the same atoms, and objects with commas in their names.
    desk.write("twins.sas", TWINS);
    let domain = "(define (domain commas) (:requirements :adl) (:predicates (t ?x ?y) (p))
      (:constants a,b c a b,c)
      (:action m :parameters () :precondition (t a,b c) :effect (and (not (t a,b c)) (t a b,c)))
      (:action g :parameters () :precondition (t a b,c) :effect (p)))";
    desk.write("commas.pddl", domain);
    let problem = |goal: &str| {
        format!("(define (problem p) (:domain commas) (:init (t a,b c)) (:goal {goal}))")
    };
    desk.write("way.pddl", problem("(p)"));
    desk.write("both.pddl", problem("(and (t a,b c) (t a b,c))"));
    for (task, status, facts) in [
        (
            "--sas twins.sas",
            0,
            ["value?(0,1,not,p)", "value?(1,1,not,p)"],
        ),
        ("commas.pddl way.pddl", 0, [r"t(a\\,b,c)", r"t(a,b\\,c)"]),
        ("commas.pddl both.pddl", 20, [r"t(a\\,b,c)", r"t(a,b\\,c)"]),
    ] {
        let said = desk.gives(status, &format!("plan {task} --minimise cost --json"));
        for fact in facts {
            assert!(said.out.contains(fact), "{said:?}");
        }
        desk.write("answer", &said.out);
        desk.gives(0, &format!("validate {task} answer"));
        desk.write("spoilt", said.out.replace(facts[0], "q"));
        desk.gives(1, &format!("validate {task} spoilt"));
    }
}

/// Two variables of one name, each with an operator that makes it true.
const TWINS: &str = "begin_version
3
end_version
begin_metric
0
end_metric
2
begin_variable
var0
-1
2
Atom p()
NegatedAtom p()
end_variable
begin_variable
var1
-1
2
Atom p()
NegatedAtom p()
end_variable
0
begin_state
1
1
end_state
begin_goal
2
0 0
1 0
end_goal
2
begin_operator
a
0
1
0 0 -1 0
0
end_operator
begin_operator
b
1
0 0
1
0 1 -1 0
0
end_operator
0
";

/// A lift with three floors, and its goal is the highest.
const LIFT: &str = "begin_version
3
end_version
begin_metric
1
end_metric
1
begin_variable
var0
-1
3
Atom at(low)
Atom at(middle)
Atom at(high)
end_variable
0
begin_state
0
end_state
begin_goal
1
0 2
end_goal
2
begin_operator
up low middle
0
1
0 0 0 1
2
end_operator
begin_operator
up middle high
0
1
0 0 1 2
3
end_operator
0
";
