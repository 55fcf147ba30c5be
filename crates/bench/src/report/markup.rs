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
fn cell(text: &str) -> String {
    let begins = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let is_formula = begins && text.len() > 1 && text.parse::<f64>().is_err();
    format!("{}{text}", if is_formula { "'" } else { "" })
}

/// Lines of cells as CSV (RFC 4180).
pub fn csv<L: AsRef<[String]>>(lines: impl Iterator<Item = L>) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for line in lines {
        let cells = line.as_ref().iter().map(|text| cell(text));
        // Writing to a vector cannot fail, and all lines have as many cells.
        let _ = writer.write_record(cells);
    }
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{cell, csv, markdown};

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

    #[test]
    fn only_cells_that_need_it_are_quoted() {
        let line = ["central", "r2-exists, \"x\"", "=1,2"].map(str::to_owned);
        let csv = csv(std::iter::once(line));
        assert_eq!(csv, "central,\"r2-exists, \"\"x\"\"\",\"'=1,2\"\n");
    }
}
