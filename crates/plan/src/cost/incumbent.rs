//! The incumbent: the best plan so far, for engines that begin with a plan.

use std::sync::{Mutex, PoisonError};

use saut_task::domain::Cost;
use saut_task::task::ActionId;

/// The actions of the best plan and its cost, shared by engines and whoever hears of better plans.
#[derive(Debug, Default)]
pub struct Incumbent(Mutex<Option<(Vec<ActionId>, Cost)>>);

impl Incumbent {
    /// Puts a better plan in.
    pub fn put(&self, plan: Vec<ActionId>, cost: Cost) {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if held.as_ref().is_none_or(|(_, old)| cost < *old) {
            *held = Some((plan, cost));
        }
    }

    /// The plan, if it costs less than `than`.
    pub fn cheaper(&self, than: Cost) -> Option<(Vec<ActionId>, Cost)> {
        let held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        held.clone().filter(|(_, cost)| *cost < than)
    }
}
