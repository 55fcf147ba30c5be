//! Reasons why no goal lies behind a state, and searches that stop there: the finders. What they claim is accepted by
//! the checks of [`bound`](crate::bound) alone.
//!
//! Eriksson, Röger, Helmert, *Unsolvability certificates for classical planning* (ICAPS 2017).

pub mod amounts;
pub mod counted;
pub mod engines;
pub mod factors;
pub mod projections;
pub mod search;
mod traps;

#[cfg(test)]
mod tests;
