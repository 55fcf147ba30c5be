//! S-expressions as printed by SMT-LIB solvers, parsed without recursion.
//!
//! The syntax consists of lists, symbols (plain or `|quoted|`), strings with doubled quotes, and comments after `;`.
//! The nesting depth of lists is limited, because the recursive destruction of a deep list would overflow the stack.
//!
//! Barrett, Fontaine, Tinelli: *The SMT-LIB Standard 2.6*, ch. 3.1–3.3.

use saut_base::BadInput;
use saut_base::words::counted;

/// Maximum nesting depth of lists. Models with boolean and integer constants need at most five.
const DEEPEST: usize = 100;

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sexp {
    /// A symbol, keyword or number. Quoted symbols are stored without their bars.
    Atom(String),
    /// A string literal.
    Text(String),
    /// A list.
    List(Vec<Sexp>),
}

impl Sexp {
    pub fn atom(&self) -> Option<&str> {
        match self {
            Self::Atom(atom) => Some(atom),
            _ => None,
        }
    }

    pub fn list(&self) -> Option<&[Self]> {
        match self {
            Self::List(items) => Some(items),
            _ => None,
        }
    }
}

/// Parses all expressions of a text. `first_line` is the number of its first line in error messages.
pub fn read(text: &str, first_line: usize) -> Result<Vec<Sexp>, BadInput> {
    let mut open: Vec<Vec<Sexp>> = Vec::new();
    let mut done: Vec<Sexp> = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        let Some(next) = rest.chars().next() else {
            break;
        };
        let wrong = |fact: &str| {
            let line = first_line + text[..text.len() - rest.len()].matches('\n').count();
            BadInput::new(format!("line {line}"), fact)
        };
        let (item, after) = match next {
            ';' => {
                rest = rest.find('\n').map_or("", |end| &rest[end..]);
                continue;
            }
            '(' => {
                if open.len() >= DEEPEST {
                    return Err(wrong("lists are nested too deeply"));
                }
                open.push(Vec::new());
                rest = &rest[1..];
                continue;
            }
            ')' => {
                let items = open
                    .pop()
                    .ok_or_else(|| wrong("this ) has no matching ("))?;
                (Sexp::List(items), &rest[1..])
            }
            '|' => {
                let end = rest[1..].find('|');
                let end = end.ok_or_else(|| wrong("a `|` is never closed"))?;
                (Sexp::Atom(rest[1..=end].to_owned()), &rest[end + 2..])
            }
            '"' => {
                let string = string(&rest[1..]);
                let (string, after) = string.ok_or_else(|| wrong("a string is never closed"))?;
                (Sexp::Text(string), after)
            }
            _ => {
                let ends = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | '|' | '"' | ';');
                let end = rest.find(ends).unwrap_or(rest.len());
                (Sexp::Atom(rest[..end].to_owned()), &rest[end..])
            }
        };
        open.last_mut().unwrap_or(&mut done).push(item);
        rest = after;
    }
    if open.is_empty() {
        Ok(done)
    } else {
        let fact = format!("the text is cut off within {}", counted(open.len(), "list"));
        Err(BadInput::new("", fact).remedy("give the whole output of the solver"))
    }
}

/// Parses a string after its opening quote. Returns the string and the text after its closing quote.
fn string(text: &str) -> Option<(String, &str)> {
    let mut string = String::new();
    let mut rest = text;
    loop {
        let end = rest.find('"')?;
        string += &rest[..end];
        rest = &rest[end + 1..];
        match rest.strip_prefix('"') {
            None => return Some((string, rest)),
            Some(after) => {
                string.push('"');
                rest = after;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Sexp, read};

    fn atom(text: &str) -> Sexp {
        Sexp::Atom(text.to_owned())
    }

    #[test]
    fn lists_symbols_strings_and_comments_are_read() {
        let wanted = vec![
            atom("sat"),
            Sexp::List(vec![
                atom("a b"),
                Sexp::Text("say \"x\"".to_owned()),
                Sexp::List(vec![]),
            ]),
        ];
        assert_eq!(
            read("sat ; yes (\n(|a b| \"say \"\"x\"\"\"())", 1),
            Ok(wanted)
        );
    }

    #[test]
    fn an_unclosed_list_is_rejected() {
        for (text, fact) in [
            ("((a)", "cut off within 1 list"),
            ("\n\na)", "line 3: this ) has no matching ("),
            ("|a", "a `|` is never closed"),
            ("(\"a\"\"", "a string is never closed"),
        ] {
            let message = read(text, 1).unwrap_err().to_string();
            assert!(message.contains(fact), "{text:?}: {message}");
        }
    }

    #[test]
    fn a_million_nested_lists_are_rejected_and_do_not_overflow_the_stack() {
        let message = read(&"(".repeat(1_000_000), 1).unwrap_err().to_string();
        assert_eq!(message, "line 1: lists are nested too deeply");
    }
}
