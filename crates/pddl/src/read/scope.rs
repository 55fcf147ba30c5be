//! The names in scope at one place of a file, and their lookup.

use super::declare::MAX_PARAMETERS;
use super::definition::OBJECT_FLUENTS;
use crate::condition::{Atom, Parameter, Term};
use crate::diagnostics::Source;
use crate::domain::{Declarations, Objects, Symbols, name_of};
use crate::mention::NameKind;
use crate::names::{nearest, undeclared_remedy};
use crate::types::{OBJECT, TypeId, Types};
use saut_base::BadInput;
use saut_base::lists::number;
use saut_base::sexp::{List, Name, Sexp, shortened};
use std::cell::RefCell;
use std::fmt::Write as _;

/// Declared names, and the variables in scope, from outside to inside.
pub(super) struct Scope<'s> {
    pub(super) source: &'s Source<'s>,
    pub(super) symbols: &'s Symbols,
    pub(super) objects: &'s Objects,
    pub(super) variables: Vec<Parameter>,
    /// For each variable, the offset of the list that declares it.
    owners: Vec<u32>,
    /// The products of the file: each with its place and the functions of its factors. A factor that must be a constant
    /// is recorded twice.
    pub(super) products: RefCell<Vec<(u32, Vec<Vec<usize>>)>>,
}

impl<'s> Scope<'s> {
    /// Creates the scope of a domain, or of a problem with its `objects`, without variables.
    pub(super) fn new(source: &'s Source<'s>, symbols: &'s Symbols, objects: &'s Objects) -> Self {
        Self {
            source,
            symbols,
            objects,
            variables: Vec::new(),
            owners: Vec::new(),
            products: RefCell::default(),
        }
    }

    /// Calls `read` while the parameters are in scope. The list at the offset `at`, with these items, declares them.
    pub(super) fn within<T>(
        &mut self,
        (at, items): (u32, &[Sexp]),
        parameters: &[Parameter],
        read: impl FnOnce(&mut Self) -> Result<T, BadInput>,
    ) -> Result<T, BadInput> {
        let before = self.variables.len();
        if before + parameters.len() > MAX_PARAMETERS {
            bail!([Limit] self.source, at, "there are more than {MAX_PARAMETERS} variables in scope";
                "split the action or the formula");
        }
        let names = items.iter().filter_map(|item| match item {
            Sexp::Name(name) if name.text.starts_with('?') => Some(*name),
            _ => None,
        });
        for name in names {
            self.source.declares(NameKind::Variable(at), name, || {
                let mut known = parameters.iter();
                let types = known.find(|known| known.name == name.text);
                let types = types.map_or("object".to_owned(), |known| {
                    self.symbols.types.written(&known.types)
                });
                format!("{name} - {types}")
            });
            if self.variables.iter().any(|known| known.name == name.text) {
                hint!([Shadowed] self.source, name.at, "an outer variable is also called `{name}`";
                    "rename one of them");
            }
        }
        self.variables.extend_from_slice(parameters);
        self.owners.resize(self.variables.len(), at);
        let read = read(self);
        self.variables.truncate(before);
        self.owners.truncate(before);
        read
    }

    /// Whether the name is a number, and not the name of an object.
    pub(super) fn is_number(&self, name: Name) -> bool {
        !self.objects.contains_key(name.text) && name.text.parse::<f64>().is_ok()
    }

    pub(super) fn term(&self, item: &Sexp) -> Result<Term, BadInput> {
        let name = match item {
            Sexp::Name(name) => *name,
            Sexp::List(list) => {
                bail!([Unsupported] self.source, list.at, "expected an object or a variable, found a list";
                    "write the name of the object; {OBJECT_FLUENTS}");
            }
        };
        if name.text.starts_with('?') {
            let mut variables = self.variables.iter();
            let found = variables.rposition(|known| known.name == name.text);
            if let Some(level) = found {
                let kind = NameKind::Variable(self.owners[level]);
                self.source.refers(kind, name);
            }
            return found.map(Term::Variable).ok_or_else(|| {
                let known = self.variables.iter().map(|known| known.name.as_str());
                bad!([Undeclared] self.source, name.at, "variable `{name}` is not declared";
                    "{}", undeclared_remedy(name.text, known, "`:parameters` or a quantifier"))
            });
        }
        self.source.refers(NameKind::Object, name);
        let object = self.objects.get_index_of(name.text);
        object.map(|it| Term::Object(number(it))).ok_or_else(|| {
            let known = self.objects.keys().map(String::as_str);
            if let Some(plain) = name.text.strip_suffix(',') {
                return bad!(self.source, name.at, "`{name}` has a comma"; "write `{plain}`; separate arguments \
                    with blanks");
            }
            if self.variables.iter().any(|known| known.name.strip_prefix('?') == Some(name.text)) {
                return bad!([Undeclared] self.source, name.at, "object `{name}` is not declared"; "did you mean `?{name}`?");
            }
            bad!([Undeclared] self.source, name.at, "object `{name}` is not declared";
                "{}", undeclared_remedy(name.text, known, "`:objects` or `:constants`"))
        })
    }

    /// Returns the atom `(predicate term ...)`.
    pub(super) fn atom(&self, list: &List) -> Result<Atom, BadInput> {
        self.applied(list, NameKind::Predicate)
    }

    /// Parses `(NAME TERM ...)`: a declared predicate or function, and terms that match its parameters in number and
    /// type.
    pub(super) fn applied(&self, list: &List, kind: NameKind) -> Result<Atom, BadInput> {
        let head = self.head(list)?;
        let is_nested = list.rest().iter().any(|item| matches!(item, Sexp::List(_)));
        if is_nested && self.is_foreign(head) {
            let words = match kind {
                NameKind::Function => "`+`, `-`, `*` or `/`",
                _ => "`and`, `or`, `not`, `imply`, `exists` or `forall`",
            };
            let kind: &str = kind.into();
            bail!([Undeclared] self.source, head.at, "`{head}` is neither a {kind} nor a word of PDDL";
                "use {words}; the arguments of a {kind} are objects and variables");
        }
        let declared = self.source.keep(self.declared(head, kind))?;
        let terms = list.rest().iter().map(|item| self.term(item));
        let terms = self.source.keep_all(terms)?;
        let Some(number) = declared else {
            return Err(self.source.explained());
        };
        self.check_arity(list, (kind, number), list.rest().len(), "argument")?;
        if terms.len() < list.rest().len() {
            return Err(self.source.explained());
        }
        let places = list.rest().iter().map(Sexp::at);
        self.check_types((kind, number), places.zip(terms.iter().copied()))?;
        Ok(Atom::new(number, terms))
    }

    /// Returns the number of the predicate or function `name`.
    pub(super) fn declared(&self, name: Name, kind: NameKind) -> Result<usize, BadInput> {
        self.source.refers(kind, name);
        self.declarations(kind)
            .get_index_of(name.text)
            .ok_or_else(|| self.undeclared(name, kind))
    }

    /// Whether a name is not similar to any predicate or function.
    fn is_foreign(&self, name: Name) -> bool {
        let symbols = self.symbols;
        let known = symbols.predicates.keys().chain(symbols.functions.keys());
        let known = known.chain(&symbols.faulty).map(String::as_str);
        nearest(name.text, known).is_none()
    }

    /// Returns the error about a name that is not declared as a predicate or function.
    fn undeclared(&self, name: Name, kind: NameKind) -> BadInput {
        let (source, word) = (self.source, <&str>::from(kind));
        if self.symbols.faulty.contains(name.text) {
            return source.explained();
        }
        let (other, remedy) = match kind {
            NameKind::Function => (
                NameKind::Predicate,
                "a predicate is true or false; give a function".to_owned(),
            ),
            _ => (
                NameKind::Function,
                format!(
                    "compare the function, as in `(>= ({name} ...) 1)`; in `:init`, write `(= ({name} ...) NUMBER)`"
                ),
            ),
        };
        if self.declarations(other).contains_key(name.text) {
            let other: &str = other.into();
            return bad!([Undeclared] source, name.at, "`{name}` is a {other}, not a {word}"; "{remedy}");
        }
        let known = self.declarations(kind).keys().map(String::as_str);
        let known = known.chain((kind == NameKind::Function).then_some("is-violated"));
        let remedy = undeclared_remedy(name.text, known, &format!("`:{word}s`"));
        bad!([Undeclared] source, name.at, "{word} `{name}` is not declared"; "{remedy}")
    }

    /// Returns the declaration of a predicate or function: `(on ?a ?b - block)`.
    fn declaration(&self, (kind, number): (NameKind, usize)) -> String {
        let (name, parameters) = self.declarations(kind).get_index(number).expect("declared");
        declaration(name, parameters, &self.symbols.types)
    }

    fn declarations(&self, kind: NameKind) -> &'s Declarations {
        match kind {
            NameKind::Function => &self.symbols.functions,
            _ => &self.symbols.predicates,
        }
    }

    /// Rejects a wrong number of arguments.
    pub(super) fn check_arity(
        &self,
        list: &List,
        (kind, number): (NameKind, usize),
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
        let declaration = self.declaration((kind, number));
        bail!([Arity] self.source, list.at, "`{name}` has {given} {what}{plural}";
            "it is declared with {wanted}, as `{declaration}`")
    }

    /// Rejects terms with types that the predicate or function never accepts.
    pub(super) fn check_types(
        &self,
        (kind, number): (NameKind, usize),
        terms: impl Iterator<Item = (u32, Term)>,
    ) -> Result<(), BadInput> {
        let types = &self.symbols.types;
        let declared = self.declarations(kind);
        let mut is_wrong = false;
        for ((at, term), parameter) in terms.zip(&declared[number]) {
            let (name, given) = self.typed(term);
            let fits = self.can_be(term, &parameter.types);
            if !fits {
                is_wrong = true;
                let (given, wanted) = (types.written(given), types.written(&parameter.types));
                report!([Type] self.source, at,
                    "`{}` is of type {given}, but `{}` is declared for {wanted}",
                    shortened(name), shortened(&declared.keys()[number]);
                    "give another term, or declare the {} for a common supertype", <&str>::from(kind));
            }
        }
        if is_wrong {
            return Err(self.source.explained());
        }
        Ok(())
    }

    /// Returns the atom of an effect. Derived predicates are rejected, because effects cannot set them.
    pub(super) fn basic_atom(&self, list: &List) -> Result<Atom, BadInput> {
        let atom = self.atom(list)?;
        if !self.symbols.derived[atom.predicate] {
            return Ok(atom);
        }
        let name = shortened(&self.symbols.predicates.keys()[atom.predicate]);
        bail!([Contradiction] self.source, list.at, "an effect sets `{name}`, but axioms derive it";
            "change the facts from which it is derived, or rename the predicate of the effect")
    }

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

    /// Whether a term, by its types, can be an object of one of the types `wanted`.
    fn can_be(&self, term: Term, wanted: &[TypeId]) -> bool {
        let (types, (_, given)) = (&self.symbols.types, self.typed(term));
        match term {
            Term::Object(_) => types.fits(given, wanted),
            Term::Variable(_) => types.overlap(given, wanted),
        }
    }

    /// Warns about an equality of two terms that, by their types, are never the same object.
    pub(super) fn note_unequal(&self, at: u32, [left, right]: [Term; 2]) {
        // An object has exactly its declared types, but an object of a variable's type may have further types.
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
        warn!([Type] self.source, at,
            "`{}` is of type {} and `{}` of type {}, so they are never the same object",
            shortened(name), written(types), shortened(other_name), written(other_types);
            "leave out the comparison, or compare other terms");
    }

    pub(super) fn head<'a>(&self, list: &List<'a>) -> Result<Name<'a>, BadInput> {
        list.head().ok_or_else(|| {
            bad!(self.source, list.at, "this list does not begin with a name";
                "write `(NAME ...)`; is there a parenthesis too many?")
        })
    }
}

/// Returns a declaration in PDDL: `(on ?a ?b - block)`. The type of all objects is left out.
pub(crate) fn declaration(name: &str, parameters: &[Parameter], types: &Types) -> String {
    let mut text = format!("({name}");
    for (number, parameter) in parameters.iter().enumerate() {
        let _ = write!(text, " {}", parameter.name);
        let next = parameters.get(number + 1);
        let is_plain = next.is_none() && parameter.types == [OBJECT];
        if !is_plain && next.is_none_or(|next| next.types != parameter.types) {
            let _ = write!(text, " - {}", types.written(&parameter.types));
        }
    }
    shortened(&text) + ")"
}
