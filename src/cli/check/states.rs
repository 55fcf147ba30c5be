//! The states of a plan of a planning task.

use std::fmt::Write as _;

use saut::BadInput;
use saut::read_limited::limited;
use saut::stop::Stop;
use saut_check::{Document, plan_of};
use saut_pddl::PlanningTask;
use serde_json::{Value, json};

/// Replays the plan of a document, and returns its states up to its first step that is not applicable: as text, and as
/// the value of the field `states`.
///
/// # Errors
/// The document has no plan, or a limit ended the replay.
pub fn states(
    task: &PlanningTask,
    document: &Document,
    stop: &Stop,
) -> Result<(String, Value), BadInput> {
    let plan = plan_of(document, stop)?;
    let trace = saut_pddl::trace(task.problem(), &plan, stop);
    let trace = trace.map_err(|why| limited(document.place, why))?;
    let (fixed, start) = (listed(&trace.fixed), listed(&trace.start));
    let mut text = format!("fixed:{fixed}\nstart:{start}\n");
    let mut steps = Vec::new();
    for (number, (step, change)) in (1..).zip(plan.steps.iter().zip(trace.steps)) {
        let action = step.written();
        let _ = writeln!(text, "step {number}: {action}");
        for (sign, atoms) in [('-', &change.removed), ('+', &change.added)] {
            if !atoms.is_empty() {
                let _ = writeln!(text, "  {sign}{}", listed(atoms));
            }
        }
        steps.push(json!({"action": action, "added": change.added, "removed": change.removed}));
    }
    let document = json!({"fixed": trace.fixed, "start": trace.start, "steps": steps});
    Ok((text, document))
}

/// Returns the atoms in parentheses, each after a space.
fn listed(atoms: &[String]) -> String {
    let listed = atoms.iter().map(|atom| [" (", atom, ")"].concat());
    listed.collect()
}
