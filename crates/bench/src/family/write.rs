//! Writing the family: every file of every member, then the index.

use std::io;
use std::path::Path;

use thiserror::Error;

use super::content::{self, Language};
use super::evidence::Evidence;
use super::folder::{CHECKSUMS, FamilyFolder, INDEX};
use super::formulas::{self, ENCODINGS, Subject, WantedFormula};
use super::index::{self, FamilyIndex, IndexRow, LeftOut};
use super::members::Member;
use saut_base::BadInput;
use saut_base::stop::{Stop, StopReason};
use saut_formats::{pddl, toml_file};
use saut_task::encode::Encoding;
use saut_task::formula::Formula;

/// Choice of what is written.
#[derive(Clone, Debug)]
pub struct FamilySettings {
    /// Formulas with more clauses are left out.
    pub most_clauses: usize,
    /// Whether a family in the same place is replaced.
    pub force: bool,
    /// Deadline, memory limit and interruption; a family that is cut short is not left behind.
    pub stop: Stop,
}

/// Counts of what was written.
#[derive(Clone, Debug)]
pub struct Written {
    /// The index.
    pub index: FamilyIndex,
    /// The number of all files, the index among them.
    pub files: usize,
    /// Their bytes together.
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

/// Writes the family; `progress` is called with the number of members done and their name.
///
/// # Errors
/// [`enum@FamilyError`]; then there is no folder, or what was there before.
pub fn write(
    place: &Path,
    members: &[Member],
    settings: &FamilySettings,
    progress: &dyn Fn(usize, &str),
) -> Result<Written, FamilyError> {
    let mut work = Work {
        folder: FamilyFolder::new(place, settings.force)?,
        settings,
        index: FamilyIndex {
            saut: env!("CARGO_PKG_VERSION").to_owned(),
            ..FamilyIndex::default()
        },
    };
    let domain = pddl::write_domain(pddl::PddlForm::Jumps);
    work.folder.write("pddl/domain.pddl", &domain)?;
    for (done, member) in members.iter().enumerate() {
        progress(done, member.puzzle.name());
        work.member(member)?;
    }
    let Work {
        mut folder, index, ..
    } = work;
    folder.write(INDEX, &index::csv(&index.instances))?;
    folder.write("index.json", &index::json(&index))?;
    let checksums = index::checksums(&folder.files);
    folder.write(CHECKSUMS, &checksums)?;
    let (files, bytes) = (folder.files.len(), folder.bytes);
    folder.finish()?;
    Ok(Written {
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
        let subject = Subject::new(member);
        let puzzle = toml_file::write_toml(std::slice::from_ref(&member.puzzle));
        let path = format!("puzzles/{}.toml", content::stem(&subject));
        self.folder.write(&path, &puzzle)?;
        for encoding in ENCODINGS {
            let formulas = subject.formulas(encoding);
            if formulas.is_empty() {
                self.leave_out(&subject, encoding, None, "no plan was found when measured");
            }
            for wanted in formulas {
                if let Some(why) = self.settings.stop.stop_reason() {
                    return Err(FamilyError::Stopped(why));
                }
                self.formula(&subject, &wanted)?;
            }
        }
        self.problem(&subject)
    }

    fn formula(
        &mut self,
        subject: &Subject<'_>,
        wanted: &WantedFormula,
    ) -> Result<(), FamilyError> {
        let (encoding, horizon) = (wanted.encoding, wanted.horizon);
        let most = self.settings.most_clauses;
        let too_large = format!("more than {most} clauses, or equalities of smt");
        // The estimate of `sequential` and `smt` is exact enough; the others are small.
        let estimate = formulas::estimate(&subject.task, encoding, horizon);
        if encoding.is_sequential() && estimate > most {
            self.leave_out(subject, encoding, Some(horizon), &too_large);
            return Ok(());
        }
        let encoded = encoding.encode(&subject.task, horizon);
        let (variables, clauses) = (encoded.formula.variables(), encoded.formula.clauses());
        if clauses > most {
            self.leave_out(subject, encoding, Some(horizon), &too_large);
            return Ok(());
        }
        let languages: &[Language] = match (&encoded.formula, encoding) {
            (Formula::Smt(_), _) => &[Language::Smtlib],
            // What `smt` says, clause by clause, is of no use to anyone.
            (_, Encoding::Sequential { .. }) => &[Language::Dimacs],
            _ => &[Language::Dimacs, Language::Smtlib],
        };
        for &language in languages {
            let path = content::formula_path(subject, wanted, language);
            let text = content::formula_text(subject, wanted, &encoded, language)?;
            let row = IndexRow {
                encoding: format!("{encoding:#}"),
                horizon: Some(horizon),
                variables: Some(variables),
                clauses: Some(clauses),
                ..row(subject, &wanted.evidence)
            };
            self.file(row, path, &text)?;
        }
        Ok(())
    }

    fn problem(&mut self, subject: &Subject<'_>) -> Result<(), FamilyError> {
        let path = content::problem_path(subject);
        let text = content::problem_text(subject);
        self.file(row(subject, &subject.plan), path, &text)
    }

    fn file(&mut self, row: IndexRow, path: String, text: &str) -> Result<(), FamilyError> {
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
        subject: &Subject<'_>,
        encoding: Encoding,
        horizon: Option<usize>,
        why: &str,
    ) {
        self.index.left_out.push(LeftOut {
            puzzle: subject.member.puzzle.name().to_owned(),
            encoding: format!("{encoding:#}"),
            horizon,
            why: why.to_owned(),
        });
    }
}

/// Fields that every row of a member shares; as it is, the row of its planning problem.
fn row(subject: &Subject<'_>, evidence: &Evidence) -> IndexRow {
    let puzzle = &subject.member.puzzle;
    IndexRow {
        puzzle: puzzle.name().to_owned(),
        family: subject.member.part.to_owned(),
        holes: puzzle.board().len(),
        jumps: subject.task.length().exactly(),
        encoding: "pddl".to_owned(),
        horizon: None,
        variables: None,
        clauses: None,
        expected: evidence.expected,
        evidence: evidence.from.clone(),
        file: String::new(),
        bytes: 0,
        sha256: String::new(),
    }
}
