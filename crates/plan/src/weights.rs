//! The search for weights that show that there is no plan; [`check()`] accepts them and shares nothing with
//! it but the task.

mod changes;
mod counters;
mod exact;
mod modulo;
mod pagoda;
mod program;
mod rounding;

pub(crate) use changes::{Changes, Term};
pub use modulo::modulo;
pub use pagoda::pagoda;
pub use saut_task::weights::{CheckedWeights, WeightKind, check};

#[cfg(test)]
mod tests;
