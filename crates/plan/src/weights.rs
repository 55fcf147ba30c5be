//! The search for weights that show that there is no plan; their check shares nothing with it but the task.

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
