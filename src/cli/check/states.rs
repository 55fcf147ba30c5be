//! The states of a plan of a planning task, from the replay of the validator.

use std::fmt;

use saut::BadInput;
use saut::read_limited::limited;
use saut::stop::Stop;
use saut_check::{Document, plan_of};
use saut_pddl::{NamedPlan, PlanningTask, Trace};
use serde_json::{Value, json};

/// The states of a plan, up to its first step that is not applicable.
#[derive(Clone)]
pub struct PlanStates {
    plan: NamedPlan,
    trace: Trace,
}

impl PlanStates {
    /// Replays the plan of a document and returns its states.
    ///
    /// # Errors
    /// The document has no plan, or a limit ended the replay.
    pub fn of(task: &PlanningTask, document: &Document, stop: &Stop) -> Result<Self, BadInput> {
        let plan = plan_of(document, stop)?;
        let trace = saut_pddl::trace(task.problem(), &plan, stop);
        let trace = trace.map_err(|why| limited(document.place, why))?;
        Ok(Self { plan, trace })
    }

    /// Returns the field for the JSON document.
    pub fn field(self) -> (String, Value) {
        let Trace {
            fixed,
            start,
            steps,
            ..
        } = self.trace;
        let steps = self.plan.steps.iter().zip(steps).map(|(step, change)| {
            json!({"action": step.written(), "added": change.added, "removed": change.removed})
        });
        let steps: Vec<Value> = steps.collect();
        let states = json!({"fixed": fixed, "start": start, "steps": steps});
        ("states".to_owned(), states)
    }
}

impl fmt::Display for PlanStates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, atoms) in [("fixed", &self.trace.fixed), ("start", &self.trace.start)] {
            writeln!(f, "{name}:{}", listed(atoms))?;
        }
        let steps = self.plan.steps.iter().zip(&self.trace.steps);
        for (number, (step, change)) in (1..).zip(steps) {
            writeln!(f, "step {number}: {}", step.written())?;
            for (sign, atoms) in [('-', &change.removed), ('+', &change.added)] {
                if !atoms.is_empty() {
                    writeln!(f, "  {sign}{}", listed(atoms))?;
                }
            }
        }
        Ok(())
    }
}

/// Lists atoms in parentheses, each after a space.
fn listed(atoms: &[String]) -> String {
    let listed = atoms.iter().map(|atom| [" (", atom, ")"].concat());
    listed.collect()
}
