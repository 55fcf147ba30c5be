//! Fingerprints: SHA-256 of files, and of formulas without their comments.
//!
//! FIPS 180-4. The fingerprint of a formula is what an entry of `instances/horizons.toml` speaks
//! of: sixteen hexadecimal digits are enough to notice that an encoder has changed.

use saut_base::digest::sha256;
use saut_task::formula::{Formula, dimacs};

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
    use saut_task::formula::{Formula, VarName, literal};

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
