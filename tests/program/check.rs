//! `saut check` with limits, and its checks of proofs from `saut solve`. If a time or memory limit ends a repeated
//! search, the certificate is neither accepted nor rejected, and the verdict is "undecided".

use std::fs;

use crate::is_here;
use crate::program::Desk;

/// A certificate for a puzzle with millions of positions. Its levels are wrong, but checking them takes long.
pub const LONG: &str = r#"{"puzzle": "square-7", "verdict": "infeasible",
    "certificate": {"kind": "exhaustive", "forward": [1, 2], "backward": [1]}}"#;

const SEVEN: &str = "[[puzzle]]\nname = \"seven\"\nstart = \"oo.o.oo\"\ngoal = \"o.....o\"\n";

fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("long.json", LONG);
    desk
}

#[test]
fn deadline_and_memory_limit_end_it_undecided() {
    let desk = desk();
    for (flags, reason) in [("--timeout 0.3", "timeout"), ("--memory 40", "memory")] {
        let said = desk.gives(
            30,
            &format!("check square-7 long.json {flags} --threads 1 --json"),
        );
        let document = said.json();
        assert_eq!(document["verdict"], "undecided", "{said:?}");
        assert_eq!(document["reason"], reason, "{said:?}");
        assert_eq!(document["checked"], false, "{said:?}");
        assert_eq!(document["kind"], "exhaustive", "{said:?}");
        assert_eq!(said.err, "", "nothing on standard error");
    }
    let said = desk.gives(30, "check square-7 long.json --timeout 0.3 --threads 1");
    assert!(said.out.starts_with("undecided: "), "{said:?}");
    assert!(
        said.out.contains("timeout") && said.out.contains("may be valid or invalid"),
        "{said:?}"
    );
}

#[test]
fn a_too_large_formula_does_not_refute() {
    let desk = Desk::new();
    let ends = [".".repeat(35), ".".repeat(39)];
    desk.write("long.txt", format!("oo.oo{}\n\n{}o\n", ends[0], ends[1]));
    desk.write("empty.drat", "0\n");
    let proof = |horizon: u32| {
        format!(
            r#"{{"verdict": "infeasible", "certificate":
            {{"kind": "proof", "file": "empty.drat", "format": "drat", "encoding": "forall", "at_most_one": "",
            "horizon": {horizon}}}}}"#
        )
    };
    desk.write("long.json", proof(1_000_000));
    for flags in ["", "--timeout 50"] {
        let words = format!("check long.txt long.json --json {flags}");
        let document = desk.gives(30, &words).json();
        assert_eq!(document["reason"], "too-large", "{document}");
    }
    desk.write("short.txt", "oo.\n\n..o\n");
    desk.write("short.json", proof(1));
    desk.gives(3, "check short.txt short.json");
}

#[test]
fn a_limit_that_is_not_hit_changes_nothing() {
    let desk = desk();
    desk.write("seven.toml", SEVEN);
    let levels = |backward: u8| {
        format!(
            r#"{{"verdict": "infeasible", "certificate":
            {{"kind": "exhaustive", "forward": [1, 1, 3], "backward": [{backward}]}}}}"#
        )
    };
    desk.write("right.json", levels(1));
    desk.write("wrong.json", levels(2));
    desk.gives(20, "check seven.toml right.json --timeout 60 --memory 4096");
    desk.gives(3, "check seven.toml wrong.json --timeout 60 --memory 4096");
    desk.gives(2, "check seven.toml right.json --timeout soon");
}

#[test]
fn saut_check_reads_documents_of_solve_with_a_cadical_proof() {
    if !is_here("cadical") {
        return;
    }
    let desk = Desk::new();
    desk.write("seven.toml", SEVEN);
    let said = desk.gives(
        20,
        "solve seven.toml --no-criteria --encoding sequential --backend cadical --proof p.drat --json",
    );
    assert!(said.out.contains("\"proof\""), "{said:?}");
    desk.write("result.json", &said.out);
    desk.gives(20, "check seven.toml result.json");
    let proof = fs::read(desk.0.path().join("p.drat")).unwrap();
    assert!(
        fs::read_to_string(desk.0.path().join("p.drat.cnf"))
            .unwrap()
            .contains("p cnf")
    );
    desk.write("p.drat", &proof[..proof.len() / 2]);
    desk.gives(3, "check seven.toml result.json");
}

#[test]
fn solve_keeps_a_proof_with_its_bounds_and_check_accepts_it() {
    let desk = Desk::new();
    let flags = "--no-criteria --encoding sequential --jump-bounds --proof p.drat --json";
    let said = desk.gives(20, &format!("solve hard-en-08 {flags}"));
    assert!(said.out.contains("\"jump_bounds\""), "{said:?}");
    desk.write("result.json", &said.out);
    let text = desk.gives(20, "check hard-en-08 result.json").out;
    assert!(text.contains("no plan contains the jump"), "{text}");
    desk.gives(3, "check hard-en-04 result.json");
    desk.write(
        "less.json",
        said.out.replacen("\"most\":1", "\"most\":0", 1),
    );
    desk.gives(3, "check hard-en-08 less.json");
    // The formula next to the proof is the one that the proof refutes. With jump bounds, it has more clauses.
    let plain = "solve hard-en-08 --no-criteria --encoding sequential --proof q.drat --json";
    desk.gives(20, plain);
    let clauses = |name: &str| {
        let text = fs::read_to_string(desk.0.path().join(name)).unwrap();
        text.lines().filter(|line| line.ends_with(" 0")).count()
    };
    assert!(clauses("p.drat.cnf") > clauses("q.drat.cnf"));
    desk.gives(
        0,
        "solve central --encoding r2-exists --jump-bounds --timeout 60",
    );
}

#[test]
fn unused_bounds_on_jumps_are_reported() {
    let desk = Desk::new();
    let asked = "solve pegsol-p02 --jump-bounds --timeout 60 --encoding";
    let silent = desk.gives(0, &format!("{asked} sequential"));
    assert!(!silent.err.contains("--jump-bounds"), "{silent:?}");
    let told = desk.gives(0, &format!("{asked} r2-exists"));
    assert!(
        told.err
            .contains("only --encoding sequential uses the bounds"),
        "{told:?}"
    );
    for refused in ["central --all --jump-bounds", "baseball-3 --jump-bounds"] {
        let refused = desk.gives(2, &format!("solve {refused}"));
        assert!(refused.err.contains("--jump-bounds"), "{refused:?}");
    }
}
