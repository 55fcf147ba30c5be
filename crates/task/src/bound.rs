//! Lower bounds on the cost of plans, the reasons that prove them, and the checks of these reasons.
//!
//! A bound of [`INFINITE`](crate::INFINITE) means that there is no plan. There are three kinds of reasons:
//!
//! - [`Potential`]: weights of fluents such that no action raises the weight of a state by more than a scale times the
//!   cost of the action. If every goal state weighs more than a state, the difference, divided by the scale, is a lower
//!   bound on the cost to the goal. If the scale is 0, this is the pagoda function of [`weights`](crate::weights).
//! - [`Cut`]: literals that are false in a state, at least one of which the goal requires. Every plan has an action
//!   that crosses the cut: the action requires none of the literals and makes one of them true. Each cut takes a
//!   *share* of the cost of its crossing actions. The bounds of several cuts can be added if the shares of every action
//!   total at most its cost. If no action crosses a cut, the state is a dead end.
//! - [`ClosedList`]: states with the costs of reaching them. Every successor of such a state is in the list, or a
//!   reason above bounds its remaining cost, or a listed state dominates it ([`Dominance`]).
//!
//! A task may first be reduced. [`project`] keeps only some of its facts. A known minimum number of true facts
//! ([`Projection`]) may then exclude states. [`WithoutBudgets`] removes the budgets.
//!
//! All arithmetic is in exact integers, and the checks use no code of the search for bounds. Bounds apply only to
//! reachable states, because the checks use the proved mutex groups and mutexes of the task. Cuts also use goal
//! constraints "at least one of these literals". Other goal constraints that are not literals are ignored, which can
//! only lower a bound.
//!
//! Pommerening, Helmert, Röger, Seipp, *From non-negative to general operator cost partitioning* (AAAI 2015), for
//! potential functions. Helmert and Domshlak, *Landmarks, critical paths and abstractions* (ICAPS 2009), for landmarks
//! as cuts. Eriksson, Röger, Helmert, *Unsolvability certificates for classical planning* (ICAPS 2017), for closed sets
//! with reasons.

mod budget;
mod closed_list;
mod counting;
mod cut;
mod dominance;
mod listing;
mod potential;
mod projection;
pub(crate) mod state_table;

pub use budget::{Budget, WithoutBudgets};
pub use closed_list::ClosedList;
pub use counting::{CheckedCounting, Projection, change};
pub(crate) use cut::CheckedCuts;
pub use cut::{Cut, CutShare, check_cuts};
pub use dominance::Dominance;
pub use listing::Listing;
pub use potential::{CheckedPotential, Potential};
pub use projection::{Renaming, project};
pub(crate) use state_table::{ActionIndex, StateTable, holds, play};

#[cfg(test)]
mod tests;
