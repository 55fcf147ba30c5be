//! Searches that show that a task is unsolvable: by budgets that every plan would overspend, and by counted facts.
//! Their claims must pass the checks of [`bound`](saut_task::bound).

pub mod amounts;
pub mod budgets;
pub mod counting;

#[cfg(test)]
mod tests;
