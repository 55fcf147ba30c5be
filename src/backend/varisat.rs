//! varisat: a CDCL solver in Rust, in process.
//!
//! Harder, *Varisat* (2019). It has no deadline and no seed. A proof writer is the one place
//! where it calls us while it works, and an error there ends it cleanly: so every call writes a
//! DRAT proof to a [`Valve`] that throws it away and fails when it is time to stop. Seeds other
//! than 0 number the variables in another order, which changes its ties.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use varisat::{ExtendFormula, ProofFormat, Solver, Var};

use super::{Answer, Availability, Backend, Effort, Error, Outcome, Reads, Run};
use crate::formula::Formula;
use crate::model::Model;
use crate::random::Random;
use crate::stop::{Stop, Why};

/// varisat, in process.
#[derive(Clone, Copy, Debug)]
pub struct Varisat;

/// A proof writer that counts bytes and fails when it is time to stop.
struct Valve {
    stop: Stop,
    bytes: Arc<AtomicU64>,
    most_bytes: Option<u64>,
}

impl Valve {
    /// A conflict budget is kept by the size of the proof: so many bytes a learnt clause.
    const BYTES_A_CONFLICT: u64 = 60;
}

impl io::Write for Valve {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let bytes = self.bytes.fetch_add(buffer.len() as u64, Ordering::Relaxed);
        if self.most_bytes.is_some_and(|most| bytes > most) || self.stop.why().is_some() {
            return Err(io::Error::other("time to stop"));
        }
        Ok(buffer.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Backend for Varisat {
    fn name(&self) -> &'static str {
        "varisat"
    }

    fn reads(&self) -> Reads {
        Reads::Clauses
    }

    fn counts_conflicts(&self) -> bool {
        true
    }

    fn availability(&self) -> Availability {
        Availability::BuiltIn { version: "0.2.2".to_owned() }
    }

    fn solve(&self, formula: &Formula, run: &Run) -> Result<Outcome, Error> {
        let Formula::Cnf { cnf, names } = formula else {
            return Err(Error::needs_clauses(self.name()));
        };
        let mut image: Vec<usize> = (0..names.len()).collect();
        if run.seed != 0 {
            Random::new(run.seed).shuffle(&mut image);
        }
        let valve = Valve {
            stop: run.stop.clone(),
            bytes: Arc::default(),
            most_bytes: run.conflicts.map(|conflicts| conflicts * Valve::BYTES_A_CONFLICT),
        };
        let mut solver = Solver::new();
        solver.write_proof(valve, ProofFormat::BinaryDrat);
        for clause in cnf {
            let literals: Vec<varisat::Lit> = clause
                .iter()
                .map(|l| Var::from_index(image[l.vidx()]).lit(l.is_pos()))
                .collect();
            solver.add_clause(&literals);
        }
        let answer = match solver.solve() {
            Ok(true) => {
                let mut bits = vec![false; names.len()];
                for literal in solver.model().unwrap_or_default() {
                    if let Some(bit) = bits.get_mut(literal.index()) {
                        *bit = literal.is_positive();
                    }
                }
                Answer::Sat(Model::Bits(image.into_iter().map(|index| bits[index]).collect()))
            }
            Ok(false) => Answer::Unsat,
            Err(_) => Answer::Unknown(run.stop.why().unwrap_or(Why::Exhausted)),
        };
        Ok(Outcome { answer, effort: Effort::default() })
    }
}
