//! Folding: what follows from the unit clauses is removed from a formula before it is written.
//!
//! Unit propagation to its end. True clauses and false literals go, the variables that are left
//! are numbered anew in their old order, and the map to actions is changed to match. A formula
//! refuted by it becomes two contradicting units on one variable, which every solver reads.

use rustsat::instances::Cnf;
use rustsat::types::{Clause, Lit};

use super::{VarMap, When};
use crate::formula::{Formula, VarName, literal};

/// Propagates the units of a formula and numbers the remaining variables anew.
pub fn fold(formula: Formula, var_map: VarMap) -> (Formula, VarMap) {
    let (Formula::Cnf { cnf, names }, VarMap::Actions(steps)) = (formula, var_map) else {
        unreachable!("only clauses are folded");
    };
    let Some(values) = propagate(&cnf, names.len()) else {
        return refuted();
    };
    let mut image = vec![None; names.len()];
    let mut kept = Vec::new();
    for (index, name) in names.into_iter().enumerate() {
        if values[index].is_none() {
            image[index] = Some(literal(kept.len()));
            kept.push(name);
        }
    }
    let value = |l: Lit| values[l.vidx()].map(|value| value == l.is_pos());
    let rename = |l: Lit| image[l.vidx()].map(|to| if l.is_pos() { to } else { !to });
    let clauses = cnf
        .into_iter()
        .filter(|clause| !clause.iter().any(|&l| value(l) == Some(true)))
        .map(|clause| clause.iter().filter_map(|&l| rename(l)).collect::<Clause>())
        .collect::<Cnf>();
    let when = |(action, when)| match when {
        When::If(l) => match value(l) {
            Some(false) => None,
            Some(true) => Some((action, When::Always)),
            None => rename(l).map(|l| (action, When::If(l))),
        },
        fixed => Some((action, fixed)),
    };
    let steps = steps
        .into_iter()
        .map(|step| step.into_iter().filter_map(when).collect())
        .collect();
    (
        Formula::Cnf {
            cnf: clauses,
            names: kept,
        },
        VarMap::Actions(steps),
    )
}

fn refuted() -> (Formula, VarMap) {
    let x = literal(0);
    let cnf = [[x], [!x]]
        .into_iter()
        .map(|unit| unit.into_iter().collect::<Clause>())
        .collect();
    (
        Formula::Cnf {
            cnf,
            names: vec![VarName::Auxiliary],
        },
        VarMap::Actions(Vec::new()),
    )
}

/// The values that follow from the unit clauses, by variable; `None` if they contradict.
fn propagate(cnf: &Cnf, variables: usize) -> Option<Vec<Option<bool>>> {
    let mut values = vec![None; variables];
    let mut occurrences = vec![Vec::new(); 2 * variables];
    let slot = |l: Lit| 2 * l.vidx() + usize::from(l.is_neg());
    let mut open = Vec::with_capacity(cnf.len());
    let mut units = Vec::new();
    for (index, clause) in cnf.iter().enumerate() {
        clause
            .iter()
            .for_each(|&l| occurrences[slot(l)].push(index));
        open.push(clause.len());
        match clause.len() {
            0 => return None,
            1 => units.push(clause[0]),
            _ => {}
        }
    }
    while let Some(unit) = units.pop() {
        match values[unit.vidx()] {
            Some(value) if value == unit.is_pos() => continue,
            Some(_) => return None,
            None => values[unit.vidx()] = Some(unit.is_pos()),
        }
        for &index in &occurrences[slot(!unit)] {
            open[index] -= 1;
            let value = |l: Lit| values[l.vidx()].map(|value: bool| value == l.is_pos());
            let clause = &cnf[index];
            match open[index] {
                0 => return None,
                1 if !clause.iter().any(|&l| value(l) == Some(true)) => {
                    units.extend(clause.iter().find(|&&l| value(l).is_none()));
                }
                _ => {}
            }
        }
    }
    Some(values)
}
