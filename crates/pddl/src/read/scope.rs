//! The names in sight at one place of a file, and how they are looked up.

use super::declare::MOST_PARAMETERS;
use super::numeric::Products;
use crate::condition::{Atom, Parameter, Term};
use crate::diagnostics::Source;
use crate::domain::{Declarations, Objects, Symbols, name_of};
use crate::names::undeclared_remedy;
use crate::types::TypeId;
use saut_base::BadInput;
use saut_base::lists::number;
use saut_base::sexp::{List, Name, Sexp, shortened};
use strum::AsRefStr;

/// What is applied to terms.
#[derive(Clone, Copy, AsRefStr)]
#[strum(serialize_all = "lowercase")]
pub(super) enum Kind {
    Predicate,
    Function,
}

/// Declared names, and the variables in sight from outside to inside.
pub(super) struct Scope<'s> {
    pub(super) source: &'s Source<'s>,
    pub(super) symbols: &'s Symbols,
    pub(super) objects: &'s Objects,
    pub(super) variables: Vec<Parameter>,
    pub(super) products: Products,
}

impl<'s> Scope<'s> {
    /// The names of a domain, or of a problem with its `objects`; no variable.
    pub(super) fn new(source: &'s Source<'s>, symbols: &'s Symbols, objects: &'s Objects) -> Self {
        Self {
            source,
            symbols,
            objects,
            variables: Vec::new(),
            products: Products::default(),
        }
    }

    /// Brings the parameters into sight.
    pub(super) fn enter(&mut self, at: u32, parameters: &[Parameter]) -> Result<(), BadInput> {
        if self.variables.len() + parameters.len() > MOST_PARAMETERS {
            bail!(self.source, at, "more than {MOST_PARAMETERS} variables in sight";
                "split the action or the formula");
        }
        self.variables.extend_from_slice(parameters);
        Ok(())
    }

    /// Takes the last `count` variables out of sight.
    pub(super) fn leave(&mut self, count: usize) {
        self.variables.truncate(self.variables.len() - count);
    }

    /// Whether this is a number, and not the name of an object.
    pub(super) fn is_number(&self, name: Name) -> bool {
        !self.objects.contains_key(name.text) && name.text.parse::<f64>().is_ok()
    }

    /// The term `item` stands for.
    pub(super) fn term(&self, item: &Sexp) -> Result<Term, BadInput> {
        let name = match item {
            Sexp::Name(name) => *name,
            Sexp::List(list) => {
                bail!(self.source, list.at, "a list where an object or a variable is expected";
                    "object fluents are not supported; name the object");
            }
        };
        if name.text.starts_with('?') {
            let mut variables = self.variables.iter();
            let found = variables.rposition(|known| known.name == name.text);
            return found.map(Term::Variable).ok_or_else(|| {
                let known = self.variables.iter().map(|known| known.name.as_str());
                bad!(self.source, name.at, "variable `{name}` is not declared";
                    "{}", undeclared_remedy(name.text, known, "`:parameters` or a quantifier"))
            });
        }
        let object = self.objects.get_index_of(name.text);
        object.map(|it| Term::Object(number(it))).ok_or_else(|| {
            let known = self.objects.keys().map(String::as_str);
            bad!(self.source, name.at, "object `{name}` is not declared";
                "{}", undeclared_remedy(name.text, known, "`:objects` or `:constants`"))
        })
    }

    /// The atom `(predicate term ...)`.
    pub(super) fn atom(&self, list: &List) -> Result<Atom, BadInput> {
        self.applied(list, Kind::Predicate)
    }

    /// `(NAME TERM ...)`: a declared predicate or function, and terms that fit its parameters in number and type.
    pub(super) fn applied(&self, list: &List, kind: Kind) -> Result<Atom, BadInput> {
        let number = self.declared(self.head(list)?, kind)?;
        self.check_arity(list, (kind, number), list.rest().len(), "argument")?;
        let terms = list.rest().iter().map(|item| self.term(item));
        let terms: Vec<Term> = terms.collect::<Result<_, _>>()?;
        let places = list.rest().iter().map(Sexp::at);
        self.check_types((kind, number), places.zip(terms.iter().copied()))?;
        Ok(Atom::new(number, terms))
    }

    /// The number of the predicate or function `name`.
    pub(super) fn declared(&self, name: Name, kind: Kind) -> Result<usize, BadInput> {
        let known = self.declarations(kind);
        known.get_index_of(name.text).ok_or_else(|| {
            let word = kind.as_ref();
            let known = known.keys().map(String::as_str);
            let remedy = undeclared_remedy(name.text, known, &format!("`:{word}s`"));
            bad!(self.source, name.at, "{word} `{name}` is not declared"; "{remedy}")
        })
    }

    fn declarations(&self, kind: Kind) -> &'s Declarations {
        match kind {
            Kind::Predicate => &self.symbols.predicates,
            Kind::Function => &self.symbols.functions,
        }
    }

    /// Refuses another number of arguments than the declaration has parameters.
    pub(super) fn check_arity(
        &self,
        list: &List,
        (kind, number): (Kind, usize),
        given: usize,
        what: &str,
    ) -> Result<(), BadInput> {
        let declared = self.declarations(kind);
        let wanted = declared[number].len();
        if given == wanted {
            return Ok(());
        }
        let plural = if given == 1 { "" } else { "s" };
        let name = shortened(&declared.keys()[number]);
        bail!(self.source, list.at, "`{name}` has {given} {what}{plural}";
            "it is declared with {wanted}")
    }

    /// Refuses terms of which one, by its type, can never be what the predicate or function is declared for.
    pub(super) fn check_types(
        &self,
        (kind, number): (Kind, usize),
        terms: impl Iterator<Item = (u32, Term)>,
    ) -> Result<(), BadInput> {
        let types = &self.symbols.types;
        let declared = self.declarations(kind);
        for ((at, term), parameter) in terms.zip(&declared[number]) {
            let (name, given) = self.typed(term);
            let fits = self.can_be(term, &parameter.types);
            if !fits {
                let (given, wanted) = (types.written(given), types.written(&parameter.types));
                bail!(self.source, at,
                    "`{}` is of type {given}, and `{}` is declared for {wanted}",
                    shortened(name), shortened(&declared.keys()[number]);
                    "give another term, or declare the {} for a type that both are kinds of", kind.as_ref());
            }
        }
        Ok(())
    }

    /// The atom of an effect. Derived predicates follow and are not set.
    pub(super) fn basic_atom(&self, list: &List) -> Result<Atom, BadInput> {
        let atom = self.atom(list)?;
        if !self.symbols.derived[atom.predicate] {
            return Ok(atom);
        }
        let name = shortened(&self.symbols.predicates.keys()[atom.predicate]);
        bail!(self.source, list.at, "`{name}` is set, and axioms derive it";
            "set what it is derived from, or rename one of the two")
    }

    /// Name and types of a term.
    fn typed(&self, term: Term) -> (&str, &[TypeId]) {
        match term {
            Term::Object(id) => {
                let number = id as usize;
                (name_of(self.objects, number), &self.objects[number])
            }
            Term::Variable(level) => {
                let variable = &self.variables[level];
                (&variable.name, &variable.types)
            }
        }
    }

    /// Whether a term, by its types, can be an object of one of these.
    fn can_be(&self, term: Term, wanted: &[TypeId]) -> bool {
        let (types, (_, given)) = (&self.symbols.types, self.typed(term));
        match term {
            Term::Object(_) => types.fits(given, wanted),
            Term::Variable(_) => types.overlap(given, wanted),
        }
    }

    /// Takes down an equation of two terms that, by their types, are never the same object.
    pub(super) fn note_unequal(&self, at: u32, [left, right]: [Term; 2]) {
        // The types of an object are all that it has; those of a variable may have kinds in common.
        let (object, other) = match right {
            Term::Object(_) => (right, left),
            Term::Variable(_) => (left, right),
        };
        let (name, types) = self.typed(object);
        let (other_name, other_types) = self.typed(other);
        if self.can_be(object, other_types) || matches!(other, Term::Object(_)) {
            return;
        }
        let written = |types| self.symbols.types.written(types);
        warn!(self.source, at,
            "`{}` is of type {} and `{}` of type {}: they are never the same object",
            shortened(name), written(types), shortened(other_name), written(other_types);
            "leave the comparison out, or compare other terms");
    }

    /// The name a list begins with.
    pub(super) fn head<'a>(&self, list: &List<'a>) -> Result<Name<'a>, BadInput> {
        list.head().ok_or_else(|| {
            bad!(self.source, list.at, "a list that does not begin with a name";
                "write `(NAME ...)`; is there a parenthesis too many?")
        })
    }
}
