//! The files of the family: what they are called and what stands in them.
//!
//! Names are those of the SAT competitions: small letters, digits and `-`, the answer at the end
//! (`saut-english-central-r2exists-h05-sat.cnf`). The comments at the top say what the formula is,
//! what is expected and why, and how to have `saut` write it again and read a model back.

use super::Subject;
use super::evidence::{Evidence, Expected};
use super::formulas::WantedFormula;
use saut_base::BadInput;
use saut_formats::pddl;
use saut_peg::peg::Puzzle;
use saut_task::encode::{Encoded, text};

/// The language of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Clauses.
    Dimacs,
    /// SMT-LIB 2.
    Smtlib,
}

impl Language {
    /// The folder and the ending of its files.
    pub const fn folder(self) -> &'static str {
        match self {
            Self::Dimacs => "cnf",
            Self::Smtlib => "smt2",
        }
    }

    /// The word that `saut encode --format` has for it.
    const fn format(self) -> &'static str {
        match self {
            Self::Dimacs => "dimacs",
            Self::Smtlib => "smtlib",
        }
    }
}

/// Small letters, digits and single `-`.
fn safe(name: &str) -> String {
    let words = name
        .split(|symbol: char| !symbol.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-").to_lowercase()
}

/// `english-central`; a part that the puzzle's name begins with is not said twice.
pub fn stem(subject: &Subject<'_>) -> String {
    let (part, puzzle) = (subject.member.part, safe(subject.member.puzzle.name()));
    if puzzle.starts_with(part.trim_end_matches('s')) {
        puzzle
    } else {
        format!("{part}-{puzzle}")
    }
}

/// The path of a formula within the family.
pub fn formula_path(subject: &Subject<'_>, wanted: &WantedFormula, language: Language) -> String {
    let folder = language.folder();
    let encoding = wanted.encoding.name().replace('-', "");
    let answer = Expected::name(wanted.evidence.expected);
    format!(
        "{folder}/saut-{}-{encoding}-h{:02}-{answer}.{folder}",
        stem(subject),
        wanted.horizon
    )
}

/// The path of a planning problem within the family.
pub fn problem_path(subject: &Subject<'_>) -> String {
    let answer = Expected::name(subject.plan.expected);
    format!("pddl/saut-{}-{answer}.pddl", stem(subject))
}

/// A formula as a file.
///
/// # Errors
/// [`BadInput`] if a script is asked for as clauses.
pub fn formula_text(
    subject: &Subject<'_>,
    wanted: &WantedFormula,
    encoded: &Encoded,
    language: Language,
) -> Result<String, BadInput> {
    let puzzle = &subject.member.puzzle;
    let name = puzzle.name();
    let (encoding, horizon) = (wanted.encoding, wanted.horizon);
    let what = format!("{encoding:#}, horizon {horizon}");
    let flags = format!("{name} --encoding {encoding} --horizon {horizon}");
    let mut lines = head(subject, &what, &wanted.evidence);
    lines.push(format!(
        "written as by: saut encode {flags} --format {}",
        language.format()
    ));
    let title = format!("puzzle {name}");
    let written = match language {
        Language::Dimacs => text::dimacs(&subject.task, encoded, &title)?,
        Language::Smtlib => with_status(
            text::smtlib(&subject.task, encoded, &title),
            &wanted.evidence,
        ),
    };
    if matches!(language, Language::Dimacs) || encoding.is_sequential() {
        lines.push(format!(
            "from a model to a plan: saut decode {flags} --model FILE"
        ));
    }
    let sign = if language == Language::Dimacs {
        "c"
    } else {
        ";"
    };
    Ok(comments(sign, &lines) + &written)
}

/// Scripts say themselves what is expected of them, after the logic.
fn with_status(script: String, evidence: &Evidence) -> String {
    let status = Expected::name(evidence.expected);
    let Some(at) = script.find("(set-logic ") else {
        return script;
    };
    let end = script[at..]
        .find('\n')
        .map_or(script.len(), |end| at + end + 1);
    let (before, after) = script.split_at(end);
    format!("{before}(set-info :status {status})\n{after}")
}

/// The planning problem as a file.
pub fn problem_text(subject: &Subject<'_>) -> String {
    let lines = head(
        subject,
        "planning problem, one action a jump",
        &subject.plan,
    );
    comments(";", &lines) + &pddl::write_problem(&subject.member.puzzle, pddl::PddlForm::Jumps)
}

/// The lines at the top of every file.
fn head(subject: &Subject<'_>, what: &str, evidence: &Evidence) -> Vec<String> {
    let (part, puzzle) = (subject.member.part, &subject.member.puzzle);
    let title = puzzle.title.as_deref().unwrap_or("");
    let expected = match evidence.expected {
        Some(Expected::Sat) => "satisfiable",
        Some(Expected::Unsat) => "unsatisfiable",
        None => "not known",
    };
    vec![
        format!(
            "saut {}, benchmark family, part {part}",
            env!("CARGO_PKG_VERSION")
        ),
        format!("puzzle {}: {}", puzzle.name(), text::one_line(title)),
        format!("{}; {what}", size(puzzle)),
        format!("expected: {expected} ({})", evidence.from),
    ]
}

fn size(puzzle: &Puzzle) -> String {
    let (fewest, most) = puzzle.jump_range();
    let jumps = if fewest == most {
        format!("{fewest} jumps")
    } else {
        format!("{fewest} to {most} jumps")
    };
    format!("{} holes, {jumps}", puzzle.board().len())
}

fn comments(sign: &str, lines: &[String]) -> String {
    let mut text = String::new();
    for line in lines {
        text.extend([sign, " ", line, "\n"]);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Language, formula_path, formula_text, safe, with_status};
    use crate::family::{Evidence, Member, Subject, members};
    use saut_task::encode::Encoding;

    fn central() -> Member {
        let mut members = members().into_iter();
        members
            .find(|member| member.puzzle.name() == "central")
            .unwrap()
    }

    #[test]
    fn names_say_part_puzzle_encoding_horizon_and_answer() {
        let member = central();
        let subject = Subject::new(&member);
        let paths: Vec<String> = subject
            .formulas(Encoding::R2_EXISTS)
            .iter()
            .map(|wanted| formula_path(&subject, wanted, Language::Dimacs))
            .collect();
        assert_eq!(
            paths,
            [
                "cnf/saut-english-central-r2exists-h04-unsat.cnf",
                "cnf/saut-english-central-r2exists-h05-sat.cnf"
            ]
        );
    }

    #[test]
    fn odd_characters_do_not_get_into_names() {
        assert_eq!(safe("Déjà vu_(2)/../x"), "d-j-vu-2-x");
    }

    #[test]
    fn a_file_says_what_is_expected_and_how_it_is_known() {
        let member = central();
        let subject = Subject::new(&member);
        let wanted = &subject.formulas(Encoding::SEQUENTIAL)[0];
        let encoded = wanted.encoding.encode(&subject.task, wanted.horizon);
        let text = formula_text(&subject, wanted, &encoded, Language::Dimacs).unwrap();
        assert!(
            text.contains("\nc 33 holes, 31 jumps; sequential, at most one pairwise, horizon 30\n")
        );
        assert!(
            text.contains("\nc expected: unsatisfiable (counting pegs)\n"),
            "{}",
            &text[..400]
        );
        assert!(!text.contains("not known"));
    }

    #[test]
    fn a_script_has_its_status_after_its_logic() {
        let script = "; c\n(set-logic QF_UF)\n(assert x)\n".to_owned();
        let plan = with_status(script, &Evidence::plan());
        assert_eq!(
            plan,
            "; c\n(set-logic QF_UF)\n(set-info :status sat)\n(assert x)\n"
        );
        assert_eq!(
            with_status("(assert x)\n".to_owned(), &Evidence::plan()),
            "(assert x)\n"
        );
    }
}
