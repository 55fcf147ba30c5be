//! Declarations: lists like `a b - block c - (either table box)` of parameters and objects.

use saut_base::BadInput;
use saut_base::sexp::{List, Name, Sexp, shortened};

use crate::condition::Parameter;
use crate::diagnostics::Source;
use crate::domain::Objects;
use crate::names::undeclared_remedy;
use crate::types::{OBJECT, TypeId, Types};

/// Most parameters of a predicate or an action, and most variables in sight at one place.
pub const MOST_PARAMETERS: usize = 60;

/// The types that the names in a group stand for.
pub(super) fn types_of(
    source: &Source,
    types: &Types,
    group: &Group,
) -> Result<Vec<TypeId>, BadInput> {
    if group.types.is_empty() {
        return Ok(vec![OBJECT]);
    }
    let mut found = Vec::new();
    for name in &group.types {
        let Some(id) = types.names.get_index_of(name.text) else {
            let known = types.names.iter().map(String::as_str);
            bail!(source, name.at, "type `{name}` is not declared";
                "{}", undeclared_remedy(name.text, known, "`:types`"));
        };
        if !found.contains(&id) {
            found.push(id);
        }
    }
    Ok(found)
}

/// Reads `?x ?y - type ...`, each name once.
pub(super) fn parameters(
    source: &Source,
    types: &Types,
    items: &[Sexp],
) -> Result<Vec<Parameter>, BadInput> {
    let parameters = repeated_parameters(source, types, items)?;
    match second_parameter(&parameters, items) {
        None => Ok(parameters),
        Some(second) => bail!(source, second.at, "a second `{second}`"; "rename one of the two"),
    }
}

/// The first name of a parameter that an earlier one has, where it stands last.
pub(super) fn second_parameter<'a>(
    parameters: &[Parameter],
    items: &[Sexp<'a>],
) -> Option<Name<'a>> {
    let is_second = |number: &usize| {
        let mut earlier = parameters[..*number].iter();
        earlier.any(|known| known.name == parameters[*number].name)
    };
    let second = &parameters[(0..parameters.len()).find(is_second)?];
    items.iter().rev().find_map(|item| match item {
        Sexp::Name(name) if name.text == second.name => Some(*name),
        _ => None,
    })
}

/// Reads `?x ?y - type ...`; names may be repeated, as they are in declarations of predicates,
/// where only their number and types count.
pub(super) fn repeated_parameters(
    source: &Source,
    types: &Types,
    items: &[Sexp],
) -> Result<Vec<Parameter>, BadInput> {
    let mut parameters: Vec<Parameter> = Vec::new();
    for group in groups(source, items)? {
        let types = types_of(source, types, &group)?;
        for name in &group.names {
            if !name.text.starts_with('?') {
                bail!(source, name.at, "`{name}` is no variable"; "a variable begins with `?`");
            }
            if parameters.len() == MOST_PARAMETERS {
                bail!(source, name.at, "more than {MOST_PARAMETERS} parameters";
                    "split the action or the predicate");
            }
            parameters.push(Parameter {
                name: name.text.to_owned(),
                types: types.clone(),
            });
        }
    }
    Ok(parameters)
}

/// Adds the objects of a typed list to those known. One that is declared again has the types of both places.
pub(super) fn declare_objects(
    source: &Source,
    types: &Types,
    items: &[Sexp],
    objects: &mut Objects,
) -> Result<(), BadInput> {
    for group in groups(source, items)? {
        let types = types_of(source, types, &group)?;
        for name in &group.names {
            check_name(source, *name, "an object")?;
            if let Some(known) = objects.get_mut(name.text) {
                warn!(source, name.at, "a second object `{name}`";
                    "declare it once, with the types of both places");
                let new = types.iter().filter(|new| !known.contains(new));
                let new: Vec<TypeId> = new.copied().collect();
                known.extend(new);
                continue;
            }
            objects.insert(name.text.to_owned(), types.clone());
        }
    }
    Ok(())
}

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
                source.uses(":typing", dash.at);
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
    source.uses(":typing", name.at);
    warn!(source, name.at,
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
        warn!(source, name.at, "`{name}` is no name by the grammar";
            "names begin with a letter and have letters, digits, `-` and `_`");
    }
}
