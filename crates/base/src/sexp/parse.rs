//! From words to nested lists, with what is said of a text whose parentheses do not match.

use super::unclosed::unclosed;
use super::{DEEPEST, List, Sexp, Source, Tokens, shortened};
use crate::BadInput;

/// The one list that the text consists of.
///
/// # Errors
/// Parentheses that do not match, or that nest too deep; text outside of them.
pub fn parse<'a>(source: &Source<'a>) -> Result<List<'a>, BadInput> {
    let mut open: Vec<List<'a>> = Vec::new();
    let mut whole: Option<List<'a>> = None;
    for (done, token) in Tokens::new(source.text).enumerate() {
        source.poll(done)?;
        let (text, at) = (token.text, token.at);
        if whole.is_some() {
            return Err(source
                .bad(at, "text behind the last closing parenthesis")
                .remedy("a file holds one `(define ...)`; is a parenthesis closed too early?"));
        }
        match text {
            "(" if open.len() == DEEPEST => {
                return Err(source
                    .bad(at, format!("parentheses nested more than {DEEPEST} deep"))
                    .remedy("write the formula flatter"));
            }
            "(" => open.push(List {
                items: Vec::new(),
                at,
                text: &source.text[at as usize..],
            }),
            ")" => {
                let Some(mut closed) = open.pop() else {
                    return Err(source
                        .bad(at, "`)` that closes nothing")
                        .remedy("remove it, or open its list before"));
                };
                closed.text = &closed.text[..=(at - closed.at) as usize];
                match open.last_mut() {
                    Some(outer) => outer.items.push(Sexp::List(closed)),
                    None => whole = Some(closed),
                }
            }
            _ => match open.last_mut() {
                Some(list) => list.items.push(Sexp::Name(token)),
                None => {
                    return Err(source
                        .bad(at, format!("`{}` outside of any list", shortened(text)))
                        .remedy("a PDDL file begins with `(define`"));
                }
            },
        }
    }
    if !open.is_empty() {
        return unclosed(source);
    }
    whole.ok_or_else(|| {
        BadInput::new(source.place, "nothing but comments and blanks")
            .remedy("a PDDL file begins with `(define`")
    })
}
