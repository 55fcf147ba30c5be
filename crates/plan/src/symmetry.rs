//! Symmetries of tasks: objects that can stand for each other, and states up to them. What is found here is accepted by
//! the check of [`bound::Symmetries`](crate::bound::Symmetries) alone.
//!
//! Pochter, Zohar, Rosenschein, *Exploiting problem symmetries in state-based planners* (AAAI 2011).

mod objects;
mod orbits;

pub use objects::interchangeable;
pub use orbits::Orbits;

#[cfg(test)]
mod tests;
