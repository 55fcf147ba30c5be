//! Makes literals from the goal.
//!
//! A goal with disjunctions becomes an additional fact, [`GOAL_REACHED`], and actions that add it when the goal holds.
//! These actions have no schema, because they are not steps of a plan. A goal with too many cases becomes literals
//! instead, with a derived fact for each disjunction.

use super::formula::{ConditionGrounder, Formula};
use super::limits::Stopped;
use super::monitors::Monitors;
use super::split::ActionTemplate;
use super::task::GroundingError;
use crate::condition::Condition;
use crate::interned::{InternedAction, Packed};
use crate::problem::GroundAtom;

/// Name of the fact "the goal has been reached", and of the actions that add it. It ends in a question mark, so it
/// differs from all names of a task.
pub(super) const GOAL_REACHED: &str = "goal reached?";

/// Returns the literals of the goal. Without pruning, an unreachable goal is kept as a fact that never holds.
pub(super) fn goal(
    formulas: &mut ConditionGrounder,
    monitors: &Monitors,
    actions: &mut Vec<InternedAction>,
    prunes: bool,
) -> Result<Vec<Packed>, GroundingError> {
    let problem = formulas.context.problem;
    formulas.parts = 0;
    let limits = formulas.limits;
    let formula = formulas.of(&problem.goal, &mut Vec::new());
    let formula = formula.map_err(|stopped| stopped.named("the goal"))?;
    let formula = Formula::all([formula, monitors.goal.clone()]);
    if formula == Formula::False && !prunes {
        let fact = formulas.auxiliary.fact("out of reach?".to_owned());
        return Ok(vec![Packed::new(fact, true)]);
    }
    if formula == Formula::False {
        let atom = unreachable_part(formulas, &problem.goal);
        let atom = atom.unwrap_or_else(|| "goal".to_owned());
        return Err(GroundingError::GoalUnreachable { atom });
    }
    if let Some(last) = monitors.settle(&formula, &mut formulas.auxiliary, actions, limits)? {
        return Ok(vec![Packed::new(last, true)]);
    }
    if let Some(literals) = literals(&formula) {
        return Ok(literals);
    }
    let undecided = ActionTemplate {
        precondition: vec![formula.clone()],
        ..ActionTemplate::default()
    };
    let Some(cases) = undecided.cases(limits.cases, limits)? else {
        let facts = literals(&formulas.auxiliary.flat(&formula));
        return facts.ok_or_else(|| Stopped::Cases("the goal".to_owned()).into());
    };
    let fact = formulas.auxiliary.fact(GOAL_REACHED.to_owned());
    for mut case in cases {
        case.effects.push(Packed::new(fact, true));
        actions.push(case.action(None, &[], 0));
    }
    Ok(vec![Packed::new(fact, true)])
}

/// Returns the literals of the formula, if it is a conjunction of literals.
fn literals(formula: &Formula) -> Option<Vec<Packed>> {
    let parts = match formula {
        Formula::And(parts) => parts.as_slice(),
        Formula::True => &[],
        one => std::slice::from_ref(one),
    };
    let literal = |part: &Formula| match part {
        Formula::Literal(fact, holds) => Some(Packed::new(*fact, *holds)),
        _ => None,
    };
    parts.iter().map(literal).collect()
}

/// Returns the first literal of a conjunction that by itself makes the conjunction false.
fn unreachable_part(formulas: &mut ConditionGrounder, goal: &Condition) -> Option<String> {
    goal.conjuncts().into_iter().find_map(|part| {
        let Condition::Literal(atom, holds) = part else {
            return None;
        };
        if formulas.fact(atom, &[]) != Err(!holds) {
            return None;
        }
        let not = if *holds { "" } else { "not " };
        let problem = formulas.context.problem;
        let written = problem.written(&GroundAtom::of(atom, &[]));
        Some(format!("{not}{written}"))
    })
}
