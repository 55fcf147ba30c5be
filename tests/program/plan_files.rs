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
