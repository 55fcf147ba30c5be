//! Writes the family: all files of each member, then the index.
//!
//! Names follow the SAT competitions: lower-case letters, digits and `-`, with the answer at the end
//! (`saut-english-central-r2exists-h05-sat.cnf`). The comments at the top of a file name the formula, and the expected
//! answer with its evidence. Other comments are the commands that write the formula and convert a model to a plan.

use std::io;
use std::path::Path;

use saut_base::BadInput;
use saut_base::stop::{Stop, StopReason};
use saut_formats::markup::csv;
use saut_formats::{pddl, toml_file};
use saut_task::encode::{Encoded, Encoding, text};
use saut_task::formula::Formula;
use saut_task::task::Task;
use serde::Serialize;
use thiserror::Error;

use super::folder::{FamilyFolder, INDEX};
use super::horizons::estimate;
use super::{AnswerEvidence, ENCODINGS, Expected, Member, MemberTask, WantedFormula};

/// Settings of a family.
#[derive(Clone, Debug)]
pub struct FamilySettings {
    /// Largest number of clauses. Formulas with more clauses are left out.
    pub most_clauses: usize,
    /// Whether a family in the same folder is replaced.
    pub force: bool,
    /// Deadline, memory limit and interruption. An unfinished family is deleted.
    pub stop: Stop,
}

/// Summary of a written family.
#[derive(Clone, Debug)]
pub struct FamilySummary {
    /// Content of the index.
    pub index: FamilyIndex,
    /// Number of all files, including the index.
    pub files: usize,
    /// Total size of the files in bytes.
    pub bytes: usize,
}

/// Reasons why no family was written.
#[derive(Debug, Error)]
pub enum FamilyError {
    /// The folder cannot be used.
    #[error(transparent)]
    Place(#[from] BadInput),
    /// A file could not be written.
    #[error("the family cannot be written: {0}")]
    System(#[from] io::Error),
    /// A limit was hit.
    #[error("stopped ({}); nothing was written", .0.name())]
    Stopped(StopReason),
}

/// Content of the JSON index.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct FamilyIndex {
    pub saut: String,
    pub instances: Vec<IndexRow>,
    /// Members that were left out, with reasons.
    pub left_out: Vec<LeftOut>,
}

/// A row of the index: one file of the family. No name of a bundled puzzle begins like the formula of a spreadsheet, so
/// the CSV can be opened safely.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct IndexRow {
    /// Name of the puzzle.
    pub puzzle: String,
    /// Part of the family to which the puzzle belongs.
    pub family: String,
    /// Number of holes of the board.
    pub holes: usize,
    /// Number of jumps of every plan, if all plans have the same number.
    pub jumps: Option<usize>,
    /// The encoding with its choices, or `pddl`.
    pub encoding: String,
    /// Number of steps, or `None` for a planning problem.
    pub horizon: Option<usize>,
    /// Number of variables (DIMACS) or declared symbols (SMT-LIB), or `None` for a planning problem.
    pub variables: Option<usize>,
    /// Number of clauses (DIMACS) or assertions (SMT-LIB), or `None` for a planning problem.
    pub clauses: Option<usize>,
    /// The expected answer. It is known only if a proof was checked or a plan was replayed.
    pub expected: Option<Expected>,
    /// Evidence for the expected answer, or the reason why there is none.
    pub evidence: &'static str,
    /// Path of the file in the folder of the family.
    pub file: String,
    /// Size of the file in bytes.
    pub bytes: usize,
    /// SHA-256 of the file, in hexadecimal digits.
    pub sha256: String,
}

/// A formula that was left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LeftOut {
    /// Name of the puzzle.
    pub puzzle: String,
    /// The encoding with its choices.
    pub encoding: String,
    /// The number of steps, if one is known.
    pub horizon: Option<usize>,
    pub why: String,
}

/// Writes the family. `progress` is called with the number of finished members and the name of the member.
///
/// # Errors
/// [`enum@FamilyError`]. The folder is then unchanged, or does not exist.
pub fn write(
    place: &Path,
    members: &[Member],
    settings: &FamilySettings,
    progress: &dyn Fn(usize, &str),
) -> Result<FamilySummary, FamilyError> {
    let saut = env!("CARGO_PKG_VERSION").to_owned();
    let mut work = Work {
        folder: FamilyFolder::new(place, settings.force)?,
        settings,
        index: FamilyIndex {
            saut,
            ..FamilyIndex::default()
        },
    };
    let domain = pddl::write_domain(pddl::PddlForm::Jumps);
    work.folder.write("pddl/domain.pddl", &domain)?;
    for (done, member) in members.iter().enumerate() {
        progress(done, member.puzzle.name());
        work.member(member)?;
    }
    let (mut folder, index) = (work.folder, work.index);
    folder.write(INDEX, &csv(&index.instances))?;
    // Strings and whole numbers can always be serialised.
    let json = serde_json::to_string_pretty(&index).unwrap_or_default() + "\n";
    folder.write("index.json", &json)?;
    let (files, bytes) = folder.finish()?;
    Ok(FamilySummary {
        index,
        files,
        bytes,
    })
}

struct Work<'a> {
    folder: FamilyFolder,
    settings: &'a FamilySettings,
    index: FamilyIndex,
}

impl Work<'_> {
    fn member(&mut self, member: &Member) -> Result<(), FamilyError> {
        let subject = MemberTask::new(member);
        let stem = stem(member);
        let puzzle = toml_file::write_toml(std::slice::from_ref(&member.puzzle));
        self.folder
            .write(&format!("puzzles/{stem}.toml"), &puzzle)?;
        for encoding in ENCODINGS {
            let formulas = subject.formulas(encoding);
            if formulas.is_empty() {
                self.leave_out(
                    member,
                    encoding,
                    None,
                    "no horizon with a plan is known (instances/horizons.toml)",
                );
            }
            for wanted in formulas {
                if let Some(why) = self.settings.stop.stop_reason() {
                    return Err(FamilyError::Stopped(why));
                }
                self.formula(&subject, &wanted)?;
            }
        }
        let answer = Expected::name(subject.plan.expected);
        let what = "planning problem, one action per jump";
        let head = head(&subject, what, subject.plan);
        let problem = pddl::write_problem(&member.puzzle, pddl::PddlForm::Jumps);
        let row = IndexRow {
            encoding: "pddl".to_owned(),
            ..row(&subject, subject.plan)
        };
        let path = format!("pddl/saut-{stem}-{answer}.pddl");
        Ok(self.file(row, path, &(comments(";", &head) + &problem))?)
    }

    fn formula(
        &mut self,
        subject: &MemberTask<'_>,
        wanted: &WantedFormula,
    ) -> Result<(), FamilyError> {
        let (encoding, horizon) = (wanted.encoding, wanted.horizon);
        let most = self.settings.most_clauses;
        let Some(encoded) = within(&subject.task, encoding, horizon, most) else {
            let why = format!("the formula has more than {most} clauses (equalities for smt)");
            self.leave_out(subject.member, encoding, Some(horizon), &why);
            return Ok(());
        };
        let languages = match (&encoded.formula, encoding) {
            (Formula::Smt(_), _) => &[SMTLIB][..],
            // The clauses of `sequential` in SMT-LIB have no advantage over `smt`.
            (_, Encoding::Sequential { .. }) => &[DIMACS],
            _ => &[DIMACS, SMTLIB],
        };
        for language in languages {
            let row = IndexRow {
                encoding: format!("{encoding:#}"),
                horizon: Some(horizon),
                variables: Some(encoded.formula.variables()),
                clauses: Some(encoded.formula.clauses()),
                ..row(subject, wanted.evidence)
            };
            let path = format!(
                "{folder}/saut-{}-{}-h{horizon:02}-{}.{folder}",
                stem(subject.member),
                encoding.name().replace('-', ""),
                Expected::name(wanted.evidence.expected),
                folder = language.folder,
            );
            let text = formula_text(subject, wanted, &encoded, language)?;
            self.file(row, path, &text)?;
        }
        Ok(())
    }

    fn file(&mut self, row: IndexRow, path: String, text: &str) -> io::Result<()> {
        let sha256 = self.folder.write(&path, text)?;
        self.index.instances.push(IndexRow {
            file: path,
            bytes: text.len(),
            sha256,
            ..row
        });
        Ok(())
    }

    fn leave_out(
        &mut self,
        member: &Member,
        encoding: Encoding,
        horizon: Option<usize>,
        why: &str,
    ) {
        self.index.left_out.push(LeftOut {
            puzzle: member.puzzle.name().to_owned(),
            encoding: format!("{encoding:#}"),
            horizon,
            why: why.to_owned(),
        });
    }
}

/// Returns the formula, unless it has more than `most` clauses.
pub(super) fn within(
    task: &Task,
    encoding: Encoding,
    horizon: usize,
    most: usize,
) -> Option<Encoded> {
    // Only `sequential` and `smt` give large formulas, and for these encodings the estimate is accurate enough.
    let is_small = !encoding.is_sequential() || estimate(task, encoding, horizon) <= most;
    let encoded = is_small.then(|| encoding.encode(task, horizon))?;
    (encoded.formula.clauses() <= most).then_some(encoded)
}

/// Returns a row with the fields that are the same for all files of a member.
fn row(subject: &MemberTask<'_>, evidence: AnswerEvidence) -> IndexRow {
    let puzzle = &subject.member.puzzle;
    IndexRow {
        puzzle: puzzle.name().to_owned(),
        family: subject.member.part.to_owned(),
        holes: puzzle.board().len(),
        jumps: subject.task.length().exactly(),
        expected: evidence.expected,
        evidence: evidence.from,
        ..IndexRow::default()
    }
}

struct Language {
    /// The folder for files in this language. It is also the extension of their names.
    folder: &'static str,
    /// Name of the language in `saut encode --format`.
    format: &'static str,
    /// Beginning of a comment line.
    comment: &'static str,
}

const DIMACS: Language = Language {
    folder: "cnf",
    format: "dimacs",
    comment: "c",
};

const SMTLIB: Language = Language {
    folder: "smt2",
    format: "smtlib",
    comment: ";",
};

/// Converts a name to lower-case letters, digits and single `-`.
pub(super) fn safe(name: &str) -> String {
    let words = name.split(|symbol: char| !symbol.is_ascii_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join("-").to_lowercase()
}

/// Returns the beginning of a file name: the part and the puzzle, as in `english-central`. The part is omitted if the
/// name of the puzzle begins with it.
pub(super) fn stem(member: &Member) -> String {
    let (part, puzzle) = (member.part, safe(member.puzzle.name()));
    if puzzle.starts_with(part.trim_end_matches('s')) {
        puzzle
    } else {
        format!("{part}-{puzzle}")
    }
}

/// Returns a formula as the text of a file.
///
/// # Errors
/// Clauses are requested, but the formula is an SMT script.
fn formula_text(
    subject: &MemberTask<'_>,
    wanted: &WantedFormula,
    encoded: &Encoded,
    language: &Language,
) -> Result<String, BadInput> {
    let (encoding, horizon, format) = (wanted.encoding, wanted.horizon, language.format);
    let name = subject.member.puzzle.name();
    let flags = format!("{name} --encoding {encoding} --horizon {horizon}");
    let what = format!("{encoding:#}, horizon {horizon}");
    let mut lines = head(subject, &what, wanted.evidence);
    lines.push(format!(
        "command that writes this formula: saut encode {flags} --format {format}"
    ));
    let is_clauses = format == DIMACS.format;
    if is_clauses || encoding.is_sequential() {
        lines.push(format!(
            "command that converts a model to a plan: saut decode {flags} --model FILE"
        ));
    }
    let title = format!("puzzle {name}");
    let written = if is_clauses {
        text::dimacs(&subject.task, encoded, &title)?
    } else {
        let script = text::smtlib(&subject.task, encoded, &title);
        with_status(&script, wanted.evidence.expected)
    };
    Ok(comments(language.comment, &lines) + &written)
}

/// Inserts the expected answer into a script, after the line with the logic.
fn with_status(script: &str, expected: Option<Expected>) -> String {
    let status = format!("(set-info :status {})\n", Expected::name(expected));
    let line = |line: &str| {
        let is_logic = line.starts_with("(set-logic ");
        let status = if is_logic { status.as_str() } else { "" };
        format!("{line}{status}")
    };
    script.split_inclusive('\n').map(line).collect()
}

/// Returns the lines at the top of every file.
fn head(subject: &MemberTask<'_>, what: &str, evidence: AnswerEvidence) -> Vec<String> {
    let (part, puzzle) = (subject.member.part, &subject.member.puzzle);
    let title = puzzle.title.as_deref().unwrap_or("");
    let expected = match evidence.expected {
        Some(Expected::Sat) => "satisfiable",
        Some(Expected::Unsat) => "unsatisfiable",
        None => "not known",
    };
    let (version, holes) = (env!("CARGO_PKG_VERSION"), puzzle.board().len());
    let jumps = match puzzle.jump_range() {
        (fewest, most) if fewest == most => fewest.to_string(),
        (fewest, most) => format!("{fewest} to {most}"),
    };
    vec![
        format!("saut {version}, benchmark family, part {part}"),
        format!("puzzle {}: {}", puzzle.name(), text::one_line(title)),
        format!("{holes} holes, {jumps} jumps; {what}"),
        format!("expected: {expected} ({})", evidence.from),
    ]
}

fn comments(sign: &str, lines: &[String]) -> String {
    let lines = lines.iter().map(|line| format!("{sign} {line}\n"));
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::{Expected, safe, with_status};

    #[test]
    fn odd_characters_do_not_get_into_names() {
        assert_eq!(safe("Déjà vu_(2)/../x"), "d-j-vu-2-x");
    }

    #[test]
    fn a_script_has_its_status_after_its_logic() {
        for (script, with) in [
            (
                "; c\n(set-logic QF_UF)\n(assert x)\n",
                "; c\n(set-logic QF_UF)\n(set-info :status sat)\n(assert x)\n",
            ),
            ("(assert x)\n", "(assert x)\n"),
        ] {
            assert_eq!(with_status(script, Some(Expected::Sat)), with);
        }
    }
}
