//! Lists like `a b - block c - (either table box)`.

use crate::diagnostics::Source;
use saut_base::BadInput;
use saut_base::sexp::{List, Name, Sexp, shortened};

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
                source.warnings.uses(":typing", dash.at);
                let types = match items.next() {
                    Some(Sexp::Name(name)) if name.text != "-" => vec![*name],
                    Some(Sexp::List(list)) => either(source, list)?,
                    _ => {
                        bail!(source, dash.at, "no type behind `-`"; "write `NAME ... - TYPE`");
                    }
                };
                if names.is_empty() {
                    bail!(source, dash.at, "no name before `-`"; "write `NAME ... - TYPE`");
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
                bail!(source, list.at,
                    "a list where a name is expected";
                    "write `NAME ... - TYPE`");
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
    source.warnings.uses(":typing", name.at);
    warn!(source, Dash, name.at,
        "no blank behind `-` in `{name}`";
        "write `- {}`", shortened(text));
    Some(Name {
        text,
        at: name.at + 1,
    })
}

fn either<'a>(source: &Source, list: &List<'a>) -> Result<Vec<Name<'a>>, BadInput> {
    let wrong =
        |fact: &str| bail!(source, list.at, "{fact}"; "write `TYPE` or `(either TYPE TYPE ...)`");
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
            Sexp::List(inner) => bail!(source, inner.at,
                "a list within `either`";
                "name the types one after the other"),
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
    bail!(source, name.at, "`{name}` is {wrong}, not the name of {what}";
        "is a parenthesis missing before it?")
}

/// Takes down a name with signs that the grammar does not have in names.
fn note_name(source: &Source, name: Name) {
    let is_sign = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    let bytes = name.text.as_bytes();
    if !bytes[0].is_ascii_alphabetic() || !bytes.iter().all(is_sign) {
        warn!(source, Name, name.at, "`{name}` is no name by the grammar";
            "names begin with a letter and have letters, digits, `-` and `_`");
    }
}
