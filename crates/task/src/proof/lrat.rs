//! LRAT: proofs with hints, so that a checker need not search for the reasons of a clause.
//!
//! Every clause has a number. The hints of a lemma are the numbers of the clauses that become unit one after another if
//! the negation of the lemma is assumed. The last of these clauses becomes false. The hints are recorded while the
//! proof is checked. Permanently assigned literals are written as unit lemmas, because a clause from which they follow
//! may be deleted later.
//!
//! Cruz-Filipe, Heule, Hunt, Kaufmann, Schneider-Kamp, *Efficient certified RAT verification* (CADE 2017).

use std::collections::HashMap;
use std::io::Write;

use itertools::Itertools;
use rustsat::instances::Cnf;
use rustsat::types::Clause;

use super::clauses::{ClauseDatabase, DerivationObserver, Hint};
use super::drat::replay;
use super::steps::{ClauseId, DimacsLit, NO_CLAUSE, ProofFormat, ProofSteps, StepKind};
use crate::domain::CheckError;
use crate::formula::dimacs;
use saut_base::stop::Stop;

/// Converts a proof to LRAT, as text. The clauses of the formula have the numbers 1, 2, 3, …. All hints are computed
/// again, because hints of the given proof are not trusted.
///
/// # Errors
/// [`CheckError`] if the proof is not valid, or if a limit is reached.
pub fn lrat(cnf: &Cnf, variables: usize, proof: &[u8], stop: &Stop) -> Result<Vec<u8>, CheckError> {
    let mut writer = LratWriter {
        last: cnf.len() as u64,
        ..LratWriter::default()
    };
    replay(cnf, variables, proof, stop, &mut writer)?;
    Ok(writer.text)
}

/// Converts a proof to DRAT. The steps of an LRAT proof are written as text, without numbers and hints.
///
/// # Errors
/// [`CheckError`] if a step of an LRAT proof cannot be parsed, or deletes a clause that does not exist.
pub fn drat(cnf: &Cnf, proof: &[u8]) -> Result<Vec<u8>, CheckError> {
    if ProofFormat::of(proof) == ProofFormat::Drat {
        return Ok(proof.to_vec());
    }
    let numbers = |clause: &Clause| clause.iter().map(|&l| dimacs::number(l)).collect();
    let mut clauses: HashMap<ClauseId, Vec<i64>> = (1..).zip(cnf.iter().map(numbers)).collect();
    let (mut steps, mut literals, mut text) = (ProofSteps::new(proof), Vec::new(), Vec::new());
    let line = |text: &mut Vec<u8>, mark, literals: &[i64]| {
        let words = literals.iter().chain([&0]).join(" ");
        write(text, format_args!("{mark}{words}\n"));
    };
    while let Some(step) = steps.next(&mut literals)? {
        match step {
            StepKind::DeleteByIds(ids) => {
                for id in ids {
                    let literals = clauses.remove(&id).ok_or_else(|| steps.wrong(NO_CLAUSE))?;
                    line(&mut text, "d ", &literals);
                }
            }
            StepKind::Add(id) => {
                let literals: Vec<i64> = literals.iter().copied().map(Into::into).collect();
                line(&mut text, "", &literals);
                clauses.extend(id.map(|id| (id, literals)));
            }
            StepKind::Delete => {}
        }
    }
    Ok(text)
}

fn write(to: &mut Vec<u8>, text: std::fmt::Arguments) {
    // Writing to memory does not fail.
    let _ = to.write_fmt(text);
}

#[derive(Default)]
struct LratWriter {
    text: Vec<u8>,
    /// For each clause number in [`ClauseDatabase`], its LRAT number.
    ids: Vec<u64>,
    /// For each permanently assigned literal, the LRAT number of its unit clause.
    settled: HashMap<DimacsLit, u64>,
    /// Number of permanently assigned literals that are written.
    written: usize,
    /// Number of clauses of the formula so far.
    given: u64,
    /// The number of the last lemma; before the first lemma, the number of the last clause of the formula.
    last: u64,
    /// Whether the formula is refuted. Then no further lemma is written.
    is_over: bool,
    /// The hints of the next lemma.
    hints: Vec<Hint>,
    /// For a RAT lemma, the clauses with the negation of its first literal, each with the hints of the resolvent.
    resolvents: Vec<(usize, Vec<Hint>)>,
}

impl DerivationObserver for LratWriter {
    fn contradiction(&mut self, clauses: &ClauseDatabase) {
        self.resolvents.clear();
        self.hints = clauses.reasons_of_conflict(0);
    }

    fn consequences(&mut self, clauses: &ClauseDatabase) {
        self.resolvents.clear();
        self.hints = clauses.reasons_of_all();
    }

    fn resolvent(&mut self, clauses: &ClauseDatabase, clause: usize, before: usize) {
        let hints = clauses.reasons_of_conflict(before);
        self.resolvents.push((clause, hints));
    }

    fn given(&mut self, clauses: &ClauseDatabase, clause: Option<usize>) {
        self.given += 1;
        if clause.is_some() {
            self.ids.push(self.given);
        } else {
            // A tautology is never used, so it is deleted.
            let (last, given) = (self.last, self.given);
            write(&mut self.text, format_args!("{last} d {given} 0\n"));
        }
        self.follow_up(clauses);
    }

    fn lemma(&mut self, clauses: &ClauseDatabase, literals: &[DimacsLit], clause: Option<usize>) {
        if clause.is_none() {
            return;
        }
        let (hints, resolvents) = (
            std::mem::take(&mut self.hints),
            std::mem::take(&mut self.resolvents),
        );
        let mut ids: Vec<i128> = hints.iter().map(|&hint| self.id(hint).into()).collect();
        for (clause, hints) in resolvents {
            ids.push(-i128::from(self.ids[clause]));
            ids.extend(hints.iter().map(|&hint| i128::from(self.id(hint))));
        }
        let id = self.lemma(literals, &ids);
        self.ids.push(id);
        self.follow_up(clauses);
    }

    fn deleted(&mut self, clause: usize) {
        write(
            &mut self.text,
            format_args!("{} d {} 0\n", self.last, self.ids[clause]),
        );
    }
}

impl LratWriter {
    fn id(&self, hint: Hint) -> u64 {
        match hint {
            Hint::Clause(clause) => self.ids[clause],
            Hint::Settled(literal) => self.settled[&literal],
        }
    }

    /// Writes a lemma and returns its number.
    fn lemma(&mut self, literals: &[DimacsLit], hints: &[i128]) -> u64 {
        self.last += 1;
        write(&mut self.text, format_args!("{} ", self.last));
        for (place, literal) in literals.iter().enumerate() {
            if !literals[..place].contains(literal) {
                write(&mut self.text, format_args!("{literal} "));
            }
        }
        write(&mut self.text, format_args!("0 "));
        for hint in hints {
            write(&mut self.text, format_args!("{hint} "));
        }
        write(&mut self.text, format_args!("0\n"));
        self.last
    }

    /// Writes unit lemmas for the literals that the last added clause has assigned permanently. If the formula is
    /// refuted, also writes the empty clause.
    fn follow_up(&mut self, clauses: &ClauseDatabase) {
        if self.is_over {
            return;
        }
        for (literal, reason, others) in clauses.settled_since(self.written) {
            let id = if others.is_empty() {
                self.ids[reason]
            } else {
                let hints = self.made_false(&others, reason);
                self.lemma(&[literal], &hints)
            };
            self.settled.insert(literal, id);
        }
        self.written = clauses.settled();
        if !clauses.is_refuted() {
            return;
        }
        self.is_over = true;
        if let Some((clause, literals)) = clauses.false_clause()
            && !literals.is_empty()
        {
            let hints = self.made_false(&literals, clause);
            self.lemma(&[], &hints);
        }
    }

    /// Returns the hints that use a clause and the negations of these literals, which are permanently true.
    fn made_false(&self, literals: &[DimacsLit], clause: usize) -> Vec<i128> {
        let units = literals.iter().map(|literal| self.settled[&-literal]);
        units.chain([self.ids[clause]]).map(Into::into).collect()
    }
}

#[cfg(test)]
mod tests;
