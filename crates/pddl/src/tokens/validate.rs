//! Replay of a plan on the graph: tokens on vertices, and no task.

use std::collections::BTreeSet;

use saut_base::stop::Stop;

use super::read::vertex;
use super::{TokenTask, vertex_name};
use crate::measure::Measure;
use crate::plan::{NamedPlan, PlanStep};
use crate::validate::{End, InvalidPlan, Use, Uses, ValidatedPlan, WrongStep};

/// The tokens on the graph.
struct Tokens<'a> {
    task: &'a TokenTask,
    on: BTreeSet<u32>,
    is_held: bool,
}

/// Replays the plan.
///
/// # Errors
///
/// The first wrong step and what is wrong with it, or what of the target is not reached.
pub(crate) fn validate_tokens(
    task: &TokenTask,
    plan: &NamedPlan,
    end: End,
    stop: &Stop,
) -> Result<ValidatedPlan, InvalidPlan> {
    let mut tokens = Tokens {
        task,
        on: task.start.iter().copied().collect(),
        is_held: false,
    };
    let mut taken = 0;
    for happening in plan.happenings() {
        if let Some(why) = stop.stop_reason() {
            return Err(InvalidPlan::Unfinished(why));
        }
        if end == End::FirstGoal && tokens.missing().is_none() {
            break;
        }
        // Every step changes whether a token is held.
        let mut uses = Uses::default();
        for place in happening.clone() {
            uses.note(place, (), Use::Assigns);
        }
        uses.check(&plan.steps, |()| "held".to_owned())?;
        for place in happening {
            let taking = &plan.steps[place];
            let wrong = |wrong| InvalidPlan::step(place, taking, wrong);
            tokens.take(taking).map_err(wrong)?;
            taken = place + 1;
        }
    }
    if let Some(missing) = tokens.missing() {
        return Err(InvalidPlan::Goal {
            unmet: format!("token {}", vertex_name(missing)),
            state: tokens.now(),
        });
    }
    Ok(ValidatedPlan {
        measure: Measure::Actions(taken as u64),
        plan: plan.up_to(taken),
    })
}

impl Tokens<'_> {
    /// A vertex of the target without a token.
    fn missing(&self) -> Option<u32> {
        let target = self.task.target.iter();
        target.copied().find(|vertex| !self.on.contains(vertex))
    }

    /// The tokens, not all where there are many.
    fn now(&self) -> Vec<String> {
        let tokens = self.on.iter().take(8);
        let tokens = tokens.map(|&vertex| format!("token {}", vertex_name(vertex)));
        tokens
            .chain(self.is_held.then(|| "held".to_owned()))
            .collect()
    }

    fn take(&mut self, step: &PlanStep) -> Result<(), WrongStep> {
        let is_lift = match step.action.as_str() {
            "lift" => true,
            "drop" => false,
            _ => return Err(WrongStep::UnknownAction(None)),
        };
        let [name] = &step.arguments[..] else {
            return Err(WrongStep::WrongArity {
                given: step.arguments.len(),
                declared: 1,
            });
        };
        let no_vertex = || WrongStep::UnknownObject {
            name: name.clone(),
            nearest: None,
        };
        let own = vertex(name, self.task.vertices()).ok_or_else(no_vertex)?;
        let unmet = |unmet: String| WrongStep::Unmet {
            unmet,
            state: self.now(),
        };
        if is_lift {
            if self.is_held {
                return Err(unmet("not held".to_owned()));
            }
            if !self.on.contains(&own) {
                return Err(unmet(format!("token {name}")));
            }
            self.on.remove(&own);
            self.is_held = true;
            return Ok(());
        }
        if !self.is_held {
            return Err(unmet("held".to_owned()));
        }
        let near = self.task.neighbours[own as usize].iter().copied();
        let mut taken = near.chain([own]).filter(|near| self.on.contains(near));
        if let Some(near) = taken.next() {
            return Err(unmet(format!("not token {}", vertex_name(near))));
        }
        self.on.insert(own);
        self.is_held = false;
        Ok(())
    }
}
