//! Compact ground actions and literals, used during grounding.

use saut_task::task::{Fluent, Literal};

/// A positive or negative literal of a fact, packed into one word. Literals are sorted by their facts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Packed(u32);

impl Packed {
    pub(crate) const fn new(fact: u32, holds: bool) -> Self {
        Self(fact << 1 | holds as u32)
    }

    pub(crate) const fn fact(self) -> u32 {
        self.0 >> 1
    }

    pub(crate) const fn holds(self) -> bool {
        self.0 & 1 == 1
    }

    pub(crate) const fn negated(self) -> Self {
        Self(self.0 ^ 1)
    }

    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the literal of the planner's task, in which the facts have these numbers.
    pub(crate) fn renumbered(self, numbers: &[Option<u32>]) -> Option<Literal> {
        Some(Literal {
            fluent: Fluent::new(numbers[self.fact() as usize]? as usize),
            value: self.holds(),
        })
    }
}

/// Returns the facts of the positive literals in a list, or of the negative literals if `holds` is false.
pub(crate) fn facts(literals: &[Packed], holds: bool) -> impl Iterator<Item = u32> + '_ {
    let literals = literals.iter().filter(move |one| one.holds() == holds);
    literals.map(|one| one.fact())
}

/// A ground action. Its lists are sorted and without duplicates. A ground axiom has the same type, with its head as the
/// effect.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct InternedAction {
    /// The schema; `None` for axioms and for actions after the last step of a plan.
    pub(crate) schema: Option<u32>,
    pub(crate) arguments: Box<[u32]>,
    pub(crate) preconditions: Box<[Packed]>,
    pub(crate) effects: Box<[Packed]>,
    pub(crate) conditional: Box<[InternedEffect]>,
    pub(crate) cost: u64,
}

/// Changes that take place if the conditions hold before the action. Literals are unordered, and a fact that is both
/// deleted and added holds afterwards.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct InternedEffect {
    pub(crate) conditions: Vec<Packed>,
    pub(crate) effects: Vec<Packed>,
}

#[derive(Clone, Default)]
pub(crate) struct ActionBuilder {
    pub(crate) preconditions: Vec<Packed>,
    pub(crate) effects: Vec<Packed>,
    pub(crate) conditional: Vec<InternedEffect>,
}

impl ActionBuilder {
    /// Sorts the lists and leaves out effects that change nothing: deletions of facts that are also added, and effects
    /// that already hold before the action. Returns `None` if the precondition contradicts itself. With conditional
    /// effects, nothing is left out: an added fact stays true even if a conditional effect deletes it.
    pub(crate) fn tidy(mut self) -> Option<Self> {
        for list in [&mut self.preconditions, &mut self.effects] {
            list.sort_unstable();
            list.dedup();
        }
        let mut pairs = self.preconditions.windows(2);
        if pairs.any(|pair| pair[0].fact() == pair[1].fact()) {
            return None;
        }
        if self.conditional.is_empty() {
            let all = self.effects.clone();
            let is_added = |one: &Packed| all.binary_search(&one.negated()).is_ok();
            self.effects.retain(|one| {
                (one.holds() || !is_added(one)) && self.preconditions.binary_search(one).is_err()
            });
        }
        Some(self)
    }

    pub(crate) fn action(
        self,
        schema: Option<u32>,
        arguments: &[u32],
        cost: u64,
    ) -> InternedAction {
        InternedAction {
            schema,
            arguments: arguments.into(),
            preconditions: self.preconditions.into(),
            effects: self.effects.into(),
            conditional: self.conditional.into(),
            cost,
        }
    }
}
