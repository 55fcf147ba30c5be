//! Declarations: parameters and objects with their types.

use super::typed_list::{Group, check_name, groups};
use crate::condition::Parameter;
use crate::diagnostics::Source;
use crate::domain::Objects;
use crate::names::undeclared_remedy;
use crate::types::{OBJECT, TypeId, Types};
use saut_base::BadInput;
use saut_base::sexp::{Name, Sexp};

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
    let mut numbered = parameters.iter().enumerate();
    let is_second = |(number, one): &(usize, &Parameter)| {
        parameters[..*number]
            .iter()
            .any(|known| known.name == one.name)
    };
    let (_, second) = numbered.find(is_second)?;
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
                warn!(source, SecondObject, name.at, "a second object `{name}`";
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
