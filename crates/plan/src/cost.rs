//! Cheap plans and lower bounds of their costs: the finders. What they claim is accepted by
//! [`Domain::replay`](crate::Domain::replay) and by the checks of [`bound`](crate::bound) alone.

pub mod astar;
mod cost_queue;
pub mod cut_heuristic;
pub mod eliminate;
pub mod eliminate_exactly;
pub mod engines;
pub mod front;
pub mod incumbent;
mod narrow;
mod partial_order;
pub mod potentials;
pub(crate) mod relaxed;
pub mod weighted;
mod windows;

#[cfg(test)]
pub(crate) mod tests;
