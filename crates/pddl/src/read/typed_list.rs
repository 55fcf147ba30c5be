//! Lists like `a b - block c - (either table box)`.

use crate::oddities::Oddity;
use crate::sexp::{List, Name, Sexp, Source, shortened};
use saut_base::BadInput;

/// Most types in one `either`.
const MOST_ALTERNATIVES: usize = 100;

/// Names in a row that share their type; no type stands for the type of all objects.
pub(super) struct Group<'a> {
    pub(super) names: Vec<Name<'a>>,
    pub(super) types: Vec<Name<'a>>,
}

/// Takes a typed list apart, without looking any name up.
pub(super) fn groups<'a>(source: &Source, items: &[Sexp<'a>]) -> Result<Vec<Group<'a>>, BadInput> {
    let mut groups = Vec::new();
    let mut names = Vec::new();
    let mut items = items.iter();
    while let Some(item) = items.next() {
        match item {
            Sexp::Name(dash) if dash.text == "-" => {
                source.odd.uses(":typing", dash.at);
                let types = match items.next() {
                    Some(Sexp::Name(name)) if name.text != "-" => vec![*name],
                    Some(Sexp::List(list)) => either(source, list)?,
                    _ => {
                        return Err(source
                            .bad(dash.at, "no type behind `-`")
                            .remedy("write `NAME ... - TYPE`"));
                    }
                };
                if names.is_empty() {
                    return Err(source
                        .bad(dash.at, "no name before `-`")
                        .remedy("write `NAME ... - TYPE`"));
                }
                groups.push(Group {
                    names: std::mem::take(&mut names),
                    types,
                });
            }
            Sexp::Name(name) => match glued(source, *name).filter(|_| !names.is_empty()) {
                Some(name) => groups.push(Group {
                    names: std::mem::take(&mut names),
                    types: vec![name],
                }),
                None => names.push(*name),
            },
            Sexp::List(list) => {
                return Err(source
                    .bad(list.at, "a list where a name is expected")
                    .remedy("write `NAME ... - TYPE`"));
            }
        }
    }
    if !names.is_empty() {
        groups.push(Group {
            names,
            types: Vec::new(),
        });
    }
    Ok(groups)
}

/// The type in `-truck`: the grammar has a blank between the two.
fn glued<'a>(source: &Source, name: Name<'a>) -> Option<Name<'a>> {
    let text = name.text.strip_prefix('-')?;
    if !text.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    source.odd.uses(":typing", name.at);
    source.odd.add(Oddity::Dash, || {
        let fact = format!("no blank behind `-` in `{}`", shortened(name.text));
        let bad = source.bad(name.at, fact);
        bad.remedy(format!("write `- {}`", shortened(text)))
    });
    Some(Name {
        text,
        at: name.at + 1,
    })
}

fn either<'a>(source: &Source, list: &List<'a>) -> Result<Vec<Name<'a>>, BadInput> {
    let wrong = |fact: &str| {
        Err(source
            .bad(list.at, fact)
            .remedy("write `TYPE` or `(either TYPE TYPE ...)`"))
    };
    if list.head().is_none_or(|head| head.text != "either") {
        return wrong("a list that is no `either`, where a type is expected");
    }
    if list.rest().is_empty() || list.rest().len() > MOST_ALTERNATIVES {
        return wrong("`either` with no type, or with more than 100");
    }
    list.rest()
        .iter()
        .map(|item| match item {
            Sexp::Name(name) => Ok(*name),
            Sexp::List(inner) => Err(source
                .bad(inner.at, "a list within `either`")
                .remedy("name the types one after the other")),
        })
        .collect()
}

/// Refuses a name that is none: a variable, a number, a keyword.
pub(super) fn check_name(source: &Source, name: Name, what: &str) -> Result<(), BadInput> {
    let wrong = match name.text.as_bytes()[0] {
        b'?' => "a variable",
        b':' => "a keyword",
        _ => {
            note_name(source, name);
            return Ok(());
        }
    };
    Err(source
        .bad(
            name.at,
            format!(
                "`{}` is {wrong}, not the name of {what}",
                shortened(name.text)
            ),
        )
        .remedy("is a parenthesis missing before it?"))
}

/// Takes down a name with signs that the grammar does not have in names.
fn note_name(source: &Source, name: Name) {
    let is_sign = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    let bytes = name.text.as_bytes();
    if !bytes[0].is_ascii_alphabetic() || !bytes.iter().all(is_sign) {
        source.odd.add(Oddity::Name, || {
            let fact = format!("`{}` is no name by the grammar", shortened(name.text));
            let bad = source.bad(name.at, fact);
            bad.remedy("names begin with a letter and have letters, digits, `-` and `_`")
        });
    }
}
