//! Folding: unit propagation simplifies a formula before it is written.
//!
//! Unit propagation runs to completion. Satisfied clauses and false literals are removed, the remaining variables are
//! renumbered in the same order, and the decoding map is updated. If propagation refutes the formula, it is replaced by
//! two contradictory unit clauses over one variable, which every solver accepts.

use rustc_hash::FxHashSet;
use rustsat::instances::Cnf;
use rustsat::types::{Clause, Lit};

use super::encoded::Encoded;
use super::step_map::{StepMap, When};
use crate::formula::{Formula, Mark, Part, VarName, literal, parts};
use saut_base::stop::{Stop, StopReason, Ticker};

/// Propagates the unit clauses of a formula and renumbers the remaining variables.
///
/// # Errors
/// [`StopReason`] if a limit is reached before folding is complete.
pub fn fold(encoded: Encoded, stop: &Stop) -> Result<Encoded, StopReason> {
    let Formula::Cnf { cnf, names } = encoded.formula else {
        unreachable!("only clauses are folded");
    };
    let mut limits = Ticker::lazy(stop);
    let Some(values) = propagate(&cnf, names.len(), &mut limits)? else {
        return Ok(Encoded {
            formula: contradiction(),
            marks: Vec::new(),
            fixed: Vec::new(),
            steps: Vec::new(),
            ..encoded
        });
    };
    let mut image = vec![None; names.len()];
    let mut kept = Vec::new();
    let mut fixed = encoded.fixed;
    let mut marks = encoded.marks;
    for (part, variables, _) in parts(&marks, names.len(), cnf.len()) {
        let part = part.unwrap_or(Part::Init);
        fixed.extend(variables.filter_map(|index| Some((part, names[index], values[index]?))));
    }
    // The values of auxiliary variables are not reported.
    fixed.retain(|(_, name, _)| *name != VarName::Auxiliary);
    move_marks(
        &mut marks,
        |mark| &mut mark.variable,
        |variable| values[variable].is_none(),
    );
    for (index, name) in names.into_iter().enumerate() {
        if values[index].is_none() {
            image[index] = Some(literal(kept.len()));
            kept.push(name);
        }
    }
    let value = |l: Lit| values[l.vidx()].map(|value| value == l.is_pos());
    let rename = |l: Lit| image[l.vidx()].map(|to| if l.is_pos() { to } else { !to });
    let is_true = |clause: &Clause| clause.iter().any(|&l| value(l) == Some(true));
    move_marks(
        &mut marks,
        |mark| &mut mark.clause,
        |clause| !is_true(&cnf[clause]),
    );
    let clauses = cnf
        .into_iter()
        .take_while(|_| limits.stop_reason().is_none())
        .filter(|clause| !is_true(clause))
        .map(|clause| clause.iter().filter_map(|&l| rename(l)).collect::<Clause>())
        .collect::<Cnf>();
    limits.check_now()?;
    let fold_action = |(action, when)| match when {
        When::If(l) => match value(l) {
            Some(false) => None,
            Some(true) => Some((action, When::Always)),
            None => rename(l).map(|l| (action, When::If(l))),
        },
        fixed => Some((action, fixed)),
    };
    let fold_step = |step| match step {
        StepMap::Actions(all) => {
            StepMap::Actions(all.into_iter().filter_map(fold_action).collect())
        }
        StepMap::State(_) => unreachable!("steps of r2-exists are actions"),
    };
    Ok(Encoded {
        formula: Formula::Cnf {
            cnf: clauses,
            names: kept,
        },
        marks,
        fixed,
        steps: encoded.steps.into_iter().map(fold_step).collect(),
        ..encoded
    })
}

/// Removes repeated literals, clauses that contain a literal and its negation, and repeated clauses.
///
/// # Errors
/// [`StopReason`] if a limit is reached before all clauses are examined.
pub fn remove_redundant(encoded: Encoded, stop: &Stop) -> Result<Encoded, StopReason> {
    let Formula::Cnf { cnf, names } = encoded.formula else {
        unreachable!("only clauses are compared");
    };
    let limits = Ticker::lazy(stop);
    // Nearly all clauses have at most three literals, and these are stored without allocations.
    let (mut short, mut long) = (FxHashSet::default(), FxHashSet::default());
    let (mut clauses, mut literals) = (Cnf::new(), Vec::new());
    let mut stays = Vec::with_capacity(cnf.len());
    for clause in cnf {
        limits.check()?;
        literals.clear();
        literals.extend(clause.iter().copied());
        literals.sort_unstable();
        literals.dedup();
        let is_true = literals.windows(2).any(|pair| pair[0] == !pair[1]);
        let is_new = match literals[..] {
            [a] => short.insert([a, a, a]),
            [a, b] => short.insert([a, b, b]),
            [a, b, c] => short.insert([a, b, c]),
            _ => long.insert(literals.clone()),
        };
        stays.push(is_new && !is_true);
        if is_new && !is_true {
            let is_distinct = literals.len() == clause.len();
            let unique = || literals.iter().copied().collect();
            clauses.add_clause(if is_distinct { clause } else { unique() });
        }
    }
    let mut marks = encoded.marks;
    move_marks(&mut marks, |mark| &mut mark.clause, |clause| stays[clause]);
    Ok(Encoded {
        formula: Formula::Cnf {
            cnf: clauses,
            names,
        },
        marks,
        ..encoded
    })
}

/// Adapts the positions of marks to the removal of all items that `stays` rejects.
fn move_marks(
    marks: &mut [Mark],
    place: impl Fn(&mut Mark) -> &mut usize,
    stays: impl Fn(usize) -> bool,
) {
    let (mut seen, mut left) = (0, 0);
    for mark in marks {
        let at = place(mark);
        left += (seen..*at).filter(|&index| stays(index)).count();
        seen = *at;
        *at = left;
    }
}

fn contradiction() -> Formula {
    let (mut cnf, names) = (Cnf::new(), vec![VarName::Auxiliary]);
    cnf.add_unit(literal(0));
    cnf.add_unit(!literal(0));
    Formula::Cnf { cnf, names }
}

/// Returns the value of each variable, if it follows from the unit clauses. `None` if propagation refutes the formula.
fn propagate(
    cnf: &Cnf,
    variables: usize,
    limits: &mut Ticker,
) -> Result<Option<Vec<Option<bool>>>, StopReason> {
    let mut values = vec![None; variables];
    let mut occurrences = vec![Vec::new(); 2 * variables];
    let slot = |l: Lit| 2 * l.vidx() + usize::from(l.is_neg());
    let mut open = Vec::with_capacity(cnf.len());
    let mut units = Vec::new();
    for (index, clause) in cnf.iter().enumerate() {
        clause
            .iter()
            .for_each(|&l| occurrences[slot(l)].push(index));
        limits.check()?;
        open.push(clause.len());
        match clause.len() {
            0 => return Ok(None),
            1 => units.push(clause[0]),
            _ => {}
        }
    }
    while let Some(unit) = units.pop() {
        match values[unit.vidx()] {
            Some(value) if value == unit.is_pos() => continue,
            Some(_) => return Ok(None),
            None => values[unit.vidx()] = Some(unit.is_pos()),
        }
        limits.check()?;
        for &index in &occurrences[slot(!unit)] {
            open[index] -= 1;
            let value = |l: Lit| values[l.vidx()].map(|value: bool| value == l.is_pos());
            let clause = &cnf[index];
            match open[index] {
                0 => return Ok(None),
                1 if !clause.iter().any(|&l| value(l) == Some(true)) => {
                    units.extend(clause.iter().find(|&&l| value(l).is_none()));
                }
                _ => {}
            }
        }
    }
    Ok(Some(values))
}
