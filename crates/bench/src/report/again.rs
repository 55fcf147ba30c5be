//! The command that writes a formula again, out of the words that a record has for its encoding.

use std::fmt::Write;

/// `saut encode central --encoding r2-exists --horizon 6`; `saut solve` for methods without a
/// formula; `None` if the words of the encoding are not ours.
pub fn command(puzzle: &str, encoding: &str, horizon: Option<usize>) -> Option<String> {
    let puzzle = quoted(puzzle);
    let mut parts = encoding.split(',').map(str::trim);
    let name = parts.next().unwrap_or_default();
    let mut command = match name {
        "" | "-" => return Some(format!("saut solve {puzzle}")),
        "pddl" => return Some(format!("saut encode {puzzle} --format pddl")),
        "sequential" | "forall" | "r2-exists" => format!("saut encode {puzzle} --encoding {name}"),
        "smt" => format!("saut encode {puzzle} --encoding smt --format smtlib"),
        _ => return None,
    };
    for part in parts {
        let words = match part {
            "folded" | "not packed" => continue,
            "not folded" => "--no-fold".to_owned(),
            "packed to the left" => "--left-packing".to_owned(),
            part => match part.rsplit_once(' ')? {
                ("at most one", value) => format!("--at-most-one {}", quoted(value)),
                ("order", value) => format!("--order {}", quoted(value)),
                ("form", value) => format!("--smt-form {}", quoted(value)),
                _ => return None,
            },
        };
        command.push(' ');
        command.push_str(&words);
    }
    if let Some(steps) = horizon {
        let _ = write!(command, " --horizon {steps}");
    }
    Some(command)
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let plain = |symbol: char| symbol.is_ascii_alphanumeric() || "-_./:+@".contains(symbol);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::command;
    use saut_plan::encode::{AtMostOne, Encoding, Form, Order, text::choices};

    #[test]
    fn every_encoding_that_we_can_name_can_be_asked_for_again() {
        let of =
            |encoding: Encoding, horizon| command("central", &choices(encoding), horizon).unwrap();
        let sequential = Encoding::Sequential {
            at_most_one: AtMostOne::Ladder,
        };
        assert_eq!(
            of(sequential, Some(31)),
            "saut encode central --encoding sequential --at-most-one ladder --horizon 31"
        );
        let order = Order::fresh(7).alternating();
        let r2_exists = Encoding::R2Exists {
            order,
            left_packing: true,
            fold: false,
        };
        assert_eq!(
            of(r2_exists, Some(6)),
            "saut encode central --encoding r2-exists --order fresh:7-alternating --no-fold --left-packing --horizon 6"
        );
        let smt = Encoding::Smt {
            form: Form::Integer,
        };
        assert!(of(smt, None).ends_with("--encoding smt --format smtlib --smt-form integer"));
        assert_eq!(
            command("a 'b'", "-", None).unwrap(),
            "saut solve 'a '\\''b'\\'''"
        );
    }

    #[test]
    fn an_encoding_of_somebody_else_is_not_guessed_at() {
        assert_eq!(command("central", "theirs", Some(3)), None);
        assert_eq!(command("central", "r2-exists, sideways", Some(3)), None);
    }
}
