//! The names in sight at one place of a file, and how they are looked up.

use super::MOST_PARAMETERS;
use super::typed_list::{Group, check_name, groups};
use crate::bad_input::BadInput;
use crate::condition::{Atom, ObjectId, Parameter, Term};
use crate::domain::{Object, Predicate, Symbols};
use crate::names::undeclared_remedy;
use crate::sexp::{List, Name, Sexp, Source, shortened};
use crate::types::{OBJECT, TypeId, Types};
use rustc_hash::FxHashMap;

/// Declared names, and the variables in sight from outside to inside.
pub(super) struct Scope<'s> {
    pub(super) source: &'s Source<'s>,
    pub(super) symbols: &'s Symbols,
    pub(super) objects: &'s [Object],
    pub(super) object_index: &'s FxHashMap<String, ObjectId>,
    pub(super) variables: Vec<String>,
}

impl<'s> Scope<'s> {
    /// The names of a domain, or of a problem with its `objects`; no variable.
    pub(super) fn new(
        source: &'s Source<'s>,
        symbols: &'s Symbols,
        objects: &'s [Object],
        object_index: &'s FxHashMap<String, ObjectId>,
    ) -> Self {
        Self {
            source,
            symbols,
            objects,
            object_index,
            variables: Vec::new(),
        }
    }

    /// Brings the parameters into sight.
    pub(super) fn enter(&mut self, at: u32, parameters: &[Parameter]) -> Result<(), BadInput> {
        if self.variables.len() + parameters.len() > MOST_PARAMETERS {
            return Err(self
                .source
                .bad(
                    at,
                    format!("more than {MOST_PARAMETERS} variables in sight"),
                )
                .remedy("split the action or the formula"));
        }
        let names = parameters.iter().map(|parameter| parameter.name.clone());
        self.variables.extend(names);
        Ok(())
    }

    /// Takes the last `count` variables out of sight.
    pub(super) fn leave(&mut self, count: usize) {
        self.variables.truncate(self.variables.len() - count);
    }

    /// The term `item` stands for.
    pub(super) fn term(&self, item: &Sexp) -> Result<Term, BadInput> {
        let name = match item {
            Sexp::Name(name) => *name,
            Sexp::List(list) => {
                return Err(self
                    .source
                    .bad(list.at, "a list where an object or a variable is expected")
                    .remedy("object fluents are not supported; name the object"));
            }
        };
        if name.text.starts_with('?') {
            let found = self.variables.iter().rposition(|known| known == name.text);
            return found.map(Term::Variable).ok_or_else(|| {
                let known = self.variables.iter().map(String::as_str);
                self.source
                    .bad(
                        name.at,
                        format!("variable `{}` is not declared", shortened(name.text)),
                    )
                    .remedy(undeclared_remedy(
                        name.text,
                        known,
                        "`:parameters` or a quantifier",
                    ))
            });
        }
        self.object(name).map(Term::Object)
    }

    /// The number of the object `name`.
    pub(super) fn object(&self, name: Name) -> Result<ObjectId, BadInput> {
        self.object_index.get(name.text).copied().ok_or_else(|| {
            let known = self.objects.iter().map(|object| object.name.as_str());
            self.source
                .bad(
                    name.at,
                    format!("object `{}` is not declared", shortened(name.text)),
                )
                .remedy(undeclared_remedy(
                    name.text,
                    known,
                    "`:objects` or `:constants`",
                ))
        })
    }

    /// The atom `(predicate term ...)`.
    pub(super) fn atom(&self, list: &List) -> Result<Atom, BadInput> {
        let head = self.head(list)?;
        let symbols = self.symbols;
        let Some(predicate) = symbols.predicate_index.get(head.text).copied() else {
            let known = symbols.predicates.iter().map(|known| known.name.as_str());
            return Err(self
                .source
                .bad(
                    head.at,
                    format!("predicate `{}` is not declared", shortened(head.text)),
                )
                .remedy(undeclared_remedy(head.text, known, "`:predicates`")));
        };
        let arguments = self.arguments(list, &symbols.predicates[predicate])?;
        Ok(Atom {
            predicate,
            arguments,
        })
    }

    /// The terms behind the head, as many as `of` has parameters.
    pub(super) fn arguments(&self, list: &List, of: &Predicate) -> Result<Vec<Term>, BadInput> {
        let (given, wanted) = (list.rest().len(), of.parameters.len());
        if given != wanted {
            return Err(self
                .source
                .bad(list.at, format!("`{}` has {given} arguments", of.name))
                .remedy(format!("it is declared with {wanted}")));
        }
        list.rest().iter().map(|item| self.term(item)).collect()
    }

    /// The name a list begins with.
    pub(super) fn head<'a>(&self, list: &List<'a>) -> Result<Name<'a>, BadInput> {
        list.head().ok_or_else(|| {
            self.source
                .bad(list.at, "a list that does not begin with a name")
                .remedy("write `(NAME ...)`; is there a parenthesis too many?")
        })
    }
}

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
        let Some(id) = types.index.get(name.text).copied() else {
            let known = types.names.iter().map(String::as_str);
            return Err(source
                .bad(
                    name.at,
                    format!("type `{}` is not declared", shortened(name.text)),
                )
                .remedy(undeclared_remedy(name.text, known, "`:types`")));
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
    for (number, parameter) in parameters.iter().enumerate() {
        if parameters[..number]
            .iter()
            .any(|known| known.name == parameter.name)
        {
            let at = items.iter().rev().find_map(|item| match item {
                Sexp::Name(name) if name.text == parameter.name => Some(name.at),
                _ => None,
            });
            return Err(source
                .bad(
                    at.unwrap_or(0),
                    format!("a second `{}`", shortened(&parameter.name)),
                )
                .remedy("rename one of the two"));
        }
    }
    Ok(parameters)
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
                return Err(source
                    .bad(
                        name.at,
                        format!("`{}` is no variable", shortened(name.text)),
                    )
                    .remedy("a variable begins with `?`"));
            }
            if parameters.len() == MOST_PARAMETERS {
                return Err(source
                    .bad(name.at, format!("more than {MOST_PARAMETERS} parameters"))
                    .remedy("split the action or the predicate"));
            }
            parameters.push(Parameter {
                name: name.text.to_owned(),
                types: types.clone(),
            });
        }
    }
    Ok(parameters)
}

/// Adds the objects of a typed list to those known.
pub(super) fn declare_objects(
    source: &Source,
    types: &Types,
    items: &[Sexp],
    objects: &mut Vec<Object>,
    index: &mut FxHashMap<String, ObjectId>,
) -> Result<(), BadInput> {
    for group in groups(source, items)? {
        let types = types_of(source, types, &group)?;
        for name in &group.names {
            check_name(source, *name, "an object")?;
            let number = ObjectId::try_from(objects.len()).unwrap_or(ObjectId::MAX);
            if index.insert(name.text.to_owned(), number).is_some() {
                return Err(source
                    .bad(
                        name.at,
                        format!("a second object `{}`", shortened(name.text)),
                    )
                    .remedy("an object or constant is declared once; remove one of the two"));
            }
            objects.push(Object {
                name: name.text.to_owned(),
                types: types.clone(),
            });
        }
    }
    Ok(())
}
