//! Format of a text, by its ending or by its first line that is no comment.

use std::path::Path;

use crate::state_list;

/// The formats of puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Toml,
    Pddl,
    /// Lists of occupied cells.
    States,
    Picture,
}

impl Format {
    /// Whether a file has the ending of TOML.
    pub(super) fn is_toml(place: &str) -> bool {
        has_ending(place, "toml")
    }

    pub(super) fn of(place: &str, text: &str) -> Self {
        if Self::is_toml(place) {
            return Self::Toml;
        }
        if has_ending(place, "pddl") {
            return Self::Pddl;
        }
        let lines = text.lines().map(str::trim);
        match lines
            .into_iter()
            .find(|line| !line.is_empty() && !line.starts_with(['#', ';']))
        {
            Some(_) if state_list::is_list(text) => Self::States,
            Some(line) if is_pddl(line) => Self::Pddl,
            Some(line) if is_toml(line) => Self::Toml,
            _ => Self::Picture,
        }
    }
}

fn has_ending(place: &str, wanted: &str) -> bool {
    let ending = Path::new(place).extension();
    ending.is_some_and(|ending| ending.eq_ignore_ascii_case(wanted))
}

/// `(define`, and not the brackets around a hole.
fn is_pddl(line: &str) -> bool {
    let word = line.strip_prefix('(').map(str::trim_start);
    word.is_some_and(|word| {
        let letters = word.chars().take_while(|symbol| symbol.is_alphabetic());
        word.is_empty() || letters.count() > 2
    })
}

/// `[[puzzle]]` or `name = "…"`, and not the brackets around a hole or a rule of `=`.
fn is_toml(line: &str) -> bool {
    let key = line.trim_start_matches('[');
    let letters = key
        .chars()
        .take_while(|&symbol| symbol.is_alphanumeric() || "_-\"".contains(symbol));
    let length = letters.count();
    let is_table = key.len() < line.len() && length > 2;
    let is_field = key.chars().skip(length).find(|symbol| *symbol != ' ') == Some('=');
    is_table || (is_field && length > 0)
}

#[cfg(test)]
mod tests {
    use super::Format;

    #[test]
    fn the_ending_tells_and_otherwise_the_first_line() {
        assert_eq!(Format::of("a.TOML", "(define"), Format::Toml);
        assert_eq!(Format::of("a.pddl", "oo."), Format::Pddl);
        assert_eq!(Format::of("a.txt", "; c\n# d\n\n (define"), Format::Pddl);
        assert_eq!(Format::of("a", "# c\n[[puzzle]]"), Format::Toml);
        assert_eq!(Format::of("a", "name = \"n\""), Format::Toml);
    }

    #[test]
    fn what_is_nothing_else_is_a_picture() {
        assert_eq!(Format::of("a", "# (define\n  ooo"), Format::Picture);
        assert_eq!(Format::of("", ""), Format::Picture);
        for text in ["[o][o][.]", "(o)(o)(.)", "====\noo.", "(o) (o) (.)"] {
            assert_eq!(Format::of("", text), Format::Picture, "{text}");
        }
    }

    #[test]
    fn lists_of_cells_are_no_toml() {
        for text in ["[24, 34]", "$[[24, 34], [44]]$", "[\n24]"] {
            assert_eq!(Format::of("", text), Format::States, "{text}");
        }
    }
}
