//! `saut census`, `saut generate` and `saut classify` from outside.

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use crate::program::{Desk, command};
use crate::{ends_interrupted, start};
use serde_json::Value;

/// The table without its last column, the times.
fn without_times(table: &str) -> Vec<String> {
    let lines = table.lines();
    lines
        .map(|line| line.rsplit_once(',').unwrap().0.to_owned())
        .collect()
}

#[test]
fn a_census_is_the_same_in_parts_and_as_a_whole() {
    let desk = Desk::new();
    let census = "census --board triangle-5 --symmetry all --threads 1";
    let whole = desk.gives(0, &format!("{census} --csv")).out;
    assert!(whole.starts_with("figure,pegs,verdict,reason,survivors,seconds\n"));
    assert_eq!(whole.lines().count(), 17);
    assert!(whole.contains("...............,0,infeasible,trivial,,"));
    for part in ["1/3", "2/3", "3/3"] {
        let name = part.replace('/', "-");
        desk.gives(
            0,
            &format!("{census} --shard {part} -o part-{name} --csv csv-{name}"),
        );
    }
    let parts = ["1-3", "2-3", "3-3"]
        .map(|name| fs::read_to_string(desk.0.path().join(format!("part-{name}"))).unwrap());
    desk.write("all", parts.concat());
    let again = desk.gives(0, &format!("{census} -o all --csv all.csv --svg all.svg"));
    assert!(
        again.out.contains("16 figures, 16 decided here"),
        "{}",
        again.out
    );
    let table = fs::read_to_string(desk.0.path().join("all.csv")).unwrap();
    assert_eq!(without_times(&table), without_times(&whole));
    let sheet = fs::read_to_string(desk.0.path().join("all.svg")).unwrap();
    assert!(
        sheet.starts_with("<svg") || sheet.starts_with("<?xml"),
        "{sheet}"
    );
    let document = desk.gives(0, &format!("{census} -o all --json")).json();
    let figures = document["figures"].as_array().unwrap();
    assert_eq!(figures.len(), 16);
    for figure in figures {
        assert_eq!(
            figure["verdict"] == "solved",
            figure["plan"].is_array(),
            "{figure}"
        );
    }
}

#[test]
fn a_census_that_runs_out_of_time_says_so_and_can_go_on() {
    let desk = Desk::new();
    let census = "census --board triangle-5 --symmetry one-axis --pegs 4..5 --threads 1 -o records";
    let said = desk.gives(30, &format!("{census} --timeout 0"));
    assert!(said.err.contains("ended (timeout) after"), "{said:?}");
    desk.gives(0, census);
}

#[test]
fn a_census_ends_at_a_limit_or_an_interrupt_while_it_lists_its_figures() {
    let desk = Desk::new();
    let census = "census --board french --symmetry one-axis --threads 1 --json";
    let began = Instant::now();
    let said = desk.gives(30, &format!("{census} --timeout 0.2"));
    assert!(began.elapsed() < Duration::from_secs(5), "{said:?}");
    let document = said.json();
    assert_eq!(document["verdict"], "undecided", "{said:?}");
    assert_eq!(document["reason"], "timeout", "{said:?}");
    assert!(
        said.err.contains(
            "the time limit came before its figures were listed; give a longer --timeout"
        ),
        "{said:?}"
    );
    let child = start(&mut command(&desk.0, census.split(' ')));
    thread::sleep(Duration::from_millis(500));
    ends_interrupted(child, Duration::from_secs(2));
}

#[test]
fn the_gallery_of_a_census_has_solvable_figures_first_and_says_what_it_lacks() {
    let desk = Desk::new();
    let census = "census --board triangle-5 --symmetry one-axis --threads 1 -o records";
    let read = |name: &str| fs::read_to_string(desk.0.path().join(name)).unwrap();
    desk.gives(
        30,
        &format!("{census} --timeout 0 --html none.html --svg none.svg"),
    );
    for name in ["none.html", "none.svg"] {
        let gallery = read(name);
        let title = "512 figures; not finished, 511 not decided";
        assert!(gallery.contains(title), "{gallery}");
    }
    desk.gives(0, &format!("{census} --pegs 1..3 --html some.html"));
    assert!(read("some.html").contains("; a part of all figures</h1>"));
    desk.gives(0, &format!("{census} --html all.html --svg all.svg"));
    let (page, sheet) = (read("all.html"), read("all.svg"));
    assert!(page.contains("512 figures</h1>"), "{page}");
    assert!(page.contains("121 can be solved, 391 cannot"), "{page}");
    assert!(!page.contains("not finished") && !page.contains("a part of all"));
    let last_solved = page.rfind(r#""expect":"solvable""#).unwrap();
    assert!(last_solved < page.find(r#""expect":"infeasible""#).unwrap());
    assert!(sheet.contains("121 can be solved, 391 cannot"));
    assert!(sheet.rfind("pegs, ends").unwrap() < sheet.find(", infeasible").unwrap());
    desk.gives(
        2,
        "census --board triangle-5 --symmetry all --html no/such/folder.html",
    );
}

#[test]
fn what_a_census_cannot_use_is_refused() {
    let desk = Desk::new();
    desk.write("other", "something else\n");
    for (arguments, message) in [
        ("--board anglais", "no board is called \"anglais\""),
        (
            "--board rectangle-4x3",
            "symmetry four-axes: the board does not have it; it has",
        ),
        (
            "--board english --symmetry none",
            "there are 2^33 figures with it; choose some",
        ),
        (
            "--symmetry five-axes",
            "no symmetry is called \"five-axes\"",
        ),
        ("--pegs 9..3", "not a range of numbers"),
        ("--shard 5/4", "no part such as 1/4"),
        (
            "--board triangle-2 --symmetry all -o other",
            "other: line 1: is no file of census records",
        ),
        (
            "--board triangle-2 --symmetry all --csv no/such/file",
            "no/such/file: cannot be written",
        ),
        ("--pegs 99", "no figure with the symmetry has 99 to 99 pegs"),
        ("--sample 0", "invalid value '0' for '--sample <N>'"),
    ] {
        let said = desk.gives(2, &format!("census {arguments}"));
        assert!(said.err.contains(message), "{arguments}: {said:?}");
        assert_eq!(said.out, "");
    }
}

#[test]
fn generated_puzzles_are_new_solvable_and_the_same_for_a_seed() {
    let desk = Desk::new();
    let generate = "generate --board english --symmetry one-axis --pegs 6..8 --count 3";
    let first = desk.gives(0, &format!("{generate} --seed 4")).out;
    assert_eq!(
        first,
        desk.gives(0, &format!("{generate} --seed 4 --threads 1"))
            .out
    );
    desk.write("first.toml", &first);
    let said = desk.gives(
        0,
        &format!("{generate} --seed 4 --avoid first.toml -o second.toml --svg second.svg"),
    );
    assert_eq!(said.out.lines().count(), 3);
    assert!(said.out.contains("difficulty"), "{said:?}");
    let second = fs::read_to_string(desk.0.path().join("second.toml")).unwrap();
    let start = |text: &str| -> Vec<String> {
        let starts = text.split("start = \"\"\"").skip(1);
        starts
            .map(|rest| rest.split("\"\"\"").next().unwrap().to_owned())
            .collect()
    };
    assert!(
        start(&second)
            .iter()
            .all(|picture| !start(&first).contains(picture))
    );
    // The plan of each stands in the file, and the simulator accepts it.
    let name = second.split('"').nth(1).unwrap();
    let plan = second
        .lines()
        .find_map(|line| line.strip_prefix("plan = "))
        .unwrap();
    desk.write("plan", plan.trim_matches('"'));
    desk.gives(0, &format!("check second.toml:{name} plan"));
    desk.gives(0, &format!("solve second.toml:{name} --threads 1"));
}

#[test]
fn figures_that_a_limit_leaves_out_have_a_document_that_says_so() {
    let desk = Desk::new();
    let generate = "generate --board triangle-5 --pegs 6..8 --count 1 --threads 1 --json";
    let said = desk.gives(30, &format!("{generate} --timeout 0"));
    let document = said.json();
    assert_eq!(document["puzzles"], Value::Array(Vec::new()), "{said:?}");
    assert_eq!(document["verdict"], "undecided", "{said:?}");
    assert_eq!(document["reason"], "timeout", "{said:?}");
    let whole = desk.gives(0, generate).json();
    assert_eq!(whole["puzzles"].as_array().unwrap().len(), 1);
    assert!(whole.get("verdict").is_none(), "{whole}");
}

#[test]
fn what_cannot_be_generated_is_refused() {
    let desk = Desk::new();
    for (arguments, message) in [
        ("--board anglais", "no board is called"),
        (
            "--board rectangle-4x3 --symmetry four-axes",
            "the board does not have it",
        ),
        (
            "--board rectangle-5x1 --symmetry none --pegs 2..3 --count 50",
            "only",
        ),
        ("--avoid nothing.toml", "nothing.toml"),
        ("--count 0", "invalid value '0' for '--count <N>'"),
        (
            "--symmetry four-axes --pegs 6..7",
            "--pegs: no figure with the symmetry has 6 to 7 pegs",
        ),
    ] {
        let said = desk.gives(2, &format!("generate {arguments}"));
        assert!(said.err.contains(message), "{arguments}: {said:?}");
    }
    let said = desk.gives(2, "generate --finish 11");
    assert!(said.err.contains("--finish"), "{said:?}");
    let said = desk.run(["generate", "--finish", "44 45"]);
    assert_eq!(said.status, Some(2));
    assert!(
        said.err.contains("put commas between the cells"),
        "{said:?}"
    );
}

#[test]
fn generated_puzzles_leave_their_last_peg_where_it_is_asked_for() {
    let desk = Desk::new();
    let flags = "generate --board french --symmetry one-axis --pegs 6..8 --count 2 --seed 3";
    let made = desk.gives(0, &format!("{flags} --finish 44,47")).out;
    desk.write("made.toml", &made);
    assert!(made.contains("--finish 44,47"), "{made}");
    for name in made.lines().filter_map(|line| line.strip_prefix("name = ")) {
        let name = name.trim_matches('"');
        let document = desk
            .gives(0, &format!("solve made.toml:{name} --json"))
            .json();
        let last = document["plan"].as_array().unwrap().last().unwrap()["to"].to_string();
        assert!(["[3,3]", "[3,0]"].contains(&last.as_str()), "{last}");
    }
}

#[test]
fn classes_of_puzzles_have_their_words() {
    let desk = Desk::new();
    desk.write("far", "o..o\n....\n....\n");
    desk.write("edge", ".o.\n.o.\n");
    desk.write("near", "oo.\n...\n...\n");
    for (file, status, word, category) in [
        ("far", 20, "impossible-anywhere", "FIT"),
        ("edge", 20, "nothing-moves", "FIP"),
        ("near", 0, "possible", "FPP"),
    ] {
        let document = desk
            .gives(status, &format!("classify {file} --json"))
            .json();
        assert_eq!(document["word"], word);
        assert_eq!(document["category"], category);
        let text = desk.gives(status, &format!("classify {file}")).out;
        assert!(text.contains(&format!("\n{category}: ")), "{text}");
    }
    let edge = desk.gives(20, "classify edge --json --margin 1").json();
    assert_eq!(edge["possible_with_margin"], 1);
    assert!(edge["larger"][0]["plan"].is_array());
    let none = desk.gives(20, "classify edge --json --margin 0").json();
    assert_eq!(none["possible_with_margin"], Value::Null);
}

#[test]
fn a_file_of_several_puzzles_is_classified_one_after_the_other() {
    let desk = Desk::new();
    let entry = |name: &str, start: &str| {
        format!(
            "[[puzzle]]\nname = \"{name}\"\nboard = \"rectangle-5x2\"\nstart = \"{start}\"\ngoal = \"one peg\"\n"
        )
    };
    let (near, far) = (entry("near", "11 21"), entry("far", "11 21 31"));
    desk.write("two.toml", near.clone() + &far);
    desk.write("solvable.toml", near.clone() + &entry("nearer", "31 41"));
    let two = desk.gives(20, "classify two.toml --json").json();
    let words: Vec<&str> = two["puzzles"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["word"].as_str().unwrap())
        .collect();
    assert_eq!(words, ["possible", "impossible-anywhere"]);
    // Each is what it is alone.
    for (index, name, status) in [(0, "near", 0), (1, "far", 20)] {
        let alone = desk
            .gives(status, &format!("classify two.toml:{name} --json"))
            .json();
        assert_eq!(alone, two["puzzles"][index]);
    }
    let text = desk.gives(20, "classify two.toml").out;
    assert!(
        text.find("FPP").unwrap() < text.find("FIT").unwrap(),
        "{text}"
    );
    assert!(
        text.starts_with("near\n") && text.contains("\n\nfar\n"),
        "{text}"
    );
    desk.gives(0, "classify solvable.toml");
    desk.gives(30, "classify two.toml --timeout 0");
    // Another start or goal is one puzzle's.
    desk.gives(2, "classify two.toml --vacate 11");
    desk.write("games.toml", near + "[[puzzle]]\nname = \"b\"\ngame = \"baseball\"\ntrack = \"line\"\nstart = [[2, 2], [1, 1], [0]]\n");
    desk.gives(2, "classify games.toml");
}

#[test]
fn both_ends_of_a_range_of_pegs_count() {
    let desk = Desk::new();
    let census = "census --board triangle-5 --symmetry all --threads 1 --csv --pegs";
    let table = |range: &str| without_times(&desk.gives(0, &format!("{census} {range}")).out);
    let of = |pegs: &str| table(pegs)[1..].to_vec();
    // No figure of this board with all symmetries has four or five pegs.
    let [low, high] = ["3", "6"].map(of);
    assert!(!low.is_empty() && !high.is_empty());
    let (mut ends, mut range) = ([low, high].concat(), of("3..6"));
    assert_eq!(range, of("3..=6"));
    ends.sort_unstable();
    range.sort_unstable();
    assert_eq!(range, ends);
    for bad in ["24..18", "a..b", "1..", "..4"] {
        desk.gives(2, &format!("{census} {bad}"));
    }
}

#[test]
fn puzzles_of_a_file_are_rated_the_easiest_first() {
    let desk = Desk::new();
    let entry = |name: &str, start: &str| {
        format!(
            "[[puzzle]]\nname = \"{name}\"\nwhy = \"{name} it is\"\nboard = \"english\"\nstart = \"{start}\"\ngoal = \"one peg\"\n"
        )
    };
    desk.write(
        "two.toml",
        entry("long", "43 44 45 34 54 35 55 33 53") + &entry("short", "44 45"),
    );
    let said = desk
        .gives(0, "classify two.toml --difficulty --json")
        .json();
    let rated = said["puzzles"].as_array().unwrap();
    let names: Vec<&str> = rated
        .iter()
        .map(|it| it["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["short", "long"]);
    assert_eq!(
        (&rated[0]["difficulty"], &rated[0]["rating"]),
        (&2.into(), &1.into())
    );
    let text = desk.gives(0, "classify two.toml --difficulty").out;
    assert!(text.contains("2 pegs  short it is"), "{text}");
    desk.gives(30, "classify two.toml --difficulty --timeout 0");
    desk.gives(2, "classify baseball-3 --difficulty");
    desk.gives(2, "classify central --difficulty --vacate 45");
}
