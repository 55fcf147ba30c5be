//! Which format a text is in, by its ending or by its first line that is no comment.

use std::path::Path;

/// The formats of puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Toml,
    Pddl,
    Picture,
}

impl Format {
    pub(super) fn of(place: &str, text: &str) -> Self {
        let ending = Path::new(place)
            .extension()
            .map(|ending| ending.to_string_lossy().to_lowercase());
        match ending.as_deref() {
            Some("toml") => return Self::Toml,
            Some("pddl") => return Self::Pddl,
            _ => {}
        }
        let lines = text.lines().map(str::trim);
        match lines
            .into_iter()
            .find(|line| !line.is_empty() && !line.starts_with(['#', ';']))
        {
            Some(line) if line.starts_with('(') => Self::Pddl,
            Some(line) if line.starts_with('[') || line.contains('=') => Self::Toml,
            _ => Self::Picture,
        }
    }
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
    }
}
