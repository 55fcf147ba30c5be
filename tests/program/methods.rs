//! `saut solve --method`: each method by name, alone, from outside.

use crate::DEAD_END;
use crate::program::Desk;

const BASELINES: [&str; 7] = [
    "depth-first",
    "gravity",
    "random-restarts",
    "random-symmetric",
    "random-order",
    "depth-first-table",
    "best-first",
];
const COMPLETE: [&str; 4] = ["depth-first", "gravity", "depth-first-table", "best-first"];

#[test]
fn each_solves_a_classic_and_its_plan_is_replayed_by_check() {
    let desk = Desk::new();
    let others = ["auto", "formulas", "exhaustive"];
    for method in BASELINES.into_iter().chain(others) {
        for puzzle in ["triangle-15-corner", "pegsol-p05"] {
            // No order of the pegs wins the second, as far as twenty million drawn ones show.
            if (method, puzzle) == ("random-order", "pegsol-p05") {
                continue;
            }
            let said = desk.gives(0, &format!("solve {puzzle} --method {method} --json"));
            let document = said.json();
            assert_eq!(document["checked"], true);
            let is_baseline = BASELINES.contains(&method);
            if !others[..2].contains(&method) {
                assert_eq!(document["method"], method);
            }
            assert_eq!(document["nodes"].is_u64(), is_baseline, "{method}");
            desk.write("plan", &said.out);
            desk.gives(0, &format!("check {puzzle} plan"));
            desk.gives(1, "check pegsol-p06 plan");
        }
    }
}

#[test]
fn one_that_searched_in_vain_says_so_and_never_infeasible() {
    let desk = Desk::new();
    desk.write("dead-end", DEAD_END);
    for method in COMPLETE {
        let said = desk.gives(30, &format!("solve dead-end --method {method} --json"));
        let document = said.json();
        assert_eq!(document["verdict"], "undecided");
        assert_eq!(document["reason"], "exhausted");
        assert_eq!(document["method"], method);
        assert!(document["nodes"].as_u64() > Some(1), "{document}");
        let said = desk.gives(30, &format!("solve dead-end --method {method}"));
        assert!(
            said.out
                .contains(&format!("{method} found no plan in the whole space"))
        );
    }
    let said = desk.gives(20, "solve dead-end --method exhaustive --json");
    assert_eq!(said.json()["certificate"]["kind"], "exhaustive");
    // By formulas alone: no criterion, no search, a proof.
    let said = desk.gives(
        20,
        "solve dead-end --method formulas --encoding sequential --json",
    );
    assert_eq!(said.json()["certificate"]["kind"], "proof");
}

#[test]
fn none_tries_a_criterion_or_goes_on_after_the_deadline() {
    let desk = Desk::new();
    for method in BASELINES {
        let words = format!("solve french-central --method {method} --timeout 0.3 --json");
        let document = desk.gives(30, &words).json();
        assert_eq!(document["reason"], "timeout", "{method}");
        assert!(document["seconds"].as_f64() < Some(3.0), "{document}");
        desk.gives(
            30,
            &format!("solve square-15-central --method {method} --memory 0"),
        );
    }
    desk.gives(30, "solve german-central --method exhaustive --timeout 0");
}

#[test]
fn a_seed_fixes_what_is_played() {
    let desk = Desk::new();
    let plan = |method: &str, seed: u32| {
        let words = format!("solve triangle-15-edge --method {method} --seed {seed} --json");
        let document = desk.gives(0, &words).json();
        (document["plan"].clone(), document["nodes"].clone())
    };
    for method in BASELINES {
        assert_eq!(plan(method, 1), plan(method, 1), "{method}");
        let differs = plan(method, 1) != plan(method, 2);
        assert_eq!(differs, method.starts_with("random-"), "{method}");
    }
}

#[test]
fn random_play_says_how_many_games_it_began() {
    let desk = Desk::new();
    for method in ["random-restarts", "random-symmetric", "random-order"] {
        let words = format!("solve double-cross --method {method} --seed 1");
        let document = desk.gives(0, &format!("{words} --json")).json();
        let tries = document["tries"].as_u64().unwrap();
        assert!(1 < tries && Some(tries) < document["nodes"].as_u64());
        let text = desk.gives(0, &words).out;
        assert!(text.contains(" games from the start, "), "{text}");
        // A document that says so is read again.
        desk.write("plan", document.to_string());
        desk.gives(0, "check double-cross plan");
        let words = format!("solve french-central --method {method} --timeout 0.3 --json");
        assert!(desk.gives(30, &words).json()["tries"].as_u64() > Some(0));
    }
    let document = desk.gives(0, "solve chimney --method gravity --json");
    assert_eq!(document.json().get("tries"), None);
}

#[test]
fn choices_about_formulas_do_not_go_with_a_method_that_has_none() {
    let desk = Desk::new();
    for flags in [
        "--encoding sequential",
        "--backend batsat",
        "--horizon 6",
        "--minimise jumps",
        "--encoding r2-exists/unfolded",
    ] {
        for method in BASELINES.into_iter().chain(["exhaustive"]) {
            let said = desk.gives(2, &format!("solve central --method {method} {flags}"));
            assert!(
                said.err.contains(method) && said.err.contains("leave one"),
                "{said:?}"
            );
        }
        desk.gives(0, &format!("solve pegsol-p01 --method auto {flags}"));
        desk.gives(0, &format!("solve pegsol-p01 --method formulas {flags}"));
    }
    desk.gives(2, "solve central --method breadth-first");
    let said = desk.gives(2, "solve square-9-central --method exhaustive");
    assert!(
        said.err.contains("at most 64 holes, and this board has 81"),
        "{said:?}"
    );
}

#[test]
fn what_solve_says_of_a_formula_is_what_encode_writes() {
    let desk = Desk::new();
    let said = desk
        .gives(0, "solve corsair --method formulas --threads 1")
        .out;
    let after = |mark: &str| said.lines().find_map(|line| line.split_once(mark));
    let (_, told) = after("replayed by the simulator; ").unwrap();
    let number = |noun: &str| -> usize {
        let (before, _) = told.split_once(&format!(" {noun}")).unwrap();
        let digits = before.rsplit(' ').next().unwrap().replace(',', "");
        digits.parse().unwrap()
    };
    assert!(
        told.contains(" formula, ") && told.contains("solved by "),
        "{told}"
    );
    let (_, command) = after("the formula: saut ").unwrap();
    let sizes = |command: &str| {
        let written = desk.gives(0, command).out;
        let head = written.lines().find(|line| line.starts_with("p cnf "));
        let sizes = head.unwrap().split(' ').skip(2);
        sizes
            .map(|size| size.parse().unwrap())
            .collect::<Vec<usize>>()
    };
    let wanted = [number("variable"), number("clause")];
    assert_eq!(sizes(command), wanted);
    let steps = number("step");
    assert!(
        command.ends_with(&format!(" --horizon {steps}")),
        "{command}"
    );
    assert_ne!(sizes(&format!("{command}0")), wanted); // ten times as many steps
    assert!(number("conflict") < 1_000_000);
}

#[test]
fn who_answers_first_is_named_and_how_formulas_alone_are_asked() {
    let desk = Desk::new();
    let said = desk.gives(0, "solve central").out;
    let by_beams = said.contains("beam search from both ends; ");
    let waits = said.contains("by formulas alone: saut solve central --method formulas");
    let writes = said.contains("the formula: saut encode central --encoding r2-exists");
    assert!(by_beams == waits && by_beams != writes, "{said}");
}
