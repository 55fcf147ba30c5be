//! Reads games of colour baseball in the form that saut prints: `[4 4] [0 .] [1 1] [2 2] [3 3]`, base after base, with
//! a dot for the hole. The goal is the home configuration, or a second configuration after `->`. The bases form a ring.

use saut_base::bad_input::BadInput;
use saut_peg::baseball::{Configuration, Token, Track, TrackPuzzle};

use crate::place::shown;

/// Whether a text is one or two configurations: brackets with numbers and dots, among them a dot and a number.
pub(super) fn is_track(text: &str) -> bool {
    let text = without_comments(text).replace("->", " ");
    let symbols = || text.chars().filter(|symbol| !symbol.is_whitespace());
    let is_part = |symbol: char| "[].".contains(symbol) || symbol.is_ascii_digit();
    text.trim_start().starts_with('[')
        && symbols().all(is_part)
        && symbols().any(|symbol| symbol.is_ascii_digit())
        && symbols().any(|symbol| symbol == '.')
}

fn without_comments(text: &str) -> String {
    let lines = text
        .lines()
        .map(|line| line.split('#').next().unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n")
}

/// Reads the game in a text.
///
/// # Errors
/// A token is not a number, a bracket is not closed, or the game breaks the rules.
pub(super) fn read(text: &str, name: &str) -> Result<TrackPuzzle, BadInput> {
    let text = without_comments(text);
    let (start, goal) = match text.split_once("->") {
        Some((start, goal)) => (start, Some(goal)),
        None => (text.as_str(), None),
    };
    let (start, capacity) = configuration(start)?;
    let goal = goal.map(configuration).transpose()?;
    let goal = goal.map(|(goal, _)| goal);
    TrackPuzzle::new(name, Track::Ring, capacity, start, goal)
}

/// Returns a configuration, and the number of places of its bases.
fn configuration(text: &str) -> Result<(Configuration, usize), BadInput> {
    let bad = |fact: String| BadInput::new("", fact).remedy("write bases as in [1 1] [0 .]");
    let mut bases = Vec::new();
    let mut capacity = 0;
    for part in text.split('[').skip(1) {
        let Some((places, after)) = part.split_once(']') else {
            return Err(bad(format!(
                "the base [{} has no closing bracket",
                shown(part.trim())
            )));
        };
        if !after.trim().is_empty() {
            return Err(bad(format!(
                "\"{}\" is outside of the bases",
                shown(after.trim())
            )));
        }
        let places: Vec<&str> = places.split_whitespace().collect();
        capacity = capacity.max(places.len());
        let tokens = places
            .into_iter()
            .filter(|&place| place != ".")
            .map(|place| {
                let token = place.parse::<Token>();
                token.map_err(|_| bad(format!("\"{}\" is not a token", shown(place))))
            });
        bases.push(tokens.collect::<Result<Vec<_>, _>>()?);
    }
    Ok((Configuration::new(bases), capacity))
}

#[cfg(test)]
mod tests {
    use super::{is_track, read};
    use saut_peg::baseball::{Configuration, picture};

    #[test]
    fn configurations_are_read_as_they_are_printed() {
        let start = Configuration::new([vec![4, 4], vec![0], vec![1, 1], vec![2, 2], vec![3, 3]]);
        let text = picture::text(&start, 2);
        assert!(is_track(&text));
        let game = read(&text, "g").unwrap();
        assert_eq!((game.start(), game.wants_home()), (&start, true));
        let other = read("# a\n[1 1] [0 .]\n-> [1 .] [0 1]\n", "g").unwrap();
        assert!(!other.wants_home());
    }

    #[test]
    fn other_texts_and_other_tokens_are_rejected() {
        for text in [
            "[o] [.]",
            "[24, 34]",
            "[[24, 34], [44]]",
            "[1 1]",
            "o.",
            "",
            "[.]",
        ] {
            assert!(!is_track(text), "{text}");
        }
        for (text, fact) in [
            ("[1 1] [0 .", "the base [0 . has no closing bracket"),
            ("[1 1] 2 [0 .]", "\"2\" is outside of the bases"),
            ("[1 1.] [0 .]", "\"1.\" is not a token"),
            ("[1 1] [0 1]", "there are 0 holes, but there must be one"),
            (
                "[1 2] [0 .]",
                "base 0 has a token of colour 2, but the colours are 0 to 1",
            ),
        ] {
            assert_eq!(read(text, "g").unwrap_err().fact, fact);
        }
    }
}
