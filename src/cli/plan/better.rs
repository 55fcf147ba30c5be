//! Better plans, told and written when they are found.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Instant;

use saut_pddl::ValidatedPlan;
use saut_plan::Cost;

use super::super::print::grouped;
use super::super::{proofs, whole};
use saut::answer::{gap, plan_file};

/// Tells of each better plan on standard error, and writes it as `PLAN.1`, `PLAN.2` and so on beside `PLAN`.
pub struct BetterPlans<'a> {
    file: Option<&'a Path>,
    has_costs: bool,
    began: Instant,
    count: Mutex<usize>,
}

impl<'a> BetterPlans<'a> {
    /// From now on; the file is the one of the best plan.
    pub fn new(file: Option<&'a Path>, has_costs: bool) -> Self {
        Self {
            file,
            has_costs,
            began: Instant::now(),
            count: Mutex::new(0),
        }
    }

    /// A plan that is better than those before it.
    pub fn tell(&self, plan: &ValidatedPlan, cost: Cost, bound: Cost) {
        let seconds = self.began.elapsed().as_secs_f64();
        let gap = gap(cost, bound).map_or(String::new(), |gap| format!(", gap {gap:.1} %"));
        let (cost, bound) = (grouped(cost), grouped(bound));
        tell!("saut: {seconds:.2} s: a plan of cost {cost}; no plan costs less than {bound}{gap}");
        let mut count = self
            .count
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        *count += 1;
        if let Some(file) = self.file {
            let name: PathBuf = proofs::with(file, &format!(".{}", *count));
            if let Err(bad) = whole::write(&name, plan_file(self.has_costs, plan)) {
                tell!("saut: warning: {bad}");
            }
        }
    }
}
