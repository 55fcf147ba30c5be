//! Trajectory constraints and preferences: what is asked of all states of a plan, or better held than not.
//!
//! Gerevini and Long: *Plan constraints and preferences in PDDL3* (2005). What is said of time (`within`,
//! `hold-during`, ...) is not here: states have no time in a classical task. The grounder makes monitors of the
//! constraints (`ground/monitors`); the validator judges them on the states of a plan, without a monitor
//! (`validate/trajectory`).

use crate::condition::{Condition, Parameter};
use rustc_hash::FxHashMap;
use strum::{EnumString, IntoStaticStr, VariantNames};

/// A constraint on the states of a plan, the initial one first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Constraint {
    /// A constraint on the states in which its conditions hold, of which there are one or two.
    Modal(Modal, Vec<Condition>),
    /// All of these.
    And(Vec<Constraint>),
    /// The constraint for every choice of objects.
    ForAll(Vec<Parameter>, Box<Constraint>),
}

/// Kind of a constraint, by its word in PDDL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case")]
pub enum Modal {
    /// The condition holds in the last state.
    #[strum(serialize = "at end")]
    AtEnd,
    /// It holds in every state.
    Always,
    /// It holds in one state at least.
    Sometime,
    /// The states in which it holds follow each other without a gap; there may be none.
    AtMostOnce,
    /// In every state in which the first holds, or in one behind it, the second holds.
    SometimeAfter,
    /// Before every state in which the first holds there is one in which the second holds.
    SometimeBefore,
}

/// A constraint that a plan may violate, for a price.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preference {
    /// In lower case; several may have the same, and then are counted together.
    pub name: String,
    /// The variables of the quantifiers around it: each choice of objects is a preference of its own.
    pub parameters: Vec<Parameter>,
    /// Preferred constraint, over these parameters.
    pub constraint: Constraint,
}

/// A part of a precondition that a step may go without, for a price.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SoftPrecondition {
    /// In lower case.
    pub name: String,
    /// Over the parameters of the action.
    pub condition: Condition,
}

/// Constraints by a problem and its domain on all states, and costs of violations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trajectory {
    /// Every plan obeys these.
    pub constraints: Vec<Constraint>,
    /// Preferences of the goal and of the constraints.
    pub preferences: Vec<Preference>,
    /// Cost of one violation, by the name of the preference; 0 for all others.
    pub(crate) weights: FxHashMap<String, u64>,
    /// The costs of actions are multiplied by this in the metric.
    pub(crate) cost_factor: u64,
}

impl Default for Trajectory {
    /// No constraints and preferences; the costs of actions are counted as they are.
    fn default() -> Self {
        Self {
            constraints: Vec::new(),
            preferences: Vec::new(),
            weights: FxHashMap::default(),
            cost_factor: 1,
        }
    }
}

impl Constraint {
    /// The conditions in it.
    fn conditions(&self) -> Vec<&Condition> {
        match self {
            Self::Modal(_, conditions) => conditions.iter().collect(),
            Self::And(parts) => parts.iter().flat_map(Self::conditions).collect(),
            Self::ForAll(_, inner) => inner.conditions(),
        }
    }
}

impl Trajectory {
    /// The conditions of all constraints and preferences.
    pub(crate) fn conditions(&self) -> impl Iterator<Item = &Condition> {
        let soft = self.preferences.iter().map(|one| &one.constraint);
        soft.chain(&self.constraints)
            .flat_map(Constraint::conditions)
    }

    /// Cost of one violation of a preference.
    pub fn weight(&self, preference: &str) -> u64 {
        self.weights.get(preference).copied().unwrap_or(0)
    }

    /// The preferences whose violation costs something.
    pub(crate) fn weighed(&self) -> impl Iterator<Item = (&Preference, u64)> {
        let all = self.preferences.iter();
        let weighed = all.map(|one| (one, self.weight(&one.name)));
        weighed.filter(|(_, weight)| *weight > 0)
    }
}
