//! A kit for a competition of solvers: compressed formulas of the family and of planning tasks, with checksums and a
//! description. The formulas are chosen by their hardness for named solvers.
//!
//! The rules of the SAT competitions ask for about twenty new instances. At least ten of them must take `MiniSat`
//! longer than a minute, and a solver must be able to solve them. A formula is chosen if the time of the fastest named
//! solver is within the given range.

use std::fmt::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use saut_base::read_limited::{Compression, compress};
use saut_criteria::compile::PegDomain;
use saut_formats::markup::csv;
use saut_plan::attempt::{AttemptResult, attempt_encoded};
use saut_plan::backend::Backend;
use saut_task::Problem;
use saut_task::encode::{Encoded, Encoding, text};
use serde::Serialize;
use serde_json::json;

use super::folder::{FamilyFolder, INDEX};
use super::horizons::{MeasureLimits, is_refuted};
use super::write::{FamilyError, safe, stem, within};
use super::{AnswerEvidence, Expected, Member, MemberTask};
use crate::report::table::plain;

/// Encodings of planning tasks.
const OF_TASKS: [Encoding; 2] = [Encoding::Exists, Encoding::Forall];

/// Maximum number of steps of a formula of a planning task.
const MOST_STEPS: usize = 200;

/// Settings of a kit.
pub struct KitSettings {
    /// Minimum time of the fastest solver.
    pub low: Duration,
    /// Limits of the measurement. The time limit of one formula applies to each call of a solver. If another limit ends
    /// the measurement, the kit has the instances found so far.
    pub limits: MeasureLimits,
    /// The solvers that are measured.
    pub solvers: Vec<Box<dyn Backend>>,
    /// Maximum number of instances.
    pub count: usize,
    /// Maximum number of clauses. Larger formulas are left out.
    pub most_clauses: usize,
    /// Whether an earlier kit in the same folder is replaced.
    pub force: bool,
}

/// A puzzle or a planning task, which gives formulas.
pub enum KitSubject<'a, P> {
    /// A puzzle of the family, with its known horizons.
    Member(&'a Member),
    /// A planning task with its name. Its horizons are tried in ascending order.
    Task(String, P),
}

/// An instance of a kit.
#[derive(Clone, Debug, Serialize)]
pub struct KitInstance {
    /// Path of the file in the folder of the kit.
    pub file: String,
    /// Name of the puzzle or the task.
    pub subject: String,
    /// The encoding with its choices.
    pub encoding: String,
    /// The number of steps.
    pub horizon: usize,
    /// Number of variables.
    pub variables: usize,
    /// Number of clauses.
    pub clauses: usize,
    /// The expected answer. It is known only if a proof was checked or a plan was replayed.
    pub expected: Option<Expected>,
    /// Evidence for the expected answer.
    pub evidence: &'static str,
    /// Size of the file in bytes.
    pub bytes: usize,
    /// SHA-256 of the file.
    pub sha256: String,
    /// Times of the solvers.
    pub seconds: Vec<SolverTime>,
}

/// The time of a solver on an instance.
#[derive(Clone, Debug, Serialize)]
pub struct SolverTime {
    /// Name of the solver.
    pub solver: String,
    /// Wall-clock seconds, or `None` if the solver found no answer in time.
    pub seconds: Option<f64>,
}

/// A written kit.
#[derive(Clone, Debug, Serialize)]
pub struct Kit {
    /// The chosen instances.
    pub instances: Vec<KitInstance>,
    /// Number of formulas that were measured.
    pub measured: usize,
    /// Number of formulas that a solver decided too fast.
    pub too_easy: usize,
    /// Number of formulas that no solver decided in time.
    pub too_hard: usize,
}

/// Writes a kit. `progress` is called before each measurement with the number of chosen instances and the formula.
///
/// # Errors
/// [`enum@FamilyError`]. The folder is then unchanged, or does not exist.
pub fn write_kit<P: Problem>(
    place: &Path,
    subjects: &[KitSubject<'_, P>],
    settings: &KitSettings,
    progress: &dyn Fn(usize, &str),
) -> Result<Kit, FamilyError> {
    let mut work = KitWriter {
        folder: FamilyFolder::new(place, settings.force)?,
        settings,
        kit: Kit {
            instances: Vec::new(),
            measured: 0,
            too_easy: 0,
            too_hard: 0,
        },
        progress,
    };
    for subject in subjects {
        match subject {
            KitSubject::Member(member) => work.member(member)?,
            KitSubject::Task(name, problem) => work.task(name, problem)?,
        }
        if work.is_done() {
            break;
        }
    }
    let (mut folder, kit) = (work.folder, work.kit);
    let json = serde_json::to_string_pretty(&kit).unwrap_or_default() + "\n";
    folder.write(INDEX, &table(&kit, settings))?;
    folder.write("index.json", &json)?;
    folder.write("DESCRIPTION.md", &description(&kit, settings))?;
    folder.finish()?;
    Ok(kit)
}

struct KitWriter<'a> {
    folder: FamilyFolder,
    settings: &'a KitSettings,
    kit: Kit,
    progress: &'a dyn Fn(usize, &str),
}

/// A formula that may be chosen.
struct Candidate<'a> {
    subject: &'a str,
    /// Kind of the subject: "puzzle" or "task".
    noun: &'a str,
    /// The beginning of the file name.
    stem: &'a str,
    encoded: Encoded,
    evidence: AnswerEvidence,
}

/// Times of the solvers on a formula, and the smallest of these times.
struct SolverTimes {
    times: Vec<SolverTime>,
    fastest: Option<Duration>,
    /// Whether a model was found and is a plan.
    has_plan: bool,
}

impl KitWriter<'_> {
    fn is_done(&self) -> bool {
        self.kit.instances.len() >= self.settings.count
            || self.settings.limits.stop.stop_reason().is_some()
    }

    fn member(&mut self, member: &Member) -> Result<(), FamilyError> {
        let (subject, most) = (MemberTask::new(member), self.settings.most_clauses);
        let domain = PegDomain::new(&member.puzzle);
        let stem = stem(member);
        for encoding in [Encoding::SEQUENTIAL, Encoding::Forall, Encoding::R2_EXISTS] {
            for wanted in subject.formulas(encoding) {
                if self.is_done() {
                    return Ok(());
                }
                if let Some(encoded) = within(domain.task(), encoding, wanted.horizon, most) {
                    let candidate = Candidate {
                        subject: member.puzzle.name(),
                        noun: "puzzle",
                        stem: &stem,
                        encoded,
                        evidence: wanted.evidence,
                    };
                    self.consider(&domain, candidate)?;
                }
            }
        }
        Ok(())
    }

    /// Measures the formulas of a planning task at growing horizons, until a formula has a plan or is too hard.
    fn task(&mut self, name: &str, problem: &impl Problem) -> Result<(), FamilyError> {
        let (stem, most) = (safe(name), self.settings.most_clauses);
        for encoding in OF_TASKS {
            for horizon in 1..=MOST_STEPS {
                if self.is_done() {
                    return Ok(());
                }
                let Some(encoded) = within(problem.task(), encoding, horizon, most) else {
                    break;
                };
                let candidate = Candidate {
                    subject: name,
                    noun: "task",
                    stem: &stem,
                    encoded,
                    evidence: AnswerEvidence::none("not checked"),
                };
                let measured = self.consider(problem, candidate)?;
                if measured.has_plan || measured.fastest.is_none() {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Measures a formula, and writes it if its hardness is within the range.
    fn consider(
        &mut self,
        problem: &impl Problem,
        candidate: Candidate<'_>,
    ) -> Result<SolverTimes, FamilyError> {
        let Candidate {
            subject,
            noun,
            stem,
            encoded,
            evidence,
        } = candidate;
        let (encoding, horizon) = (encoded.encoding, encoded.horizon);
        let limits = &self.settings.limits;
        (self.progress)(
            self.kit.instances.len(),
            &format!("{subject}, {encoding}, horizon {horizon}"),
        );
        let measured = measure(problem, &encoded, self.settings);
        self.kit.measured += 1;
        match measured.fastest {
            None => self.kit.too_hard += 1,
            Some(fastest) if fastest < self.settings.low => self.kit.too_easy += 1,
            Some(_) => {
                let evidence = match evidence.expected {
                    None if measured.has_plan => AnswerEvidence::PLAN,
                    None if is_refuted(problem.task(), encoding, horizon, limits)
                        .unwrap_or(false) =>
                    {
                        AnswerEvidence::of(Expected::Unsat, "DRAT proof")
                    }
                    _ => evidence,
                };
                let path = format!(
                    "saut-{stem}-{}-h{horizon:02}-{}.cnf.xz",
                    encoding.name().replace('-', ""),
                    Expected::name(evidence.expected),
                );
                let text = text::dimacs(problem.task(), &encoded, &format!("{noun} {subject}"))?;
                let packed = compress(text.as_bytes(), Compression::Xz)?;
                let sha256 = self.folder.write(&path, &packed)?;
                self.kit.instances.push(KitInstance {
                    file: path,
                    subject: subject.to_owned(),
                    encoding: format!("{encoding:#}"),
                    horizon,
                    variables: encoded.formula.variables(),
                    clauses: encoded.formula.clauses(),
                    expected: evidence.expected,
                    evidence: evidence.from,
                    bytes: packed.len(),
                    sha256,
                    seconds: measured.times.clone(),
                });
            }
        }
        Ok(measured)
    }
}

/// Calls the solvers one after the other, and stops as soon as a solver is too fast. A wrong model, "unsatisfiable"
/// although there is a plan, or any other fault of a solver counts as no answer.
fn measure(problem: &impl Problem, encoded: &Encoded, settings: &KitSettings) -> SolverTimes {
    let (mut has_plan, mut results) = (false, Vec::new());
    for solver in &settings.solvers {
        let limits = settings.limits.one(None);
        let began = Instant::now();
        let solved = attempt_encoded(problem.task(), encoded, &[], solver.as_ref(), &limits);
        let time = began.elapsed();
        let claim = match solved.map(|attempt| attempt.result) {
            Ok(AttemptResult::Plan(plan)) => {
                let is_plan = problem.validate(plan).is_ok();
                has_plan |= is_plan;
                is_plan.then_some(Expected::Sat)
            }
            Ok(AttemptResult::Refuted(_)) => Some(Expected::Unsat),
            Ok(AttemptResult::Unknown(_)) | Err(_) => None,
        };
        results.push((solver.name().to_owned(), claim, time));
        if claim.is_some() && time < settings.low {
            break;
        }
    }
    let answered = |claim: Option<Expected>, time: Duration| {
        let is_answer = claim.is_some_and(|claim| claim == Expected::Sat || !has_plan);
        is_answer.then_some(time)
    };
    let times = results.iter().map(|(solver, claim, time)| SolverTime {
        solver: solver.clone(),
        seconds: answered(*claim, *time).map(|time| time.as_secs_f64()),
    });
    SolverTimes {
        times: times.collect(),
        fastest: results.iter().filter_map(|it| answered(it.1, it.2)).min(),
        has_plan,
    }
}

/// Returns the instances as CSV, with the seconds of each solver.
fn table(kit: &Kit, settings: &KitSettings) -> String {
    const FIELDS: &str =
        "file,subject,encoding,horizon,variables,clauses,expected,evidence,bytes,sha256";
    let solvers = settings.solvers.iter().map(|solver| solver.name());
    let head = FIELDS.split(',').chain(solvers).map(str::to_owned);
    let row = |one: &KitInstance| -> Vec<String> {
        let seconds = |time: &SolverTime| time.seconds.map(|it| format!("{it:.2}"));
        let seconds = one
            .seconds
            .iter()
            .map(|time| seconds(time).unwrap_or_default());
        let mut json = json!(one);
        json["expected"] = Expected::name(one.expected).into();
        let fields = FIELDS.split(',').map(|name| plain(&json[name]));
        fields.chain(seconds).collect()
    };
    csv(std::iter::once(head.collect()).chain(kit.instances.iter().map(row)))
}

/// Returns the description of the instances that the SAT competitions ask for, in Markdown.
fn description(kit: &Kit, settings: &KitSettings) -> String {
    let names: Vec<&str> = settings
        .solvers
        .iter()
        .map(|solver| solver.name())
        .collect();
    let version = env!("CARGO_PKG_VERSION");
    let mut text = format!(
        include_str!("description.txt"),
        count = kit.instances.len(),
        names = names.join(", "),
        low = settings.low.as_secs_f64(),
        high = settings.limits.each.as_secs_f64(),
        measured = kit.measured,
        too_easy = kit.too_easy,
        too_hard = kit.too_hard,
    );
    text += "| instance | encoding | steps | variables | clauses | answer |";
    for solver in &settings.solvers {
        let _ = write!(text, " {} |", solver.name());
    }
    text += "\n|---|---|---|---|---|---|";
    text += &"---|".repeat(settings.solvers.len());
    text.push('\n');
    for one in &kit.instances {
        let _ = write!(
            text,
            "| `{}` | {} | {} | {} | {} | {} |",
            one.file,
            one.encoding,
            one.horizon,
            one.variables,
            one.clauses,
            Expected::name(one.expected)
        );
        for time in &one.seconds {
            let seconds = time
                .seconds
                .map_or("–".to_owned(), |it| format!("{it:.1} s"));
            let _ = write!(text, " {seconds} |");
        }
        text.push('\n');
    }
    let _ = write!(
        text,
        "\nThe formulas were written by `saut` {version}. They may be used under the MIT or the Apache 2.0 \
         licence. `SHA256SUMS` has the checksums. `index.csv` and `index.json` have the table.\n"
    );
    text
}
