//! The solvers of an experiment: which are here, and in what version.

use std::collections::{HashMap, HashSet};

use super::trials::Trial;

/// What every solver says of its version, or how to get it; each is asked once.
pub fn versions(trials: &[Trial]) -> HashMap<String, Result<String, String>> {
    let mut versions = HashMap::new();
    for trial in trials {
        let name = &trial.solver.name;
        if !versions.contains_key(name) {
            versions.insert(name.clone(), trial.solver.find());
        }
    }
    versions
}

/// Name, command and version of every solver that is here, in order.
pub fn solvers(
    trials: &[Trial],
    versions: &HashMap<String, Result<String, String>>,
) -> Vec<(String, String, String)> {
    let mut known = HashSet::new();
    let mut solvers = Vec::new();
    for trial in trials {
        let solver = &trial.solver;
        if let (true, Some(Ok(version))) = (known.insert(&solver.name), versions.get(&solver.name))
        {
            solvers.push((solver.name.clone(), solver.command.clone(), version.clone()));
        }
    }
    solvers
}
