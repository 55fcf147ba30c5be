//! The transitions of a task: its initial state, and how actions change states.
//!
//! Mutex groups, mutexes and macros are proved for these transitions before the complete task exists.

use super::action::Action;
use super::literal::Fluent;
use super::rule::Rules;
use saut_base::lists::{Lists, number};

/// Fluents, actions and rules, validated and normalised, with an initial state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transitions {
    pub(super) fluents: Vec<String>,
    pub(super) actions: Vec<Action>,
    pub(super) rules: Rules,
    pub(super) start: Vec<bool>,
}

impl Transitions {
    pub(super) fn is_derived(&self, fluent: Fluent) -> bool {
        self.rules.derives(fluent)
    }

    pub(super) fn derived(&self) -> impl Iterator<Item = Fluent> + '_ {
        let fluents = self.rules.layers.iter().flat_map(|layer| &layer.fluents);
        fluents.copied()
    }

    /// Returns, for each literal, the numbers of the actions with an effect that makes the literal true.
    pub(super) fn makers(&self) -> Lists {
        let effects = self.actions.iter().map(Action::all_effects);
        let made = effects.map(|all| all.map(|effect| number(effect.index())));
        Lists::new(made).turned(2 * self.fluents.len())
    }

    pub(super) fn has_conditional_effects(&self) -> bool {
        self.actions
            .iter()
            .any(|action| !action.conditional.is_empty())
    }
}
