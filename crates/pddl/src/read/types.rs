//! Reads the section `(:types ...)`.
//!
//! A type that is only named after a `-` counts as declared, as a subtype of `object`: many domains of the planning
//! competitions rely on this. A type may be listed under several supertypes.

use super::declare::{check_name, groups};
use crate::diagnostics::Source;
use crate::mention::NameKind;
use crate::names::nearest;
use crate::types::{MAX_TYPES, OBJECT, TypeId, Types};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use saut_base::BadInput;
use saut_base::lists::distinct;
use saut_base::sexp::{Name, Sexp, shortened};

/// Reads the hierarchy; without the section, `object` is the only type.
pub(super) fn read(source: &Source, body: &[Sexp]) -> Result<Types, BadInput> {
    let mut types = TypeTable::default();
    types.insert("object".to_owned(), TypeDeclaration::default());
    for group in groups(source, body)? {
        if let Some(kind) = group.type_alone() {
            warn!([Syntax] source, kind.at, "there is no type before `- {kind}`";
                "write `TYPE ... - TYPE`, or leave it out");
        }
        let mut supertypes = Vec::new();
        for name in &group.types {
            source.refers(NameKind::Type, *name);
            supertypes.extend(source.keep(number(&mut types, source, *name))?);
        }
        for name in &group.names {
            source.declares(NameKind::Type, *name, || {
                let parents = group.types.iter().map(|parent| parent.text);
                match parents.collect::<Vec<_>>().join(" ") {
                    parents if parents.is_empty() => name.to_string(),
                    parents => format!("{name} - {parents}"),
                }
            });
            let Some(id) = source.keep(number(&mut types, source, *name))? else {
                continue;
            };
            if std::mem::replace(&mut types[id].is_given, true) {
                warn!([Duplicate] source, name.at, "type `{name}` is declared twice";
                    "declare it once; it is a subtype of the supertypes in both places");
            }
            if id != OBJECT {
                let parents = &mut types[id].parents;
                *parents = distinct(parents.iter().chain(&supertypes).copied());
            } else if supertypes.iter().any(|supertype| *supertype != OBJECT) {
                report!([Contradiction] source, name.at, "`object` has a supertype";
                    "`object` is the supertype of all types; rename this type or leave it out");
            }
        }
    }
    report_slips(&mut types, source)?;
    let parents: Vec<_> = types.values().map(|one| one.parents.clone()).collect();
    Types::new(types.keys().cloned().collect(), &parents).map_err(|id| {
        bad!([Contradiction] source, types[id].at, "type `{}` is a subtype of itself", types.keys()[id];
            "remove one supertype of the cycle")
    })
}

/// The types so far, by name.
type TypeTable = IndexMap<String, TypeDeclaration, FxBuildHasher>;

#[derive(Default)]
struct TypeDeclaration {
    parents: Vec<TypeId>,
    /// Offset of the first occurrence in the text.
    at: u32,
    /// Whether the type is declared, and not only named as a supertype.
    is_given: bool,
}

fn number(types: &mut TypeTable, source: &Source, name: Name) -> Result<TypeId, BadInput> {
    if let Some(id) = types.get_index_of(name.text) {
        return Ok(id);
    }
    check_name(source, name, "a type")?;
    if types.len() == MAX_TYPES {
        bail!([Limit] source, name.at, "there are more than {MAX_TYPES} types"; "use predicates for some of them");
    }
    let declared = TypeDeclaration {
        at: name.at,
        ..TypeDeclaration::default()
    };
    Ok(types.insert_full(name.text.to_owned(), declared).0)
}

/// Rejects an undeclared supertype whose name is similar to a declared type, unless the declared type is its direct
/// subtype. To avoid further errors, the undeclared type then counts as a subtype of the declared type.
fn report_slips(types: &mut TypeTable, source: &Source) -> Result<(), BadInput> {
    for id in 1..types.len() {
        let (name, undeclared) = types.get_index(id).expect("a type");
        let declared = types
            .iter()
            .filter(|(_, one)| one.is_given && !one.parents.contains(&id));
        let near = nearest(name, declared.map(|(known, _)| known.as_str()));
        let Some(near) = near.filter(|_| !undeclared.is_given) else {
            continue;
        };
        report!([Undeclared] source, undeclared.at, "type `{}` is not declared", shortened(name);
            "did you mean `{near}`? Otherwise declare `{}`", shortened(name));
        let near = types.get_index_of(near).expect("a type");
        types[id].parents.push(near);
    }
    Ok(())
}
