//! Lower bounds: reasons why no plan costs less than a number, and their checks.
//!
//! A bound of [`INFINITE`](crate::INFINITE) says that there is no plan. Three kinds of reasons:
//!
//! - [`Potential`]: weights of fluents such that no action raises the weight of a state by more than its
//!   cost (scaled). A goal that weighs more than a state is as far away. The pagoda function of
//!   [`weights`](crate::weights) is the case in which nothing is allowed;
//! - [`Cut`]: literals that are false in a state, one of which the goal wants. Every plan has an action that
//!   crosses the cut: it needs none of them and makes one. Several cuts add up where each takes a *share* of the costs
//!   of its crossing actions, and no action gives more than its cost. A cut that nothing crosses is a dead end;
//! - [`BoundingStates`]: states with the costs of reaching them. Each leads to states of the set only, or to such
//!   that the reasons above bound, or, with [`Dominance`], to such that a state of the set is as good as.
//!
//! A task may be reduced to some of its facts ([`project`]), if the number of facts that must be true at a time
//! ([`Projection`]) rules out states, or to its rest without its budgets ([`WithoutBudgets`]).
//!
//! Everything here is exact arithmetic of integers and shares no code with the search for bounds. Bounds hold for
//! reachable states, because proved groups and pairs of the task are used. Goal constraints other than literals are
//! used where they help (at least one of some literals) and left out otherwise, which only lowers a bound.
//!
//! Pommerening, Helmert, Röger, Seipp, *From non-negative to general operator cost partitioning* (AAAI 2015), for
//! potential functions; Helmert and Domshlak, *Landmarks, critical paths and abstractions* (ICAPS 2009), for landmarks
//! as cuts; Eriksson, Röger, Helmert, *Unsolvability certificates for classical planning* (ICAPS 2017), for closed sets
//! with reasons.

mod bounding_states;
mod budget;
mod counting;
mod cut;
mod dominance;
mod listing;
mod potential;
mod projection;
pub(crate) mod state_table;

pub use bounding_states::BoundingStates;
pub use budget::{Budget, WithoutBudgets};
pub use counting::{CheckedCounting, Projection, change};
pub(crate) use cut::CheckedCuts;
pub use cut::{Cut, CutShare, check_cuts};
pub use dominance::Dominance;
pub use listing::Listing;
pub use potential::{CheckedPotential, Potential};
pub use projection::{Numbers, project};
pub(crate) use state_table::{StateTable, Waiting, holds, play};

#[cfg(test)]
mod tests;
