//! Dead ends as a document has them: facts by name, in a list, and everywhere else by their place in it, from 1,
//! negative where the fact is to be false.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::listed_symmetries::facts_named;
use super::{DeadEnds, Potential, Trap};
use crate::task::{Fluent, Literal, Task};

/// Dead ends, written down.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedDeadEnds {
    /// The names of the facts that some reason speaks of.
    pub facts: Vec<String>,
    /// Whether states are dead from which the relaxation does not reach the goal.
    #[serde(default)]
    pub relaxed: bool,
    /// Potential functions: the place of each fact that weighs something, and its weight.
    #[serde(default)]
    pub potentials: Vec<Vec<(u32, i64)>>,
    /// Traps: literals, and pairs of literals.
    #[serde(default)]
    pub traps: Vec<ListedTrap>,
}

/// A trap, written down.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedTrap {
    /// The literals.
    pub literals: Vec<i64>,
    /// The pairs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pairs: Vec<[i64; 2]>,
}

/// Gives each fluent that is asked for a place, from 1.
struct Places<'a> {
    task: &'a Task,
    by_fluent: BTreeMap<Fluent, u32>,
    facts: Vec<String>,
}

impl Places<'_> {
    fn of(&mut self, fluent: Fluent) -> u32 {
        let (facts, name) = (&mut self.facts, self.task.fluent_name(fluent));
        *self.by_fluent.entry(fluent).or_insert_with(|| {
            facts.push(name.to_owned());
            crate::lists::number(facts.len())
        })
    }

    fn literal(&mut self, literal: Literal) -> i64 {
        let place = i64::from(self.of(literal.fluent));
        if literal.value { place } else { -place }
    }
}

impl ListedDeadEnds {
    /// Writes the dead ends of a task down.
    pub fn of(reasons: &DeadEnds, task: &Task) -> Self {
        let mut places = Places {
            task,
            by_fluent: BTreeMap::new(),
            facts: Vec::new(),
        };
        let mut listed = Self {
            relaxed: reasons.relaxed,
            ..Self::default()
        };
        for potential in &reasons.potentials {
            let all = task.fluent_ids().zip(&potential.weights);
            let some = all.filter(|(_, weight)| **weight != 0);
            let some = some.map(|(fluent, &weight)| (places.of(fluent), weight));
            listed.potentials.push(some.collect());
        }
        for trap in &reasons.traps {
            let literals = trap.literals.iter().map(|&one| places.literal(one));
            let literals = literals.collect();
            let pairs = trap
                .pairs
                .iter()
                .map(|two| two.map(|one| places.literal(one)));
            let pairs = pairs.collect();
            listed.traps.push(ListedTrap { literals, pairs });
        }
        listed.facts = places.facts;
        listed
    }

    /// Reads dead ends of a task.
    ///
    /// # Errors
    /// Part that cannot be read, or that the task has other facts.
    pub fn read(&self, task: &Task) -> Result<DeadEnds, String> {
        let facts = facts_named(task, &self.facts)?;
        let place = |place: u64| {
            let index = usize::try_from(place).ok()?.checked_sub(1)?;
            facts.get(index).copied()
        };
        let unlisted = "a dead end names a fact that is not in the list";
        let literal = |number: i64| {
            let fluent = place(number.unsigned_abs()).ok_or(unlisted)?;
            let value = number > 0;
            Ok::<_, &str>(Literal { fluent, value })
        };
        let mut reasons = DeadEnds {
            relaxed: self.relaxed,
            ..DeadEnds::default()
        };
        for listed in &self.potentials {
            let mut weights = vec![0; task.fluents().len()];
            for &(number, weight) in listed {
                weights[place(u64::from(number)).ok_or(unlisted)?.index()] = weight;
            }
            reasons.potentials.push(Potential { scale: 0, weights });
        }
        for listed in &self.traps {
            let literals = listed.literals.iter().map(|&one| literal(one));
            let pairs = listed.pairs.iter();
            let pairs = pairs.map(|&[one, other]| Ok::<_, &str>([literal(one)?, literal(other)?]));
            reasons.traps.push(Trap {
                literals: literals.collect::<Result<_, _>>()?,
                pairs: pairs.collect::<Result<_, _>>()?,
            });
        }
        Ok(reasons)
    }
}
