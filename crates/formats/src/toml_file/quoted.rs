//! A string in the quotes of TOML.

use std::fmt::Write;

pub(super) fn quoted(value: &str) -> String {
    let mut text = "\"".to_owned();
    for symbol in value.chars() {
        match symbol {
            '"' | '\\' => text.extend(['\\', symbol]),
            '\n' => text.push_str("\\n"),
            '\t' => text.push_str("\\t"),
            _ if symbol.is_control() => {
                let _ = write!(text, "\\u{:04X}", u32::from(symbol));
            }
            _ => text.push(symbol),
        }
    }
    text.push('"');
    text
}
