//! Ground actions: preconditions and effects.

use super::literal::without_repeats;
use super::{Fluent, InvalidTask, Literal};
use saut_base::lists::distinct;

/// The number of a ground action in its task, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ActionId(u32);

impl ActionId {
    /// Creates the action with this number.
    ///
    /// # Panics
    /// If the number does not fit into 32 bits. No formula could have that many actions.
    pub fn new(index: usize) -> Self {
        Self(u32::try_from(index).expect("fewer than 2^32 actions"))
    }

    /// Returns the number, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// An effect that only takes place if its conditions held before the action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conditional {
    /// Literals that must hold before the action.
    pub conditions: Vec<Literal>,
    /// The literal that holds after the action.
    pub effect: Literal,
}

/// A ground action.
///
/// In a [`Task`](super::Task), actions are in normal form:
///
/// - Preconditions list the true fluents first and do not contradict each other.
/// - Effects list the deleted fluents first and contain no repetition and no literal that is already a precondition.
/// - A fluent that was both added and deleted is only added.
/// - Conditional effects only concern fluents that no unconditional effect changes. If one conditional effect adds a
///   fluent that another deletes, it is added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// A short name for comments in formulas, without spaces.
    pub name: String,
    /// Key for the order [`Grouped`](crate::encode::Order::Grouped), in which actions with the same key are adjacent.
    /// For jumps, the key is the direction.
    pub order_key: usize,
    /// Literals that must hold before the action.
    pub preconditions: Vec<Literal>,
    /// Literals that hold after the action.
    pub effects: Vec<Literal>,
    /// Effects with conditions. The deletions come first.
    pub conditional: Vec<Conditional>,
    /// Cost of the action. It is 1 if costs do not matter.
    pub cost: u64,
}

impl Action {
    /// Creates an action of cost 1.
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
            conditional: Vec::new(),
            cost: 1,
        }
    }

    /// Sets the order key of the action.
    #[must_use]
    pub fn with_order_key(self, order_key: usize) -> Self {
        Self { order_key, ..self }
    }

    /// Returns the fluents that the unconditional effects make true.
    pub fn adds(&self) -> impl Iterator<Item = Fluent> + '_ {
        set_to(&self.effects, true)
    }

    /// Returns the fluents that the unconditional effects make false.
    pub fn deletes(&self) -> impl Iterator<Item = Fluent> + '_ {
        set_to(&self.effects, false)
    }

    /// Sets the conditional effects of the action.
    #[must_use]
    pub fn with_conditional(self, conditional: Vec<Conditional>) -> Self {
        Self {
            conditional,
            ..self
        }
    }

    /// Returns the conditions of all conditional effects.
    pub fn conditions(&self) -> impl Iterator<Item = &Literal> + Clone {
        self.conditional.iter().flat_map(|one| &one.conditions)
    }

    pub(crate) fn all_effects(&self) -> impl Iterator<Item = &Literal> + Clone {
        let conditional = self.conditional.iter().map(|one| &one.effect);
        self.effects.iter().chain(conditional)
    }

    /// Returns the effects that take place in a state: the unconditional effects, and the conditional effects whose
    /// conditions hold in the state.
    pub fn effects_in(&self, state: &[bool]) -> Vec<Literal> {
        let takes_place = |one: &&Conditional| one.conditions.iter().all(|it| it.holds(state));
        let under_conditions = self.conditional.iter().filter(takes_place);
        let mut changes: Vec<Literal> = under_conditions.map(|one| one.effect).collect();
        let added: Vec<Fluent> = set_to(&changes, true).collect();
        changes.retain(|effect| effect.value || !added.contains(&effect.fluent));
        changes.extend(&self.effects);
        changes
    }

    /// Returns the numbers of the conditional effects that set a fluent to this value.
    pub(crate) fn conditional_on(&self, effect: Literal) -> impl Iterator<Item = usize> + '_ {
        let all = self.conditional.iter().enumerate();
        all.filter(move |(_, one)| one.effect == effect)
            .map(|(number, _)| number)
    }

    /// Returns every fluent that the action reads or writes, sorted, without repetitions.
    pub fn touched(&self) -> Vec<Fluent> {
        let both = self
            .preconditions
            .iter()
            .chain(self.conditions())
            .chain(self.all_effects());
        distinct(both.map(|literal| literal.fluent))
    }

    /// Whether the action is applicable in this state.
    pub fn is_applicable(&self, state: &[bool]) -> bool {
        self.preconditions.iter().all(|wanted| wanted.holds(state))
    }

    /// Applies the effects to `state`, but does not update derived fluents. [`Task::apply`](super::Task::apply) does
    /// both.
    pub fn apply(&self, state: &mut [bool]) {
        if self.conditional.is_empty() {
            for effect in &self.effects {
                state[effect.fluent.index()] = effect.value;
            }
            return;
        }
        for effect in self.effects_in(state) {
            state[effect.fluent.index()] = effect.value;
        }
    }

    pub(super) fn normalise(&mut self) -> Result<(), InvalidTask> {
        without_repeats(&mut self.preconditions);
        self.preconditions.sort_by_key(|literal| !literal.value);
        if let Some(both) = set_to(&self.preconditions, true)
            .find(|fluent| self.preconditions.contains(&fluent.is_false()))
        {
            return Err(InvalidTask::contradiction(&self.name, both));
        }
        self.normalise_conditional();
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

impl Action {
    /// Removes conditional effects that never take place or that an unconditional effect overrides. Makes conditional
    /// effects unconditional if they always take place.
    fn normalise_conditional(&mut self) {
        if self.conditional.is_empty() {
            return;
        }
        let preconditions = &self.preconditions;
        let (mut always, mut open) = (Vec::new(), Vec::new());
        for mut one in std::mem::take(&mut self.conditional) {
            without_repeats(&mut one.conditions);
            let conditions = &one.conditions;
            let is_denied = |wanted: &Literal| {
                conditions.contains(&!*wanted) || preconditions.contains(&!*wanted)
            };
            // Deleting a fluent that is already false changes nothing.
            let is_idle = !one.effect.value && conditions.contains(&one.effect);
            if is_idle || conditions.iter().any(is_denied) {
                continue;
            }
            one.conditions
                .retain(|wanted| !preconditions.contains(wanted));
            if one.conditions.is_empty() {
                always.push(one.effect);
            } else {
                open.push(one);
            }
        }
        self.effects.extend(always);
        let added: Vec<Fluent> = self.adds().collect();
        let deleted: Vec<Fluent> = self.deletes().collect();
        open.retain(|one| {
            let fluent = one.effect.fluent;
            !added.contains(&fluent) && (one.effect.value || !deleted.contains(&fluent))
        });
        // If a conditional effect may add a fluent, the unconditional deletion of the fluent becomes a conditional
        // effect without conditions.
        let is_added = |fluent: &Fluent| open.iter().any(|one| one.effect == fluent.is_true());
        let moved: Vec<Fluent> = deleted.into_iter().filter(is_added).collect();
        self.effects
            .retain(|effect| effect.value || !moved.contains(&effect.fluent));
        let moved = moved.into_iter().filter(|fluent| !added.contains(fluent));
        open.extend(distinct(moved).into_iter().map(|fluent| Conditional {
            conditions: Vec::new(),
            effect: fluent.is_false(),
        }));
        open.sort_by_key(|one| one.effect.value);
        self.conditional = open;
    }
}

fn set_to(literals: &[Literal], value: bool) -> impl Iterator<Item = Fluent> + '_ {
    let wanted = literals
        .iter()
        .filter(move |literal| literal.value == value);
    wanted.map(|literal| literal.fluent)
}
