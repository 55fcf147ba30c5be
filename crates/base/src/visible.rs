//! Escaping of control characters in external text before it is printed.
//!
//! A file may contain escape sequences that recolour or erase a terminal, characters that change the writing direction,
//! or line ends that fake a second message. Each of these characters is replaced by its code, for example `\u{1b}`,
//! which has no effect.

use std::borrow::Cow;

/// Returns the text on one line. Every control character, including line ends, is replaced by its code.
pub fn visible(text: &str) -> Cow<'_, str> {
    escaped(text, |symbol| is_harmful(symbol) || symbol == '\n')
}

/// Returns the text with its line ends and tabs. Every other control character is replaced by its code.
pub fn visible_lines(text: &str) -> Cow<'_, str> {
    escaped(text, is_harmful)
}

/// Whether this character could mislead a terminal or a reader. These are the control characters except line end and
/// tab, the line separators, and all invisible characters and characters that change the writing direction.
pub fn is_harmful(symbol: char) -> bool {
    match symbol {
        '\n' | '\t' => false,
        '\u{61c}'
        | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{2069}'
        | '\u{feff}' => true,
        other => other.is_control(),
    }
}

fn escaped(text: &str, is_escaped: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_escaped) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 8);
    for symbol in text.chars() {
        if is_escaped(symbol) {
            safe.extend(symbol.escape_unicode());
        } else {
            safe.push(symbol);
        }
    }
    Cow::Owned(safe)
}

#[cfg(test)]
mod tests {
    use super::{visible, visible_lines};

    #[test]
    fn control_characters_are_shown_by_their_number() {
        assert_eq!(visible("a\u{1b}[2Jb"), "a\\u{1b}[2Jb");
        assert_eq!(visible("\u{9b}2J\u{7f}\r"), "\\u{9b}2J\\u{7f}\\u{d}");
        assert_eq!(visible("\u{202e}x\u{2066}"), "\\u{202e}x\\u{2066}");
        assert_eq!(visible("a\nsolved"), "a\\u{a}solved");
        assert_eq!(visible_lines("a\n\tb\u{7}"), "a\n\tb\\u{7}");
    }

    #[test]
    fn plain_text_of_any_script_stays_as_it_is() {
        for text in ["central", "Récréations — 6×6 ● ○", "日本語 עברית"] {
            assert_eq!(visible(text), text);
        }
    }
}
