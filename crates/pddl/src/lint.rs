//! The linter: reports all errors and warnings about a domain and its problems, without planning.
//!
//! Errors and the warnings of the parser come first. Hints are about text that is legal but probably not intended:
//! names that nothing uses, predicates that never hold, effects that cancel each other. The hint about a missing delete
//! is a heuristic. The linter and the language server use the parser of the planner.

use rustc_hash::FxHashSet;
use saut_base::BadInput;
use saut_base::sexp::shortened;
use saut_base::stop::Stop;
use std::sync::Arc;
use strum::IntoStaticStr;

use crate::condition::{ALWAYS, Atom, Condition};
use crate::diagnostics::Source;
use crate::domain::{Domain, Schema};
use crate::mention::{Mention, NameKind};
use crate::problem::Problem;
use crate::read::{Text, read_partly, whole_domain, whole_problem};

/// Severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Severity {
    /// The file cannot be used.
    Error,
    /// The file can be used, but the text breaks the grammar or is probably not intended.
    Warning,
}

/// A message about a file, and its severity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Severity of the message.
    pub severity: Severity,
    /// Place, problem and remedy.
    pub message: BadInput,
}

/// Diagnostics of one file, and the names in it.
#[derive(Clone, Debug, Default)]
pub struct LintedFile {
    /// The diagnostics, in the order of their places.
    pub diagnostics: Vec<Diagnostic>,
    /// All places at which names are declared or used.
    pub mentions: Vec<Mention>,
}

/// Diagnostics of a domain and of its problems.
#[derive(Clone, Debug, Default)]
pub struct Lint {
    /// The part of the domain that could be read; `None` if nothing could be read.
    pub domain: Option<Arc<Domain>>,
    /// Diagnostics of the domain.
    pub domain_file: LintedFile,
    /// Diagnostics of each problem.
    pub problem_files: Vec<LintedFile>,
}

/// Reads the files, and returns their errors, warnings and hints.
///
/// # Errors
/// A limit ended the parsing.
pub fn lint(domain: Text, problems: &[Text], stop: &Stop) -> Result<Lint, BadInput> {
    read_partly(domain, stop, whole_domain, |source, read| {
        let domain = read.map(Arc::new);
        let mut files = Vec::new();
        let mut used = FxHashSet::default();
        let mut read_problems = Vec::new();
        for &text in problems {
            let Some(domain) = &domain else {
                files.push(LintedFile::default());
                continue;
            };
            let (file, problem) = read_partly(
                text,
                stop,
                |source, list| whole_problem(source, list, domain),
                |source, read| Ok((LintedFile::of(source), read)),
            )?;
            used.extend(file.mentions.iter().map(|one| (one.kind, one.name.clone())));
            files.push(file);
            read_problems.extend(problem);
        }
        if let Some(domain) = domain.as_ref().filter(|_| source.is_sound()) {
            let hints = Hints {
                source,
                domain,
                mentions: source.mentions(),
                used_in_problems: used,
                problems: &read_problems,
                has_problems: !problems.is_empty(),
            };
            hints.all();
        }
        Ok(Lint {
            domain_file: LintedFile::of(source),
            domain,
            problem_files: files,
        })
    })
}

impl LintedFile {
    fn of(source: &Source) -> Self {
        let of = |severity| move |message| Diagnostic { severity, message };
        let errors = source.errors().into_iter().map(of(Severity::Error));
        let warnings = source.warnings().into_iter().map(of(Severity::Warning));
        let mut diagnostics: Vec<Diagnostic> = errors.chain(warnings).collect();
        diagnostics.sort_by_key(|one| {
            let place = one.message.at.as_ref();
            place.map_or((usize::MAX, 0), |at| (at.line, at.column))
        });
        let mut mentions = source.mentions();
        mentions.sort_by_key(|one| (one.at, one.declaration.is_none()));
        mentions.dedup_by_key(|one| one.at);
        Self {
            diagnostics,
            mentions,
        }
    }
}

/// Hints about a domain that was read without an error.
struct Hints<'a> {
    source: &'a Source<'a>,
    domain: &'a Domain,
    mentions: Vec<Mention>,
    used_in_problems: FxHashSet<(NameKind, String)>,
    problems: &'a [Problem],
    has_problems: bool,
}

impl Hints<'_> {
    fn all(&self) {
        self.unused();
        self.never_holds();
        for schema in &self.domain.schemas {
            self.cancelling(schema);
            self.missing_deletes(schema);
        }
    }

    /// Returns the place at which a name is declared.
    fn declared(&self, kind: NameKind, name: &str) -> u32 {
        let mut mentions = self.mentions.iter();
        let is = |one: &&Mention| one.declaration.is_some() && one.kind == kind && one.name == name;
        mentions.find(is).map_or(0, |one| one.at)
    }

    /// Warns about names that are declared and not used. A variable that begins with `?_` is unused on purpose.
    fn unused(&self) {
        let mentions = self.mentions.iter().filter(|one| one.declaration.is_none());
        let used: FxHashSet<(NameKind, &str)> =
            mentions.map(|one| (one.kind, &*one.name)).collect();
        for one in self.mentions.iter().filter(|one| one.declaration.is_some()) {
            let is_asked = match one.kind {
                NameKind::Predicate | NameKind::Function => true,
                NameKind::Variable(_) => !one.name.starts_with("?_"),
                NameKind::Type => one.name != "object" && self.is_rootless(&one.name),
                NameKind::Object | NameKind::Action => false,
            };
            let used_in_problems = &self.used_in_problems;
            let is_used = used.contains(&(one.kind, &*one.name))
                || used_in_problems.contains(&(one.kind, one.name.clone()));
            if is_asked && !is_used {
                let what: &str = one.kind.into();
                warn!([Unused] self.source, one.at, "{what} `{}` is never used", shortened(&one.name);
                    "remove it, or add the missing use");
            }
        }
    }

    /// Whether to report an unused type: problems were given, or `object` is its only supertype.
    fn is_rootless(&self, name: &str) -> bool {
        let types = &self.domain.symbols.types;
        let id = types.names.get_index_of(name).unwrap_or_default();
        let mut others = 1..types.names.len();
        self.has_problems || !others.any(|other| other != id && types.fits(&[id], &[other]))
    }

    /// Warns about predicates that occur in conditions and never hold.
    fn never_holds(&self) {
        if self.problems.is_empty() {
            return;
        }
        let domain = self.domain;
        let symbols = &domain.symbols;
        let mut added = symbols.derived.clone();
        for (atom, _) in domain.set_atoms().filter(|(_, adds)| *adds) {
            added[atom.predicate] = true;
        }
        let initial = self.problems.iter().flat_map(|problem| &problem.initial);
        let initial: FxHashSet<usize> = initial.map(|atom| atom.predicate).collect();
        let conditions = domain.schemas.iter().map(|schema| &schema.precondition);
        let conditions = conditions.chain(domain.axioms.iter().map(|axiom| &axiom.condition));
        let asked: FxHashSet<usize> = conditions
            .flat_map(Condition::atoms)
            .filter(|(_, holds)| *holds)
            .map(|(atom, _)| atom.predicate)
            .collect();
        for (predicate, name) in symbols.predicates.keys().enumerate() {
            if added[predicate] || !asked.contains(&predicate) {
                continue;
            }
            let at = self.declared(NameKind::Predicate, name);
            if !initial.contains(&predicate) {
                warn!([Static] self.source, at, "predicate `{}` is never true: no action adds it, and it is in \
                    no `:init`", shortened(name);
                    "is an effect or an initial atom missing?");
            }
        }
    }

    /// Warns about atoms that an action both adds and deletes.
    fn cancelling(&self, schema: &Schema) {
        let at = self.declared(NameKind::Action, &schema.name);
        for effect in &schema.effects {
            for (atom, _) in effect.atoms.iter().filter(|(_, adds)| !adds) {
                if effect.atoms.contains(&(atom.clone(), true)) {
                    let name = self.name(atom);
                    warn!([NoEffect] self.source, at,
                        "action `{}` adds and deletes the same atom of `{name}`", shortened(&schema.name);
                        "the atom is true afterwards; remove one of the effects");
                }
            }
        }
    }

    /// Warns about actions that require an object at one place and add it at another place, but do not delete the
    /// required atom (heuristic).
    fn missing_deletes(&self, schema: &Schema) {
        let is_always = |effect: &&crate::domain::Effect| {
            effect.condition == ALWAYS && effect.variables.is_empty()
        };
        let effects: Vec<&(Atom, bool)> = schema
            .effects
            .iter()
            .filter(is_always)
            .flat_map(|effect| &effect.atoms)
            .collect();
        let needed = schema.precondition.conjuncts();
        let needed = needed.into_iter().filter_map(|part| match part {
            Condition::Literal(atom, true) => Some(atom),
            _ => None,
        });
        let at = self.declared(NameKind::Action, &schema.name);
        for before in needed {
            let same = effects
                .iter()
                .filter(|(atom, _)| atom.predicate == before.predicate);
            let is_deleted = same.clone().any(|(_, adds)| !adds);
            let is_moved = |after: &Atom| {
                let pairs = before.arguments.iter().zip(&after.arguments);
                let mut differ = pairs.enumerate().filter(|(_, (a, b))| a != b);
                match (differ.next(), differ.next()) {
                    (Some((place, _)), None) => self.is_at_one_place(before.predicate, place),
                    _ => false,
                }
            };
            let mut moved = same.filter(|(after, adds)| *adds && is_moved(after));
            if let (false, Some(_)) = (is_deleted, moved.next()) {
                let name = self.name(before);
                warn!([MissingDelete] self.source, at, "action `{}` needs an atom of `{name}` and adds another \
                    atom, but deletes none", shortened(&schema.name);
                    "is `(not ({name} ...))` missing in its effect? (a guess)");
            }
        }
    }

    /// Whether, in every `:init`, the other arguments of a predicate determine the argument at this place. The first of
    /// several arguments never counts as determined. Without problems, all later arguments count as determined.
    fn is_at_one_place(&self, predicate: usize, place: usize) -> bool {
        let is_functional = |problem: &Problem| {
            let initial = problem.initial.iter();
            let atoms = initial.filter(|atom| atom.predicate == predicate);
            let mut others: Vec<_> = atoms
                .map(|atom| {
                    let mut others = atom.arguments.clone();
                    others.remove(place);
                    others
                })
                .collect();
            let count = others.len();
            others.sort_unstable();
            others.dedup();
            count > 0 && others.len() == count
        };
        let is_unary = self.domain.symbols.predicates[predicate].len() == 1;
        let is_later = if is_unary {
            !self.problems.is_empty()
        } else {
            place > 0
        };
        is_later && self.problems.iter().all(is_functional)
    }

    fn name(&self, atom: &Atom) -> String {
        shortened(&self.domain.symbols.predicates.keys()[atom.predicate])
    }
}
