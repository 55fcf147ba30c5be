//! Splits an action with disjunctions or conditional effects into actions without them.
//!
//! If the precondition or an effect depends on a fact, this fact is assumed to be true, and then to be false, until
//! nothing depends on an unknown fact. The cases are the leaves of this decision tree, so they exclude each other. At
//! most one case of an action is applicable in a state, and it has the same effects as the action.

use super::formula::{DefinedFacts, Formula};
use super::limits::{GroundingLimits, Stopped};
use crate::interned::{ActionBuilder, InternedEffect, Packed};
use rustc_hash::FxHashMap;

/// An action whose disjunctions and conditional effects are not yet split.
#[derive(Clone, Default)]
pub(crate) struct ActionTemplate {
    /// Preconditions and effects that need no split.
    pub(crate) lists: ActionBuilder,
    pub(crate) precondition: Vec<Formula>,
    pub(crate) effects: Vec<ConditionalEffect>,
}

/// A condition, and the effects that take place if it holds before the action.
pub(crate) type ConditionalEffect = (Formula, Vec<Packed>);

impl ActionTemplate {
    /// Returns the cases. If there are more than `most` cases, disjunctions become auxiliary facts. If there are still
    /// too many cases, the action keeps its conditional effects.
    pub(super) fn cases_or_facts(
        mut self,
        most: usize,
        auxiliary: &mut DefinedFacts,
        limits: &GroundingLimits,
    ) -> Result<Vec<ActionBuilder>, Stopped> {
        self.settle_trivial();
        if let Some(cases) = self.cases(most, limits)? {
            return Ok(cases);
        }
        for formula in &mut self.precondition {
            *formula = auxiliary.flat(formula);
        }
        for (condition, _) in &mut self.effects {
            *condition = auxiliary.flat(condition);
        }
        if self.effects.is_empty()
            && let Some(cases) = self.cases(most, limits)?
        {
            return Ok(cases);
        }
        Ok(self.with_conditional(auxiliary).into_iter().collect())
    }

    /// Returns one action with its conditional effects, and with facts in place of disjunctions; `None` if the action
    /// is never applicable.
    pub(crate) fn with_conditional(
        mut self,
        auxiliary: &mut DefinedFacts,
    ) -> Option<ActionBuilder> {
        for formula in &self.precondition {
            auxiliary.add_literals(formula, &mut self.lists)?;
        }
        for (condition, effects) in self.effects {
            let mut literals = ActionBuilder::default();
            let may_hold = auxiliary.add_literals(&condition, &mut literals);
            self.lists
                .conditional
                .extend(may_hold.map(|()| InternedEffect {
                    conditions: literals.preconditions,
                    effects,
                }));
        }
        self.lists.tidy()
    }

    /// Returns the cases; `None` if there are more than `most` cases.
    pub(super) fn cases(
        &self,
        most: usize,
        limits: &GroundingLimits,
    ) -> Result<Option<Vec<ActionBuilder>>, Stopped> {
        let mut cases = Vec::new();
        let mut known = FxHashMap::default();
        for one in &self.lists.preconditions {
            if known.insert(one.fact(), one.holds()) == Some(!one.holds()) {
                return Ok(Some(cases));
            }
        }
        let mut open = vec![(known, Formula::all(self.precondition.clone()), 0)];
        while let Some((known, precondition, mut effect)) = open.pop() {
            if cases.len() + open.len() > most {
                return Ok(None);
            }
            // The known facts and the rest of the precondition are copied for each case.
            limits.poll(known.len() + precondition.parts())?;
            let precondition = precondition.given(&known);
            if precondition == Formula::False {
                continue;
            }
            let mut undecided = precondition.first_fact();
            while undecided.is_none() && effect < self.effects.len() {
                limits.poll(0)?;
                undecided = self.effects[effect].0.given(&known).first_fact();
                effect += usize::from(undecided.is_none());
            }
            let Some(fact) = undecided else {
                limits.poll(self.effects.len())?;
                cases.extend(self.case(&known).tidy());
                continue;
            };
            for holds in [false, true] {
                let mut known = known.clone();
                known.insert(fact, holds);
                open.push((known, precondition.clone(), effect));
            }
        }
        Ok(Some(cases))
    }

    /// Returns the case of the action in which the facts have their known truth values.
    fn case(&self, known: &FxHashMap<u32, bool>) -> ActionBuilder {
        let mut lists = self.lists.clone();
        let known_facts = known.iter().map(|(fact, holds)| Packed::new(*fact, *holds));
        lists.preconditions.extend(known_facts);
        for (condition, effects) in &self.effects {
            if condition.given(known) == Formula::True {
                lists.effects.extend(effects);
            }
        }
        lists
    }

    /// Removes the effects whose condition never holds. Makes two kinds of effects unconditional: effects whose
    /// condition always holds, and deletions of a fact under the condition that this fact holds.
    fn settle_trivial(&mut self) {
        let lists = &mut self.lists;
        self.effects
            .retain_mut(|(condition, effects)| match *condition {
                Formula::False => false,
                Formula::True => {
                    lists.effects.append(effects);
                    false
                }
                Formula::Literal(fact, true) => {
                    let (adds, deletes) = (Packed::new(fact, true), Packed::new(fact, false));
                    if effects.contains(&deletes) && !effects.contains(&adds) {
                        effects.retain(|one| *one != deletes);
                        lists.effects.push(deletes);
                    }
                    !effects.is_empty()
                }
                _ => true,
            });
    }
}
