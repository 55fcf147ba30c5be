//! Builds nested lists from words, with messages for parentheses that do not match.

use super::{DEEPEST, List, Name, Sexp, Source, Tokens, shortened};
use crate::BadInput;

/// Parses a text that consists of a single list.
///
/// # Errors
/// [`BadInput`] if parentheses do not match or are nested too deeply, if there is text outside of the list, or if a
/// limit is reached.
pub fn parse<'a>(source: &Source<'a>) -> Result<List<'a>, BadInput> {
    let (list, rest) = parse_first(source)?;
    rest.map_or(Ok(list), Err)
}

/// Parses the first list of a text. If there is text after the list, also returns an error about this text.
///
/// # Errors
/// [`BadInput`] if parentheses do not match or are nested too deeply, if there is text before the list, or if a limit
/// is reached.
pub fn parse_first<'a>(source: &Source<'a>) -> Result<(List<'a>, Option<BadInput>), BadInput> {
    let mut open: Vec<List<'a>> = Vec::new();
    let mut whole: Option<List<'a>> = None;
    let mut late = None;
    for (done, token) in Tokens::new(source.text).enumerate() {
        source.poll(done)?;
        let (text, at) = (token.text, token.at);
        if let Some(whole) = whole {
            let rest = source
                .bad(at, "there is text after the last closing parenthesis")
                .remedy("a file has one `(define ...)`; is a parenthesis closed too early?");
            return Ok((whole, Some(rest)));
        }
        match text {
            "(" if open.len() == DEEPEST => {
                return Err(source
                    .bad(
                        at,
                        format!("parentheses are nested more than {DEEPEST} deep"),
                    )
                    .remedy("write the formula with less nesting"));
            }
            "(" => open.push(List {
                items: Vec::new(),
                at,
                text: &source.text[at as usize..],
            }),
            ")" => {
                let Some(mut closed) = open.pop() else {
                    return Err(source
                        .bad(at, "this `)` has no opening parenthesis")
                        .remedy("remove it, or add the missing `(`"));
                };
                closed.text = &closed.text[..=(at - closed.at) as usize];
                match open.last_mut() {
                    Some(outer) => outer.items.push(Sexp::List(closed)),
                    None => whole = Some(closed),
                }
            }
            _ => {
                late = late.or_else(|| open_too_long(&open, token));
                match open.last_mut() {
                    Some(list) => list.items.push(Sexp::Name(token)),
                    None => {
                        return Err(source
                            .bad(at, format!("`{}` is outside of all lists", shortened(text)))
                            .remedy("a PDDL file begins with `(define`"));
                    }
                }
            }
        }
    }
    if let Some(innermost) = open.last() {
        if let Some((list, at, noticed)) = late {
            let (line, column) = source.line_and_column(at);
            let fact = format!("this list is still open at `{noticed}` ({line}:{column})");
            return Err(source
                .bad(list, fact)
                .remedy("close the list before this place"));
        }
        return Err(source
            .bad(
                innermost.at,
                "this list is never closed: the text ends before its `)`",
            )
            .remedy("is a `)` missing in a list within it, or is the file incomplete?"));
    }
    whole.map(|whole| (whole, None)).ok_or_else(|| {
        BadInput::new(source.place, "there are only comments and blanks")
            .remedy("a PDDL file begins with `(define`")
    })
}

/// Returns the list whose closing parenthesis is probably missing, and the position and the text of the keyword that
/// shows this. A list that begins with a keyword is a section, which belongs directly in the outermost list. Any other
/// keyword belongs inside a section.
fn open_too_long(open: &[List], word: Name) -> Option<(u32, u32, String)> {
    let (inner, outer) = open.split_last()?;
    if !word.text.starts_with(':') {
        return None;
    }
    match (inner.head(), outer) {
        (None, [_, .., below]) => Some((below.at, inner.at, format!("({word}"))),
        (Some(head), [_, ..]) if !head.text.starts_with(':') => {
            Some((inner.at, word.at, word.to_string()))
        }
        _ => None,
    }
}
