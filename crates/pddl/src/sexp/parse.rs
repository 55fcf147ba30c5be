//! From words to nested lists, with what is said of a text whose parentheses do not match.

use super::unclosed::unclosed;
use super::{DEEPEST, List, Sexp, Source, Tokens, shortened};
use saut_base::BadInput;

/// The one list that the text consists of.
pub(crate) fn parse<'a>(source: &Source<'a>) -> Result<List<'a>, BadInput> {
    let mut open: Vec<List<'a>> = Vec::new();
    let mut whole: Option<List<'a>> = None;
    for (done, token) in Tokens::new(source.text).enumerate() {
        source.poll(done)?;
        let (text, at) = (token.text, token.at);
        if whole.is_some() {
            bail!(source, at, "text behind the last closing parenthesis";
                "a file holds one `(define ...)`; is a parenthesis closed too early?");
        }
        match text {
            "(" if open.len() == DEEPEST => {
                bail!(source, at, "parentheses nested more than {DEEPEST} deep";
                    "write the formula flatter");
            }
            "(" => open.push(List {
                items: Vec::new(),
                at,
            }),
            ")" => {
                let Some(closed) = open.pop() else {
                    bail!(source, at, "`)` that closes nothing";
                        "remove it, or open its list before");
                };
                match open.last_mut() {
                    Some(outer) => outer.items.push(Sexp::List(closed)),
                    None => whole = Some(closed),
                }
            }
            _ => match open.last_mut() {
                Some(list) => list.items.push(Sexp::Name(token)),
                None => {
                    bail!(source, at, "`{}` outside of any list", shortened(text);
                        "a PDDL file begins with `(define`");
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
