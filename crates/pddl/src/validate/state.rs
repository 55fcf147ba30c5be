//! A state: the atoms that hold, including the atoms that follow by the axioms.
//!
//! The derived atoms are the least fixed point, stratum after stratum (Edelkamp and Hoffmann: *PDDL2.2*, 2004, section
//! 2.2). The condition of an axiom is split into alternatives. Each alternative is a rule ([`crate::datalog`]): atoms
//! that must hold, and further conditions.

use rustc_hash::{FxHashMap, FxHashSet};
use saut_base::stop::{Stop, StopReason, Ticker};
use saut_numeric::Rational;

use crate::condition::{Atom, Condition, ObjectId, Parameter, Term};
use crate::datalog::{AtomIndex, Rule, fixpoint};
use crate::domain::{Domain, Schema};
use crate::judge::Judge;
use crate::problem::{GroundAtom, ObjectsByType, Problem};
use crate::types::TypeId;

use super::rejected::UnmetConditions;

/// Maximum number of atoms of a state in a message.
const MAX_QUOTED: usize = 12;

/// The atoms that hold, and the data for the evaluation of conditions.
pub(crate) struct State<'a> {
    pub(super) problem: &'a Problem,
    /// Atoms that hold, except for the derived atoms.
    pub(super) holding: FxHashSet<GroundAtom>,
    /// Atoms that follow by the axioms.
    pub(super) derived: FxHashSet<GroundAtom>,
    /// The values of functions, in a numeric task.
    pub(super) numbers: FxHashMap<GroundAtom, Rational>,
    /// The axioms, by strata: one rule for each alternative of a condition, and the atom that the rule derives. The
    /// parameters are the first variables, followed by the variables of `exists`.
    pub(super) strata: Vec<(Vec<Atom>, Vec<Rule>)>,
    /// Schemas by name. If several schemas of a name are applicable, they have the same effects.
    pub(super) schemas: FxHashMap<&'a str, Vec<&'a Schema>>,
    pub(super) limits: Ticker,
    pub(super) objects: ObjectsByType<'a>,
}

/// A part of a condition that does not hold.
pub(crate) struct FailedCondition {
    pub(crate) text: String,
    pub(super) objects: Vec<ObjectId>,
    pub(super) predicate: Option<usize>,
}

impl<'a> State<'a> {
    pub(crate) fn initial(problem: &'a Problem, stop: &'a Stop) -> Self {
        let mut schemas: FxHashMap<&str, Vec<&Schema>> = FxHashMap::default();
        for schema in &problem.domain.schemas {
            schemas.entry(&schema.name).or_default().push(schema);
        }
        let mut state = Self {
            problem,
            holding: problem.initial.iter().cloned().collect(),
            schemas,
            limits: Ticker::new(stop),
            objects: ObjectsByType::new(problem),
            derived: FxHashSet::default(),
            numbers: if problem.is_numeric {
                problem.values.clone()
            } else {
                FxHashMap::default()
            },
            strata: alternatives(&problem.domain),
        };
        state.derive();
        state
    }

    /// Counts the work of this many iterations of a loop, and returns whether to continue.
    pub(super) fn goes_on(&self, turns: usize) -> bool {
        const TURNS_OF_A_POLL: usize = 4;
        self.limits
            .spend(turns.saturating_mul(TURNS_OF_A_POLL))
            .is_ok()
    }

    /// Returns the reason if the validation ended early. All later results are then meaningless.
    pub(super) fn ended(&self) -> Option<StopReason> {
        self.limits.spend(0).err()
    }

    /// Returns the number of atoms and values.
    pub(super) fn size(&self) -> usize {
        self.holding.len() + self.derived.len() + self.numbers.len()
    }

    /// Returns the parts of the condition that do not hold, with the atoms that explain why; `None` if the condition
    /// holds.
    pub(super) fn unmet(
        &self,
        condition: &Condition,
        values: &mut Vec<ObjectId>,
    ) -> Option<UnmetConditions> {
        let mut found = Vec::new();
        self.collect_unmet(condition, values, &mut found);
        (!found.is_empty()).then(|| UnmetConditions {
            state: self.about(&found),
            conditions: found.into_iter().map(|unmet| unmet.text).collect(),
        })
    }

    /// Returns the atoms for the message: first the atoms that share their predicate and an object with an unmet part,
    /// then the atoms that share only an object. If there are no atoms of the first kind, the other atoms of the
    /// predicate follow.
    fn about(&self, unmet: &[FailedCondition]) -> Vec<String> {
        let named: FxHashSet<usize> = unmet.iter().filter_map(|one| one.predicate).collect();
        let variables = self.problem.domain.variables.iter();
        let values = variables.filter(|values| values.iter().any(|value| named.contains(value)));
        let mut predicates: FxHashSet<usize> = values.flatten().copied().collect();
        predicates.extend(named);
        let objects = unmet.iter().flat_map(|one| &one.objects);
        let objects: FxHashSet<ObjectId> = objects.copied().collect();
        let same = |atom: &GroundAtom| predicates.contains(&atom.predicate);
        let shares = |atom: &GroundAtom| {
            let mut arguments = atom.arguments.iter();
            arguments.any(|object| objects.contains(object))
        };
        let all = || {
            let atoms = self.holding.iter().chain(&self.derived);
            atoms.take_while(|_| self.poll().is_ok())
        };
        let both = all().any(|atom| same(atom) && shares(atom));
        let tells = |atom: &&GroundAtom| shares(atom) || (same(atom) && !both);
        let mut atoms: Vec<&GroundAtom> = all().filter(tells).collect();
        let key = |atom: &&GroundAtom| (!shares(atom), !same(atom));
        let in_order = |a: &&GroundAtom, b: &&GroundAtom| (key(a), *a).cmp(&(key(b), *b));
        if atoms.len() > MAX_QUOTED {
            atoms.select_nth_unstable_by(MAX_QUOTED, in_order);
            atoms.truncate(MAX_QUOTED);
        }
        atoms.sort_by(in_order);
        let written = |atom: &&GroundAtom| self.problem.written(atom);
        atoms.iter().map(written).collect()
    }

    /// Computes the derived atoms of the state. If the validation ended early, the derived atoms are meaningless.
    pub(super) fn derive(&mut self) {
        self.derived.clear();
        if self.strata.is_empty() {
            return;
        }
        let mut index = AtomIndex::default();
        for atom in self.holding.iter().take_while(|_| self.poll().is_ok()) {
            index.insert(atom);
        }
        let strata = std::mem::take(&mut self.strata);
        for (heads, rules) in &strata {
            let take = |state: &mut Self, rule: usize, values: Vec<_>, new: &mut Vec<_>| {
                let atom = GroundAtom::of(&heads[rule], &values);
                let is_new = state.derived.insert(atom.clone());
                if is_new {
                    new.push(atom);
                }
                is_new
            };
            if fixpoint(self, rules, &mut index, take, |_| false).is_err() {
                break;
            }
        }
        self.strata = strata;
    }
}

/// Maximum number of alternatives. A condition with more alternatives is not split.
const MAX_ALTERNATIVES: usize = 100;

/// Returns the alternatives of all axioms, by strata.
fn alternatives(domain: &Domain) -> Vec<(Vec<Atom>, Vec<Rule>)> {
    let of_stratum = |axioms: &Vec<usize>| {
        let axioms = axioms.iter().map(|&axiom| &domain.axioms[axiom]);
        let own = axioms.clone().map(|axiom| axiom.predicate).collect();
        let rules = axioms.flat_map(|axiom| {
            let rules = rules(&axiom.parameters, &axiom.condition, &own);
            rules.into_iter().map(|rule| (axiom.head(), rule))
        });
        rules.unzip()
    };
    domain.strata.iter().map(of_stratum).collect()
}

/// Returns the alternatives of a condition as rules. The first variables of each rule are these parameters. `own` are
/// the predicates of the stratum: further conditions with such a predicate must be evaluated again when atoms are
/// added.
pub(super) fn rules(
    parameters: &[Parameter],
    condition: &Condition,
    own: &FxHashSet<usize>,
) -> Vec<Rule> {
    let open = RuleBuilder {
        variables: parameters.iter().map(|one| one.types.clone()).collect(),
        ..RuleBuilder::default()
    };
    let levels: Vec<usize> = (0..parameters.len()).collect();
    let mut whole = open.clone();
    whole.rest.push((condition, levels.clone()));
    let apart = open.apart(condition, &levels);
    let apart = apart.unwrap_or_else(|| vec![whole]).into_iter();
    apart.map(|open| open.close(own)).collect()
}

/// An alternative under construction.
#[derive(Clone, Default)]
struct RuleBuilder<'a> {
    variables: Vec<Vec<TypeId>>,
    atoms: Vec<Atom>,
    /// Further conditions that must hold, each with the variables for its levels.
    rest: Vec<(&'a Condition, Vec<usize>)>,
}

impl<'a> RuleBuilder<'a> {
    /// Returns the alternatives in which the condition holds; `None` if there are too many.
    fn apart(mut self, condition: &'a Condition, levels: &[usize]) -> Option<Vec<Self>> {
        match condition {
            Condition::Literal(atom, true) => {
                let terms = atom.arguments.iter();
                let terms = terms.map(|term| renamed_term(term, levels, 0));
                self.atoms.push(Atom::new(atom.predicate, terms.collect()));
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
                    if all.len() > MAX_ALTERNATIVES {
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
            _ => {
                self.rest.push((condition, levels.to_vec()));
                Some(vec![self])
            }
        }
    }

    /// Returns the rule; `own` are the predicates of its stratum.
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

/// Returns the condition with renamed variables. `levels` contains the new variables for the levels around the
/// condition. The quantified variables of the condition are numbered from `first`.
fn renamed(condition: &Condition, levels: &[usize], first: usize) -> Condition {
    let mut condition = condition.clone();
    for term in condition.terms_mut() {
        *term = renamed_term(term, levels, first);
    }
    condition
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
