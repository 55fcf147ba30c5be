//! varisat: a CDCL solver in Rust, in process.
//!
//! Harder, *Varisat* (2019). It has no deadline and no seed. A proof writer is the one place
//! where it calls us while it works, and an error there ends it cleanly: so every call writes a
//! DRAT proof to a [`Valve`] that throws it away and fails when it is time to stop. It numbers
//! the variables by first occurrence, so seeds other than 0 shuffle the clauses and the literals
//! within them, which changes its ties.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rustsat::instances::Cnf;
use varisat::{ExtendFormula, Lit, ProofFormat, Solver, Var};

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

/// The clauses, in an order by seed.
fn clauses(cnf: &Cnf, seed: u64) -> Vec<Vec<Lit>> {
    let literal = |l: &rustsat::types::Lit| Var::from_index(l.vidx()).lit(l.is_pos());
    let mut clauses: Vec<Vec<Lit>> = cnf
        .iter()
        .map(|clause| clause.iter().map(literal).collect())
        .collect();
    if seed != 0 {
        let mut random = Random::new(seed);
        random.shuffle(&mut clauses);
        for clause in &mut clauses {
            random.shuffle(clause);
        }
    }
    clauses
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
        Availability::BuiltIn {
            version: "0.2.2".to_owned(),
        }
    }

    fn solve(&self, formula: &Formula, run: &Run) -> Result<Outcome, Error> {
        let Formula::Cnf { cnf, names } = formula else {
            return Err(Error::needs_clauses(self.name()));
        };
        let valve = Valve {
            stop: run.stop.clone(),
            bytes: Arc::default(),
            most_bytes: run
                .conflicts
                .map(|conflicts| conflicts * Valve::BYTES_A_CONFLICT),
        };
        let mut solver = Solver::new();
        solver.write_proof(valve, ProofFormat::BinaryDrat);
        for clause in clauses(cnf, run.seed) {
            solver.add_clause(&clause);
        }
        let answer = match solver.solve() {
            Ok(true) => {
                let mut bits = vec![false; names.len()];
                for literal in solver.model().unwrap_or_default() {
                    if let Some(bit) = bits.get_mut(literal.index()) {
                        *bit = literal.is_positive();
                    }
                }
                Answer::Sat(Model::Bits(bits))
            }
            Ok(false) => Answer::Unsat,
            Err(_) => Answer::Unknown(run.stop.why().unwrap_or(Why::Exhausted)),
        };
        Ok(Outcome {
            answer,
            effort: Effort::default(),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    use itertools::Itertools;
    use rustsat::instances::Cnf;
    use rustsat::types::Clause;
    use varisat::{ExtendFormula, ProofFormat, Solver};

    use super::{Valve, clauses};
    use crate::formula::literal;
    use crate::stop::Stop;

    /// Seven pigeons into six holes.
    fn pigeons() -> Cnf {
        let sits = |pigeon: usize, hole: usize| literal(6 * pigeon + hole);
        let somewhere = (0..7).map(|pigeon| (0..6).map(|hole| sits(pigeon, hole)).collect::<Clause>());
        let apart = (0..7).tuple_combinations().flat_map(|(a, b)| {
            (0..6).map(move |hole| [!sits(a, hole), !sits(b, hole)].into_iter().collect())
        });
        somewhere.chain(apart).collect()
    }

    /// The length of the refutation.
    fn proof_bytes(seed: u64) -> u64 {
        let bytes = Arc::<AtomicU64>::default();
        let valve = Valve {
            stop: Stop::default(),
            bytes: bytes.clone(),
            most_bytes: None,
        };
        let mut solver = Solver::new();
        solver.write_proof(valve, ProofFormat::BinaryDrat);
        for clause in clauses(&pigeons(), seed) {
            solver.add_clause(&clause);
        }
        assert_eq!(solver.solve().ok(), Some(false));
        bytes.load(Ordering::Relaxed)
    }

    #[test]
    fn a_seed_gives_the_same_run_again_and_another_seed_another() {
        let bytes = [0, 1, 2, 3].map(proof_bytes);
        assert_eq!(bytes, [0, 1, 2, 3].map(proof_bytes));
        assert!(bytes.iter().all_unique(), "{bytes:?}");
    }
}
