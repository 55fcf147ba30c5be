//! `smt`: one action a step, as SMT-LIB 2.
//!
//! INIT, ITER and POST without a clause form. The form *disjunction* is `naive` in that language;
//! *integer* names the action of each step by a number. Axioms M1–M6 in `encodings/smt/README.md`.

use strum::{Display, EnumMessage, IntoStaticStr, VariantArray};

use super::conditional::conditional;
use super::derived::derive;
use super::language::Language as _;
use super::script::{Pen, at, joined, signed};
use super::unroll::{Encode, StepMap, When};
use crate::task::{Action, ActionId, Fluent, Literal, Task};

/// Ways to write a step.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    Display,
    EnumMessage,
    IntoStaticStr,
    VariantArray,
)]
#[strum(serialize_all = "kebab-case")]
pub enum SmtForm {
    /// The encoding `naive`: a disjunction over the actions, with state equalities; boolean only.
    #[default]
    Disjunction,
    /// The number of the chosen action as an integer.
    Integer,
}

impl SmtForm {
    /// Both.
    pub const ALL: &'static [Self] = Self::VARIANTS;
}

/// The encoder of a task for the form *integer*.
#[derive(Clone, Debug)]
pub struct Integer<'a>(pub &'a Task);

impl Encode for Integer<'_> {
    type State = Vec<String>;
    type Out = Pen;

    fn init(&self, out: &mut Pen) -> Vec<String> {
        out.start(self.0) // M1: the start
    }

    fn iter(&self, i: usize, state: &mut Vec<String>, out: &mut Pen) -> StepMap {
        let before = std::mem::take(state);
        let after = out.state(self.0, i);
        let actions = || (0..).zip(self.0.actions());
        let chosen = format!("j_{i}");
        out.declare(&chosen, "Int");
        let most = self.0.actions().len();
        out.assert(&format!("(and (<= 0 {chosen}) (< {chosen} {most}))")); // M4
        for (id, action) in actions() {
            let under = conditional(action, &before, &after, out);
            let under = under.into_iter().map(|clause| {
                let literals = clause.iter().map(|(symbol, value)| signed(symbol, *value));
                joined("or", literals)
            });
            let conditions = joined("and", conditions(action, &before, &after).chain(under)); // C1 to C3
            out.assert(&format!("(=> (= {chosen} {id}) {conditions})")); // M5
        }
        let is_derived = |fluent: &usize| self.0.is_derived(Fluent::new(*fluent));
        for fluent in (0..before.len()).filter(|fluent| !is_derived(fluent)) {
            let changers = actions().filter(|(_, action)| changes(action, fluent));
            let changers = changers.map(|(id, _)| format!("(= {chosen} {id})"));
            let kept = format!("(= {} {})", before[fluent], after[fluent]);
            out.assert(&joined("or", [kept].into_iter().chain(changers))); // M6
        }
        derive(self.0, &after, out); // D1 to D5
        *state = after;
        let equals = |id: ActionId| {
            let number = i64::try_from(id.index()).unwrap_or(i64::MAX);
            (id, When::Equals(chosen.clone(), number))
        };
        StepMap::Actions(self.0.action_ids().map(equals).collect())
    }

    fn post(&self, state: &Vec<String>, _: usize, out: &mut Pen) {
        out.goal(self.0, state); // M2: the goal
    }
}

/// Preconditions before and effects after, the added fluents first.
fn conditions<'a>(
    action: &'a Action,
    before: &'a [String],
    after: &'a [String],
) -> impl Iterator<Item = String> + 'a {
    let needed = action
        .preconditions
        .iter()
        .map(|&wanted| at(before, wanted));
    let (added, deleted): (Vec<&Literal>, Vec<&Literal>) =
        action.effects.iter().partition(|effect| effect.value);
    let changed = added.into_iter().chain(deleted);
    needed.chain(changed.map(|effect| at(after, *effect)))
}

fn changes(action: &Action, fluent: usize) -> bool {
    action
        .all_effects()
        .any(|effect| effect.fluent.index() == fluent)
}
