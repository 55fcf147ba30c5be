//! Escapes text for XML and HTML, and writes rows as CSV.

use serde::Serialize;

/// Writes rows as CSV (RFC 4180). Rows of structs get a header line with the names of their fields.
pub fn csv(rows: impl IntoIterator<Item = impl Serialize>) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        // Writing to a vector cannot fail, and all rows have the same number of cells.
        let _ = writer.serialize(row);
    }
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}

/// Returns the text for XML and HTML, also within quotes. Line breaks and tabs become spaces, and characters that XML
/// forbids become replacement characters.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for symbol in text.chars() {
        match symbol {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\n' | '\t' => safe.push(' '),
            symbol if symbol.is_control() || matches!(symbol, '\u{fffe}' | '\u{ffff}') => {
                safe.push('\u{fffd}');
            }
            symbol => safe.push(symbol),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn markup_in_a_name_stays_text() {
        let safe = "&lt;a b=&quot;&amp;&#39;&quot;&gt;";
        assert_eq!(escaped("<a b=\"&'\">"), safe);
        assert_eq!(escaped("a\u{0}b\nc"), "a\u{fffd}b c");
        assert_eq!(escaped("central"), "central");
    }
}
