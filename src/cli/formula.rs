//! Formulas of `saut encode` and `saut decode`. `saut decode` generates the formula again, and reads a model of this
//! formula.
//!
//! A puzzle or a planning task is read as a [`Source`]. [`Source::formula`] chooses the encoding and the horizon,
//! unless they are given, and generates the [`Formula`].

use std::fmt::Display;
use std::path::Path;

use saut::beside::in_document;
use saut::certify::certificate;
use saut::certify::proof::{Assumed, WrittenProof};
use saut::compile::{BaseballDomain, PegDomain, peg_task, peg_task_named};
use saut::encode::map::VariableMap;
use saut::encode::objective::{Minimised, WeightedFormat, weighted};
use saut::encode::{Encoded, Encoding, text};
use saut::formats::text_kind::{self, TextKind};
use saut::formats::{Entry, bundled};
use saut::formula::{self, MOST_CLAUSES, Reads};
use saut::model::{Answer, read_model, read_smtlib};
use saut::plan::Plan;
use saut::proof::{self, HorizonProof, Scope};
use saut::simulate::ReplayedPlan;
use saut::simulate::baseball::ReplayedSteps;
use saut::stop::Stop;
use saut::task::{ActionId, Naming, Task};
use saut::{BadInput, decode};
use saut_pddl::{Compiled, PlanStep, PlanningTask, Quality, Reason, ValidatedPlan};
use saut_plan::numeric::{IncrementalScript, NumericProblem as _, formulas, numeric_encoding};
use saut_task::{CheckError, Checked, Problem, RefusedPlan};
use serde_json::{Value, json};

use super::arguments::{EncodingArguments, Format, FormulaArguments, Names};
use super::reply::{Failure, unusable};
use super::{input, print};
use saut::answer::{SubjectNames, describe, steps_in_words};

/// A puzzle with the names of its variables, or a planning task with the name of its file.
pub enum Source {
    Puzzle(Entry, Naming),
    Task(Box<PlanningTask>, String),
}

/// A formula of `saut encode`.
pub struct Formula<'a> {
    /// "puzzle" or "task", and its name.
    pub named: (&'static str, &'a str),
    /// The name of the encoding without its options.
    pub method: &'static str,
    encoding: String,
    pub horizon: usize,
    pub variables: usize,
    pub clauses: usize,
    content: Content<'a>,
    /// Replays a plan by the rules.
    pub replay: &'a dyn Fn(Plan<ActionId>) -> Result<ReplayResult, RefusedPlan>,
    refute: &'a Refute<'a>,
}

type Replay<'a, P> = dyn Fn(&P) -> ReplayResult + 'a;

/// Checks a proof that a formula has no model. Returns whether it follows that no plan of any length exists.
type Refute<'a> = dyn Fn(HorizonProof, &Stop) -> Result<bool, CheckError> + 'a;

enum Content<'a> {
    Task(&'a Task, Encoded),
    Numbers(Box<IncrementalScript<'a>>),
}

/// A plan that was replayed by the rules.
pub struct ReplayResult {
    pub plan: Value,
    /// A measure of the plan: its name in JSON, and its value.
    pub size: (&'static str, usize),
    pub text: String,
}

impl Source {
    /// Reads a puzzle or a planning task.
    ///
    /// # Errors
    /// The file is invalid, or its variables cannot have the requested names.
    pub fn read(asked: &FormulaArguments, stop: &Stop) -> Result<Self, BadInput> {
        let puzzle = &asked.subject.puzzle;
        if asked.is_task() {
            let names = match &asked.domain {
                Some(domain) => SubjectNames {
                    first: domain,
                    problem: Some(input::name(puzzle)),
                    ..SubjectNames::default()
                },
                None => input::names(&asked.subject, "saut encode"),
            };
            let task = input::task(&names, &[], None, false, stop)?;
            let file = names.problem.unwrap_or(names.first).to_owned();
            return Ok(Self::Task(Box::new(task), file));
        }
        let entry = input::entry(puzzle, stop)?;
        let no = |fact, remedy| unusable("--names coordinates", fact, remedy);
        let names = match (asked.names, &entry) {
            (Some(Names::Cells), _) => Naming::NameAtTime,
            (Some(Names::Coordinates), _) if entry.is_of_old_rule() => {
                let fact = "a peg in hand, by the old French rule, has no column and no row";
                return no(fact, "leave it out for a puzzle with put_back");
            }
            (Some(Names::Coordinates), Entry::Baseball(_)) => {
                let fact = "a token on a base has no column and no row";
                return no(fact, "leave it out for colour baseball");
            }
            (Some(Names::Coordinates) | None, _) => Naming::Iteration,
        };
        Ok(Self::Puzzle(entry, names))
    }

    /// Generates the requested formula, and passes it to `work`.
    ///
    /// # Errors
    /// The horizon is missing, the formula is too large, the encoding does not support numbers, the task cannot be
    /// grounded, or `work` fails.
    pub fn formula<T>(
        &self,
        asked: &EncodingArguments,
        objective: Minimised,
        reads: Reads,
        stop: &Stop,
        work: impl FnOnce(&Formula<'_>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        match self {
            Self::Puzzle(Entry::Peg(puzzle), scheme) => {
                let domain = PegDomain::with_task(puzzle, peg_task_named(puzzle, *scheme));
                let replayed = |plan: &ReplayedPlan| {
                    let jumps = plan.jumps();
                    let length = print::length(&jumps);
                    let plan = print::plan(puzzle.board(), &jumps);
                    ReplayResult {
                        size: ("moves", saut::peg::moves(&jumps).len()),
                        text: format!("solved: {length}, replayed by the simulator\n{plan}"),
                        plan: json!(jumps),
                    }
                };
                let refute = |proof, stop: &Stop| {
                    // The check does not depend on the names of the variables.
                    let refuted = proof::check(&peg_task(puzzle), proof, stop)?;
                    if refuted.scope() != Scope::EveryPlan {
                        return Ok(false);
                    }
                    certificate(puzzle, refuted, Assumed::default(), stop).map(|_| true)
                };
                let encoding = of_puzzle(asked, domain.task())?;
                let named = ("puzzle", puzzle.name());
                written(&domain, named, encoding, reads, (&replayed, &refute), work)
            }
            Self::Puzzle(Entry::Baseball(puzzle), _) => {
                let domain = BaseballDomain::new(puzzle);
                let replayed = |plan: &ReplayedSteps| {
                    let steps = plan.steps();
                    let (game, length) = (describe(puzzle), print::counted(steps.len(), "step"));
                    let words = steps_in_words(&steps);
                    ReplayResult {
                        size: ("length", steps.len()),
                        text: format!("{game}solved: {length}, replayed by the simulator\n{words}"),
                        plan: json!(steps),
                    }
                };
                let refute =
                    |proof, stop: &Stop| proof::check(domain.task(), proof, stop).map(|_| false);
                let encoding = of_puzzle(asked, domain.task())?;
                let named = ("puzzle", puzzle.name());
                written(&domain, named, encoding, reads, (&replayed, &refute), work)
            }
            Self::Task(task, file) => {
                let named = ("task", task.name());
                let quality = match objective {
                    Minimised::Actions => Quality::AnyPlan,
                    Minimised::Cost => Quality::Cheapest,
                };
                match input::compiled(task, quality, file, stop)? {
                    Compiled::Classical(domain) => {
                        // For a large task, an encoding of linear size is used.
                        let encoding = asked.named().unwrap_or(Encoding::Exists);
                        let encoding = encoding.scaled_to(domain.task());
                        let encoding = with_horizon(asked, encoding, domain.task())?;
                        let refute = |proof, stop: &Stop| {
                            let refuted = proof::check(domain.task(), proof, stop)?;
                            Ok(Checked::<Reason>::proof(refuted).is_ok())
                        };
                        written(&domain, named, encoding, reads, (&of_task, &refute), work)
                    }
                    Compiled::Numeric(domain) => {
                        let Some(horizon) = asked.horizon.0 else {
                            let fact = "a numeric task needs a number of steps";
                            return unusable("--horizon", fact, "give one, as in --horizon 10");
                        };
                        let encoding = numeric_encoding(asked.choice())?;
                        let script = formulas::formula(domain.numeric(), encoding, horizon, stop);
                        let script = script.map_err(|why| {
                            let fact = format!("the task has no formula: {why}");
                            BadInput::new(file, fact).remedy("saut plan gives the reason")
                        })?;
                        let whole = formula::Formula::Smt(script.script());
                        let method = script.encoding().name();
                        work(&Formula {
                            named,
                            method,
                            encoding: method.to_owned(),
                            horizon,
                            variables: whole.variables(),
                            clauses: whole.clauses(),
                            content: Content::Numbers(Box::new(script)),
                            replay: &|plan| Ok(of_task(&domain.validate(plan)?.0)),
                            refute: &|_, _| {
                                CheckError::reject(
                                    "a proof is about clauses, but a numeric formula has no clauses",
                                )
                            },
                        })
                    }
                }
            }
        }
    }
}

/// Generates the formula of a task without numbers, and passes it to `work`.
fn written<P: Problem, T>(
    domain: &P,
    named: (&'static str, &str),
    (encoding, horizon): (Encoding, usize),
    reads: Reads,
    (replayed, refute): (&Replay<'_, P::Plan>, &Refute<'_>),
    work: impl FnOnce(&Formula<'_>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let task = domain.task();
    let most = encoding.most_clauses(task, horizon);
    if most > MOST_CLAUSES {
        let fact = format!("a formula of this horizon may have {most} clauses");
        let remedy = "choose fewer steps, or an encoding of linear size";
        return unusable("--horizon", fact, remedy);
    }
    let encoded = encoding.encode_for(task, horizon, reads);
    work(&Formula {
        named,
        method: encoded.encoding.name(),
        encoding: format!("{:#}", encoded.encoding),
        horizon: encoded.horizon,
        variables: encoded.formula.variables(),
        clauses: encoded.formula.clauses(),
        content: Content::Task(task, encoded),
        replay: &|plan| Ok(replayed(&domain.validate(plan)?.0)),
        refute,
    })
}

/// Returns a validated plan of a planning task in both output formats.
fn of_task(valid: &ValidatedPlan) -> ReplayResult {
    let plan = valid.plan();
    let steps: Vec<String> = plan.steps.iter().map(PlanStep::written).collect();
    let (all, length) = (plan.written(), print::counted(steps.len(), "action"));
    ReplayResult {
        size: ("length", steps.len()),
        text: format!("{all}\nsolved: {length}, validated\n"),
        plan: json!(steps),
    }
}

/// Returns the encoding and the horizon for a puzzle. The default encoding is `r2-exists` if a horizon is given,
/// otherwise `naive`.
fn of_puzzle(asked: &EncodingArguments, task: &Task) -> Result<(Encoding, usize), BadInput> {
    let own = match asked.horizon.0 {
        None => Encoding::Naive,
        Some(_) => Encoding::R2_EXISTS,
    };
    with_horizon(asked, asked.named().unwrap_or(own), task)
}

/// Returns the encoding with its horizon. If no horizon is given, the horizon is the number of actions, provided that
/// all plans have the same number and each step of the encoding is one action.
///
/// # Errors
/// No horizon is given, and the number of actions does not determine the horizon.
fn with_horizon(
    asked: &EncodingArguments,
    encoding: Encoding,
    task: &Task,
) -> Result<(Encoding, usize), BadInput> {
    let (length, name) = (task.length(), encoding.name());
    let (least, most) = (length.at_least, length.at_most);
    let (fact, remedy) = match (asked.horizon.0, length.exactly()) {
        (Some(steps), _) => return Ok((encoding, steps)),
        (None, Some(length)) if encoding.is_sequential() => return Ok((encoding, length)),
        (None, None) if encoding.is_sequential() => {
            let most = most.map_or("or more".to_owned(), |most| format!("to {most}"));
            let fact = format!(
                "plans may have {least} {most} actions, and {name} has one action per step"
            );
            (fact, "give the number of actions of a plan".to_owned())
        }
        (None, _) => {
            let finds =
                "saut solve (for a planning task, saut plan) finds the number with --encoding";
            let fact = format!("auto does not determine the number of steps for {name}");
            (fact, format!("give a number of steps; {finds} {name}"))
        }
    };
    unusable("--horizon", fact, remedy)
}

impl Formula<'_> {
    /// Returns the name, encoding, horizon and size of the formula as JSON.
    pub fn facts(&self) -> Value {
        let (noun, name) = self.named;
        json!({
            noun: name, "encoding": self.encoding, "horizon": self.horizon,
            "variables": self.variables, "clauses": self.clauses,
        })
    }

    /// Returns a document with this verdict about the formula, to which more fields can be added.
    pub fn answer(&self, verdict: &str) -> Value {
        let (noun, name) = self.named;
        json!({
            noun: name, "verdict": verdict, "method": self.method, "seconds": 0.0,
        })
    }

    /// Returns the encoding, horizon and size of the formula as text.
    pub fn in_words(&self) -> String {
        let (encoding, horizon) = (&self.encoding, self.horizon);
        let (variables, clauses) = (self.variables, self.clauses);
        let is_script = match &self.content {
            Content::Task(_, encoded) => matches!(encoded.formula, saut::formula::Formula::Smt(_)),
            Content::Numbers(_) => true,
        };
        let (symbols, assertions) = if is_script {
            ("symbol", "assertion")
        } else {
            ("variable", "clause")
        };
        let symbols = print::counted(variables, symbols);
        let assertions = print::counted(clauses, assertions);
        format!("{encoding}, horizon {horizon}, {symbols}, {assertions}")
    }

    /// Whether a file in DIMACS has the clauses of this formula, in the same order.
    ///
    /// # Errors
    /// The encoding has no clauses.
    pub fn is_in(&self, text: &str, objective: Minimised) -> Result<bool, BadInput> {
        let clauses = |line: &&str| !line.starts_with('c');
        let written = self.file(Format::Dimacs, objective)?;
        Ok(written
            .lines()
            .filter(clauses)
            .eq(text.lines().filter(clauses)))
    }

    /// Returns the formula as a file in this language.
    ///
    /// # Errors
    /// The language requires clauses, but the encoding has none.
    pub fn file(&self, language: Format, objective: Minimised) -> Result<String, BadInput> {
        let (noun, name) = self.named;
        let title = &format!("{noun} {name}");
        let (task, encoded) = match &self.content {
            Content::Task(task, encoded) => (task, encoded),
            Content::Numbers(script) => return Ok(script.file(title)),
        };
        let with_objective = |format| weighted(task, encoded, title, (format, objective));
        match language {
            Format::Smtlib => Ok(text::smtlib(task, encoded, title)),
            Format::Wcnf => with_objective(WeightedFormat::Wcnf),
            Format::Opb => with_objective(WeightedFormat::Opb),
            Format::Icnf => text::icnf(task, encoded.encoding, self.horizon, title),
            Format::Dimacs | Format::Pddl => text::dimacs(task, encoded, title),
        }
    }

    /// Checks a solver's proof that the formula has no model. If it follows that no plan of any length exists, returns
    /// the certificate. `file` is the name of the proof in the certificate.
    ///
    /// # Errors
    /// The proof is rejected, or its check was not finished.
    pub fn refuted(
        &self,
        bytes: Vec<u8>,
        file: &Path,
        stop: &Stop,
    ) -> Result<Option<Value>, CheckError> {
        let Content::Task(_, encoded) = &self.content else {
            return CheckError::reject(
                "a proof is about clauses, but a numeric formula has no clauses",
            );
        };
        let (encoding, horizon) = (encoded.encoding, encoded.horizon);
        let proof = HorizonProof {
            encoding,
            horizon,
            bytes,
        };
        let format = proof.format();
        let file = in_document(file).display().to_string();
        let mut written = match self.named.0 {
            "puzzle" => json!(WrittenProof::of(&proof, Some(file))),
            _ => json!({"file": file, "encoding": encoding, "horizon": horizon}),
        };
        let covers_every_plan = (self.refute)(proof, stop)?;
        Ok(covers_every_plan.then(|| {
            written["kind"] = "proof".into();
            written["format"] = format.to_string().into();
            written
        }))
    }

    pub fn map(&self) -> Value {
        let map = match &self.content {
            Content::Task(task, encoded) => VariableMap::new(task, encoded),
            Content::Numbers(script) => {
                VariableMap::of_symbols(script.symbols(), |symbol| script.meaning(symbol))
            }
        };
        let mut document = self.facts();
        document["variables"] = json!(map.variables);
        document["fixed"] = json!(map.fixed);
        document
    }

    /// Reads the plan from the output of a solver, without replaying it. If the solver found no model, its answer is
    /// returned instead. `place` is the name of the output in messages.
    ///
    /// # Errors
    /// The text is not the output of a solver, or it belongs to another formula.
    pub fn plan_of(
        &self,
        said: &str,
        place: &str,
    ) -> Result<Result<Plan<ActionId>, &'static str>, BadInput> {
        let reading = match &self.content {
            Content::Task(task, encoded) => {
                let reading = read_model(said, &encoded.formula, task);
                if reading.is_err()
                    && let Ok(Some(steps)) = encoded.encoding.steps(task, &Stop::default())
                    && let Some(plan) = decode::decode_horizons(&steps, self.horizon, said)
                {
                    return Ok(Ok(plan)); // The model is of a formula in the format icnf.
                }
                let reads = |kind| kind == TextKind::Model;
                let other = || text_kind::other_than(said, "a solver's answer", reads);
                reading.map_err(|bad| other().unwrap_or(bad))
            }
            Content::Numbers(script) => read_smtlib(said, script.symbols()),
        };
        let model = match reading.map_err(|bad| bad.within(place))? {
            Answer::Sat(model) => model,
            Answer::Unsat => return Ok(Err("unsatisfiable")),
            Answer::Unknown(_) => return Ok(Err("unknown")),
        };
        Ok(Ok(match &self.content {
            Content::Task(task, encoded) => {
                decode::decode(task, encoded, &model).map_err(|error| foreign(place, error))?
            }
            Content::Numbers(script) => {
                let none = || foreign(place, "a value is missing, or out of range");
                script.plan(&model).ok_or_else(none)?
            }
        }))
    }
}

/// If the subject is a formula of a bundled puzzle, takes the puzzle, the encoding and the horizon from its first two
/// lines. Also returns the text of the formula.
///
/// # Errors
/// The lines are missing, or name another puzzle or a task.
pub fn completed(
    asked: &FormulaArguments,
    stop: &Stop,
) -> Result<(FormulaArguments, Option<String>), BadInput> {
    let mut completed = asked.clone();
    if !asked.subject.is_formula() {
        return Ok((completed, None));
    }
    let place = input::name(&asked.subject.puzzle);
    let text = input::text(place, stop)?;
    let mut lines = text.lines();
    let subject = lines.next().and_then(|line| line.strip_prefix("c saut, "));
    let encoding = lines.next().and_then(EncodingArguments::of_header);
    let (Some(subject), Some(encoding)) = (subject, encoding) else {
        let fact = "the first two lines do not name a puzzle, an encoding and a horizon";
        let remedy = "give the puzzle or the task, with the flags of saut encode";
        return Err(BadInput::new(place, fact).remedy(remedy));
    };
    let puzzle = subject.strip_prefix("puzzle ");
    let Some(puzzle) = puzzle.filter(|name| bundled::entry_named(name).is_ok()) else {
        return Err(not_bundled(place, &text));
    };
    completed.encoding = encoding;
    completed.subject.puzzle.puzzle = Some(puzzle.to_owned());
    Ok((completed, Some(text)))
}

/// Returns the error for a formula of `saut encode` that is not of a bundled puzzle.
pub fn not_bundled(place: &str, text: &str) -> BadInput {
    let mut lines = text.lines().map(|line| line.trim_start_matches("c "));
    let [subject, flags] = [(); 2].map(|()| lines.next().unwrap_or_default());
    let subject = subject.trim_start_matches("saut, ");
    let fact = format!("the file is not the formula of a bundled puzzle, but of the {subject}");
    let remedy = format!(
        "give the arguments of saut encode instead: the subject, and the flags for {flags}"
    );
    BadInput::new(place, fact).remedy(remedy)
}

/// Returns the error for a model that does not belong to the formula.
pub fn foreign(place: &str, fact: impl Display) -> BadInput {
    BadInput::new(place, fact.to_string()).remedy(
        "give decode the same --encoding and --horizon as encode (line 2 of the formula has them)",
    )
}
