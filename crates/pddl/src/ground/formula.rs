//! Makes simplified ground formulas over reachable facts from conditions.
//!
//! A disjunction with too many cases becomes a derived fact, with an axiom for each part of the disjunction. Then the
//! condition is a conjunction of literals of linear size. Equal disjunctions share a fact.

use rustc_hash::FxHashMap;

use super::context::{GroundingContext, fill};
use super::limits::{GroundingLimits, Stopped};
use super::reachable::Reachable;
use crate::condition::{Atom, Comparison, Condition, ObjectId};
use crate::domain::NumericChange;
use crate::interned::{ActionBuilder, InternedAction, Packed};

/// A formula over the numbers of facts. `And` and `Or` have at least two parts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Formula {
    #[default]
    True,
    False,
    /// A fact, and whether it must hold.
    Literal(u32, bool),
    And(Vec<Formula>),
    Or(Vec<Formula>),
}

impl Formula {
    /// Returns the simplified conjunction of the parts, or their disjunction if `all` is false.
    pub(super) fn of(parts: Vec<Formula>, all: bool) -> Self {
        let (neutral, decisive) = if all {
            (Self::True, Self::False)
        } else {
            (Self::False, Self::True)
        };
        let mut kept = Vec::new();
        for part in parts {
            if part == decisive {
                return decisive;
            }
            match part {
                Self::And(inner) if all => kept.extend(inner),
                Self::Or(inner) if !all => kept.extend(inner),
                part if part == neutral => {}
                part => kept.push(part),
            }
        }
        if kept.len() > 1 {
            return if all { Self::And(kept) } else { Self::Or(kept) };
        }
        kept.pop().unwrap_or(neutral)
    }

    pub(super) fn all(parts: impl IntoIterator<Item = Formula>) -> Self {
        Self::of(parts.into_iter().collect(), true)
    }

    pub(super) fn any(parts: impl IntoIterator<Item = Formula>) -> Self {
        Self::of(parts.into_iter().collect(), false)
    }

    /// Returns the formula, simplified by the known truth values of facts.
    pub(super) fn given(&self, known: &FxHashMap<u32, bool>) -> Self {
        self.replaced(&|fact| match known.get(&fact) {
            Some(true) => Self::True,
            Some(false) => Self::False,
            None => Self::Literal(fact, true),
        })
    }

    pub(super) fn negated(&self) -> Self {
        let inner = |parts: &[Self]| parts.iter().map(Self::negated).collect();
        match self {
            Self::True => Self::False,
            Self::False => Self::True,
            Self::Literal(fact, holds) => Self::Literal(*fact, !holds),
            Self::And(parts) => Self::of(inner(parts), false),
            Self::Or(parts) => Self::of(inner(parts), true),
        }
    }

    /// Replaces each fact of the formula by a formula.
    pub(super) fn replaced(&self, fact: &dyn Fn(u32) -> Self) -> Self {
        let inner = |parts: &[Self]| parts.iter().map(|part| part.replaced(fact)).collect();
        match self {
            Self::Literal(number, true) => fact(*number),
            Self::Literal(number, false) => fact(*number).negated(),
            Self::And(parts) => Self::of(inner(parts), true),
            Self::Or(parts) => Self::of(inner(parts), false),
            constant => constant.clone(),
        }
    }

    /// Whether the formula holds if exactly these facts hold.
    pub(super) fn holds(&self, fact: &dyn Fn(u32) -> bool) -> bool {
        match self {
            Self::True => true,
            Self::False => false,
            Self::Literal(number, holds) => fact(*number) == *holds,
            Self::And(parts) => parts.iter().all(|part| part.holds(fact)),
            Self::Or(parts) => parts.iter().any(|part| part.holds(fact)),
        }
    }

    pub(super) fn add_facts(&self, facts: &mut Vec<u32>) {
        match self {
            Self::True | Self::False => {}
            Self::Literal(fact, _) => facts.push(*fact),
            Self::And(parts) | Self::Or(parts) => {
                for part in parts {
                    part.add_facts(facts);
                }
            }
        }
    }

    /// Returns the number of parts at the top level; 1 for a constant or a literal.
    pub(super) fn parts(&self) -> usize {
        match self {
            Self::True | Self::False | Self::Literal(..) => 1,
            Self::And(parts) | Self::Or(parts) => parts.len(),
        }
    }

    pub(super) fn first_fact(&self) -> Option<u32> {
        match self {
            Self::True | Self::False => None,
            Self::Literal(fact, _) => Some(*fact),
            Self::And(parts) | Self::Or(parts) => parts.iter().find_map(Self::first_fact),
        }
    }
}

/// Meaning of a fact in a numeric task. All terms are objects.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Numeric {
    /// The comparison holds. The grounder assumes that it may be true or false in every state.
    Test(Comparison),
    /// The change takes place. An action with this change adds the fact.
    Change {
        change: NumericChange,
        /// Numbers of the schema, of its effect and of the change in the effect. They distinguish equal changes,
        /// because each of these changes takes place.
        of: [usize; 3],
        /// The objects of the quantifiers around the change: the change takes place once for each choice of objects.
        chosen: Vec<ObjectId>,
    },
}

/// The auxiliary facts, and the axioms that define the derived facts among them.
#[derive(Default)]
pub(crate) struct DefinedFacts {
    /// Number of facts that are atoms. The auxiliary facts are numbered after the atoms.
    pub(super) atoms: u32,
    /// Names of the auxiliary facts. They contain a question mark, so they differ from all names of a task.
    pub(super) names: Vec<String>,
    /// Auxiliary facts that hold in the initial state.
    pub(super) initial: Vec<u32>,
    pub(super) known: FxHashMap<Formula, u32>,
    pub(super) numeric: FxHashMap<Numeric, u32>,
    pub(super) axioms: Vec<InternedAction>,
}

impl DefinedFacts {
    /// Adds a fact and returns its number.
    pub(super) fn fact(&mut self, name: String) -> u32 {
        let number = u32::try_from(self.names.len()).unwrap_or(u32::MAX);
        self.names.push(name);
        self.atoms.saturating_add(number)
    }

    /// Returns the fact with this meaning, and adds it if necessary.
    pub(super) fn numeric(&mut self, meaning: Numeric) -> u32 {
        if let Some(&known) = self.numeric.get(&meaning) {
            return known;
        }
        let fact = self.fact(format!("number? {}", self.numeric.len()));
        self.numeric.insert(meaning, fact);
        fact
    }

    /// Adds literals whose conjunction is the formula. Returns `None` if the formula never holds.
    pub(super) fn add_literals(
        &mut self,
        formula: &Formula,
        lists: &mut ActionBuilder,
    ) -> Option<()> {
        match formula {
            Formula::True => {}
            Formula::False => return None,
            Formula::Literal(fact, holds) => lists.preconditions.push(Packed::new(*fact, *holds)),
            Formula::And(parts) => {
                for part in parts {
                    self.add_literals(part, lists)?;
                }
            }
            Formula::Or(parts) => {
                let fact = self.disjunction(formula, parts);
                lists.preconditions.push(Packed::new(fact, true));
            }
        }
        Some(())
    }

    /// Returns the formula in which facts replace the disjunctions.
    pub(super) fn flat(&mut self, formula: &Formula) -> Formula {
        match formula {
            Formula::Or(parts) => Formula::Literal(self.disjunction(formula, parts), true),
            Formula::And(parts) => {
                let parts = parts.iter().map(|part| self.flat(part));
                Formula::all(parts)
            }
            simple => simple.clone(),
        }
    }

    fn disjunction(&mut self, formula: &Formula, parts: &[Formula]) -> u32 {
        if let Some(known) = self.known.get(formula) {
            return *known;
        }
        let fact = self.fact(format!("condition? {}", self.known.len()));
        self.known.insert(formula.clone(), fact);
        for part in parts {
            let mut lists = ActionBuilder::default();
            if self.add_literals(part, &mut lists).is_some() {
                lists.effects.push(Packed::new(fact, true));
                self.axioms
                    .extend(lists.tidy().map(|lists| lists.action(None, &[], 0)));
            }
        }
        fact
    }
}

const MAX_PARTS: usize = 1_000_000;

pub(super) struct ConditionGrounder<'f, 'a> {
    pub(super) context: &'f GroundingContext<'a>,
    pub(super) reachable: &'f Reachable,
    /// Number of the first fact, for each predicate.
    pub(super) first: &'f [u32],
    pub(super) parts: usize,
    pub(super) tuple: Vec<ObjectId>,
    pub(super) limits: &'f GroundingLimits,
    pub(super) auxiliary: DefinedFacts,
}

impl ConditionGrounder<'_, '_> {
    pub(super) fn of(
        &mut self,
        condition: &Condition,
        values: &mut Vec<ObjectId>,
    ) -> Result<Formula, Stopped> {
        self.limits.poll(0)?;
        self.parts += 1;
        if self.parts > MAX_PARTS {
            return Err(Stopped::Cases(String::new()));
        }
        let mut made = Vec::new();
        let all = matches!(condition, Condition::And(_) | Condition::ForAll(..));
        match condition {
            Condition::Literal(atom, holds) => {
                return Ok(match self.fact(atom, values) {
                    Ok(fact) => Formula::Literal(fact, *holds),
                    Err(truth) => constant(truth == *holds),
                });
            }
            Condition::Equal(left, right, holds) => {
                return Ok(constant(
                    (left.object(values) == right.object(values)) == *holds,
                ));
            }
            Condition::Compare(comparison) => {
                if !self.context.may_have_values(comparison, values) {
                    return Ok(Formula::False);
                }
                let test = Numeric::Test(comparison.as_ref().clone().with_objects(values));
                return Ok(Formula::Literal(self.auxiliary.numeric(test), true));
            }
            Condition::And(parts) | Condition::Or(parts) => {
                for part in parts {
                    let part = self.of(part, values)?;
                    if part == constant(!all) {
                        return Ok(part);
                    }
                    made.push(part);
                }
            }
            Condition::ForAll(variables, inner) | Condition::Exists(variables, inner) => {
                let context = self.context;
                context.objects.each(variables, values, &mut |values| {
                    made.push(self.of(inner, values)?);
                    Ok::<(), Stopped>(())
                })?;
            }
        }
        Ok(Formula::of(made, all))
    }

    /// Returns the number of the fact, or the truth value if the atom is not a fact.
    pub(super) fn fact(&mut self, atom: &Atom, values: &[ObjectId]) -> Result<u32, bool> {
        fill(&mut self.tuple, atom, values);
        let predicate = atom.predicate;
        match self.reachable.relations[predicate].find(&self.tuple) {
            Some(id) if !self.context.is_static(predicate) => Ok(self.first[predicate] + id),
            found => Err(found.is_some()),
        }
    }
}

fn constant(truth: bool) -> Formula {
    if truth { Formula::True } else { Formula::False }
}
