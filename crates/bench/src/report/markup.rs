//! Text within Markdown and CSV: nothing in it is taken for markup or a formula.

/// Text for a line or a table cell of Markdown.
pub fn markdown(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for symbol in text.chars() {
        match symbol {
            '|' | '*' | '_' | '`' | '\\' | '[' | ']' | '<' | '&' | '#' | '~' => {
                safe.push('\\');
                safe.push(symbol);
            }
            symbol if symbol.is_control() => safe.push(' '),
            symbol => safe.push(symbol),
        }
    }
    safe
}

/// Text for a cell of CSV: a spreadsheet takes what begins with `=`, `+`, `-` or `@` for a formula
/// and runs it, unless a `'` stands before it. A lone sign is none, and neither is a number.
pub fn cell(text: &str) -> String {
    let begins = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let is_formula = begins && text.len() > 1 && text.parse::<f64>().is_err();
    format!("{}{text}", if is_formula { "'" } else { "" })
}

#[cfg(test)]
mod tests {
    use super::{cell, markdown};

    #[test]
    fn markup_in_a_name_stays_text() {
        assert_eq!(markdown("a|b <c>\n*d*"), "a\\|b \\<c> \\*d\\*");
        assert_eq!(markdown("~~![x](y)~~"), "\\~\\~!\\[x\\](y)\\~\\~");
        assert_eq!(markdown("square-6"), "square-6");
    }

    #[test]
    fn a_formula_in_a_cell_stays_text_and_what_is_none_stays_as_it_is() {
        for formula in ["=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "\t=1"] {
            assert_eq!(cell(formula), format!("'{formula}"));
        }
        for plain in ["central", "-", "-1.5", "+3", "a=b", ""] {
            assert_eq!(cell(plain), plain);
        }
    }
}
