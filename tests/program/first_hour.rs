//! First tries of a stranger: names as people type them, hints, pictures as they are pasted,
//! limits with odd values, from outside.

use crate::program::{Desk, Said};
use serde_json::Value;

fn json(said: &Said) -> Value {
    serde_json::from_str(&said.out).unwrap_or_else(|error| panic!("{error}: {said:?}"))
}

#[test]
fn names_are_taken_as_people_type_them() {
    let desk = Desk::new();
    for (typed, meant) in [
        ("english", "central"),
        ("English", "central"),
        ("FRENCH", "corsair"),
        ("triangle", "triangle-15-corner"),
        ("triangle-of-nine", "triangle-of-nine"),
        ("cracker", "triangle-15-corner"),
        ("army", "army-4"),
    ] {
        let said = json(&desk.gives(0, &format!("show {typed} --json")));
        assert_eq!(said["puzzle"], meant, "{typed}");
    }
    let said = desk.gives(2, "show centrl");
    assert!(said.err.contains("did you mean"), "{said:?}");
}

#[test]
fn a_vacancy_and_a_last_peg_are_chosen_on_any_board() {
    let desk = Desk::new();
    let said = json(&desk.gives(0, "solve english --vacate 44 --finish 41 --json"));
    assert_eq!(
        (&said["verdict"], &said["puzzle"]),
        (&"solved".into(), &"english-44-41".into())
    );
    desk.write("plan.json", said.to_string());
    desk.gives(0, "check english-44-41 plan.json");
    // Not of the class of the vacancy.
    desk.gives(20, "solve english --vacate 44 --finish 43");
    let said = desk.gives(2, "solve english --vacate 99");
    assert!(said.err.contains("--vacate: \"99\" is no hole"), "{said:?}");
}

#[test]
fn a_hint_on_a_full_board_comes_at_once() {
    let desk = Desk::new();
    let said = json(&desk.gives(0, "hint central --json"));
    assert_eq!(said["solvable"], true);
    assert_eq!(said["jumps"].as_array().unwrap().len(), 4);
    assert!(
        said["jumps"]
            .as_array()
            .unwrap()
            .iter()
            .all(|jump| jump["keeps"] == true)
    );
    assert!(said.get("solutions").is_none());
    let said = desk.gives(0, "hint central");
    assert!(
        said.out.contains("still wins, and 3 like it by symmetry"),
        "{said:?}"
    );
}

#[test]
fn a_hint_for_a_game_of_no_jumps_is_one_for_the_start() {
    let desk = Desk::new();
    desk.write("none.txt", "# nothing played yet\n\n");
    desk.write("none.json", "[]");
    for game in ["none.txt", "none.json"] {
        let said = desk.gives(0, &format!("hint pegsol-p02 {game}"));
        assert!(
            said.out.contains("from here: the goal can be reached"),
            "{said:?}"
        );
    }
    desk.write("odd.txt", "hello");
    desk.gives(2, "hint pegsol-p02 odd.txt");
}

#[test]
fn the_quick_hint_agrees_with_the_count() {
    let desk = Desk::new();
    for puzzle in ["pegsol-p01", "pegsol-p02", "pegsol-p03"] {
        let keeps = |words: String| {
            let said = json(&desk.gives(0, &words));
            let jumps = said["jumps"].as_array().unwrap().clone();
            let mut jumps: Vec<String> = jumps
                .iter()
                .map(|jump| format!("{} {}", jump["jump"], jump["keeps"]))
                .collect();
            jumps.sort();
            jumps
        };
        assert_eq!(
            keeps(format!("hint {puzzle} --json")),
            keeps(format!("hint {puzzle} --count --json"))
        );
    }
}

#[test]
fn pictures_are_read_as_people_paste_them() {
    let desk = Desk::new();
    for (number, picture) in [
        "●●○\n\n○○●\n",
        "110\n\n001\n",
        "XX_\n\n__X\n",
        "* * .\n\n. . *\n",
    ]
    .iter()
    .enumerate()
    {
        let name = format!("pasted-{number}.txt");
        desk.write(&name, picture);
        let said = json(&desk.gives(0, &format!("solve ./{name} --json")));
        assert_eq!(said["plan"].as_array().unwrap().len(), 1, "{picture}");
    }
    desk.write("both.txt", "XXO\n");
    let said = desk.gives(2, "solve ./both.txt");
    assert!(
        said.err.contains("--peg X --vacancy O:") && said.err.contains("--peg O --vacancy X:"),
        "{said:?}"
    );
    let said = json(&desk.gives(0, "solve ./both.txt --peg X --vacancy O --json"));
    assert_eq!(said["plan"].as_array().unwrap().len(), 1);
    desk.write("tab.txt", "*\t*\t.\n");
    let said = desk.gives(2, "solve ./tab.txt");
    assert!(said.err.contains("line 1, column 2: a tab"), "{said:?}");
}

#[test]
fn odd_limits_get_place_fact_and_remedy() {
    let desk = Desk::new();
    for (words, message) in [
        (
            "solve --timeout -1",
            "invalid value '-1' for '--timeout <SECONDS>': not a number of seconds, 0 or more; give one",
        ),
        (
            "solve --timeout nan",
            "'nan' for '--timeout <SECONDS>': not a number of seconds",
        ),
        (
            "solve --threads 0",
            "'0' for '--threads <N>': not a number of threads from 1",
        ),
        (
            "solve --memory lots",
            "'lots' for '--memory <MIB>': not a whole number of MiB",
        ),
        (
            "solve --memory -3",
            "'-3' for '--memory <MIB>': not a whole number of MiB",
        ),
        ("solve --seed x", "'x' for '--seed <N>': not a whole number"),
        ("solvee central", "unrecognized subcommand 'solvee'"),
        ("solve --tmeout 3", "a similar argument exists: '--timeout'"),
        (
            "check central",
            "required arguments were not provided:\n  <RESULT>",
        ),
    ] {
        let said = desk.gives(2, words);
        assert!(said.err.contains(message), "{words}: {said:?}");
    }
    for words in [
        "solve pegsol-p01 --timeout 1e308",
        "solve pegsol-p01 --timeout inf",
    ] {
        desk.gives(0, words);
    }
}

#[test]
fn a_list_is_grouped_and_filtered_and_says_when_it_is_empty() {
    let desk = Desk::new();
    let said = desk.gives(0, "list Conway ROW");
    assert!(said.out.starts_with("Conway's army\n  army-1 "), "{said:?}");
    let said = json(&desk.gives(0, "list --board english --expect infeasible --json"));
    let puzzles = said["puzzles"].as_array().unwrap();
    assert!(!puzzles.is_empty());
    assert!(
        puzzles
            .iter()
            .all(|one| one["board"] == "english" && one["expect"] == "infeasible")
    );
    assert!(
        desk.gives(0, "list no-such-thing")
            .out
            .contains("no bundled puzzle")
    );
    assert!(
        desk.gives(2, "list --board x")
            .err
            .contains("--board: no board is called")
    );
}

#[test]
fn shells_complete_the_names_of_puzzles() {
    let desk = Desk::new();
    for shell in ["bash", "zsh", "fish"] {
        let script = desk.gives(0, &format!("completions {shell}")).out;
        assert!(
            script.contains("corsair") && script.contains("english"),
            "{shell}"
        );
    }
}

#[test]
fn boards_have_coordinates_and_goals_are_said_in_words() {
    let desk = Desk::new();
    let said = desk.gives(0, "show central").out;
    assert!(said.contains("  4  ooo.ooo  ->  4  ...o...\n"), "{said}");
    assert!(
        said.contains("     1234567")
            && said.contains("cells are named column, then row from below")
    );
    let said = desk.gives(0, "show triangle-15-corner").out;
    assert!(
        said.contains("  14     o o     24") && said.contains("goal: one peg, anywhere"),
        "{said}"
    );
    let said = desk.gives(0, "show square-11").out;
    assert!(
        said.contains("  10  ooooooooooo") && said.contains("cells are (column, row)"),
        "{said}"
    );
    desk.write("open.txt", "ooo\n\n???\n");
    let said = desk.gives(0, "show ./open.txt").out;
    assert!(said.contains("goal: any position"), "{said}");
    let said = desk.gives(0, "show central --format svg").out;
    assert!(said.contains("cells are named column,"), "{said}");
}

#[test]
fn the_manual_makes_its_folder_and_out_is_the_same_everywhere() {
    let desk = Desk::new();
    desk.gives(0, "manual man/pages");
    assert!(desk.0.path().join("man/pages/saut-solve.1").exists());
    desk.write("file", "x");
    let said = desk.gives(2, "manual file/pages");
    assert!(
        said.err.contains("is there a file in its place"),
        "{said:?}"
    );
    for command in ["show", "encode", "census", "generate", "report", "bench"] {
        let help = desk.gives(0, &format!("{command} --help")).out;
        assert!(help.contains("-o, --out"), "{command}");
    }
}

#[test]
fn no_puzzle_speaks_of_how_the_program_is_made() {
    for entry in saut::formats::bundled::all() {
        let why = entry.why.unwrap_or_default();
        for word in ["smoke test", "test case", "backend", "solvers"] {
            assert!(
                !why.contains(word),
                "{}: {why}",
                entry.title.unwrap_or_default()
            );
        }
    }
}

#[test]
fn an_undecided_answer_does_not_replace_an_older_one() {
    let desk = Desk::new();
    let file = desk.write("kept.txt", "46/44\n");
    let said = desk.gives(30, "solve central -o kept.txt --timeout 0");
    assert!(
        said.err.contains("undecided") && said.err.contains("kept.txt stays as it was"),
        "{said:?}"
    );
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "46/44\n");
    desk.gives(
        30,
        "generate --board english --symmetry one-axis --count 2 -o kept.txt --timeout 0",
    );
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "46/44\n");
    // Scripts rely on the document, and a new file takes what there is.
    desk.gives(30, "solve central -o kept.txt --timeout 0 --json");
    assert!(std::fs::read_to_string(&file).unwrap().contains("timeout"));
    desk.gives(30, "solve central -o new.txt --timeout 0");
    assert!(desk.0.path().join("new.txt").exists());
}

#[test]
fn a_hint_that_leaves_jumps_undecided_says_so_by_its_status() {
    let desk = Desk::new();
    desk.gives(30, "hint german --jump-timeout 0");
    desk.gives(0, "hint pegsol-p02");
}

#[test]
fn a_refused_plan_is_told_with_its_move_line_and_coordinates() {
    let desk = Desk::new();
    desk.write("plan", "1. 46/44\n2. 65/45\n3. 57/55/53 54/56\n");
    let said = desk.gives(1, "check english plan");
    assert!(
        said.err
            .contains("plan refused: move 3, jump 4 (55/53), line 3: "),
        "{said:?}"
    );
    assert!(said.err.contains("1234567"), "{said:?}");
}

#[test]
fn moves_are_written_anew_without_a_transformation() {
    let desk = Desk::new();
    let plan = json(&desk.gives(0, "solve pegsol-p01 --json"));
    desk.write("plan.json", plan.to_string());
    let said = desk
        .gives(
            0,
            "transform pegsol-p01 plan.json --moves --notation row-first",
        )
        .out;
    assert!(said.contains('x') && !said.contains('/'), "{said}");
    desk.write("moves", said);
    desk.gives(0, "check pegsol-p01 moves");
}

#[test]
fn cells_of_a_leaning_board_are_named_at_both_ends_of_its_rows() {
    let desk = Desk::new();
    let said = desk.gives(0, "show triangle-15-corner").out;
    assert!(
        said.contains("  11  o o o o o  51      11  ? ? ? ? ?  51\n"),
        "{said}"
    );
    desk.write("shown", &said);
    let again = desk.gives(0, "show shown").out;
    assert_eq!(again.lines().nth(2), said.lines().nth(2));
    let said = desk.gives(2, "show triangle --vacate 21 --finish 77");
    assert!(said.err.contains("77"), "{said:?}");
}

#[test]
fn lists_of_cells_need_no_brackets_where_the_board_is_named() {
    let desk = Desk::new();
    desk.write("list", "24, 34, 44\n");
    let said = json(&desk.gives(0, "show list --board english --json"));
    assert_eq!(said["puzzle"], "list");
    desk.write("list", "24, 34, 4\n");
    desk.gives(2, "show list --board english");
}

#[test]
fn at_a_limit_the_fewest_moves_are_an_upper_bound_with_a_plan() {
    let desk = Desk::new();
    let asked = "solve german-central --minimise moves";
    let said = json(&desk.gives(0, &format!("{asked} --timeout 4 --json")));
    assert_eq!(said["optimal"], false, "{said}");
    desk.write("plan.json", said.to_string());
    desk.gives(0, "check german-central plan.json");
    // No other question is answered by any plan.
    desk.gives(30, &format!("{asked} --timeout 1 --count-optimal"));
}
