//! Actions that a plan of a task with numbers does not need.
//!
//! Action elimination (Nakhost and Müller, ICAPS 2010): each action is left out by turns, with those behind it that
//! cannot be applied any more; where the rest is a plan by which the metric is no worse, that is the plan from there
//! on.

use saut_base::stop::Stop;

use super::planning::NumericPlanningDomain;
use crate::plan::NamedPlan;
use crate::validate::ValidatedPlan;

/// A plan without actions that it does not need.
#[derive(Debug)]
pub struct Reduced {
    /// The rest, which is a plan by which the metric is no worse.
    pub plan: ValidatedPlan,
    /// Places of the actions that were left out, from 0.
    pub superfluous: Vec<usize>,
}

impl NumericPlanningDomain<'_> {
    /// The plan without actions that it does not need, as far as they are found until `stop`.
    pub fn reduced(&self, plan: ValidatedPlan, stop: &Stop) -> Reduced {
        let all = plan.plan().steps.clone();
        let mut kept: Vec<usize> = (0..all.len()).collect();
        let (mut plan, mut place) = (plan, 0);
        let of = |places: &[usize]| -> NamedPlan {
            let steps = places.iter().map(|&place| all[place].clone());
            steps.collect::<Vec<_>>().into()
        };
        while place < kept.len() && stop.stop_reason().is_none() {
            let mut without = kept.clone();
            without.remove(place);
            let applied = self.applicable_part(&of(&without), stop);
            let places: Vec<usize> = applied.into_iter().map(|it| without[it]).collect();
            match self.validated(&of(&places), stop) {
                Some(shorter) if self.is_no_worse(&shorter, &plan) => {
                    (plan, kept) = (shorter, places);
                }
                _ => place += 1,
            }
        }
        let is_out = |place: &usize| kept.binary_search(place).is_err();
        Reduced {
            plan,
            superfluous: (0..all.len()).filter(is_out).collect(),
        }
    }
}
