//! Records of measured runs. A record is one line of JSON.
//!
//! `bench` writes records, and `report` reads nothing else. A record has the *claim* of the solver and, separately, the
//! *outcome* after the check of the claim. A run counts as solved only if the check accepted evidence that the solver
//! itself gave. The names of fields contain the unit of a number. Unknown fields are ignored, and missing fields have
//! their default value, so that records of other versions can be read.

use std::path::Path;

use indexmap::IndexMap;
use saut_base::{BadInput, files};
use saut_plan::Method;
use saut_plan::backend::ProgramCall;
use serde::{Deserialize, Serialize};
use strum::Display;

/// Value of `phases` if the time contains only the call of the solver.
pub(crate) const SOLVING: &str = "solving";

/// One run of one solver on a puzzle, a task or a formula.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Record {
    /// Identity of the run within its experiment: a hash of its family, subject, encoding, horizon, solver, seed and
    /// limits.
    pub run: String,
    /// Name of the experiment.
    pub experiment: String,
    /// Name of the puzzle, the task or the formula.
    pub puzzle: String,
    /// Key of the content of the puzzle or formula. It is empty in records from before this field existed.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub content: String,
    /// Family of the puzzle: `english`, `squares`, `army`, …
    pub family: String,
    /// Number of holes of the board.
    pub holes: usize,
    /// Number of jumps of every plan, if all plans have the same number.
    pub jumps: Option<usize>,
    /// The encoding with its choices, `pddl` for a planner, or `-` for a method without a formula.
    pub encoding: String,
    /// Number of encoded steps, or `None` if the solver or `decide` chose it.
    pub horizon: Option<usize>,
    /// Number of steps of the formula that gave the answer, if `horizon` is `None`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found_horizon: Option<usize>,
    /// The backend, the planner or the method.
    pub backend: String,
    /// Version that the solver reports.
    pub version: String,
    /// Seed of the solver.
    pub seed: u64,
    /// The limit in wall-clock seconds.
    pub timeout_seconds: f64,
    /// The memory limit in MiB.
    pub memory_mib: Option<u64>,
    /// Answer of the solver, before the check.
    pub claim: Claimed,
    /// Outcome after the check of the answer.
    pub outcome: RunOutcome,
    /// Whether evidence of the solver itself was checked and accepted.
    pub checked: bool,
    /// State of the evidence for the claim. It is `None` without a claim, and in records from before this field
    /// existed.
    pub evidence: Option<Evidence>,
    /// Kind of the accepted evidence (`replay`, `model`, `proof`, `class`, `pagoda`, `exhaustive`, …), or the reason
    /// why the run does not count.
    pub check: String,
    /// Wall-clock time of the phases in `phases`.
    pub wall_seconds: f64,
    /// Phases in `wall_seconds`: `solving`, or also `grounding`, `encoding` and `checking`. Empty in records from
    /// before this field existed.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub phases: String,
    /// Processor time of the solver and its children.
    pub cpu_seconds: f64,
    /// Peak memory in MiB.
    pub peak_mib: f64,
    /// Time to write the formula.
    pub encode_seconds: f64,
    /// Time to check the claim.
    pub check_seconds: f64,
    /// Number of variables of the formula.
    pub variables: Option<usize>,
    /// Number of clauses of the formula.
    pub clauses: Option<usize>,
    /// Number of conflicts, if the solver reports it.
    pub conflicts: Option<u64>,
    /// Number of decisions, if the solver reports it.
    pub decisions: Option<u64>,
    /// Number of propagations, if the solver reports it.
    pub propagations: Option<u64>,
    /// Command line of the solver program. The names of its files are written as `{formula}`, `{result}` and `{proof}`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// Exit status of the solver program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exit_status: Option<i32>,
    /// Size of the proof that the solver program wrote, in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof_bytes: Option<u64>,
    /// For a planning task, the number of actions in the plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan_length: Option<usize>,
    /// For a planning task, the cost or the metric of the plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
    /// Number of games that random play began.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tries: Option<u64>,
    /// Name of the file that describes the machine.
    pub machine: String,
    /// Start of the run, in UTC: `2026-11-21T09:30:00Z`.
    pub began: String,
}

/// Answer of a solver, before the check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Claimed {
    /// There is a model, or a plan.
    Sat,
    /// There is no model, or no plan.
    Unsat,
    /// No answer: the solver printed `unknown`, or no answer at all.
    #[default]
    Nothing,
}

/// State of the evidence that a solver gave for its claim: a plan, a model, a proof or a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Display, Serialize)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Evidence {
    /// The evidence was checked and accepted.
    Checked,
    /// The solver gave no evidence.
    Missing,
    /// A limit ended the check of the evidence.
    Unfinished,
    /// The evidence was rejected, or the claim is false.
    Wrong,
}

/// Outcome of a run after the check of its answer.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize, Display, Serialize,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum RunOutcome {
    /// A plan was found and replayed.
    Solved,
    /// The puzzle has no plan, and a certificate was accepted.
    Infeasible,
    /// The formula at this horizon has no model, and the solver's proof was accepted.
    Refuted,
    /// The limits ended the check of the proof or plan. The run does not count as solved.
    Unchecked,
    /// A refutation without a proof. The run does not count as solved.
    Unproved,
    /// A false claim or false evidence: a wrong model, a rejected proof, or a refutation although there is a plan.
    Wrong,
    /// The time limit ended the run.
    Timeout,
    /// The memory limit ended the run.
    Memory,
    /// The solver ended by itself without an answer: it printed `unknown`, or the method gave up.
    #[default]
    GaveUp,
    /// The solver crashed.
    Crashed,
    /// The solver printed output that is not an answer.
    Garbage,
    /// The program is not installed.
    Missing,
    /// The file of the subject cannot be read.
    Unusable,
}

impl Record {
    /// Whether the run counts as solved: it has an answer, and the check accepted evidence that the solver itself gave.
    pub const fn counts(&self) -> bool {
        self.checked
            && matches!(self.evidence, None | Some(Evidence::Checked))
            && matches!(
                self.outcome,
                RunOutcome::Solved | RunOutcome::Infeasible | RunOutcome::Refuted
            )
    }

    /// Whether the run counts as solved, but the record does not name the source of the evidence. In such old records,
    /// another solver may have given the evidence.
    pub const fn counts_without_evidence(&self) -> bool {
        self.counts() && self.evidence.is_none()
    }

    /// Records the method of an answer: its formula, and the call of its solver.
    pub(crate) fn answered_by(&mut self, method: &Method) {
        if let Method::Formula {
            horizon,
            variables,
            clauses,
            call,
            ..
        } = method
        {
            self.horizon = Some(*horizon);
            (self.variables, self.clauses) = (Some(*variables), Some(*clauses));
            self.called(call.as_ref());
        }
    }

    /// Records the call of a solver program.
    pub(crate) fn called(&mut self, call: Option<&ProgramCall>) {
        self.command = call.map(|call| call.command.clone());
        self.exit_status = call.and_then(|call| call.exit_status);
        self.proof_bytes = call.and_then(|call| call.proof_bytes);
    }

    /// Records a claim and an outcome that does not count as solved. `fact` is the reason.
    pub(crate) fn ends(&mut self, claim: Claimed, outcome: RunOutcome, fact: impl Into<String>) {
        (self.claim, self.outcome, self.checked) = (claim, outcome, false);
        self.evidence = match outcome {
            RunOutcome::Unproved => Some(Evidence::Missing),
            RunOutcome::Unchecked => Some(Evidence::Unfinished),
            RunOutcome::Wrong => Some(Evidence::Wrong),
            _ => None,
        };
        self.check = fact.into();
    }
}

/// An open file of records.
#[derive(Debug)]
pub(crate) struct Journal {
    lines: files::Journal,
    /// The records in the file: for each run, the last record.
    pub records: Vec<Record>,
}

impl Journal {
    /// Opens or creates the file. An incomplete last line is removed.
    ///
    /// # Errors
    /// Same as [`files::Journal::open`], or a line of the file is not a record.
    pub fn open(path: &Path) -> Result<Self, BadInput> {
        let (lines, records) = files::Journal::open(path, "saut bench", &["{\"run\":\""], read)?;
        Ok(Self { lines, records })
    }

    /// Appends a record.
    ///
    /// # Errors
    /// The system cannot write the line. The file may then end in a part of the line.
    pub fn append(&mut self, record: Record) -> std::io::Result<()> {
        self.lines.append(&serde_json::to_string(&record)?)?;
        self.records.push(record);
        Ok(())
    }
}

/// Parses the records of a file. If a run has several records, only the last record is returned, at the position of the
/// first.
fn read(bytes: &[u8]) -> Result<Vec<Record>, BadInput> {
    let lines = (1..).zip(bytes.split(|&byte| byte == b'\n'));
    let lines = lines.filter(|(_, line)| !line.is_empty());
    let records = lines.map(|(number, line)| {
        serde_json::from_slice(line).map_err(|error| {
            let fact = format!("this is not a record ({error})");
            BadInput::new(format!("line {number}"), fact)
                .remedy("is it the right file? You can delete a damaged line")
        })
    });
    Ok(last_of_each(records.collect::<Result<_, _>>()?))
}

/// Returns the last record of each run, at the position of the first record of the run.
pub(crate) fn last_of_each(records: Vec<Record>) -> Vec<Record> {
    let by_run = records
        .into_iter()
        .map(|record| (record.run.clone(), record));
    by_run.collect::<IndexMap<_, _>>().into_values().collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use std::fs;

    use crate::record::{Claimed, Evidence, Journal, Record, RunOutcome};

    /// Returns the record of a run with a limit of ten seconds and a checked outcome.
    pub fn run(backend: &str, puzzle: &str, outcome: RunOutcome, wall_seconds: f64) -> Record {
        Record {
            backend: backend.to_owned(),
            puzzle: puzzle.to_owned(),
            outcome,
            checked: true,
            wall_seconds,
            timeout_seconds: 10.0,
            ..Record::default()
        }
    }

    #[test]
    fn only_checked_answers_with_evidence_of_the_solver_count() {
        for (outcome, evidence) in [
            (RunOutcome::Solved, None),
            (RunOutcome::Refuted, None),
            (RunOutcome::Unproved, Some(Evidence::Missing)),
            (RunOutcome::Unchecked, Some(Evidence::Unfinished)),
            (RunOutcome::Wrong, Some(Evidence::Wrong)),
            (RunOutcome::Timeout, None),
        ] {
            let mut record = run("b", "p", outcome, 1.0);
            let is_answer = matches!(outcome, RunOutcome::Solved | RunOutcome::Refuted);
            assert_eq!(record.counts(), is_answer, "{outcome:?}");
            assert_eq!(record.counts_without_evidence(), is_answer);
            record.evidence = Some(Evidence::Missing);
            assert!(!record.counts());
            record.ends(Claimed::Unsat, outcome, "");
            assert_eq!((record.evidence, record.counts()), (evidence, false));
        }
    }

    #[test]
    fn a_record_is_one_line_and_comes_back() {
        let record = run("b", "a \"b\"\nc", RunOutcome::GaveUp, 1.0);
        let line = serde_json::to_string(&record).unwrap();
        assert!(!line.contains('\n') && line.contains(r#""outcome":"gave-up""#));
        assert_eq!(serde_json::from_str::<Record>(&line).unwrap(), record);
        assert!(serde_json::from_str::<Record>(r#"{"outcome":"won"}"#).is_err());
    }

    fn record(key: &str, outcome: RunOutcome) -> Record {
        Record {
            run: key.to_owned(),
            ..run("b", "p", outcome, 1.0)
        }
    }

    #[test]
    fn a_torn_line_is_cut_off_wherever_it_was_torn_and_the_last_record_of_a_run_counts() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.jsonl");
        let mut journal = Journal::open(&path).unwrap();
        for run in ["a", "b"] {
            journal.append(record(run, RunOutcome::Solved)).unwrap();
        }
        drop(journal);
        let whole = fs::read(&path).unwrap();
        let first = whole.iter().position(|&byte| byte == b'\n').unwrap() + 1;
        for length in 0..=whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            let mut journal = Journal::open(&path).unwrap();
            let left = usize::from(length >= first) + usize::from(length >= whole.len());
            assert_eq!(journal.records.len(), left, "{length}");
            for outcome in [RunOutcome::Unchecked, RunOutcome::Wrong] {
                journal.append(record("c", outcome)).unwrap();
            }
            drop(journal);
            let records = Journal::open(&path).unwrap().records;
            assert_eq!(records[left..], [record("c", RunOutcome::Wrong)]);
        }
    }

    #[test]
    fn other_files_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.jsonl");
        fs::write(&path, "\n# title\n").unwrap();
        let refused = Journal::open(&path).unwrap_err().to_string();
        assert!(
            refused.contains("line 2: this is not a record"),
            "{refused}"
        );
        fs::write(&path, "words").unwrap();
        assert!(Journal::open(&path).is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "words");
        let device = Journal::open("/dev/full".as_ref()).unwrap_err().to_string();
        assert!(device.contains("not a regular file"), "{device}");
    }
}
