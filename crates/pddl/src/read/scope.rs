//! The names in sight at one place of a file, and how they are looked up.

use super::declare::MOST_PARAMETERS;
use super::linear::Products;
use crate::condition::{Atom, ObjectId, Parameter, Term};
use crate::domain::{Object, Predicate, Symbols};
use crate::names::undeclared_remedy;
use crate::sexp::{List, Name, Sexp, Source, shortened};
use rustc_hash::FxHashMap;
use saut_task::BadInput;

/// Declared names, and the variables in sight from outside to inside.
pub(super) struct Scope<'s> {
    pub(super) source: &'s Source<'s>,
    pub(super) symbols: &'s Symbols,
    pub(super) objects: &'s [Object],
    pub(super) object_index: &'s FxHashMap<String, ObjectId>,
    pub(super) variables: Vec<Parameter>,
    pub(super) products: Products,
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
            products: Products::default(),
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
        self.variables.extend_from_slice(parameters);
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
            let mut variables = self.variables.iter();
            let found = variables.rposition(|known| known.name == name.text);
            return found.map(Term::Variable).ok_or_else(|| {
                let known = self.variables.iter().map(|known| known.name.as_str());
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
        let predicate = self.predicate(self.head(list)?)?;
        let arguments = self.arguments(list, &self.symbols.predicates[predicate])?;
        let atom = Atom {
            predicate,
            arguments,
        };
        self.check_types(list, &atom)?;
        Ok(atom)
    }

    /// The number of the predicate `name`.
    pub(super) fn predicate(&self, name: Name) -> Result<usize, BadInput> {
        let symbols = self.symbols;
        let found = symbols.predicate_index.get(name.text).copied();
        found.ok_or_else(|| {
            let known = symbols.predicates.iter().map(|known| known.name.as_str());
            let fact = format!("predicate `{}` is not declared", shortened(name.text));
            let bad = self.source.bad(name.at, fact);
            bad.remedy(undeclared_remedy(name.text, known, "`:predicates`"))
        })
    }

    /// The atom of an effect. Derived predicates follow and are not set.
    pub(super) fn basic_atom(&self, list: &List) -> Result<Atom, BadInput> {
        let atom = self.atom(list)?;
        self.refuse_derived(list, &atom)?;
        Ok(atom)
    }

    fn refuse_derived(&self, list: &List, atom: &Atom) -> Result<(), BadInput> {
        if !self.symbols.derived[atom.predicate] {
            return Ok(());
        }
        let name = shortened(&self.symbols.predicates[atom.predicate].name);
        let bad = self
            .source
            .bad(list.at, format!("`{name}` is set, and axioms derive it"));
        Err(bad.remedy("set what it is derived from, or rename one of the two"))
    }

    /// Refuses an atom that can never hold for its types.
    pub(super) fn check_types(&self, list: &List, atom: &Atom) -> Result<(), BadInput> {
        self.other_types(list, atom).map_or(Ok(()), Err)
    }

    /// The message about an atom that can never hold, because a term is of another type than the predicate is
    /// declared for.
    fn other_types(&self, list: &List, atom: &Atom) -> Option<BadInput> {
        let types = &self.symbols.types;
        let predicate = &self.symbols.predicates[atom.predicate];
        let items = list.rest().iter().zip(&atom.arguments);
        for ((item, term), parameter) in items.zip(&predicate.parameters) {
            let (name, given, fits) = match *term {
                Term::Object(id) => {
                    let object = &self.objects[id as usize];
                    let fits = types.fits(&object.types, &parameter.types);
                    (&object.name, &object.types, fits)
                }
                Term::Variable(level) => {
                    let variable = &self.variables[level];
                    let fits = types.overlap(&variable.types, &parameter.types);
                    (&variable.name, &variable.types, fits)
                }
            };
            if !fits {
                let (given, wanted) = (types.written(given), types.written(&parameter.types));
                let fact = format!(
                    "`{}` is of type {given}, and `{}` is declared for {wanted}",
                    shortened(name),
                    shortened(&predicate.name)
                );
                return Some(self.source.bad(item.at(), fact).remedy(
                    "give another term, or declare the predicate for a type that both are kinds of",
                ));
            }
        }
        None
    }

    /// The terms behind the head, as many as `of` has parameters.
    pub(super) fn arguments(&self, list: &List, of: &Predicate) -> Result<Vec<Term>, BadInput> {
        let (given, wanted) = (list.rest().len(), of.parameters.len());
        if given != wanted {
            return Err(self
                .source
                .bad(
                    list.at,
                    format!(
                        "`{}` has {given} argument{}",
                        of.name,
                        if given == 1 { "" } else { "s" }
                    ),
                )
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
