//! Proofs in the format of `VeriPB`, version 3.0: sums of constraints, and clauses derived by propagation.

use std::fmt::Write as _;

use crate::formula::{Id, Lit};

/// A proof that is being written.
#[derive(Debug)]
pub struct Proof {
    text: String,
    last: Id,
}

impl Proof {
    /// Creates an empty proof for a formula with this number of constraints.
    pub fn new(constraints: Id) -> Self {
        Self {
            text: format!("pseudo-Boolean proof version 3.0\nf {constraints};\n"),
            last: constraints,
        }
    }

    pub fn comment(&mut self, comment: &str) {
        let _ = writeln!(self.text, "% {comment}");
    }

    /// Derives the sum of constraints, each with a non-negative factor.
    pub fn sum(&mut self, parts: &[(Id, i128)]) -> Id {
        self.text.push_str("pol");
        let mut is_first = true;
        for (id, factor) in parts.iter().filter(|(_, factor)| *factor != 0) {
            let _ = write!(self.text, " {id}");
            if *factor != 1 {
                let _ = write!(self.text, " {factor} *");
            }
            if !is_first {
                self.text.push_str(" +");
            }
            is_first = false;
        }
        self.text.push_str(";\n");
        self.last += 1;
        self.last
    }

    /// Derives a clause by propagation.
    pub fn follows(&mut self, clause: &[Lit]) -> Id {
        self.text.push_str("rup");
        for literal in clause {
            let _ = write!(self.text, " 1 {literal}");
        }
        self.text.push_str(" >= 1;\n");
        self.last += 1;
        self.last
    }

    /// Writes a step that deletes these constraints.
    pub fn forget(&mut self, ids: &mut Vec<Id>) {
        if ids.is_empty() {
            return;
        }
        self.text.push_str("del id");
        for id in ids.drain(..) {
            let _ = write!(self.text, " {id}");
        }
        self.text.push_str(";\n");
    }

    /// Derives the empty clause and returns the text of the proof.
    pub fn finish(mut self) -> String {
        let contradiction = self.follows(&[]);
        let _ = write!(
            self.text,
            "output NONE;\nconclusion UNSAT : {contradiction};\nend pseudo-Boolean proof;\n"
        );
        self.text
    }
}
