//! The tap on varisat's proof stream: counts learnt clauses, keeps the proof if asked, and
//! fails when it is time to stop.
//!
//! Binary DRAT: a step is `a` or `d`, then literals of seven bits a byte, lowest first, then 0.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use saut_base::stop::{Stop, StopReason};

/// Content that has come through the tap.
#[derive(Debug, Default)]
pub struct PassedProof {
    /// Clauses added: one a conflict.
    pub learnt: u64,
    /// The proof, if it is kept.
    pub proof: Option<Vec<u8>>,
    /// Reason why the tap closed.
    pub closed: Option<StopReason>,
    /// Whether the next byte begins a step.
    pub within_step: bool,
}

/// A writer for binary DRAT.
#[derive(Debug)]
pub struct ProofTap {
    pub stop: Stop,
    pub most_conflicts: Option<u64>,
    pub passed: Arc<Mutex<PassedProof>>,
}

impl ProofTap {
    /// A proof that grows beyond this is not kept in memory; the call gives up.
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
