//! Ground actions: what they need and what they change.

use super::{Fluent, InvalidTask, Literal, without_repeats};

/// A ground action, by its number in the task, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ActionId(u32);

impl ActionId {
    /// The action of that number.
    ///
    /// # Panics
    /// If the number does not fit into 32 bits; no formula has room for so many.
    pub fn new(index: usize) -> Self {
        Self(u32::try_from(index).expect("fewer than 2^32 actions"))
    }

    /// Its number, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One ground action.
///
/// In a [`Task`](super::Task) it is normal: preconditions have the true fluents first and no two
/// contradict; effects have the deleted fluents first, none is repeated, none says what a
/// precondition says already, and a fluent that was both deleted and added is only added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// A short name for comments in formulas, without spaces.
    pub name: String,
    /// Actions with the same key stand together in the order [`GROUPED`](crate::encode::Order::GROUPED)
    /// (for jumps: a direction).
    pub order_key: usize,
    /// What must hold before.
    pub preconditions: Vec<Literal>,
    /// What holds after.
    pub effects: Vec<Literal>,
    /// What it costs, in the units of the task; 1 where costs are of no interest.
    pub cost: u64,
}

impl Action {
    /// An action of cost 1.
    pub fn new(
        name: impl Into<String>,
        preconditions: impl IntoIterator<Item = Literal>,
        effects: impl IntoIterator<Item = Literal>,
    ) -> Self {
        Self {
            name: name.into(),
            order_key: 0,
            preconditions: preconditions.into_iter().collect(),
            effects: effects.into_iter().collect(),
            cost: 1,
        }
    }

    /// The same with this key.
    #[must_use]
    pub fn with_order_key(self, order_key: usize) -> Self {
        Self { order_key, ..self }
    }

    /// The fluents made true.
    pub fn adds(&self) -> impl Iterator<Item = Fluent> + '_ {
        set_to(&self.effects, true)
    }

    /// The fluents made false.
    pub fn deletes(&self) -> impl Iterator<Item = Fluent> + '_ {
        set_to(&self.effects, false)
    }

    /// Every fluent that it reads or writes, each once, in order.
    pub fn touched(&self) -> Vec<Fluent> {
        let both = self.preconditions.iter().chain(&self.effects);
        let mut fluents: Vec<Fluent> = both.map(|literal| literal.fluent).collect();
        fluents.sort_unstable();
        fluents.dedup();
        fluents
    }

    /// Whether it may happen in this state.
    pub fn is_applicable(&self, state: &[bool]) -> bool {
        self.preconditions.iter().all(|wanted| wanted.holds(state))
    }

    /// Applies the effects to `state`. What follows from them by the rules of the task is not worked out
    /// ([`Task::apply`](super::Task::apply) does it).
    pub fn apply(&self, state: &mut [bool]) {
        for effect in &self.effects {
            state[effect.fluent.index()] = effect.value;
        }
    }

    pub(super) fn normalise(&mut self) -> Result<(), InvalidTask> {
        without_repeats(&mut self.preconditions);
        self.preconditions.sort_by_key(|literal| !literal.value);
        if let Some(both) = set_to(&self.preconditions, true)
            .find(|fluent| self.preconditions.contains(&fluent.is_false()))
        {
            return Err(InvalidTask::Contradiction {
                action: self.name.clone(),
                fluent: both.index(),
            });
        }
        without_repeats(&mut self.effects);
        let added: Vec<Fluent> = self.adds().collect();
        let preconditions = &self.preconditions;
        self.effects.retain(|effect| {
            let is_overruled = !effect.value && added.contains(&effect.fluent);
            !is_overruled && !preconditions.contains(effect)
        });
        self.effects.sort_by_key(|literal| literal.value);
        Ok(())
    }
}

fn set_to(literals: &[Literal], value: bool) -> impl Iterator<Item = Fluent> + '_ {
    let wanted = literals
        .iter()
        .filter(move |literal| literal.value == value);
    wanted.map(|literal| literal.fluent)
}
