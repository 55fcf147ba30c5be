//! The command that writes a formula again, out of the name that a record has for its encoding.

use saut_base::words::quoted;
use saut_task::encode::Encoding;

/// `saut encode central --encoding r2-exists --horizon 6`; `saut solve` for methods without a
/// formula; `None` if the encoding is not one of ours.
pub fn command(puzzle: &str, encoding: &str, horizon: Option<usize>) -> Option<String> {
    let puzzle = quoted(puzzle);
    let command = match (encoding, encoding.parse::<Encoding>()) {
        ("" | "-", _) => return Some(format!("saut solve {puzzle}")),
        ("pddl", _) => return Some(format!("saut encode {puzzle} --format pddl")),
        (_, Ok(ours @ Encoding::Smt)) => {
            format!("saut encode {puzzle} --encoding {ours} --format smtlib")
        }
        (_, Ok(ours)) => format!("saut encode {puzzle} --encoding {ours}"),
        (_, Err(_)) => return None,
    };
    let horizon = horizon.map(|steps| format!(" --horizon {steps}"));
    Some(command + &horizon.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::command;

    #[test]
    fn every_encoding_that_we_can_name_can_be_asked_for_again() {
        let of = |encoding, horizon| command("central", encoding, horizon).unwrap();
        for (encoding, wanted) in [
            ("sequential/ladder", "sequential/ladder --horizon 31"),
            ("smt, form disjunction", "smt --format smtlib --horizon 31"),
            (
                "r2-exists, order fresh:7, not folded, not packed",
                "r2-exists/fresh:7/unfolded --horizon 31",
            ),
        ] {
            let wanted = format!("saut encode central --encoding {wanted}");
            assert_eq!(of(encoding, Some(31)), wanted);
        }
        assert_eq!(of("pddl", None), "saut encode central --format pddl");
        let solve = command("a 'b'", "-", None).unwrap();
        assert_eq!(solve, "saut solve 'a '\\''b'\\'''");
    }

    #[test]
    fn an_encoding_of_somebody_else_is_not_guessed_at() {
        assert_eq!(command("central", "theirs", Some(3)), None);
        for ours_no_more in ["r2-exists, sideways", "smt, form integer"] {
            assert_eq!(command("central", ours_no_more, Some(3)), None);
        }
    }
}
