//! Axioms taken apart: the alternatives of a condition, each a list of atoms that must hold and a rest.

use rustc_hash::FxHashSet;

use crate::condition::{Atom, Condition, Parameter, Term};
use crate::datalog::Rule;
use crate::domain::LiftedDomain;
use crate::types::TypeId;

/// A condition with more alternatives is not taken apart.
const MOST_ALTERNATIVES: usize = 100;

/// The axioms of a stratum: rules, one for each alternative of a condition, and what each derives. Their variables are
/// first the parameters, then those of `exists`.
#[derive(Default)]
pub(super) struct Stratum {
    pub(super) heads: Vec<Atom>,
    pub(super) rules: Vec<Rule>,
}

/// The alternatives of all axioms, by strata.
pub(super) fn alternatives(domain: &LiftedDomain) -> Vec<Stratum> {
    let of_stratum = |axioms: &Vec<usize>| {
        let axioms = axioms.iter().map(|&axiom| &domain.axioms[axiom]);
        let own: FxHashSet<usize> = axioms.clone().map(|axiom| axiom.predicate).collect();
        let mut stratum = Stratum::default();
        for axiom in axioms {
            let parameters = axiom.parameters.iter();
            let open = Open {
                variables: parameters.map(|one| one.types.clone()).collect(),
                atoms: Vec::new(),
                rest: Vec::new(),
            };
            let levels: Vec<usize> = (0..axiom.parameters.len()).collect();
            let whole = open.clone().with_rest(&axiom.condition, &levels);
            let apart = open.apart(&axiom.condition, &levels);
            for open in apart.unwrap_or_else(|| vec![whole]) {
                stratum.heads.push(axiom.head());
                stratum.rules.push(open.close(&own));
            }
        }
        stratum
    };
    domain.strata.iter().map(of_stratum).collect()
}

/// An alternative in the making.
#[derive(Clone)]
struct Open<'a> {
    variables: Vec<Vec<TypeId>>,
    atoms: Vec<Atom>,
    /// Conditions that hold, each with the variables that stand at its levels.
    rest: Vec<(&'a Condition, Vec<usize>)>,
}

impl<'a> Open<'a> {
    fn with_rest(mut self, condition: &'a Condition, levels: &[usize]) -> Self {
        self.rest.push((condition, levels.to_vec()));
        self
    }

    /// The alternatives where the condition holds; none if they are too many.
    fn apart(mut self, condition: &'a Condition, levels: &[usize]) -> Option<Vec<Self>> {
        match condition {
            Condition::Literal(atom, true) => {
                self.atoms.push(renamed_atom(atom, levels, 0));
                Some(vec![self])
            }
            Condition::And(parts) => {
                let mut all = vec![self];
                for part in parts {
                    let mut next = Vec::new();
                    for open in all {
                        next.extend(open.apart(part, levels)?);
                    }
                    all = next;
                    if all.len() > MOST_ALTERNATIVES {
                        return None;
                    }
                }
                Some(all)
            }
            Condition::Or(parts) => {
                let mut all = Vec::new();
                for part in parts {
                    all.extend(self.clone().apart(part, levels)?);
                }
                Some(all)
            }
            Condition::Exists(variables, inner) => {
                let mut levels = levels.to_vec();
                for Parameter { types, .. } in variables {
                    levels.push(self.variables.len());
                    self.variables.push(types.clone());
                }
                self.apart(inner, &levels)
            }
            _ => Some(vec![self.with_rest(condition, levels)]),
        }
    }

    /// The rule; `own` are the predicates of its stratum. A rest that asks for one of them cannot wait for an atom.
    fn close(self, own: &FxHashSet<usize>) -> Rule {
        let all = self.variables.len();
        let rest = self.rest.into_iter();
        let rest = rest.map(|(condition, levels)| renamed(condition, &levels, all));
        let rest: Vec<Condition> = rest.collect();
        let mut asked = rest.iter().flat_map(Condition::atoms);
        Rule {
            is_simple: !asked.any(|(atom, _)| own.contains(&atom.predicate)),
            variables: self.variables,
            atoms: self.atoms,
            rest,
        }
    }
}

/// The condition over other variables: those at the levels around it, and from `first` on those of its own quantifiers.
fn renamed(condition: &Condition, levels: &[usize], first: usize) -> Condition {
    let mut condition = condition.clone();
    condition.for_each_term(&mut |term| *term = renamed_term(term, levels, first));
    condition
}

fn renamed_atom(atom: &Atom, levels: &[usize], first: usize) -> Atom {
    let arguments = atom.arguments.iter();
    let arguments = arguments.map(|term| renamed_term(term, levels, first));
    Atom::new(atom.predicate, arguments.collect())
}

fn renamed_term(term: &Term, levels: &[usize], first: usize) -> Term {
    match *term {
        Term::Variable(level) => Term::Variable(match levels.get(level) {
            Some(&variable) => variable,
            None => first + level - levels.len(),
        }),
        object @ Term::Object(_) => object,
    }
}
