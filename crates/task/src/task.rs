//! A planning task: fluents, ground actions, initial state, goal, and known facts about its plans.
//!
//! The task is all that encoders, backends and the decoder know about a problem. Only [`Task::new`] creates a task. It
//! validates and normalises every action. So encoders can rely on two properties: the numbers of fluents are in range,
//! and no action requires a fluent to be both true and false. As in PDDL, an action that both adds and deletes a fluent
//! adds it.
//!
//! The definition follows Ghallab, Nau, Traverso, *Automated Planning*, ch. 2: ground, with negative preconditions.

mod action;
mod goal;
mod group;
mod invalid;
mod known;
mod literal;
mod macros;
mod mutexes;
mod pairs;
pub mod rule;
mod transitions;

use std::collections::HashMap;
use std::sync::Arc;

use rule::Rules;

use saut_base::lists::Lists;
use saut_base::stop::{Stop, Ticker};

pub use action::{Action, ActionId, Conditional};
pub use goal::GoalConstraint;
pub use group::{Group, GroupKind};
pub use invalid::InvalidTask;
pub use known::{Length, ParityBound, TrustedFacts};
pub use literal::{Fluent, Literal};
pub use macros::Macro;
pub use mutexes::Mutexes;
pub use pairs::Pairs;
pub use rule::{Guards, Layer, Rule};
pub use transitions::Transitions;

/// How the variables of a formula are named after fluents and actions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Naming {
    /// The name of the fluent or action, then the time: `peg-44@3`.
    #[default]
    NameAtTime,
    /// The iteration, then the name of the fluent or action: `i3x3y4`. Every name must be a distinct simple symbol of
    /// SMT-LIB.
    Iteration,
}

/// Parts of a task that are not yet validated.
#[derive(Clone, Debug, Default)]
pub struct TaskParts {
    /// The name of each fluent, without spaces.
    pub fluents: Vec<String>,
    /// How variables are named after fluents and actions.
    pub naming: Naming,
    /// The ground actions.
    pub actions: Vec<Action>,
    /// Sequences of actions that encodings can also use as single actions ([`Macro`]).
    pub macros: Vec<Vec<ActionId>>,
    /// Rules that define the derived fluents, in any order. They must be stratified.
    pub rules: Vec<Rule>,
    /// The fluents that are true in the initial state. Derived fluents are computed and must not be listed here.
    pub start: Vec<Fluent>,
    /// Constraints that must hold after the last step.
    pub goal: Vec<GoalConstraint>,
    /// Sets of fluents of which at most one, or exactly one, is true in every reachable state. [`Task::new`] proves
    /// them, so their source need not be trusted.
    pub groups: Vec<Group>,
    /// Known bounds on the length of a plan, which are trusted without a proof.
    pub length: Length,
    /// Other known facts, which are trusted without a proof.
    pub known: TrustedFacts,
}

/// A valid planning task.
///
/// `length` and `known` come from the creator of the task and are not proved. Every check of a proof about a formula of
/// this task assumes them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    transitions: Transitions,
    naming: Naming,
    macros: Vec<Macro>,
    goal: Vec<GoalConstraint>,
    mutexes: Mutexes,
    length: Length,
    known: TrustedFacts,
}

impl Task {
    /// Validates and normalises the parts.
    ///
    /// # Errors
    /// [`InvalidTask`] with the first invalid part.
    pub fn new(parts: TaskParts) -> Result<Self, InvalidTask> {
        let count = parts.fluents.len();
        let in_range = |place: &str, fluent| InvalidTask::unless_fluent(place, fluent, count);
        let mut actions = parts.actions;
        for action in &mut actions {
            let literals = action.preconditions.iter().chain(action.conditions());
            for literal in literals.chain(action.all_effects()) {
                in_range(&action.name, literal.fluent)?;
            }
            action.normalise()?;
        }
        for rule in &parts.rules {
            let literals = rule.body.iter().map(|literal| literal.fluent);
            for fluent in literals.chain([rule.head]) {
                in_range("a rule", fluent)?;
            }
        }
        let rules = Rules::new(count, parts.rules)?;
        let is_basic = |place: &str, fluent: Fluent| {
            if !rules.derives(fluent) {
                return Ok(());
            }
            let number = fluent.index();
            let fact = format_args!("{place} sets fluent {number}, which is derived by rules");
            Err(InvalidTask::new(fact))
        };
        for action in &actions {
            for effect in action.all_effects() {
                is_basic(&action.name, effect.fluent)?;
            }
        }
        let mut start = vec![false; count];
        for fluent in parts.start {
            in_range("the initial state", fluent)?;
            is_basic("the initial state", fluent)?;
            start[fluent.index()] = true;
        }
        rules.derive(&mut start);
        let mut task = Self {
            transitions: Transitions {
                fluents: parts.fluents,
                actions,
                rules,
                start,
            },
            naming: parts.naming,
            macros: Vec::new(),
            goal: Vec::new(),
            mutexes: Mutexes::new(Vec::new(), None, count),
            length: parts.length,
            known: TrustedFacts::default(),
        };
        for group in &parts.groups {
            for &fluent in &group.fluents {
                in_range("a group", fluent)?;
            }
            group.check(&task.transitions)?;
        }
        task.mutexes = Mutexes::new(parts.groups, None, count);
        task.with_goal(parts.goal)?
            .with_known(parts.known)?
            .with_macros(parts.macros)
    }

    /// Returns the same task with these sequences of actions as macros.
    ///
    /// # Errors
    /// [`InvalidTask`] if a sequence can never be executed, or contains an action that the task does not have, an
    /// action with conditional effects, or an action with a derived precondition.
    pub fn with_macros(mut self, macros: Vec<Vec<ActionId>>) -> Result<Self, InvalidTask> {
        let macros = macros
            .into_iter()
            .map(|one| Macro::of(&self.transitions, one));
        self.macros = macros.collect::<Result<_, _>>()?;
        Ok(self)
    }

    /// Returns the same task with another goal.
    ///
    /// # Errors
    /// [`InvalidTask`] if the goal mentions a fluent that the task does not have.
    pub fn with_goal(mut self, goal: Vec<GoalConstraint>) -> Result<Self, InvalidTask> {
        let count = self.transitions.fluents.len();
        for fluent in goal.iter().flat_map(GoalConstraint::fluents) {
            InvalidTask::unless_fluent("the goal", fluent, count)?;
        }
        self.goal = goal;
        Ok(self)
    }

    /// Like [`Task::with_provable_groups_within`], but without a limit.
    #[must_use]
    pub fn with_provable_groups(self, groups: impl IntoIterator<Item = Group>) -> Self {
        self.with_provable_groups_within(groups, &Stop::default())
    }

    /// Returns the same task with the mutex groups that can be proved for it before `stop` ends the proofs. All other
    /// groups are omitted.
    #[must_use]
    pub fn with_provable_groups_within(
        mut self,
        groups: impl IntoIterator<Item = Group>,
        stop: &Stop,
    ) -> Self {
        let limits = Ticker::new(stop);
        let makers = self.transitions.makers();
        let is_proved = |group: &Group| {
            let in_range = |f: &Fluent| f.index() < self.transitions.fluents.len();
            group.fluents.iter().all(in_range) && {
                let members = group.fluents.iter();
                let literals = members.flat_map(|one| [one.is_true(), one.is_false()]);
                let changing = literals.flat_map(|one| makers.of(one.index()));
                let actions = changing.map(|&number| &self.actions()[number as usize]);
                let actions = actions.take_while(|_| limits.stop_reason().is_none());
                let kept = group.check_changes(&self.transitions, actions);
                // If the check was interrupted, the group is not proved.
                kept.is_ok() && limits.stop_reason().is_none()
            }
        };
        let proved: Vec<Group> = groups.into_iter().filter(is_proved).collect();
        let pairs = self.mutexes.pairs.take();
        self.mutexes = Mutexes::new(proved, pairs, self.transitions.fluents.len());
        self
    }

    /// Like [`Task::with_provable_pairs_within`], but without a limit.
    #[must_use]
    pub fn with_provable_pairs(self, pairs: Option<Pairs>) -> Self {
        self.with_provable_pairs_within(pairs, &Stop::default())
    }

    /// Returns the same task with these mutexes, if they can be proved before `stop` ends the proof.
    #[must_use]
    pub fn with_provable_pairs_within(mut self, pairs: Option<Pairs>, stop: &Stop) -> Self {
        self.mutexes.pairs = pairs
            .filter(|pairs| pairs.is_proved(&self.transitions, stop) == Ok(true))
            .map(Arc::new);
        self
    }

    /// Returns the proved mutexes of the task, if they were computed.
    pub fn pairs(&self) -> Option<&Pairs> {
        self.mutexes.pairs.as_deref()
    }

    /// Returns the same task with other known facts, which are trusted without a proof.
    ///
    /// # Errors
    /// [`InvalidTask`] if the facts mention fluents or actions that the task does not have.
    pub fn with_known(mut self, known: TrustedFacts) -> Result<Self, InvalidTask> {
        known.check_range(
            self.transitions.fluents.len(),
            self.transitions.actions.len(),
        )?;
        self.known = known;
        Ok(self)
    }

    /// Returns the same task with other known bounds on the length of a plan, which are trusted without a proof.
    #[must_use]
    pub const fn with_length(mut self, length: Length) -> Self {
        self.length = length;
        self
    }

    /// Returns, for each literal, the numbers of the actions with an effect that makes the literal true. The effect may
    /// be conditional.
    pub fn makers(&self) -> Lists {
        self.transitions.makers()
    }

    /// Returns the part of the task that determines its reachable states: fluents, actions, rules and initial state.
    pub const fn transitions(&self) -> &Transitions {
        &self.transitions
    }

    /// Returns the names of all fluents.
    pub fn fluents(&self) -> &[String] {
        &self.transitions.fluents
    }

    /// Returns the numbers of all fluents.
    pub fn fluent_ids(&self) -> impl DoubleEndedIterator<Item = Fluent> + Clone + use<> {
        (0..self.transitions.fluents.len()).map(Fluent::new)
    }

    /// Returns how the variables of a formula are named after fluents and actions.
    pub const fn naming(&self) -> Naming {
        self.naming
    }

    /// Returns the name of a fluent.
    pub fn fluent_name(&self, fluent: Fluent) -> &str {
        &self.transitions.fluents[fluent.index()]
    }

    /// Returns the name of a literal, such as `at(truck,paris)` or `not at(truck,paris)`.
    pub fn literal_name(&self, literal: Literal) -> String {
        let name = self.fluent_name(literal.fluent);
        if literal.value {
            name.to_owned()
        } else {
            format!("not {name}")
        }
    }

    /// Returns a map from the name of each literal ([`Task::literal_name`]) to the literal.
    pub fn literals_by_name(&self) -> HashMap<String, Literal> {
        let both = self.fluent_ids().flat_map(|f| [f.is_true(), f.is_false()]);
        both.map(|one| (self.literal_name(one), one)).collect()
    }

    /// Returns the actions, by number.
    pub fn actions(&self) -> &[Action] {
        &self.transitions.actions
    }

    /// Returns the numbers of all actions.
    pub fn action_ids(&self) -> impl DoubleEndedIterator<Item = ActionId> + Clone + use<> {
        (0..self.transitions.actions.len()).map(ActionId::new)
    }

    /// Returns the action or macro with this number. The numbers of macros follow after the numbers of actions.
    pub fn action(&self, id: ActionId) -> &Action {
        let (index, count) = (id.index(), self.transitions.actions.len());
        match index.checked_sub(count) {
            None => &self.transitions.actions[index],
            Some(number) => &self.macros[number].as_one,
        }
    }

    /// Returns the macros.
    pub fn macros(&self) -> &[Macro] {
        &self.macros
    }

    /// Returns the numbers of all actions, then of all macros.
    pub(crate) fn offered_ids(&self) -> impl DoubleEndedIterator<Item = ActionId> + Clone + use<> {
        (0..self.transitions.actions.len() + self.macros.len()).map(ActionId::new)
    }

    /// Returns the actions of a macro, in order. For the number of an action, returns only this action.
    pub(crate) fn played_by(&self, id: ActionId) -> Vec<ActionId> {
        match id.index().checked_sub(self.transitions.actions.len()) {
            None => vec![id],
            Some(number) => self.macros[number].actions.clone(),
        }
    }

    /// Returns the rules that define the derived fluents, sorted by layer, and by head within a layer.
    pub fn rules(&self) -> &[Rule] {
        &self.transitions.rules.all
    }

    /// Returns the layers of the derived fluents, each after the layers on which it depends.
    pub fn layers(&self) -> &[Layer] {
        &self.transitions.rules.layers
    }

    /// Returns the derived fluents, layer by layer.
    pub fn derived(&self) -> impl Iterator<Item = Fluent> + '_ {
        self.transitions.derived()
    }

    /// Whether the fluent is derived by rules.
    pub fn is_derived(&self, fluent: Fluent) -> bool {
        self.transitions.is_derived(fluent)
    }

    /// Whether both fluents are derived and belong to the same layer.
    pub fn are_in_one_layer(&self, one: Fluent, other: Fluent) -> bool {
        self.transitions.rules.are_in_one_layer(one, other)
    }

    /// Whether the task is STRIPS with negative preconditions: it has neither derived fluents nor conditional effects.
    pub fn is_plain(&self) -> bool {
        self.layers().is_empty() && !self.has_conditional_effects()
    }

    /// Whether an action has conditional effects.
    pub fn has_conditional_effects(&self) -> bool {
        self.transitions.has_conditional_effects()
    }

    /// Computes the guards of the derived preconditions of all actions and macros.
    pub(crate) fn guards(&self) -> Guards {
        let actions: Vec<&Action> = self.offered_ids().map(|id| self.action(id)).collect();
        Guards::of(
            &self.transitions.rules,
            self.transitions.fluents.len(),
            &actions,
        )
    }

    /// Computes the derived fluents of a state from the other fluents.
    pub fn derive(&self, state: &mut [bool]) {
        self.transitions.rules.derive(state);
    }

    /// Applies an action to a state and updates the derived fluents.
    pub fn apply(&self, id: ActionId, state: &mut [bool]) {
        self.action(id).apply(state);
        self.derive(state);
    }

    /// Returns the total number of preconditions, effects and conditions of all actions. The size of a linear encoding
    /// grows with this number.
    pub fn size(&self) -> usize {
        let actions = self.transitions.actions.iter();
        let of_actions = actions.map(|one| {
            let conditional = one.conditional.iter().map(|one| 1 + one.conditions.len());
            one.preconditions.len() + one.effects.len() + conditional.sum::<usize>()
        });
        of_actions.sum()
    }

    /// Returns the value of each fluent in the initial state.
    pub fn start(&self) -> &[bool] {
        &self.transitions.start
    }

    /// Returns the constraints that together form the goal.
    pub fn goal(&self) -> &[GoalConstraint] {
        &self.goal
    }

    /// Returns the proved mutex groups.
    pub fn groups(&self) -> &[Group] {
        &self.mutexes.groups
    }

    /// Returns the mutexes: pairs of literals that are never true together.
    pub const fn mutexes(&self) -> &Mutexes {
        &self.mutexes
    }

    /// Returns, for each fluent, the numbers of its mutex groups.
    pub const fn groups_by_fluent(&self) -> &Lists {
        self.mutexes.groups_of()
    }

    /// Returns the known bounds on the length of a plan.
    pub fn length(&self) -> Length {
        self.length
    }

    /// Returns the other known facts.
    pub fn known(&self) -> &TrustedFacts {
        &self.known
    }

    /// Whether a state satisfies the goal.
    pub fn is_goal(&self, state: &[bool]) -> bool {
        self.goal.iter().all(|constraint| constraint.holds(state))
    }

    /// Returns the literals that the goal requires individually.
    pub fn goal_literals(&self) -> impl Iterator<Item = Literal> + '_ {
        self.goal.iter().filter_map(|constraint| match constraint {
            GoalConstraint::Literal(literal) => Some(*literal),
            GoalConstraint::AnyOf(_) | GoalConstraint::AtMostOne(_) => None,
        })
    }
}

#[cfg(test)]
mod tests;
