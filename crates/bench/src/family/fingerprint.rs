//! Fingerprints: SHA-256 of files, and of formulas without their comments.
//!
//! FIPS 180-4. The fingerprint of a formula is what an entry of `instances/horizons.toml` speaks
//! of: sixteen hexadecimal digits are enough to notice that an encoder has changed.

use std::fmt::Write;

use sha2::{Digest, Sha256};

use saut_plan::formula::{Formula, dimacs};

/// The SHA-256 of some bytes, in 64 hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    let mut digits = String::new();
    for byte in Sha256::digest(bytes) {
        // Writing to a String cannot fail.
        let _ = write!(digits, "{byte:02x}");
    }
    digits
}

/// The first 16 digits of the SHA-256 of what a solver reads: header and clauses, or the script,
/// without comments.
pub fn of_formula(formula: &Formula) -> String {
    let mut text = Vec::new();
    match formula {
        Formula::Cnf { cnf, names } => {
            // Writing to a vector cannot fail.
            let _ = dimacs::write(&mut text, cnf, names.len());
        }
        Formula::Smt(script) => text.extend_from_slice(script.text.as_bytes()),
    }
    let mut digits = sha256(&text);
    digits.truncate(16);
    digits
}

#[cfg(test)]
mod tests {
    use rustsat::clause;
    use rustsat::instances::Cnf;

    use super::{of_formula, sha256};
    use saut_plan::formula::{Formula, VarName, literal};

    #[test]
    fn the_standard_example_has_the_standard_digest() {
        let digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(sha256(b"abc"), digest);
        assert_ne!(sha256(b"abd"), digest);
    }

    #[test]
    fn a_formula_is_told_from_one_with_another_sign() {
        let formula = |lit| {
            let mut cnf = Cnf::new();
            cnf.add_clause(clause![lit]);
            let names = vec![VarName::Auxiliary];
            Formula::Cnf { cnf, names }
        };
        let digits = of_formula(&formula(literal(0)));
        assert_eq!(digits, sha256(b"p cnf 1 1\n1 0\n")[..16]);
        assert_ne!(digits, of_formula(&formula(!literal(0))));
    }
}
