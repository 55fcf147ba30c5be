//! varisat: a CDCL solver in Rust, in process.
//!
//! Harder, *Varisat* (2019). It has no deadline and no seed. It calls our code during the search only to write a proof,
//! and an error from the writer ends the search cleanly. So every call writes a binary DRAT proof to a [`ProofTap`],
//! which counts learnt clauses, stores the proof if requested, and fails when the search must stop.
//!
//! A step of such a proof is `a` or `d`, then literals in seven bits per byte, lowest first, then 0. The proof has the
//! variable numbers of the formula. A seed other than 0 shuffles the clauses and the literals within them, which
//! changes how varisat breaks ties.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use rustsat::instances::Cnf;
use varisat::{ExtendFormula, Lit, ProofFormat, Solver, Var};

use super::{Answer, Availability, Backend, BackendError, Response, SolveLimits, SolverEffort};
use saut_base::random::Random;
use saut_base::stop::{Stop, StopReason};
use saut_task::formula::Formula;
use saut_task::model::Model;

#[derive(Clone, Copy, Debug)]
pub struct Varisat;

/// Number of clauses that are read between two checks of the limits.
const LOOK_EVERY: usize = 1 << 12;

/// Returns the clauses, shuffled by the seed.
fn clauses(cnf: &Cnf, seed: u64) -> Vec<Vec<Lit>> {
    let literal = |l: &rustsat::types::Lit| Var::from_index(l.vidx()).lit(l.is_pos());
    let clauses = cnf.iter();
    let clauses = clauses.map(|clause| clause.iter().map(literal).collect());
    let mut clauses: Vec<Vec<Lit>> = clauses.collect();
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

    fn proves(&self) -> bool {
        true
    }

    fn counts_conflicts(&self) -> bool {
        true
    }

    fn availability(&self) -> Availability {
        Availability::BuiltIn {
            version: "0.2.2".to_owned(),
        }
    }

    fn solve(&self, formula: &Formula, run: &SolveLimits) -> Result<Response, BackendError> {
        let Formula::Cnf { cnf, names } = formula else {
            return Err(BackendError::needs_clauses(self.name()));
        };
        let passed = Arc::new(Mutex::new(PassedProof {
            proof: run.proof.then(Vec::new),
            ..PassedProof::default()
        }));
        let proof_tap = ProofTap {
            stop: run.stop.clone(),
            most_conflicts: run.conflicts,
            passed: Arc::clone(&passed),
        };
        let mut solver = Solver::new();
        solver.write_proof(proof_tap, ProofFormat::BinaryDrat);
        for (number, clause) in clauses(cnf, run.seed).iter().enumerate() {
            if number.is_multiple_of(LOOK_EVERY)
                && let Some(why) = run.stop.stop_reason()
            {
                return Ok(Response::unknown(why));
            }
            solver.add_clause(clause);
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
            Err(_) => Answer::Unknown(run.stop.stop_reason().unwrap_or(StopReason::SolverGaveUp)),
        };
        drop(solver);
        let mut passed = passed.lock().unwrap_or_else(PoisonError::into_inner);
        let answer = match (answer, passed.closed) {
            (Answer::Unknown(_), Some(why)) => Answer::Unknown(why),
            (answer, _) => answer,
        };
        let effort = SolverEffort {
            conflicts: Some(passed.learnt),
            ..SolverEffort::default()
        };
        let proof = passed.proof.take().filter(|_| answer == Answer::Unsat);
        Ok(Response {
            call: None,
            answer,
            effort,
            proof,
        })
    }
}

/// State of a proof that is being written.
#[derive(Debug, Default)]
struct PassedProof {
    /// Number of added clauses, one per conflict.
    learnt: u64,
    proof: Option<Vec<u8>>,
    /// Reason why the writer failed.
    closed: Option<StopReason>,
    /// Whether the next byte continues a step.
    within_step: bool,
}

/// A writer for binary DRAT proofs.
#[derive(Debug)]
struct ProofTap {
    stop: Stop,
    most_conflicts: Option<u64>,
    passed: Arc<Mutex<PassedProof>>,
}

impl ProofTap {
    /// Maximum size of a proof in memory, in bytes. A longer proof ends the call.
    const MOST_BYTES: usize = 1 << 30;
}

impl PassedProof {
    fn count(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            if self.within_step {
                self.within_step = byte != 0;
            } else {
                self.learnt += u64::from(byte == b'a');
                self.within_step = true;
            }
        }
    }
}

impl Write for ProofTap {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut passed = self.passed.lock().unwrap_or_else(PoisonError::into_inner);
        passed.count(bytes);
        let mut too_long = false;
        if let Some(proof) = &mut passed.proof {
            proof.extend_from_slice(bytes);
            too_long = proof.len() > Self::MOST_BYTES;
        }
        let spent = self.most_conflicts.is_some_and(|most| passed.learnt > most);
        passed.closed = self
            .stop
            .stop_reason()
            .or(too_long.then_some(StopReason::Memory))
            .or(spent.then_some(StopReason::EffortSpent));
        match passed.closed {
            Some(_) => Err(io::Error::other("time to stop")),
            None => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use itertools::Itertools;
    use rustsat::instances::Cnf;
    use rustsat::types::Clause;

    use super::Varisat;
    use crate::backend::{Answer, Backend, SolveLimits};
    use saut_task::formula::{Formula, VarName, literal};

    /// Returns the pigeonhole formula for seven pigeons and six holes.
    fn pigeons() -> Cnf {
        let sits = |pigeon: usize, hole: usize| literal(6 * pigeon + hole);
        let somewhere =
            (0..7).map(|pigeon| (0..6).map(|hole| sits(pigeon, hole)).collect::<Clause>());
        let apart = (0..7).tuple_combinations().flat_map(|(a, b)| {
            (0..6).map(move |hole| [!sits(a, hole), !sits(b, hole)].into_iter().collect())
        });
        somewhere.chain(apart).collect()
    }

    /// Returns the refutation, and the number of learnt clauses.
    fn refutation(seed: u64) -> (Vec<u8>, Option<u64>) {
        let names = vec![VarName::Auxiliary; 42];
        let cnf = pigeons();
        let run = SolveLimits {
            seed,
            proof: true,
            ..SolveLimits::default()
        };
        let outcome = Varisat.solve(&Formula::Cnf { cnf, names }, &run).unwrap();
        assert_eq!(outcome.answer, Answer::Unsat);
        (outcome.proof.unwrap(), outcome.effort.conflicts)
    }

    #[test]
    fn a_seed_gives_the_same_run_again_and_another_seed_another() {
        let refutations = [0, 1, 2, 3].map(refutation);
        assert_eq!(refutations, [0, 1, 2, 3].map(refutation));
        assert!(refutations.iter().all_unique());
    }
}
