//! `(:types ...)`.
//!
//! A type that is only named behind a `-` counts as declared, a child of `object`: many
//! domains of the competitions do so. A type may be listed under several supertypes.

use super::typed_list::{check_name, groups};
use crate::diagnostics::Source;
use crate::names::nearest;
use crate::types::{Cycle, MOST_TYPES, OBJECT, TypeId, Types};
use rustc_hash::FxHashMap;
use saut_base::BadInput;
use saut_base::sexp::{Name, Sexp, shortened};

/// Reads the hierarchy; without the section there is `object` alone.
pub(super) fn read(source: &Source, body: &[Sexp]) -> Result<Types, BadInput> {
    let mut growing = Growing {
        index: FxHashMap::default(),
        names: vec!["object".to_owned()],
        parents: vec![Vec::new()],
        places: vec![0],
        is_declared: vec![false],
    };
    growing.index.insert("object".to_owned(), OBJECT);
    for group in groups(source, body)? {
        let mut supertypes = Vec::new();
        for name in &group.types {
            supertypes.push(growing.number(source, *name)?);
        }
        for name in &group.names {
            let id = growing.number(source, *name)?;
            if std::mem::replace(&mut growing.is_declared[id], true) {
                warn!(source, SecondType, name.at, "a second type `{name}`";
                    "declare it once; it is a kind of the supertypes of both places");
            }
            if id != OBJECT {
                for supertype in &supertypes {
                    if !growing.parents[id].contains(supertype) {
                        growing.parents[id].push(*supertype);
                    }
                }
            } else if supertypes.iter().any(|supertype| *supertype != OBJECT) {
                bail!(source, name.at, "`object` has a supertype";
                    "`object` is the type of everything; rename it or leave it out");
            }
        }
    }
    growing.note_slips(source);
    let places = growing.places;
    let names = growing.names.clone();
    Types::new(growing.names, &growing.parents).map_err(|Cycle(id)| {
        bad!(source, places[id], "type `{}` is a kind of itself", names[id];
            "break the cycle of supertypes")
    })
}

struct Growing {
    index: FxHashMap<String, TypeId>,
    names: Vec<String>,
    parents: Vec<Vec<TypeId>>,
    places: Vec<u32>,
    /// Whether it stands before a `-`, not only behind one.
    is_declared: Vec<bool>,
}

impl Growing {
    fn number(&mut self, source: &Source, name: Name) -> Result<TypeId, BadInput> {
        if let Some(id) = self.index.get(name.text) {
            return Ok(*id);
        }
        check_name(source, name, "a type")?;
        if self.names.len() == MOST_TYPES {
            bail!(source, name.at, "more than {MOST_TYPES} types";
                "use predicates for some of them");
        }
        let id = self.names.len();
        self.index.insert(name.text.to_owned(), id);
        self.names.push(name.text.to_owned());
        self.parents.push(Vec::new());
        self.places.push(name.at);
        self.is_declared.push(false);
        Ok(id)
    }

    /// Takes down a supertype that no place declares and that looks like a declared one.
    fn note_slips(&self, source: &Source) {
        let all = || self.names.iter().zip(&self.is_declared);
        for ((name, is_declared), at) in all().zip(&self.places).skip(1) {
            if *is_declared {
                continue;
            }
            let declared = all().filter(|(_, is_declared)| **is_declared);
            if let Some(near) = nearest(name, declared.map(|(known, _)| known.as_str())) {
                warn!(source, Supertype, *at, "type `{}` is only a supertype", shortened(name);
                    "declare it, too; or did you mean `{near}`?");
            }
        }
    }
}
