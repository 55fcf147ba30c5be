//! Places in a text: line and column, both from 1, as editors count.

/// Line and column of a byte of the text; past its end, of the end.
pub(super) fn line_column(text: &str, byte: usize) -> (usize, usize) {
    let before = text.as_bytes().get(..byte).unwrap_or(text.as_bytes());
    let in_line = before.rsplit(|&byte| byte == b'\n').next().unwrap_or(&[]);
    (
        line(before),
        1 + String::from_utf8_lossy(in_line).chars().count(),
    )
}

/// The line in which the text after these bytes begins.
pub(super) fn line(before: &[u8]) -> usize {
    before.split(|&byte| byte == b'\n').count()
}

/// A line and column as messages write them.
pub(super) fn at((line, column): (usize, usize)) -> String {
    format!("line {line}, column {column}")
}

/// The beginning of a text that may be long or hold odd characters, for a message.
pub(super) fn shown(text: &str) -> String {
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
    use super::{line_column, shown};

    #[test]
    fn lines_and_columns_count_from_one_in_characters() {
        assert_eq!(line_column("abc", 0), (1, 1));
        assert_eq!(line_column("é\nxéy", 6), (2, 3));
        assert_eq!(line_column("a\n", 99), (2, 1));
    }

    #[test]
    fn long_texts_are_cut_in_messages() {
        assert_eq!(shown("a\tb"), "a\\tb");
        assert_eq!(shown(&"x".repeat(50)), format!("{}…", "x".repeat(40)));
    }
}
