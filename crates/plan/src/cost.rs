//! Engines that find cheap plans, and lower bounds on the cost of every plan. Their plans must pass
//! [`Problem::validate`](saut_task::Problem::validate), and their bounds the checks of [`bound`](saut_task::bound).

pub mod astar;
pub(crate) mod cut_heuristic;
pub(crate) mod dominance_table;
pub mod eliminate;
pub(crate) mod improvement;
pub(crate) mod narrow;
pub mod partial_order;
pub mod potentials;
pub(crate) mod weighted;
mod windows;

#[cfg(test)]
pub(crate) mod tests;
