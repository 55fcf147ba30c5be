//! External formulas, which no encoding of a task has written, and the checks of their models and refutations.
//!
//! Only the checks create a [`CheckedModel`] or a [`CheckedRefutation`].

use rustsat::instances::Cnf;

use crate::domain::CheckError;
use crate::formula::{Formula, dimacs};
use crate::model::{Answer, Model, check_clauses, read_dimacs};
use crate::proof::{self, ProofFormat};
use saut_base::BadInput;
use saut_base::stop::Stop;

/// An external formula in DIMACS.
#[derive(Clone, Debug)]
pub struct ExternalFormula {
    formula: Formula,
}

/// A model that satisfies all clauses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedModel {
    bits: Vec<bool>,
}

impl CheckedModel {
    /// Returns the values as DIMACS literals, in the order of the variables.
    pub fn literals(&self) -> Vec<i64> {
        let signed = |(number, &bit): (i64, &bool)| if bit { number } else { -number };
        (1..).zip(&self.bits).map(signed).collect()
    }
}

/// A proof that the clauses have no model. The checker has accepted the proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedRefutation {
    proof: Vec<u8>,
}

impl CheckedRefutation {
    /// Returns the format of the proof.
    pub fn format(&self) -> ProofFormat {
        ProofFormat::of(&self.proof)
    }

    /// Returns the size of the proof in bytes.
    pub const fn bytes(&self) -> usize {
        self.proof.len()
    }
}

/// An accepted answer about an external formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckedAnswer {
    /// The formula has this model.
    Satisfiable(CheckedModel),
    /// The formula has no model.
    Unsatisfiable(CheckedRefutation),
}

impl ExternalFormula {
    /// Parses a formula.
    ///
    /// # Errors
    /// [`BadInput`] if the text is not a formula in DIMACS.
    pub fn read(text: &str) -> Result<Self, BadInput> {
        let formula = dimacs::read(text)?;
        Ok(Self { formula })
    }

    /// Returns the formula, for a solver.
    pub const fn formula(&self) -> &Formula {
        &self.formula
    }

    fn clauses(&self) -> (&Cnf, usize) {
        match &self.formula {
            Formula::Cnf { cnf, names } => (cnf, names.len()),
            Formula::Smt(_) => unreachable!("only clauses are read"),
        }
    }

    /// Parses the answer of a solver. If a partial model decides every clause, all other variables are false.
    ///
    /// # Errors
    /// [`BadInput`] if the text is not an answer, or if its model does not fit the formula.
    pub fn read_answer(&self, text: &str) -> Result<Answer, BadInput> {
        let (cnf, variables) = self.clauses();
        read_dimacs(text, variables, Some(cnf))
    }

    /// Checks that a model satisfies every clause.
    ///
    /// # Errors
    /// [`CheckError`] with the number of the first clause without a true literal.
    pub fn check_model(&self, model: Model) -> Result<CheckedModel, CheckError> {
        let Model::Bits(bits) = model else {
            return CheckError::reject(
                "the model has values of symbols, but the formula consists of clauses",
            );
        };
        match check_clauses(&bits, self.clauses().0) {
            Ok(()) => Ok(CheckedModel { bits }),
            Err(fact) => CheckError::reject(fact),
        }
    }

    /// Checks a proof in DRAT or LRAT.
    ///
    /// # Errors
    /// [`CheckError`] with the first wrong step, or with the limit that was reached.
    pub fn check_proof(
        &self,
        proof: Vec<u8>,
        stop: &Stop,
    ) -> Result<CheckedRefutation, CheckError> {
        let (cnf, variables) = self.clauses();
        proof::check_drat_within(cnf, variables, &proof, stop)?;
        Ok(CheckedRefutation { proof })
    }

    /// Converts an accepted proof to this format. If the format is LRAT, the hints are computed.
    ///
    /// # Errors
    /// [`CheckError`] with the limit that was reached.
    pub fn proof_in(
        &self,
        refutation: CheckedRefutation,
        format: ProofFormat,
        stop: &Stop,
    ) -> Result<Vec<u8>, CheckError> {
        let (cnf, variables) = self.clauses();
        match (refutation.format(), format) {
            (ProofFormat::Drat, ProofFormat::Drat) => Ok(refutation.proof),
            (ProofFormat::Lrat, ProofFormat::Drat) => proof::drat(cnf, &refutation.proof),
            (_, ProofFormat::Lrat) => proof::lrat(cnf, variables, &refutation.proof, stop),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::ExternalFormula;
    use crate::model::Answer;
    use crate::proof::ProofFormat;
    use saut_base::stop::Stop;

    const ALL_SIGNS: &str = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n";

    fn formula(text: &str) -> ExternalFormula {
        ExternalFormula::read(text).unwrap()
    }

    #[test]
    fn proofs_of_three_forms_are_accepted() {
        let formula = formula(ALL_SIGNS);
        let stop = Stop::default();
        for (proof, format) in [
            (&b"1 0\n0\n"[..], ProofFormat::Drat),
            (b"a\x02\0a\0", ProofFormat::Drat),
            (b"5 1 0 1 2 0\n6 0 5 3 4 0\n", ProofFormat::Lrat),
        ] {
            let refuted = formula.check_proof(proof.to_vec(), &stop).unwrap();
            assert_eq!((refuted.format(), refuted.bytes()), (format, proof.len()));
            for wanted in [ProofFormat::Drat, ProofFormat::Lrat] {
                let written = formula.proof_in(refuted.clone(), wanted, &stop).unwrap();
                let again = formula.check_proof(written, &stop).unwrap();
                assert_eq!(again.format(), wanted);
            }
        }
    }

    #[test]
    fn a_proof_without_the_empty_clause_or_of_another_formula_is_rejected() {
        let satisfiable = formula("p cnf 2 2\n1 2 0\n-1 0\n");
        let proof = || b"1 0\n0\n".to_vec();
        assert!(satisfiable.check_proof(proof(), &Stop::default()).is_err());
        let unfinished = formula("p cnf 2 3\n1 2 0\n1 -2 0\n-1 2 0\n");
        let bad = unfinished.check_proof(b"1 0\n".to_vec(), &Stop::default());
        let bad = bad.unwrap_err().to_string();
        assert!(bad.contains("without the empty clause"), "{bad}");
    }

    #[test]
    fn a_partial_model_is_completed_and_a_wrong_one_rejected() {
        let formula = formula("p cnf 3 2\n1 2 0\n-1 3 0\n");
        let model = |text: &str| match formula.read_answer(text).unwrap() {
            Answer::Sat(model) => formula.check_model(model),
            other => panic!("{other:?}"),
        };
        let partial = model("s SATISFIABLE\nv -1 2 0\n").unwrap();
        assert_eq!(partial.literals(), [-1, 2, -3]);
        let wrong = model("v -1 -2 3 0\n").unwrap_err().to_string();
        assert!(wrong.contains("clause 1 (1 2 0) is false"), "{wrong}");
        assert!(formula.read_answer("v -1 0\n").is_err());
    }
}
