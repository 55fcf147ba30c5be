//! Reasons why something is no task: always the fault of the program that made it.

use thiserror::Error;

/// Fault of the parts of a task.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum InvalidTask {
    /// A number of a fluent that is too large.
    #[error("{place} names fluent {fluent}, and there are {count}")]
    NoSuchFluent {
        /// Place of the number.
        place: String,
        /// The number.
        fluent: usize,
        /// Number of fluents.
        count: usize,
    },
    /// A number of an action that is too large.
    #[error("action {action} is named, and there are {count}")]
    NoSuchAction {
        /// The number.
        action: usize,
        /// Number of actions.
        count: usize,
    },
    /// A precondition that can never hold.
    #[error("action {action} needs fluent {fluent} both true and false; leave the action out")]
    Contradiction {
        /// The action.
        action: String,
        /// The fluent.
        fluent: usize,
    },
    /// A derived fluent where only others can stand.
    #[error("{place} sets fluent {fluent}, which rules determine")]
    Derived {
        /// An action, or the start.
        place: String,
        /// The fluent.
        fluent: usize,
    },
    /// A derived fluent that depends on its own falsehood.
    #[error("fluent {fluent} depends on its own falsehood by the rules")]
    NotStratified {
        /// The fluent.
        fluent: usize,
    },
    /// A macro of an action with conditional effects.
    #[error("macro {name} has an action with conditional effects")]
    ConditionalInMacro {
        /// The names of its actions.
        name: String,
    },
    /// A macro of an action with a derived precondition.
    #[error("macro {name} has an action with a precondition that rules determine")]
    DerivedInMacro {
        /// The names of its actions.
        name: String,
    },
    /// A group that is not one by the actions alone.
    #[error("this is no group of which one is true: {fact}")]
    NoGroup {
        /// Fact that breaks it.
        fact: String,
    },
}
