//! The parsers reject invalid input with an error. No text makes them panic.
//!
//! An arbitrary text is usually rejected at its beginning, so most texts are valid texts with a few changes.

use proptest::prelude::*;
use saut::formats::pddl::{PddlForm, read_problem, write_problem};
use saut::formats::plan_file::read_plan;
use saut::formats::toml_file::write_toml;
use saut::formats::{ReadOptions, bundled, load_bytes};
use saut::peg::Geometry;
use saut::simulate::replay;

use crate::read_toml;

#[derive(Clone, Debug)]
enum Change {
    Cut(usize, usize),
    Insert(usize, String),
    Truncate(usize),
}

fn change() -> impl Strategy<Value = Change> {
    let piece = prop_oneof![
        proptest::sample::select(vec![
            "o",
            ".",
            "?",
            " ",
            "\n",
            "\n\n",
            "#",
            ";",
            "(",
            ")",
            "[",
            "]",
            "{",
            "}",
            "\"",
            "\"\"\"",
            "=",
            ",",
            "x",
            "/",
            "-",
            "0",
            "9",
            "99999999999",
            "full - ",
            "one peg",
            "pos-1-2",
            "(not ",
            "(IN-LINE ",
            "\u{feff}",
            "é",
        ])
        .prop_map(str::to_owned),
        "\\PC{0,4}",
    ];
    prop_oneof![
        (any::<usize>(), 0..20_usize).prop_map(|(at, length)| Change::Cut(at, length)),
        (any::<usize>(), piece).prop_map(|(at, text)| Change::Insert(at, text)),
        any::<usize>().prop_map(Change::Truncate),
    ]
}

fn changed(text: &str, changes: &[Change]) -> String {
    let mut symbols: Vec<char> = text.chars().collect();
    for change in changes {
        let within = |at: usize| at % (symbols.len() + 1);
        match change {
            Change::Cut(at, length) => {
                let begin = within(*at);
                let end = (begin + length).min(symbols.len());
                symbols.drain(begin..end);
            }
            Change::Insert(at, text) => {
                let at = within(*at);
                symbols.splice(at..at, text.chars());
            }
            Change::Truncate(at) => symbols.truncate(within(*at)),
        }
    }
    symbols.into_iter().collect()
}

/// Returns a valid text with up to three changes, or an arbitrary text.
fn near(valid: &[&str]) -> impl Strategy<Value = String> + use<> {
    let valid: Vec<String> = valid.iter().map(|&text| text.to_owned()).collect();
    let changes = proptest::collection::vec(change(), 0..4);
    prop_oneof![
        4 => (proptest::sample::select(valid), changes).prop_map(|(text, changes)| changed(&text, &changes)),
        1 => any::<String>(),
    ]
}

const PICTURES: [&str; 3] = [
    "oo.\n\n..o\n",
    "# a\n  o\n o.o\n\n\n  .\n .?o\n",
    "ooo\no.o\nooo\n",
];

const TOML: [&str; 3] = [
    "[[puzzle]]\nname = \"a\"\nexpect = \"open\"\nstart = \"\"\"\noo.\n\"\"\"\ngoal = \"..o\"\n",
    "[[puzzle]]\nname = \"b\"\nboard = \"english\"\nstart = \"full - 44 45\"\ngoal = \"44\"\n",
    "[[puzzle]]\nname = \"c\"\nboard = \"square-11\"\ngeometry = \"triangle\"\nstart = \"(1,2) (3,4)\"\ngoal = \"one peg\"\n",
];

const PLANS: [&str; 4] = [
    "1. 45/47, 2. 75/73/53 # end\n",
    "46x44 65x45 75x73x53\n(0,2)/(2,2)\n",
    "{\"plan\": [{\"from\": [3,1], \"over\": [3,2], \"to\": [3,3]}]}",
    "(jump-new-move pos-3-5 pos-3-4 pos-3-3)\n(end-move pos-3-3)\n; cost = 1\n",
];

fn pddl() -> Vec<String> {
    let puzzles = TOML[..1]
        .iter()
        .flat_map(|text| read_toml(text, "").unwrap());
    let puzzles = puzzles.chain(bundled::named("triangle-15-corner"));
    puzzles
        .flat_map(|puzzle| PddlForm::ALL.map(|form| write_problem(&puzzle, form)))
        .collect()
}

proptest! {
    #[test]
    fn bare_pictures(text in near(&PICTURES)) {
        for geometry in Geometry::ALL {
            let options = ReadOptions {
                picture: geometry.into(),
                board: None,
            };
            let _ = load_bytes(text.as_bytes(), "fuzz.txt", &options);
        }
    }

    #[test]
    fn toml_files_survive_a_round_trip(text in near(&TOML)) {
        if let Ok(puzzles) = read_toml(&text, "fuzz.toml") {
            let again = read_toml(&write_toml(&puzzles), "again");
            prop_assert_eq!(again.as_ref(), Ok(&puzzles));
        }
    }

    #[test]
    fn plans_and_their_replay(text in near(&PLANS)) {
        for name in ["central", "square-11"] {
            let puzzle = bundled::named(name).unwrap();
            if let Ok(plan) = read_plan(&puzzle, &text, None) {
                let _ = replay(&puzzle, plan);
            }
        }
    }

    #[test]
    fn bytes_of_any_kind(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        for place in ["a.toml", "a.pddl", "a"] {
            let _ = load_bytes(&bytes, place, &ReadOptions::default());
        }
    }

    #[test]
    fn pddl_problems(text in near(&pddl().iter().map(String::as_str).collect::<Vec<_>>())) {
        let _ = read_problem(&text, "fuzz.pddl");
    }
}
