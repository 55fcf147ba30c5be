//! Plans as people have them, and as `saut plan` prints them: `saut validate` reads them all.

use std::fs;

use crate::planning;

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
