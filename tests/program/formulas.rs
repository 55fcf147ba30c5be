//! External formulas, and files that describe every variable of a formula.

use std::collections::BTreeMap;

use crate::planning::ferry;
use crate::program::Desk;

const UNSATISFIABLE: &str = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n";
const SATISFIABLE: &str = "c a formula\np cnf 3 2\n1 2 0\n-1 3 0\n";

fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("unsat.cnf", UNSATISFIABLE);
    desk.write("sat.cnf", SATISFIABLE);
    desk
}

#[test]
fn any_formula_is_solved_with_a_checked_answer_in_the_form_of_the_competitions() {
    let desk = desk();
    for backend in [
        "",
        " --backend batsat",
        " --backend batsat,varisat",
        " --threads 1",
    ] {
        let said = desk.gives(10, &format!("solve sat.cnf{backend}"));
        assert!(said.out.contains("\ns SATISFIABLE\n"), "{said:?}");
        desk.write("model", said.out);
        desk.gives(10, "check sat.cnf model");
        let said = desk.gives(20, &format!("solve unsat.cnf{backend} --proof proof.lrat"));
        assert!(said.out.contains("\ns UNSATISFIABLE\n"), "{said:?}");
        desk.gives(20, "check unsat.cnf proof.lrat");
        desk.gives(3, "check sat.cnf proof.lrat");
    }
    let document = desk.gives(10, "solve sat.cnf --json").json();
    assert_eq!(document["verdict"], "satisfiable");
    assert_eq!(document["model"].as_array().map(Vec::len), Some(3));
}

#[test]
fn models_and_proofs_of_any_solver_are_checked() {
    let desk = desk();
    for (formula, name, text, status) in [
        ("unsat.cnf", "text.drat", &b"1 0\n0\n"[..], 20),
        ("unsat.cnf", "binary.drat", b"a\x02\0a\0", 20),
        ("unsat.cnf", "proof.lrat", b"5 1 0 1 2 0\n6 0 5 3 4 0\n", 20),
        ("unsat.cnf", "unfinished.drat", b"1 0\n", 20),
        ("sat.cnf", "wrong.drat", b"1 0\n0\n", 3),
        ("sat.cnf", "partial.out", b"s SATISFIABLE\nv -1 2 0\n", 10),
        ("sat.cnf", "wrong.out", b"s SATISFIABLE\nv -1 -2 3 0\n", 3),
        ("sat.cnf", "open.out", b"s SATISFIABLE\nv 3 0\n", 2),
        ("unsat.cnf", "claim.out", b"s UNSATISFIABLE\n", 2),
        ("sat.cnf", "unknown.out", b"s UNKNOWN\n", 2),
    ] {
        desk.write(name, text);
        desk.gives(status, &format!("check {formula} {name}"));
    }
    desk.gives(2, "solve sat.cnf --encoding naive");
    desk.gives(2, "solve missing.cnf");
    desk.write("cut.cnf", "p cnf 2 4\n1 2 0\n");
    desk.gives(2, "solve cut.cnf");
}

#[test]
fn a_liar_is_named_and_a_refutation_without_a_proof_is_proved_by_another_solver() {
    let desk = desk();
    desk.write("liar.sh", "cat > /dev/null\necho s UNSATISFIABLE\n");
    let backend = "dimacs:sh liar.sh".to_owned();
    let run = |formula: &str| desk.run(["solve", formula, "--backend", &backend]);
    let said = run("sat.cnf");
    assert_eq!(said.status, Some(1), "{said:?}");
    assert!(
        said.err
            .contains("liar.sh: it claims that there is no model"),
        "{said:?}"
    );
    let said = run("unsat.cnf");
    assert_eq!(said.status, Some(20), "{said:?}");
    assert!(said.out.contains("solved by varisat"), "{said:?}");
}

#[test]
fn compressed_files_are_read_and_written_like_others() {
    let desk = Desk::new();
    let flags = "pegsol-p01 --encoding r2-exists --horizon 2";
    desk.gives(0, &format!("encode {flags} -o plain.cnf"));
    for ending in ["gz", "xz"] {
        desk.gives(0, &format!("encode {flags} -o packed.cnf.{ending}"));
        let [packed, plain] = [format!("packed.cnf.{ending}"), "plain.cnf".to_owned()]
            .map(|name| std::fs::read(desk.0.path().join(name)).unwrap());
        assert!(packed.len() < plain.len());
        let answer = |name: &str| {
            let mut document = desk
                .gives_one_of(
                    &[10, 20],
                    &["solve", name, "--json", "--threads", "1"].map(String::from),
                )
                .json();
            document["seconds"] = 0.into();
            document["formula"] = "".into();
            document
        };
        assert_eq!(answer(&format!("packed.cnf.{ending}")), answer("plain.cnf"));
        desk.write("cut.cnf", &packed[..packed.len() / 2]);
        let said = desk.gives(2, "solve cut.cnf");
        assert!(said.err.contains("damaged or cut off"), "{said:?}");
    }
    desk.gives(2, &format!("encode {flags} -o wrong.toml.gz"));
}

#[test]
fn a_folded_file_names_the_whole_plan() {
    let desk = Desk::new();
    let flags = "pegsol-p01 --encoding r2-exists/walks:0 --horizon 1";
    let text = desk.gives(0, &format!("encode {flags} --map map.json")).out;
    assert!(
        text.contains("p cnf 0 0") && text.ends_with("c p show 0\n"),
        "{text}"
    );
    let happens =
        |line: &&str| line.starts_with("c true i1") && line.contains('-') && !line.contains('.');
    assert_eq!(text.lines().filter(happens).count(), 4, "{text}");
    let map = std::fs::read_to_string(desk.0.path().join("map.json")).unwrap();
    let map: serde_json::Value = serde_json::from_str(&map).unwrap();
    let fixed = map["fixed"].as_array().unwrap();
    let happens = fixed
        .iter()
        .filter(|one| one["kind"] == "action" && one["value"] == true);
    assert_eq!(happens.count(), 4);
    desk.write("model", "s SATISFIABLE\nv 0\n");
    desk.gives(0, &format!("decode {flags} --model model"));
}

#[test]
fn the_map_has_the_names_of_the_comments_and_the_shown_variables_are_the_actions() {
    let desk = Desk::new();
    for encoding in [
        "sequential/ladder",
        "forall",
        "exists",
        "r2-exists",
        "r2-exists/direction/unfolded",
    ] {
        let text = desk
            .gives(
                0,
                &format!("encode pegsol-p05 --encoding {encoding} --horizon 8 --map map.json"),
            )
            .out;
        let map = std::fs::read_to_string(desk.0.path().join("map.json")).unwrap();
        let map: serde_json::Value = serde_json::from_str(&map).unwrap();
        let named = |line: &str| {
            let (number, name) = line.strip_prefix("c ")?.split_once(' ')?;
            Some((number.parse::<u64>().ok()?, name.to_owned()))
        };
        let comments: BTreeMap<u64, String> = text.lines().filter_map(named).collect();
        let variables = map["variables"].as_array().unwrap();
        assert_eq!(comments.len(), variables.len());
        let mut actions = Vec::new();
        for one in variables {
            let number = one["number"].as_u64().unwrap();
            assert_eq!(one["name"], comments[&number].as_str());
            if one["kind"] == "action" {
                actions.push(number.to_string());
            }
        }
        let shown = text
            .lines()
            .filter_map(|line| line.strip_prefix("c p show "));
        let shown: Vec<&str> = shown
            .flat_map(str::split_whitespace)
            .filter(|it| *it != "0")
            .collect();
        assert_eq!(shown, actions, "{encoding}");
    }
}

/// Returns the number of models of a formula, projected to the variables on its line `c p show`.
fn models(desk: &Desk, flags: &str) -> usize {
    let text = desk.gives(0, &format!("encode {flags}")).out;
    let header = text.lines().find_map(|line| line.strip_prefix("p cnf "));
    let variables = header.unwrap().split(' ').next().unwrap();
    let shown = text
        .lines()
        .filter_map(|line| line.strip_prefix("c p show "));
    let shown: Vec<i64> = shown
        .flat_map(str::split_whitespace)
        .filter_map(|word| word.parse().ok().filter(|&number| number != 0))
        .collect();
    let is_clause = |line: &&str| !line.starts_with(['c', 'p']);
    let mut clauses: Vec<String> = text.lines().filter(is_clause).map(Into::into).collect();
    for count in 0.. {
        let all = clauses.join("\n");
        desk.write(
            "f.cnf",
            format!("p cnf {variables} {}\n{all}\n", clauses.len()),
        );
        let words = ["solve", "f.cnf", "--backend", "batsat", "--json"].map(String::from);
        let answer = desk.gives_one_of(&[10, 20], &words).json();
        let Some(model) = answer["model"].as_array() else {
            return count;
        };
        let value = |number: &i64| {
            let index = usize::try_from(number - 1).unwrap();
            -model[index].as_i64().unwrap()
        };
        let blocked: Vec<String> = shown.iter().map(|it| value(it).to_string()).collect();
        clauses.push(blocked.join(" ") + " 0");
    }
    unreachable!()
}

#[test]
fn models_counted_on_the_shown_variables_are_plans_folded_or_not() {
    let desk = Desk::new();
    for (puzzle, plans) in [("pegsol-p01", 1), ("pegsol-p02", 2), ("pegsol-p05", 12)] {
        for encoding in ["naive", "sequential", "sequential/ladder"] {
            assert_eq!(
                models(&desk, &format!("{puzzle} --encoding {encoding}")),
                plans
            );
        }
    }
    for (order, plans) in [("direction", 5), ("walks:3", 15)] {
        let flags = format!("pegsol-p01 --horizon 3 --encoding r2-exists/{order}");
        assert_eq!(models(&desk, &flags), plans);
        assert_eq!(models(&desk, &format!("{flags}/unfolded")), plans);
    }
}

#[test]
fn the_default_encoding_does_not_depend_on_the_number_of_steps() {
    let desk = Desk::new();
    for horizon in 1..10 {
        let document = desk
            .gives(0, &format!("encode pegsol-p05 --horizon {horizon} --json"))
            .json();
        let encoding = document["encoding"].as_str().unwrap();
        assert!(encoding.starts_with("r2-exists"), "{horizon}: {encoding}");
    }
}

#[test]
fn a_domain_and_a_problem_are_given_as_in_other_commands() {
    let desk = ferry();
    let before = desk
        .gives(0, "encode crossing --domain ferry --horizon 9")
        .out;
    assert_eq!(
        desk.gives(0, "encode ferry crossing --horizon 9").out,
        before
    );
    desk.gives(2, "encode ferry crossing --domain ferry --horizon 9");
}

#[test]
fn a_proof_of_a_solver_is_checked_for_the_puzzle_or_the_task() {
    let desk = Desk::new();
    let flags = "hard-en-02 --encoding sequential/ladder";
    desk.gives(0, &format!("encode {flags} -o hard.cnf"));
    desk.gives(20, "solve hard.cnf --proof hard.drat");
    let answer = desk.gives(20, &format!("decode {flags} --proof hard.drat --json"));
    desk.write("answer.json", answer.out);
    desk.gives(20, "check hard-en-02 answer.json");
    desk.gives(
        3,
        "decode hard-en-02 --encoding sequential --horizon 9 --proof hard.drat",
    );
    desk.write("claim", "s UNSATISFIABLE\n");
    let claim = desk
        .gives(30, &format!("decode {flags} --model claim --json"))
        .json();
    assert_eq!(
        (&claim["reason"], &claim["proof_checked"]),
        (&"horizon-refuted".into(), &false.into())
    );
    let desk = ferry();
    desk.gives(
        0,
        "encode ferry crossing --encoding forall --horizon 2 -o f.cnf",
    );
    desk.gives(20, "solve f.cnf --proof f.lrat");
    let proved = desk.gives(
        30,
        "decode ferry crossing --encoding forall --horizon 2 --proof f.lrat --json",
    );
    assert_eq!(proved.json()["proof_checked"], true);
}

#[test]
fn formulas_with_an_objective_have_a_weight_for_each_action() {
    let desk = ferry();
    let flags = "ferry crossing --encoding forall --horizon 5";
    let text = desk.gives(0, &format!("encode {flags}")).out;
    let shown = text
        .lines()
        .find_map(|line| line.strip_prefix("c p show "))
        .unwrap();
    let actions = shown.split_whitespace().count() - 1;
    let soft = desk.gives(0, &format!("encode {flags} --format wcnf")).out;
    let is_soft = |line: &&str| line.starts_with("1 -") && line.ends_with(" 0");
    assert_eq!(soft.lines().filter(is_soft).count(), actions);
    let opb = desk.gives(0, &format!("encode {flags} --format opb")).out;
    assert!(opb.starts_with("* #variable= "));
    let objective = opb.lines().find(|line| line.starts_with("min:")).unwrap();
    assert_eq!(objective.matches('x').count(), actions);
    desk.gives(2, "encode pegsol-p05 --encoding naive --format wcnf");
}
