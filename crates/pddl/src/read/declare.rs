//! Reads declarations of parameters and objects: lists such as `a b - block c - (either table box)`.

use saut_base::BadInput;
use saut_base::sexp::{List, Name, Sexp, shortened};

use crate::condition::Parameter;
use crate::diagnostics::Source;
use crate::domain::Objects;
use crate::mention::NameKind;
use crate::names::undeclared_remedy;
use crate::types::{OBJECT, TypeId, Types};

/// Maximum number of parameters of a predicate or an action, and of variables in scope at one place.
pub const MAX_PARAMETERS: usize = 60;

/// Returns the types of a group. Undeclared types are reported and left out.
pub(super) fn types_of(
    source: &Source,
    types: &Types,
    group: &Group,
) -> Result<Vec<TypeId>, BadInput> {
    let mut found = Vec::new();
    for name in &group.types {
        source.refers(NameKind::Type, *name);
        match types.names.get_index_of(name.text) {
            Some(id) if found.contains(&id) => {}
            Some(id) => found.push(id),
            None => {
                let known = types.names.iter().map(String::as_str);
                report!([Undeclared] source, name.at, "type `{name}` is not declared";
                    "{}", undeclared_remedy(name.text, known, "`:types`"));
            }
        }
    }
    if group.types.is_empty() {
        found.push(OBJECT);
    } else if found.is_empty() {
        // With all types, the names cause no further errors.
        found.extend(0..types.names.len());
    }
    Ok(found)
}

/// Reads `?x ?y - type ...`; a repeated name is an error.
pub(super) fn parameters(
    source: &Source,
    types: &Types,
    items: &[Sexp],
) -> Result<Vec<Parameter>, BadInput> {
    let parameters = repeated_parameters(source, types, items)?;
    if let Some(second) = second_parameter(&parameters, items) {
        report!([Duplicate] source, second.at, "`{second}` is declared twice"; "rename one of them");
    }
    Ok(parameters)
}

/// Returns the first parameter name that an earlier parameter already has, at its last occurrence.
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

/// Reads `?x ?y - type ...`; names may be repeated, because in declarations of predicates only the number and the types
/// of the parameters count.
pub(super) fn repeated_parameters(
    source: &Source,
    types: &Types,
    items: &[Sexp],
) -> Result<Vec<Parameter>, BadInput> {
    let mut parameters: Vec<Parameter> = Vec::new();
    for group in groups(source, items)? {
        if let Some(kind) = group.type_alone() {
            report!(source, kind.at, "there is no variable before `- {kind}`"; "write `?NAME ... - TYPE`");
        }
        let types = types_of(source, types, &group)?;
        for name in &group.names {
            if !name.text.starts_with('?') {
                report!([Name] source, name.at, "`{name}` is not a variable"; "variables begin with `?`");
            }
            if parameters.len() == MAX_PARAMETERS {
                bail!([Limit] source, name.at, "there are more than {MAX_PARAMETERS} parameters";
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

/// Adds the objects of a typed list to the known objects. An object that is declared again has the types of both
/// places.
pub(super) fn declare_objects(
    source: &Source,
    all: &Types,
    items: &[Sexp],
    objects: &mut Objects,
) -> Result<(), BadInput> {
    for group in groups(source, items)? {
        if let Some(kind) = group.type_alone() {
            warn!([Syntax] source, kind.at, "there is no object before `- {kind}`";
                "write `NAME ... - TYPE`, or leave out the type");
        }
        let types = types_of(source, all, &group)?;
        for name in &group.names {
            if source
                .keep(check_name(source, *name, "an object"))?
                .is_none()
            {
                continue;
            }
            source.declares(NameKind::Object, *name, || {
                format!("{name} - {}", all.written(&types))
            });
            if let Some(known) = objects.get_mut(name.text) {
                warn!([Duplicate] source, name.at, "object `{name}` is declared twice";
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

/// Maximum number of types in one `either`.
const MAX_ALTERNATIVES: usize = 100;

/// Consecutive names that share their type; without types, they have the type `object`.
pub(super) struct Group<'a> {
    pub(super) names: Vec<Name<'a>>,
    pub(super) types: Vec<Name<'a>>,
}

impl<'a> Group<'a> {
    /// Returns the type of a group without names.
    pub(super) fn type_alone(&self) -> Option<Name<'a>> {
        self.types
            .first()
            .filter(|_| self.names.is_empty())
            .copied()
    }
}

/// Splits a typed list into groups, without looking up names.
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
                    Some(Sexp::List(list)) => {
                        source.keep(either(source, list))?.unwrap_or_default()
                    }
                    _ => {
                        report!(source, dash.at, "there is no type after `-`"; "write `NAME ... - TYPE`");
                        Vec::new()
                    }
                };
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
                None => names.extend(without_comma(source, *name)?),
            },
            Sexp::List(list) => {
                report!(source, list.at,
                    "expected a name, found a list";
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

/// Returns the name without a leading or trailing comma, which is reported; `None` if nothing is left.
fn without_comma<'a>(source: &Source, name: Name<'a>) -> Result<Option<Name<'a>>, BadInput> {
    if !name.text.starts_with(',') && !name.text.ends_with(',') {
        return Ok(Some(name));
    }
    let text = name.text.trim_matches(',');
    report!(source, name.at, "`{name}` has a comma"; "separate names with blanks");
    Ok((!text.is_empty()).then_some(Name { text, ..name }))
}

/// Returns the type in `-truck`: the grammar requires a blank between the hyphen and the type.
fn glued<'a>(source: &Source, name: Name<'a>) -> Option<Name<'a>> {
    let text = name.text.strip_prefix('-')?;
    if !text.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    source.uses(":typing", name.at);
    warn!([Syntax] source, name.at,
        "there is no blank after `-` in `{name}`";
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
        return wrong("expected a type, found a list without `either`");
    }
    if list.rest().is_empty() || list.rest().len() > MAX_ALTERNATIVES {
        return wrong("`either` needs 1 to 100 types");
    }
    list.rest()
        .iter()
        .map(|item| match item {
            Sexp::Name(name) => Ok(*name),
            Sexp::List(inner) => bail!(source, inner.at,
                "there is a list within `either`";
                "write the names of the types one after the other"),
        })
        .collect()
}

/// Rejects a variable or a keyword in the place of a name.
pub(super) fn check_name(source: &Source, name: Name, what: &str) -> Result<(), BadInput> {
    let wrong = match name.text.as_bytes()[0] {
        b'?' => "a variable",
        b':' => "a keyword",
        _ => {
            note_name(source, name);
            return Ok(());
        }
    };
    bail!([Name] source, name.at, "`{name}` is {wrong}, not the name of {what}";
        "is a parenthesis missing before it?")
}

/// Records a warning if a name has characters that the grammar does not allow in names.
fn note_name(source: &Source, name: Name) {
    let is_sign = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    let bytes = name.text.as_bytes();
    if !bytes[0].is_ascii_alphabetic() || !bytes.iter().all(is_sign) {
        warn!([Name] source, name.at, "the grammar does not allow the name `{name}`";
            "names begin with a letter and have letters, digits, `-` and `_`");
    }
}
