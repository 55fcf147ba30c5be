//! Cheap plans and lower bounds of their costs: the finders. What they claim is accepted by
//! [`Problem::validate`](saut_task::Problem::validate) and by the checks of [`bound`](saut_task::bound) alone.

pub mod astar;
mod bucket_queue;
pub(crate) mod cut_heuristic;
pub mod eliminate;
pub(crate) mod front;
pub(crate) mod improvement;
pub(crate) mod narrow;
mod partial_order;
pub mod potentials;
pub(crate) mod weighted;
mod windows;

#[cfg(test)]
pub(crate) mod tests;
