//! `saut job`: refutations in pieces for many machines. `split` creates a job from a puzzle or a planning task,
//! `submit` passes its pieces to an engine, and `run` runs one piece. `status` shows the progress, and `merge` combines
//! the results into one answer.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::process::{Command, Stdio};
use std::time::Duration;

use saut::BadInput;
use saut::certify::{CheckedCertificate, quick_within};
use saut::decide;
use saut::encode::Encoding;
use saut::named::Named as _;
use saut::peg::{Puzzle, moves};
use saut::shards::cube::{self, CubeSettings};
use saut::shards::submit::{self, Engine, Tasks};
use saut::shards::{
    self, ConquerEvent, ConquerSettings, Conquered, JobFolder, JobQuestion, MergeResult,
    MissingResult, PieceName, PlanEntry, PlanMeasures, RESULT_FILE,
};
use saut::words::quoted;
use saut_check::subject::{domain_beside, is_task};
use saut_pddl::number_entry;
use serde_json::{Value, json};

use super::arguments::{Global, JobFolderArgument, RunPiece, Split, Submit};
use super::interrupt::interruptible;
use super::progress::Line;
use super::reply::{CommandOutput, Failure, unusable};
use super::{input, print, status, whole};

/// Maximum number of missing pieces that are listed.
const NAMED: usize = 20;

/// Runs `saut job split`: creates the folder of a job and prints the next command.
pub fn split(arguments: &Split, global: &Global) -> Result<CommandOutput, Failure> {
    let stop = interruptible(&global.stop);
    let settings = CubeSettings {
        encoding: arguments.encoding.named().unwrap_or(Encoding::SEQUENTIAL),
        horizon: arguments.encoding.horizon.0,
        cubes: arguments.cubes.get(),
        jump_bounds: arguments.jump_bounds,
        first_jumps: arguments.first_jumps,
        stop: stop.clone(),
    };
    let mut domain = arguments.domain.clone();
    if domain.is_none() && is_task(&arguments.puzzle) {
        let command = "saut job split --domain";
        let found = domain_beside(&arguments.puzzle, command, " DIR", &stop)?;
        tell!("saut: the domain is {found}");
        domain = Some(found);
    }
    let manifest = if let Some(domain) = &domain {
        let domain = input::text(domain, &stop)?;
        cube::task(&domain, &input::text(&arguments.puzzle, &stop)?, &settings)?
    } else {
        let puzzle = input::entry_named(&arguments.puzzle, &arguments.directions, &stop)?.peg()?;
        // If a horizon is given, the criteria are skipped, because the user requests the formula of this horizon.
        if settings.horizon.is_none()
            && let Some(refuted) = quick_within(&puzzle, &stop).map_err(decide::Error::from)?
        {
            return Ok(already_refuted(&puzzle, &refuted));
        }
        cube::puzzle(&puzzle, &settings)?
    };
    if let Some(why) = stop.stop_reason() {
        let fact = format!("ended ({}) before the formula was split", why.name());
        let mut bad = BadInput::new("saut job split", fact);
        bad.limit = Some(why);
        let bad = bad.remedy("give more time, or ask for fewer cubes");
        return Err(bad.into());
    }
    if let Some(file) = &arguments.icnf {
        whole::write(file, cube::icnf(&manifest, &stop)?)?;
    }
    let folder = JobFolder::create(&arguments.folder, &manifest)?;
    let folder = folder.path().display().to_string();
    let (name, pieces) = (manifest.name(), manifest.pieces);
    let (place, all) = (quoted(&folder), print::counted(pieces, "piece"));
    let text = format!(
        "{name}: {all} in {place}\n\
         next: saut job submit {place} --engine local --run, then saut job merge {place}\n"
    );
    let document = json!({
        "question": name, "pieces": pieces, "job": folder, "manifest_sha256": manifest.sha256,
    });
    Ok(CommandOutput::new(status::SOLVED, document, text))
}

/// Returns the reply for a puzzle that a criterion refutes, so that no job is needed.
fn already_refuted(puzzle: &Puzzle, refuted: &CheckedCertificate) -> CommandOutput {
    let document = json!({"puzzle": puzzle.name(), "verdict": "infeasible",
        "certificate": refuted.certificate(), "checked": true});
    let reason = match refuted.kind() {
        "class" => "its class".to_owned(),
        kind => format!("a certificate ({kind})"),
    };
    let name = quoted(puzzle.name());
    let text = format!(
        "{name} is already refuted by {reason}, so no job was made; saut explain {name} shows why\n"
    );
    CommandOutput::new(status::INFEASIBLE, document, text)
}

pub fn run(arguments: &RunPiece, global: &Global) -> Result<CommandOutput, Failure> {
    let folder = JobFolder::open(&arguments.folder)?;
    let settings = ConquerSettings {
        backend: arguments.how.backend.clone(),
        conflicts: arguments.how.conflicts,
        timeout: global.timeout.map(Duration::from_secs_f64),
        memory_mib: global.memory,
        stop: interruptible(&global.stop),
        seed: global.seed,
        parts: arguments.how.parts.into(),
    };
    let piece = &arguments.index;
    let line = Line::of_long_work();
    let observer = |event: ConquerEvent| match event {
        ConquerEvent::Refuted(name, left) => {
            let left = print::counted(left, "part");
            line.set_message(format!("piece {name} was refuted, {left} left"));
        }
        ConquerEvent::Split(name, parts) => {
            let parts = print::counted(parts, "part");
            line.set_message(format!("piece {name} was split into {parts}"));
        }
        ConquerEvent::AsHard(name, factor) => tell!(
            "saut: part {name} is as hard as its piece, so all conflict limits are multiplied by {}",
            print::grouped(factor)
        ),
    };
    let conquered = shards::conquer(&folder, piece, &settings, &observer);
    line.finish_and_clear();
    Ok(match conquered? {
        Conquered::Done => {
            let document = json!({"piece": piece.to_string(), "outcome": "done"});
            CommandOutput::new(status::SOLVED, document, format!("piece {piece}: done\n"))
        }
        Conquered::Plan(found) => {
            let document = json!({"piece": found.to_string(), "outcome": "plan"});
            let text = format!("piece {found} has a plan; saut job merge shows the plan\n");
            CommandOutput::new(status::SOLVED, document, text)
        }
        Conquered::Unfinished(why, left) => {
            let left: Vec<String> = left.iter().map(PieceName::to_string).collect();
            let (why, names) = (why.name(), left.join(" "));
            let text = format!("piece {piece}: not done ({why}); left: {names}\n");
            let document = json!({"piece": piece.to_string(), "outcome": "undecided", "reason": why,
                "left": left});
            CommandOutput::new(status::UNDECIDED, document, text)
        }
    })
}

pub fn status(arguments: &JobFolderArgument) -> Result<CommandOutput, Failure> {
    let folder = JobFolder::open(&arguments.folder)?;
    let (state, name) = (shards::status(&folder), folder.manifest().name());
    let damaged = state.damaged.iter();
    let damaged = damaged.map(|(name, fact)| json!({"piece": name.to_string(), "why": fact}));
    let document = json!({
        "question": name, "pieces": state.pieces, "done": state.done,
        "damaged": damaged.collect::<Value>(), "plan": state.plan.as_ref().map(PieceName::to_string),
        "share": state.share, "cpu_seconds": state.cpu_seconds,
        "longest_seconds": state.longest_seconds, "estimated_seconds": state.estimated_seconds,
        "deviation_seconds": state.deviation_seconds,
    });
    let done = print::grouped(state.done);
    let all = print::counted(state.pieces, "piece");
    let mut text = format!(
        "{name}: {done} of {all} done, {:.0} % of the tree\n\
         {:.1} s of processor time, {:.1} s for the longest piece\n",
        100.0 * state.share,
        state.cpu_seconds,
        state.longest_seconds
    );
    if let (Some(estimate), true) = (state.estimated_seconds, state.done < state.pieces) {
        let deviation = match state.deviation_seconds {
            Some(one) => format!("standard deviation {one:.1} s"),
            None => "too few whole pieces for a standard deviation".to_owned(),
        };
        let _ = writeln!(text, "estimated total: {estimate:.1} s ({deviation})");
    }
    if let Some(piece) = &state.plan {
        let _ = writeln!(
            text,
            "piece {piece} has a plan: saut job merge shows the plan"
        );
    }
    for (piece, fact) in &state.damaged {
        let _ = writeln!(text, "damaged: {piece}: {fact}");
    }
    Ok(CommandOutput::new(status::SOLVED, document, text))
}

pub fn merge(arguments: &JobFolderArgument, global: &Global) -> Result<CommandOutput, Failure> {
    let folder = JobFolder::open(&arguments.folder)?;
    let threads = global.threads.map_or(1, std::num::NonZero::get);
    let merged = shards::merge(&folder, &interruptible(&global.stop), threads)?;
    let noun = match folder.manifest().question {
        JobQuestion::Puzzle { .. } => "puzzle",
        JobQuestion::Task { .. } => "task",
    };
    // For an infeasible puzzle, `shards::merge` has already written the result file with the certificate.
    let is_conclusion = matches!(
        merged,
        MergeResult::Solved { .. } | MergeResult::HorizonRefuted(..)
    );
    let (strong, place) = (print::STRONG, folder.path().display());
    let place = quoted(&place.to_string());
    let reply = |status: u8, mut document: Value, text: String| {
        document[noun] = folder.manifest().name().into();
        if is_conclusion {
            folder.write(RESULT_FILE, format!("{document}\n").as_bytes())?;
        }
        Ok(CommandOutput::new(status, document, text))
    };
    let undecided = |mut document: Value, fact: String| {
        document["verdict"] = "undecided".into();
        let text = format!("{strong}undecided{strong:#}: {fact}\n");
        reply(status::UNDECIDED, document, text)
    };
    match merged {
        MergeResult::Solved {
            plan,
            piece,
            measured,
            horizon,
            cpu_milliseconds,
        } => {
            let seconds = Duration::from_millis(cpu_milliseconds).as_secs_f64();
            let mut solved = json!({"verdict": "solved", "method": "cubes", "horizon": horizon,
                "piece": piece.to_string(), "seconds": seconds, "checked": true});
            let length = add_plan(&mut solved, plan, &measured);
            let text = format!(
                "{strong}solved{strong:#}: {length}, found in piece {piece}, replayed\nto print the plan: saut \
                 job merge {place} --json\n"
            );
            reply(status::SOLVED, solved, text)
        }
        MergeResult::Infeasible {
            certificate,
            document,
        } => {
            let (kind, file) = (certificate.kind(), document.display());
            let text = format!(
                "{strong}infeasible{strong:#}: the certificate ({kind}) holds\nwritten to {file}, for saut check\n"
            );
            let document = serde_json::from_str(&std::fs::read_to_string(&document)?)?;
            reply(status::INFEASIBLE, document, text)
        }
        MergeResult::HorizonRefuted(refuted, claim) => {
            let (horizon, pieces) = (refuted.horizon(), refuted.pieces());
            let encoding = refuted.encoding().name();
            let document = json!({"reason": "horizon-refuted", "horizon": horizon,
                "encoding": encoding, "proof_checked": true, "pieces": pieces,
                "cubes": *claim});
            let steps = print::counted(horizon, "step");
            let proofs = print::counted(pieces, "proof");
            let kept = folder.path().join(RESULT_FILE);
            let fact = format!(
                "{encoding} has no plan in {steps}; {proofs} checked\nwritten to {}, for saut check",
                kept.display()
            );
            undecided(document, fact)
        }
        MergeResult::Missing(missing) => {
            let indices: BTreeSet<usize> = missing.iter().map(|(name, _)| name.index()).collect();
            let piece = |(name, lack): &(PieceName, MissingResult)| json!({"piece": name.to_string(), "why": lack.text()});
            let pieces: Value = missing.iter().map(piece).collect();
            let document =
                json!({"reason": "missing", "missing": indices, "missing_pieces": pieces});
            let mut text = print::counted(missing.len(), "piece") + " missing\n";
            for (name, lack) in missing.iter().take(NAMED) {
                let lack = lack.text();
                let _ = writeln!(text, "  {name}: {lack}");
                let _ = writeln!(text, "    saut job run {place} --index {name}");
            }
            if missing.len() > NAMED {
                let _ = writeln!(text, "  and {} more", missing.len() - NAMED);
            }
            let _ = write!(
                text,
                "to run all of them: saut job submit {place} --engine local --run"
            );
            undecided(document, text)
        }
        MergeResult::Unfinished(why) => {
            let fact = format!("the check was not finished ({})", why.name());
            undecided(json!({"reason": why.name()}), fact)
        }
    }
}

/// Adds a plan to the document of a merge, and returns the length of the plan as text.
fn add_plan(solved: &mut Value, plan: PlanEntry, measured: &PlanMeasures) -> String {
    match plan {
        PlanEntry::Jumps(jumps) => {
            solved["plan"] = json!(jumps);
            solved["moves"] = moves(&jumps).len().into();
            print::counted(jumps.len(), "jump")
        }
        PlanEntry::Actions(actions) => {
            solved["plan"] = json!(actions);
            solved["length"] = actions.len().into();
            solved["cost"] = measured.cost.map(number_entry).into();
            if let Some(metric) = &measured.metric {
                solved["metric"] = metric.as_str().into();
            }
            print::counted(actions.len(), "action")
        }
    }
}

/// Runs `saut job submit`: writes the script that passes the pieces to an engine, and runs the script if requested.
pub fn submit(arguments: &Submit, global: &Global) -> Result<CommandOutput, Failure> {
    let folder = JobFolder::open(&arguments.folder)?;
    // An unknown backend is reported here once. Otherwise, each piece would report it.
    saut::backend::by_name(&arguments.how.backend)?;
    let tasks = Tasks {
        saut: std::env::current_exe()?,
        flags: flags(arguments, global),
        jobs: arguments.jobs.map(std::num::NonZero::get),
        timeout: global.timeout,
        memory_mib: global.memory,
        options: arguments.options.clone(),
    };
    let engine = match arguments.engine {
        Some(engine) => engine,
        None => local_engine()?,
    };
    let submission = submit::submit(&folder, engine, &tasks)?;
    let words = submission.command.iter().map(|word| quoted(word));
    let command = words.collect::<Vec<_>>().join(" ");
    let is_run = arguments.run && submission.pieces > 0;
    let document = json!({"engine": engine.name(), "script": submission.script.display().to_string(),
        "command": submission.command, "pieces": submission.pieces, "pieces_a_task": submission.pieces_a_task,
        "run": is_run});
    let text = if submission.pieces == 0 {
        let place = quoted(&folder.path().display().to_string());
        format!("every piece is done; to merge the pieces, run saut job merge {place}\n")
    } else {
        let pieces = print::counted(submission.pieces, "piece");
        let several = match submission.pieces_a_task {
            1 => String::new(),
            number => format!(", {number} per task"),
        };
        format!("{pieces} left{several}; {command}\n")
    };
    let reply = CommandOutput::new(status::SOLVED, document, text);
    if !is_run {
        return Ok(reply);
    }
    // The reply must precede the output of the engine.
    reply.print(global.json)?;
    let (program, words) = submission.command.split_first().unwrap_or((&command, &[]));
    let mut child = Command::new(program);
    child.args(words);
    if global.json {
        // The output of the engine must not be mixed with the JSON document.
        child.stdout(Stdio::null());
    }
    let ended = child.status().map_err(|error| {
        BadInput::new(program, format!("the engine cannot be started ({error})"))
            .remedy("is the engine installed and on PATH?")
    })?;
    if ended.success() {
        return Ok(CommandOutput::done(status::SOLVED));
    }
    let bad = format!("{command}: ended with {ended}; saut job merge lists the remaining pieces");
    Err(Failure::Other(bad))
}

/// Returns the local engine. If another engine is on PATH, the choice is ambiguous, which is an error.
fn local_engine() -> Result<Engine, BadInput> {
    let here: Vec<&str> = Engine::here().map(Engine::name).collect();
    if here.is_empty() {
        return Ok(Engine::Local);
    }
    let here = here.join(", ");
    let fact = format!("no engine is given, and {here} is on PATH");
    let remedy = format!("choose one: {here} or local");
    unusable("--engine", fact, remedy)
}

/// Returns the given flags that are passed to `saut job run`.
fn flags(arguments: &Submit, global: &Global) -> Vec<String> {
    let how = &arguments.how;
    let (parts, seed) = (how.parts, global.seed);
    let given = [
        ("--backend", Some(how.backend.clone())),
        ("--conflicts", how.conflicts.map(|it| it.to_string())),
        ("--parts", (parts != 4).then(|| parts.to_string())),
        ("--seed", (seed != 0).then(|| seed.to_string())),
        ("--timeout", global.timeout.map(|it| it.to_string())),
        ("--memory", global.memory.map(|it| it.to_string())),
    ];
    let given = given
        .into_iter()
        .filter_map(|(flag, value)| Some([flag.to_owned(), value?]));
    given.flatten().collect()
}
