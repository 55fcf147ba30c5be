//! Cubes of a formula that takes bounds on jumps for known: the whole way from the puzzle to a
//! certificate, the same verdict by exhaustive search, and what is refused.

use std::fs;

use serde_json::Value;

use crate::program::{Desk, Said};

/// A figure of 9 pegs with four axes: each of its cubes is refuted in a moment.
const SMALL: &str = "[[puzzle]]
name = \"small\"
board = \"french\"
start = \"\"\"
  .o.
 ..o..
.......
oo.o.oo
.......
 ..o..
  .o.
\"\"\"
goal = \"one peg\"
";

/// Refuted at once, with jumps that no plan has and jumps that none has twice.
const SHORT: &str = "hard-en-08";

/// 24 pegs, one of them to be left anywhere; without bounds no formula of it was refuted yet.
const FIGURE: &str = "hard-figure-24";

/// 28 pegs, the last to end in a given hole: no criterion refutes it, and the search takes seconds.
const LARGE: &str = "hard-figure-28";

/// A desk with a job of this puzzle, cut with bounds, all pieces refuted and merged.
fn refuted(puzzle: &str, cubes: usize) -> (Desk, Value) {
    let desk = Desk::new();
    desk.write("small.toml", SMALL);
    let cut = format!("cube {puzzle} job --cubes {cubes} --jump-bounds --json");
    let pieces = desk.gives(0, &cut).json()["pieces"].as_u64().unwrap();
    for index in 0..pieces {
        let said = desk.gives(0, &format!("conquer job --index {index} --json"));
        assert_eq!(said.json()["outcome"], "done", "{said:?}");
    }
    let merged = desk.gives(20, "merge job --json").json();
    assert_eq!(merged["certificate"]["kind"], "cubes");
    (desk, merged["certificate"].clone())
}

#[test]
fn figures_are_refuted_in_cubes_and_by_the_search() {
    // The bounds of the larger ones leave nothing to be decided: the whole is their only cube.
    let figures = [("small.toml", 4, 8), (FIGURE, 1, 23), (LARGE, 1, 27)];
    for (figure, cubes, horizon) in figures {
        let (desk, certificate) = refuted(figure, 4);
        assert_eq!(certificate["horizon"], horizon);
        assert_eq!(certificate["pieces"].as_array().unwrap().len(), cubes);
        let checked = desk.gives(20, &format!("check {figure} job/result.json"));
        assert!(checked.out.contains("no plan has them"), "{checked:?}");
        if figure != LARGE {
            let searched = desk.gives(20, &format!("solve {figure} --method exhaustive --json"));
            let searched = searched.json();
            assert_eq!(searched["verdict"], "infeasible");
            assert_eq!(searched["certificate"]["kind"], "exhaustive");
        }
        // The same proofs say nothing of another figure.
        desk.gives(1, "check hard-fr-01 job/result.json");
    }
}

/// Output of check on a certificate after a change.
fn after(desk: &Desk, change: impl FnOnce(&mut Vec<Value>)) -> Said {
    let text = fs::read_to_string(desk.0.path().join("job/result.json")).unwrap();
    let mut document: Value = serde_json::from_str(&text).unwrap();
    let bounds = &mut document["certificate"]["jump_bounds"];
    change(bounds.as_array_mut().unwrap());
    fs::write(desk.0.path().join("job/changed.json"), document.to_string()).unwrap();
    desk.run(["check", "small.toml", "job/changed.json"])
}

#[test]
fn check_refuses_cubes_whose_bounds_are_missing_tightened_or_of_another_jump() {
    let (desk, _) = refuted("small.toml", 4);
    assert_eq!(after(&desk, |_| {}).status, Some(20));
    let none = after(&desk, Vec::clear);
    assert_eq!(none.status, Some(1), "{none:?}");
    let once = |bounds: &[Value]| bounds.iter().position(|one| one["most"] == 1).unwrap();
    let tightened = after(&desk, |bounds| {
        let at = once(bounds);
        bounds[at]["most"] = 0.into();
    });
    assert_eq!(tightened.status, Some(1), "{tightened:?}");
    let moved = after(&desk, |bounds| {
        let never = bounds.iter().position(|one| one["most"] == 0).unwrap();
        let at = once(bounds);
        let tree = bounds[at]["tree"].clone();
        bounds[never]["tree"] = tree;
    });
    assert_eq!(moved.status, Some(1), "{moved:?}");
    let nowhere = after(&desk, |bounds| bounds[0]["to"] = serde_json::json!([9, 9]));
    assert_eq!(nowhere.status, Some(1), "{nowhere:?}");
}

#[test]
fn first_jumps_stand_in_the_certificate_and_are_refused_where_one_is_missing() {
    let desk = Desk::new();
    desk.write("small.toml", SMALL);
    desk.gives(0, "cube small.toml job --cubes 2 --first-jumps --json");
    for index in 0..2 {
        desk.gives(0, &format!("conquer job --index {index} --json"));
    }
    let merged = desk.gives(20, "merge job --json").json();
    let first = merged["certificate"]["first_jumps"].as_array().unwrap();
    assert!(!first.is_empty() && first.len() < 8, "{first:?}");
    let checked = desk.gives(20, "check small.toml job/result.json");
    assert!(checked.out.contains("begins with one of"), "{checked:?}");
    let with = |jumps: Value| {
        let text = fs::read_to_string(desk.0.path().join("job/result.json")).unwrap();
        let mut document: Value = serde_json::from_str(&text).unwrap();
        document["certificate"]["first_jumps"] = jumps;
        fs::write(desk.0.path().join("job/changed.json"), document.to_string()).unwrap();
        desk.run(["check", "small.toml", "job/changed.json"])
    };
    // A jump that the start does not allow, and none of those that it does.
    let other = with(serde_json::json!([{"from": [3, 3], "to": [3, 5]}]));
    assert_eq!(other.status, Some(1), "{other:?}");
    assert!(other.err.contains("a plan may begin with"), "{other:?}");
    let nowhere = with(serde_json::json!([{"from": [0, 0], "to": [9, 9]}]));
    assert_eq!(nowhere.status, Some(1), "{nowhere:?}");
    let forall = "cube small.toml other --first-jumps --encoding forall --horizon 5";
    let forall = desk.gives(2, forall);
    assert!(forall.err.contains("--first-jumps"), "{forall:?}");
}

#[test]
fn a_manifest_whose_bounds_were_changed_is_no_job() {
    let desk = Desk::new();
    desk.gives(0, &format!("cube {SHORT} job --cubes 2 --jump-bounds"));
    let path = desk.0.path().join("job/manifest.json");
    let text = fs::read_to_string(&path).unwrap();
    let changed = text.replacen("\"most\": 1", "\"most\": 0", 1);
    assert_ne!(changed, text);
    fs::write(&path, changed).unwrap();
    let refused = desk.gives(2, "conquer job --index 0");
    assert!(refused.err.contains("SHA-256"), "{refused:?}");
}

#[test]
fn bounds_are_refused_where_the_formula_has_no_use_for_them() {
    let desk = Desk::new();
    let other = "--encoding forall --horizon 5";
    let forall = desk.gives(2, &format!("cube {SHORT} job --jump-bounds {other}"));
    assert!(forall.err.contains("only sequential"), "{forall:?}");
    desk.write("open.txt", "oo.o\n....\n\n???.\n....\n");
    let open = desk.gives(2, "cube open.txt job --jump-bounds --horizon 1");
    assert!(open.err.contains("--jump-bounds"), "{open:?}");
    let task = desk.gives(2, "cube problem job --domain domain --jump-bounds");
    assert!(task.err.contains("cannot be used with"), "{task:?}");
    assert!(!desk.0.path().join("job").exists());
}
