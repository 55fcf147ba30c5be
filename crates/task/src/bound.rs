//! Lower bounds on the cost of plans, the reasons that prove them, and the checks of these reasons.
//!
//! A bound of [`INFINITE`](crate::INFINITE) means that there is no plan. There are three kinds of reasons:
//!
//! - [`Potential`]: weights of fluents such that no action raises the weight of a state by more than its (scaled) cost.
//!   If the goal weighs more than a state, the difference, divided by the scale, is a lower bound on the cost to the
//!   goal. If no action may raise the weight at all, this is the pagoda function of [`weights`](crate::weights);
//! - [`Cut`]: literals that are false in a state, of which the goal requires one. Every plan has an action that crosses
//!   the cut: it needs none of the literals and makes one of them true. The bounds of several cuts add up if each cut
//!   takes a *share* of the costs of its crossing actions and the shares of an action do not exceed its cost. If no
//!   action crosses a cut, the state is a dead end;
//! - [`ClosedList`]: states with the costs of reaching them. Every successor of such a state is in the set, or is
//!   bounded by one of the reasons above, or, with a [`Dominance`], is dominated by a state of the set.
//!
//! A task may first be reduced. [`project`] keeps only some of its facts; a known minimum of true facts
//! ([`Projection`]) may then exclude states. [`WithoutBudgets`] removes the budgets.
//!
//! All arithmetic here is exact integer arithmetic, and no code is shared with the search for bounds. Bounds hold for
//! reachable states, because the checks use the proved mutex groups and mutexes of the task. A goal constraint "at
//! least one of these literals" is used if it helps. Other constraints besides literals are ignored, which can only
//! lower a bound.
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
