//! Places in a text: line and column, both from 1, as editors count.

/// A text with the beginnings of its lines. With them, the place of a byte is found without counting from the top.
pub(super) struct LineIndex<'a> {
    pub text: &'a str,
    begins: Vec<usize>,
}

impl<'a> LineIndex<'a> {
    /// Finds the lines of a text.
    pub fn new(text: &'a str) -> Self {
        let ends = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
        let begins = std::iter::once(0).chain(ends.map(|(at, _)| at + 1));
        Self {
            text,
            begins: begins.collect(),
        }
    }

    pub fn line(&self, byte: usize) -> usize {
        self.begins.partition_point(|&begin| begin <= byte)
    }

    /// Returns the line and column of a byte, as in messages. A byte after the end counts as the end.
    pub fn at(&self, byte: usize) -> String {
        let byte = byte.min(self.text.len());
        let line = self.line(byte);
        let before = &self.text.as_bytes()[self.begins[line - 1]..byte];
        at((line, 1 + String::from_utf8_lossy(before).chars().count()))
    }
}

/// Returns the number of the line in which the text after these bytes begins.
pub(super) fn line(before: &[u8]) -> usize {
    before.split(|&byte| byte == b'\n').count()
}

/// Returns a line and column as messages write them.
pub(super) fn at((line, column): (usize, usize)) -> String {
    format!("line {line}, column {column}")
}

/// Whether a text consists of one or more digits.
pub(super) fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the beginning of a text for a message, because the text may be long. Control characters are escaped.
pub fn shown(text: &str) -> String {
    let mut shown: String = text
        .chars()
        .take(40)
        .collect::<String>()
        .escape_debug()
        .to_string();
    if text.chars().nth(40).is_some() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::{LineIndex, shown};

    fn place(text: &str, byte: usize) -> String {
        LineIndex::new(text).at(byte)
    }

    #[test]
    fn lines_and_columns_count_from_one_in_characters() {
        assert_eq!(place("abc", 0), "line 1, column 1");
        assert_eq!(place("é\nxéy", 6), "line 2, column 3");
        assert_eq!(place("a\n", 99), "line 2, column 1");
        assert_eq!(place("", 0), "line 1, column 1");
    }

    #[test]
    fn long_texts_are_cut_in_messages() {
        assert_eq!(shown("a\tb"), "a\\tb");
        assert_eq!(shown(&"x".repeat(50)), format!("{}…", "x".repeat(40)));
    }
}
