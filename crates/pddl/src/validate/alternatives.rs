//! Axioms taken apart: the alternatives of a condition, each a list of atoms that must hold and a rest.

use crate::condition::{Atom, Condition, Parameter, Term};
use crate::domain::LiftedDomain;
use crate::types::TypeId;

/// A condition with more alternatives is not taken apart.
const MOST_ALTERNATIVES: usize = 100;

/// One alternative of an axiom's condition, over variables of its own: first the parameters, then those of `exists`.
#[derive(Clone)]
pub(super) struct Alternative {
    pub(super) head: Atom,
    pub(super) variables: Vec<Vec<TypeId>>,
    pub(super) atoms: Vec<Atom>,
    pub(super) rest: Vec<Condition>,
}

/// The alternatives of all axioms, by strata.
pub(super) fn alternatives(domain: &LiftedDomain) -> Vec<Vec<Alternative>> {
    let of_axiom = |&axiom: &usize| {
        let axiom = &domain.axioms[axiom];
        let parameters = axiom.parameters.iter();
        let open = Open {
            variables: parameters.map(|one| one.types.clone()).collect(),
            atoms: Vec::new(),
            rest: Vec::new(),
        };
        let levels: Vec<usize> = (0..axiom.parameters.len()).collect();
        let whole = open.clone().with_rest(&axiom.condition, true, &levels);
        let apart = open.apart(&axiom.condition, true, &levels);
        let apart = apart.unwrap_or_else(|| vec![whole]);
        let head = axiom.head();
        apart.into_iter().map(move |open| open.close(head.clone()))
    };
    let strata = domain.strata.iter();
    strata
        .map(|stratum| stratum.iter().flat_map(of_axiom).collect())
        .collect()
}

/// An alternative in the making.
#[derive(Clone)]
struct Open<'a> {
    variables: Vec<Vec<TypeId>>,
    atoms: Vec<Atom>,
    /// Conditions that hold or do not, each with the variables that stand at its levels.
    rest: Vec<(&'a Condition, bool, Vec<usize>)>,
}

impl<'a> Open<'a> {
    fn with_rest(mut self, condition: &'a Condition, holds: bool, levels: &[usize]) -> Self {
        self.rest.push((condition, holds, levels.to_vec()));
        self
    }

    /// The alternatives where the condition holds, or does not; none if they are too many.
    fn apart(
        mut self,
        condition: &'a Condition,
        holds: bool,
        levels: &[usize],
    ) -> Option<Vec<Self>> {
        match (condition, holds) {
            (Condition::Atom(atom), true) => {
                self.atoms.push(renamed_atom(atom, levels, 0));
                Some(vec![self])
            }
            (Condition::Not(inner), _) => self.apart(inner, !holds, levels),
            (Condition::And(parts), true) | (Condition::Or(parts), false) => {
                let mut all = vec![self];
                for part in parts {
                    let mut next = Vec::new();
                    for open in all {
                        next.extend(open.apart(part, holds, levels)?);
                    }
                    all = next;
                    if all.len() > MOST_ALTERNATIVES {
                        return None;
                    }
                }
                Some(all)
            }
            (Condition::Or(parts), true) | (Condition::And(parts), false) => {
                let mut all = Vec::new();
                for part in parts {
                    all.extend(self.clone().apart(part, holds, levels)?);
                }
                Some(all)
            }
            (Condition::Exists(variables, inner), true)
            | (Condition::ForAll(variables, inner), false) => {
                let mut levels = levels.to_vec();
                for Parameter { types, .. } in variables {
                    levels.push(self.variables.len());
                    self.variables.push(types.clone());
                }
                self.apart(inner, holds, &levels)
            }
            _ => Some(vec![self.with_rest(condition, holds, levels)]),
        }
    }

    fn close(self, head: Atom) -> Alternative {
        let all = self.variables.len();
        let rest = self.rest.into_iter().map(|(condition, holds, levels)| {
            let condition = renamed(condition, &levels, all);
            if holds {
                condition
            } else {
                Condition::Not(Box::new(condition))
            }
        });
        Alternative {
            head,
            rest: rest.collect(),
            variables: self.variables,
            atoms: self.atoms,
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
    Atom {
        predicate: atom.predicate,
        arguments: arguments
            .map(|term| renamed_term(term, levels, first))
            .collect(),
    }
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
