//! Translates notations of jumps that other pages and books use into the notation of saut.
//!
//! There are three such notations. Two are numbers of holes, row by row, from 0 (Durango Bill) or from 1 (the
//! triangle). The third has the letters of Wikipedia for the English board. They are tried only if the text is not
//! playable in the notation of saut. One of them is used only if the text is playable in no other.

use std::borrow::Cow;

use saut_peg::peg::notation::cell_name;
use saut_peg::peg::{Board, Hole, boards};

/// The holes of the English board in the order of their letters, row by row.
const WIKIPEDIA: &str = "abcdefghijklmnopxPONMLKJIHGFEDCBA";

/// The separators between the cells of a jump.
pub(super) const SEPARATORS: [char; 9] = ['/', '-', '–', '→', '>', ':', 'x', 'X', '×'];

/// Signs before a line of a list or a quotation.
const BULLETS: [&str; 6] = ["-", "–", "*", "•", "♦", ">"];

/// Rewrites a text so that jumps in words (`42 to 44`, `42 jumps over 43 to 44`) and jumps with spaces (`4 → 16`)
/// become one word each. Bullets before a line are removed.
pub(super) fn without_words(text: &str) -> Cow<'_, str> {
    let is_joint =
        |word: &str| word == "to" || word.chars().all(|one| SEPARATORS[..5].contains(&one));
    let has_joints = |line: &str| {
        let jumps = line.split('#').next().unwrap_or_default();
        let mut words = jumps.split_whitespace();
        words.any(|word| is_joint(word) || BULLETS.contains(&word))
    };
    if !text.lines().any(has_joints) {
        return text.into();
    }
    let join = |line: &str| {
        let (line, comment) = line.split_at(line.find('#').unwrap_or(line.len()));
        let (mut joined, mut words) = (String::new(), line.split_whitespace().peekable());
        while let Some(word) = words.next() {
            match word {
                "jumps" if words.peek() == Some(&"over") => {
                    // The hole that is jumped over follows from the two others.
                    words.nth(1);
                }
                bullet if joined.trim().is_empty() && BULLETS.contains(&bullet) => {
                    joined.push_str("  ");
                }
                joint if is_joint(joint) => {
                    joined.truncate(joined.trim_end().len());
                    joined.push('/');
                }
                word => {
                    joined.push_str(word);
                    joined.push(' ');
                }
            }
        }
        joined + comment
    };
    text.lines().map(join).collect::<Vec<_>>().join("\n").into()
}

/// Returns the translations of a text from other notations.
pub(super) fn translations(board: &Board, text: &str) -> Vec<String> {
    let numbered =
        |first: usize| move |piece: &str| piece.parse::<usize>().ok()?.checked_sub(first);
    let is_english = boards::name_of(board).as_deref() == Some("english");
    let lettered = |piece: &str| is_english.then(|| WIKIPEDIA.find(piece))?;
    let all: [Option<String>; 3] = [
        translated(board, text, &numbered(0)),
        translated(board, text, &numbered(1)),
        translated(board, text, &lettered),
    ];
    all.into_iter().flatten().collect()
}

/// Returns the text with the names of holes in saut. `hole` parses a name in the other notation. Returns `None` if a
/// word is not a jump.
fn translated(board: &Board, text: &str, hole: &dyn Fn(&str) -> Option<Hole>) -> Option<String> {
    let word = |word: &str| {
        // The letter x is the name of a hole in the notation of Wikipedia.
        let pieces = word.split(|one| SEPARATORS[..6].contains(&one));
        let name = |piece: &str| {
            let found = Some(piece).filter(|piece| !piece.is_empty()).and_then(hole);
            let cell = board.cells().get(found?)?;
            Some(cell_name(board, *cell))
        };
        let names: Option<Vec<String>> = pieces.map(name).collect();
        names.map(|names| names.join("/"))
    };
    let line = |line: &str| -> Option<String> {
        let jumps = line.split('#').next().unwrap_or_default();
        let is_gap = |one: char| one.is_whitespace() || ",;".contains(one);
        let words = jumps.split(is_gap).filter(|word| !word.is_empty());
        let words: Option<Vec<String>> = words.map(word).collect();
        words.map(|words| words.join(" "))
    };
    let lines: Option<Vec<String>> = text.lines().map(line).collect();
    lines.map(|lines| lines.join("\n"))
}

/// Whether an argument is a game and not the name of a file: every word of it consists of cells with separators between
/// them.
pub fn is_game(text: &str) -> bool {
    let text = without_words(text);
    let is_gap = |one: char| one.is_whitespace() || ",;".contains(one);
    let is_cell = |piece: &str| {
        (1..=3).contains(&piece.len()) && piece.bytes().all(|byte| byte.is_ascii_alphanumeric())
    };
    let is_jump = |word: &str| {
        let pieces: Vec<&str> = word.split(|one| SEPARATORS[..6].contains(&one)).collect();
        pieces.len() > 1 && pieces.into_iter().all(is_cell)
    };
    let mut words = text
        .split(is_gap)
        .filter(|word| !word.is_empty())
        .peekable();
    words.peek().is_some() && words.all(is_jump)
}

#[cfg(test)]
mod tests {
    use super::{is_game, without_words};
    use crate::bundled;
    use crate::plan_file::read_plan;
    use saut_peg::peg::notation::jump_name;

    fn read(puzzle: &str, text: &str) -> Result<Vec<String>, String> {
        let puzzle = bundled::named(puzzle).unwrap();
        let plan = read_plan(&puzzle, text, None).map_err(|bad| bad.to_string())?;
        let name = |&jump| jump_name(puzzle.board(), jump);
        Ok(plan.actions().map(name).collect())
    }

    #[test]
    fn every_notation_of_the_first_jumps_means_the_same_jumps() {
        for text in [
            "46/44 25/45",
            "d2-d4 b3-d3",
            "D2-D4, B3-D3",
            "4→16, 7→9",
            "4 → 16 7 → 9",
            "e-x, h-j",
            "46 to 44\n25 to 45",
            "46 jumps over 45 to 44, 25 jumps over 35 to 45",
            "46-45-44 25-35-45",
            "46D 25R",
        ] {
            assert_eq!(read("central", text).unwrap(), ["46/44", "25/45"], "{text}");
        }
        let triangle = read("triangle-15-corner", "4-1 6-4").unwrap();
        assert_eq!(triangle, ["13/15", "33/13"]);
    }

    #[test]
    fn a_text_that_cannot_be_played_in_any_notation_is_read_as_ours_or_rejected() {
        assert_eq!(read("central", "44/46").unwrap(), ["44/46"]);
        for text in ["e-q", "4→99", "46 jumps to the left", "46Q"] {
            assert!(read("central", text).is_err(), "{text}");
        }
    }

    #[test]
    fn games_are_distinguished_from_file_names() {
        for game in ["42/44 63/43", "d2-d4 f3-d3", "e-x", "42 to 44", "42-43-44"] {
            assert!(is_game(game), "{game}");
        }
        for name in ["plan.txt", "results/plan", "42", "", "-", "a.plan/b"] {
            assert!(!is_game(name), "{name}");
        }
        assert_eq!(without_words("46/44\n# to"), "46/44\n# to");
    }
}
