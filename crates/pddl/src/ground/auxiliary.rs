//! Facts that stand for parts of conditions.
//!
//! A disjunction that would have too many cases becomes a derived fact, with an axiom for each of its parts; so a
//! condition of any shape becomes literals, in linear size. Equal disjunctions share their fact.

use super::formula::Formula;
use crate::condition::{Comparison, ObjectId};
use crate::effect::NumericChange;
use crate::raw::{Packed, RawAction, RawLists};
use rustc_hash::FxHashMap;

/// Meaning of a fact in a task with numbers. All terms are objects.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Numeric {
    /// The comparison holds; it may hold or fail at any time.
    Test(Comparison),
    /// The change takes place: an action that makes it adds the fact.
    Change {
        change: NumericChange,
        /// Schema, effect of it, and change of that, by number: two that are alike take place both.
        of: [usize; 3],
        /// The objects of the quantifiers around it: it takes place once for each choice of them.
        chosen: Vec<ObjectId>,
    },
}

/// The facts beyond the atoms, and the axioms of those that are derived.
#[derive(Default)]
pub(crate) struct Auxiliary {
    /// Number of facts that are atoms; the others are numbered after them.
    pub(super) atoms: u32,
    /// The names of the others. No word of a task has a question mark within.
    pub(super) names: Vec<String>,
    /// Auxiliary facts that hold at the start.
    pub(super) initial: Vec<u32>,
    pub(super) known: FxHashMap<Formula, u32>,
    pub(super) numeric: FxHashMap<Numeric, u32>,
    pub(super) axioms: Vec<RawAction>,
}

impl Auxiliary {
    /// A new fact.
    pub(super) fn fact(&mut self, name: String) -> u32 {
        let number = u32::try_from(self.names.len()).unwrap_or(u32::MAX);
        self.names.push(name);
        self.atoms.saturating_add(number)
    }

    /// The fact with this meaning.
    pub(super) fn numeric(&mut self, meaning: Numeric) -> u32 {
        if let Some(&known) = self.numeric.get(&meaning) {
            return known;
        }
        let fact = self.fact(format!("number? {}", self.numeric.len()));
        self.numeric.insert(meaning, fact);
        fact
    }

    /// Adds literals whose conjunction is the formula; nothing if it never holds.
    pub(super) fn add_literals(&mut self, formula: &Formula, lists: &mut RawLists) -> Option<()> {
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

    /// The formula with facts for its disjunctions.
    pub(super) fn flat(&mut self, formula: &Formula) -> Formula {
        match formula {
            Formula::Or(parts) => Formula::Literal(self.disjunction(formula, parts), true),
            Formula::And(parts) => {
                let parts = parts.iter().map(|part| self.flat(part));
                Formula::all(parts.collect())
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
            let mut lists = RawLists::default();
            if self.add_literals(part, &mut lists).is_some() {
                lists.effects.push(Packed::new(fact, true));
                self.axioms
                    .extend(lists.tidy().map(|lists| lists.action(None, &[], 0)));
            }
        }
        fact
    }
}
