//! Searches that show that a task has no plan: by budgets that every plan would overspend, and by facts that are
//! counted. What they claim is accepted by the checks of [`bound`](saut_task::bound) alone.

pub mod amounts;
pub mod budgets;
pub mod counting;

#[cfg(test)]
mod tests;
