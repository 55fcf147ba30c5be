//! Numbers in sentences, and quoted shell words.

use std::fmt::Display;

/// Returns a count with its noun: `1 jump`, `2 jumps`.
pub fn counted(number: impl Display, noun: &str) -> String {
    let number = grouped(number);
    let plural = if number == "1" { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

/// Quotes any text as a single shell word.
pub fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,%+@".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// Returns a number with commas between the thousands of its integer part.
pub fn grouped(number: impl Display) -> String {
    let text = number.to_string();
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let mut grouped = String::new();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped + rest
}
