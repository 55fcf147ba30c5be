//! Reading by name, by file and from a text.

use super::{Format, Loaded, ReadOptions, load, load_bytes};
use saut_base::bad_input::BadInput;
use saut_peg::peg::{Geometry, Puzzle};

fn read(name: &str, options: &ReadOptions) -> Result<Puzzle, BadInput> {
    load(name, std::io::empty(), options)?.only()?.peg()
}

fn of_geometry(geometry: Geometry) -> ReadOptions {
    ReadOptions {
        picture: geometry.into(),
        board: None,
    }
}

fn from_input(text: &str) -> Result<Puzzle, BadInput> {
    let loaded = load("-", text.as_bytes(), &ReadOptions::default())?;
    loaded.only()?.peg()
}

#[test]
fn the_standard_input_may_hold_any_format() {
    let toml = "# a\n[[puzzle]]\nname = \"t\"\nstart = \"oo.\"\ngoal = \"..o\"\n";
    let pddl = crate::pddl::write_problem(&from_input(toml).unwrap(), crate::pddl::PddlForm::Jumps);
    for text in [toml, &pddl, "\u{feff}oo.\n\n..o\n"] {
        assert_eq!(from_input(text).unwrap().start().pegs(), 2);
    }
}

#[test]
fn the_name_of_a_board_with_too_many_holes_gets_the_limit() {
    let bad = read("square-65", &ReadOptions::default()).unwrap_err();
    let told = "square-65: the board is too large: at most 4096 holes";
    assert!(bad.to_string().starts_with(told), "{bad}");
    assert!(read("square-64", &ReadOptions::default()).is_ok());
}

#[test]
fn a_geometry_chooses_for_bare_pictures_and_contradicts_no_file() {
    let diagonal = &of_geometry(Geometry::SquareDiagonal);
    let read = load_bytes(b"oo.\n...\n", "x.txt", diagonal);
    let read = read.unwrap().entries;
    let puzzle = read[0].clone().peg().unwrap();
    assert_eq!(
        (puzzle.name(), puzzle.board().geometry()),
        ("x", Geometry::SquareDiagonal)
    );
    let toml = b"[[puzzle]]\nname = \"t\"\nstart = \"oo.\"\ngoal = \"..o\"\n";
    let bad = load_bytes(toml, "t.toml", diagonal)
        .unwrap_err()
        .to_string();
    assert!(bad.starts_with("t.toml: \"t\": the puzzle has the geometry square;"));
}

#[test]
fn a_bundled_puzzle_gets_the_lines_of_another_geometry() {
    let diagonal = &of_geometry(Geometry::SquareDiagonal);
    let read = |options: &ReadOptions| read("central", options).unwrap();
    let (central, other) = (read(&ReadOptions::default()), read(diagonal));
    assert_eq!(other.start(), central.start());
    assert!(other.board().jumps().len() > central.board().jumps().len());
    assert_eq!(other.name(), "central-square-diagonal");
    assert_eq!(read(&of_geometry(Geometry::Square)), central);
}

#[test]
fn a_text_is_never_the_name_of_a_file() {
    let read = |text: &str| {
        let loaded = load_bytes(text.as_bytes(), "pasted puzzle", &ReadOptions::default());
        loaded.and_then(Loaded::only).map_err(|bad| bad.to_string())
    };
    let picture = read("oo.\n\n..o\n").unwrap();
    assert_eq!(picture.name(), "pasted puzzle");
    for name in ["Cargo.toml", "central", "-"] {
        let bad = read(name).unwrap_err();
        assert!(bad.starts_with("pasted puzzle: "), "{bad}");
    }
    let two = "[[puzzle]]\nname = \"a\"\nstart = \"oo.\"\ngoal = \"..o\"\n";
    let two = two.to_owned() + &two.replace("\"a\"", "\"b\"");
    let bad = read(&two).unwrap_err();
    assert!(
        bad.ends_with("the file has 2 puzzles: a, b; give a file with one puzzle"),
        "{bad}"
    );
}

#[test]
fn endless_input_is_rejected() {
    let bad = load("-", std::io::repeat(b'o'), &ReadOptions::default())
        .unwrap_err()
        .to_string();
    assert_eq!(
        bad,
        "standard input: cannot be read: it has more than 16 MiB; is it the right file? \
         No valid input is so large"
    );
}

#[test]
fn the_format_follows_from_the_extension_or_the_first_line() {
    let cases: [(Format, &[(&str, &str)]); 4] = [
        (
            Format::Toml,
            &[
                ("a.TOML", "(define"),
                ("a", "# c\n[[puzzle]]"),
                ("", "name = \"n\""),
            ],
        ),
        (
            Format::Pddl,
            &[("a.pddl", "oo."), ("a.txt", "; c\n# d\n\n (define")],
        ),
        (
            Format::States,
            &[("", "[24, 34]"), ("", "$[[24, 34], [44]]$"), ("", "[\n24]")],
        ),
        (
            Format::Picture,
            &[("a", "# (define\n  ooo"), ("", ""), ("", "====\noo.")],
        ),
    ];
    let brackets = ["[o][o][.]", "(o)(o)(.)", "(o) (o) (.)"];
    for (format, texts) in cases {
        for (place, text) in texts {
            assert_eq!(Format::of(place, text), format, "{text}");
        }
    }
    for text in brackets {
        assert_eq!(Format::of("", text), Format::Picture, "{text}");
    }
}

#[test]
fn a_picture_with_several_readings_is_the_well_known_board_that_can_be_played() {
    let dashed = "  XXX\n  XXX\nXXXXXXX\nXXX-XXX\nXXXXXXX\n  XXX\n  XXX\n";
    let digits = "2211122\n2211122\n1111111\n1110111\n1111111\n2211122\n2211122\n";
    for text in [dashed, digits] {
        let loaded = load_bytes(text.as_bytes(), "p", &ReadOptions::default()).unwrap();
        assert_eq!(loaded.warnings.len(), 1, "{text}");
        let warning = loaded.warnings[0].to_string();
        assert!(
            warning.contains("the most likely reading is used"),
            "{warning}"
        );
        let puzzle = loaded.only().unwrap().peg().unwrap();
        assert_eq!((puzzle.board().len(), puzzle.start().pegs()), (33, 32));
    }
    // The arms are at the left, and only one reading can be played.
    let left = dashed.replace("  XXX", "XXX");
    let loaded = load_bytes(left.as_bytes(), "p", &ReadOptions::default()).unwrap();
    assert_eq!(loaded.warnings.len(), 1);
    assert_eq!(loaded.only().unwrap().peg().unwrap().start().pegs(), 32);
    // No reading shows a well-known board, and two can be played.
    let text = "XX-X\n-XX-\nX-X-\n";
    assert!(
        from_input(text)
            .unwrap_err()
            .to_string()
            .contains("can be read in")
    );
}
