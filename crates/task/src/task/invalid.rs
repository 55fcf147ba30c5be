//! Reasons why a task is invalid. An invalid task is an error of the program that created it.

use std::fmt::Display;

use thiserror::Error;

use super::Fluent;

/// Reason why the parts do not form a valid task.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{0}")]
pub struct InvalidTask(String);

impl InvalidTask {
    pub(super) fn new(fact: impl Display) -> Self {
        Self(fact.to_string())
    }

    pub(super) fn unless_fluent(place: &str, fluent: Fluent, count: usize) -> Result<(), Self> {
        let fluent = fluent.index();
        if fluent < count {
            return Ok(());
        }
        let fact =
            format_args!("{place} names fluent {fluent}, but there are only {count} fluents");
        Err(Self::new(fact))
    }

    pub(super) fn unless_action(action: usize, count: usize) -> Result<(), Self> {
        if action < count {
            return Ok(());
        }
        let fact = format_args!("there is no action {action}: there are only {count} actions");
        Err(Self::new(fact))
    }

    pub(super) fn contradiction(action: &str, fluent: Fluent) -> Self {
        Self::new(format_args!(
            "action {action} requires fluent {} to be both true and false; omit the action",
            fluent.index()
        ))
    }
}
