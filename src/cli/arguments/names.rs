//! Two names of one command: who asks for a plan types `solve` or `plan`, and who has one checked `check` or
//! `validate`, of whatever game. What is asked about decides which of the two it is. A task in SAS+ needs no flag where it
//! is named first.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use saut::answer::kind_of_file;
use saut::formats::text_kind::TextKind;

use super::known_names;

/// The command for boards and colour baseball, and the one for planning tasks.
const PAIRS: [[&str; 2]; 3] = [
    ["solve", "plan"],
    ["check", "validate"],
    ["explain", "explain-task"],
];

/// The words of a command line, its command named as what it is asked about wants it.
pub fn by_what_is_asked(words: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut words: Vec<OsString> = words.into_iter().collect();
    let is_flag = |word: &&OsString| word.as_encoded_bytes().starts_with(b"--");
    let at = 1 + words.iter().skip(1).take_while(is_flag).count();
    let Some((command, rest)) = words.get_mut(at..).and_then(<[_]>::split_first_mut) else {
        return words;
    };
    let is_of_planning = || rest.iter().any(|word| names_a_task(word));
    let is_of_boards = || rest.first().is_some_and(|word| names_a_puzzle(word));
    let other = PAIRS.iter().find_map(|&[boards, planning]| {
        if command == boards {
            is_of_planning().then_some(planning)
        } else if command == planning {
            is_of_boards().then_some(boards)
        } else {
            None
        }
    });
    if let Some(other) = other {
        *command = other.into();
    }
    let takes_sas = PAIRS.iter().any(|[_, planning]| *command == *planning);
    let is_sas = rest
        .first()
        .is_some_and(|word| kind(word) == Some(TextKind::Sas));
    if takes_sas && is_sas {
        words.insert(at + 1, "--sas".into());
    }
    words
}

fn names_a_task(word: &OsStr) -> bool {
    word.to_str().is_some_and(|word| word.starts_with("--sas"))
        || matches!(
            kind(word),
            Some(TextKind::Domain | TextKind::Sas | TextKind::Graph)
        )
}

fn names_a_puzzle(word: &OsStr) -> bool {
    let of_planning = [
        TextKind::Domain,
        TextKind::Problem,
        TextKind::Sas,
        TextKind::Graph,
    ];
    // Files are looked at first: reading all names takes longer.
    match kind(word) {
        Some(kind) => !of_planning.contains(&kind),
        None => word
            .to_str()
            .is_some_and(|word| known_names().any(|name| name == word)),
    }
}

fn kind(word: &OsStr) -> Option<TextKind> {
    kind_of_file(Path::new(word))
}
