//! Symmetries as a document has them: the facts that are moved by name, in the order in which states are compared, and
//! permutations as cycles of their places in this list, from 1.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::Symmetries;
use crate::task::{Fluent, Task};

/// Symmetries, written down.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedSymmetries {
    /// The names of the facts that some permutation moves.
    pub facts: Vec<String>,
    /// The cycles of each permutation.
    pub generators: Vec<Vec<Vec<u32>>>,
}

impl ListedSymmetries {
    /// Writes symmetries of a task down.
    pub fn of(symmetries: &Symmetries, task: &Task) -> Self {
        let places = symmetries.facts.iter().zip(1_u32..);
        let places: HashMap<Fluent, u32> = places.map(|(&fluent, place)| (fluent, place)).collect();
        // A fact that is not listed has place 0, which no reader accepts.
        let place = |fluent: &Fluent| places.get(fluent).copied().unwrap_or(0);
        let cycle = |cycle: &Vec<Fluent>| cycle.iter().map(place).collect();
        let generators = symmetries.generators.iter();
        let names = symmetries.facts.iter();
        Self {
            facts: names.map(|&one| task.fluent_name(one).to_owned()).collect(),
            generators: generators
                .map(|one| one.iter().map(cycle).collect())
                .collect(),
        }
    }

    /// Reads symmetries of a task.
    ///
    /// # Errors
    /// Part that cannot be read, or that the task has other facts.
    pub fn read(&self, task: &Task) -> Result<Symmetries, String> {
        let facts = facts_named(task, &self.facts)?;
        let fluent = |&place: &u32| {
            let index = (place as usize).checked_sub(1);
            let fluent = index.and_then(|index| facts.get(index)).copied();
            fluent.ok_or("a permutation moves a fact that is not in the list")
        };
        let cycle = |cycle: &Vec<u32>| cycle.iter().map(fluent).collect::<Result<Vec<_>, _>>();
        let generator = |one: &Vec<Vec<u32>>| one.iter().map(cycle).collect::<Result<Vec<_>, _>>();
        let generators = self.generators.iter().map(generator);
        let generators = generators.collect::<Result<Vec<_>, &str>>()?;
        Ok(Symmetries { facts, generators })
    }
}

/// The facts of a task with these names.
///
/// # Errors
/// That it has no fact of a name.
pub fn facts_named(task: &Task, names: &[String]) -> Result<Vec<Fluent>, String> {
    let all = task.fluents().iter().map(String::as_str);
    let numbers: HashMap<&str, Fluent> = all.zip(task.fluent_ids()).collect();
    let fluent = |name: &String| {
        let unknown = || format!("the ground task has no fact {name}");
        numbers.get(name.as_str()).copied().ok_or_else(unknown)
    };
    names.iter().map(fluent).collect()
}
