//! The search for weights that prove that there is no plan. The check of the weights shares only the task with this
//! search.

mod changes;
mod counters;
mod exact;
mod modulo;
mod pagoda;
mod rounding;

pub(crate) use changes::Changes;
pub use modulo::modulo;
pub use pagoda::pagoda;
pub(crate) use rounding::whole;

#[cfg(test)]
mod tests;
