//! Tests of the TOML reader and writer.

use super::{read, write_toml};
use crate::Entry;
use saut_base::bad_input::BadInput;
use saut_peg::peg::{Expectation, Geometry, Puzzle};

const CENTRAL: &str =
    "[[puzzle]]\nname = \"c\"\nboard = \"english\"\nstart = \"full - 44\"\ngoal = \"44\"\n";

fn read_toml(text: &str, file: &str) -> Result<Vec<Puzzle>, BadInput> {
    read(text, file)?.into_iter().map(Entry::peg).collect()
}

fn message(text: &str) -> String {
    read_toml(text, "f.toml").unwrap_err().to_string()
}

#[test]
fn shorthand_and_pictures_mean_the_same() {
    let drawn = "[[puzzle]]\nname = \"c\"\nstart = \"\"\"\n  ooo\n  ooo\nooooooo\nooo.ooo\nooooooo\n  ooo\n  ooo\n\"\"\"\ngoal = '''\n  ...\n  ...\n.......\n...o...\n.......\n  ...\n  ...\n'''\n";
    assert_eq!(
        read_toml(CENTRAL, "").unwrap(),
        read_toml(drawn, "").unwrap()
    );
}

#[test]
fn every_field_is_kept_and_written_again() {
    let text = "[[puzzle]]\nname = \"a\\\"\\\\b\"\ntitle = \"t\"\nwhy = \"w\\nx\"\nsource = \"s\"\nexpect = \"infeasible\"\nfewest_moves = 7\ngame = \"peg\"\ngeometry = \"triangle\"\nstart = \"\"\"\no\n\noo.\n\"\"\"\ngoal = \"\"\"\n.\n\n?.o\n\"\"\"\n[[puzzle]]\nname = \"2\"\nstart = \"oo.\"\ngoal = \"one peg\"\n";
    let puzzles = read_toml(text, "").unwrap();
    assert_eq!(puzzles[0].expect, Expectation::Infeasible);
    assert_eq!(puzzles[0].fewest_moves, Some(7));
    assert!(message(&text.replace("= 7", "= -7")).contains("-7"));
    assert_eq!(puzzles[0].board().geometry(), Geometry::Triangle);
    assert_eq!(puzzles[0].board().height(), 3);
    assert!(puzzles[1].goal().is_one_peg());
    let written = write_toml(&puzzles);
    assert_eq!(read_toml(&written, "").unwrap(), puzzles);
    assert_eq!(write_toml(&read_toml(&written, "").unwrap()), written);
}

#[test]
fn a_board_may_be_drawn_on_and_have_another_geometry() {
    let text = "[[puzzle]]\nname = \"d\"\nboard = \"square-3\"\ngeometry = \"square-diagonal\"\nstart = \"full - 11\"\ngoal = \"...\\n.o.\\n..?\"\n";
    let puzzle = &read_toml(text, "").unwrap()[0];
    assert_eq!(puzzle.board().geometry(), Geometry::SquareDiagonal);
    assert_eq!(puzzle.goal().wants(8), None);
    let other = text.replace("\\n..?", "\\n..");
    assert!(message(&other).contains("is a hole in the board but not in the goal"));
}

#[test]
fn places_in_pictures_are_those_of_the_file() {
    let text = "[[puzzle]]\nname = \"p\"\nstart = \"\"\"\noo.\nooZ\n\"\"\"\ngoal = \"..o\"\n";
    assert!(message(text).starts_with("f.toml: \"p\": line 5, column 3: 'Z' has no meaning"));
    let text = "[[puzzle]]\nname = \"p\"\nstart = \"ooZ\"\ngoal = \"..o\"\n";
    assert!(message(text).starts_with("f.toml: \"p\": line 3, column 12: 'Z' has no meaning"));
}

#[test]
fn shorthand_without_a_board_is_rejected() {
    let message = message("[[puzzle]]\nname = \"p\"\nstart = \"full - 44\"\ngoal = \"44\"\n");
    assert!(
        message.contains("name a board (board = \"english\")"),
        "{message}"
    );
}

#[test]
fn other_games_are_rejected_by_name() {
    let text = "[[puzzle]]\nname = \"b\"\ngame = \"chess\"\nstart = \"rnbqkbnr\"\n";
    assert_eq!(
        message(text),
        "f.toml: line 3, column 8: the game is \"chess\"; games are peg (the default) and baseball"
    );
    let text = "[[puzzle]]\nname = \"b\"\ngame = \"baseball\"\nstart = [[1,1],[0]]\n";
    assert!(message(text).contains("\"b\": expected peg solitaire, found colour baseball"));
}
