//! `saut submit`: writes the script that hands a job to an engine, and runs it if asked.

use std::process::Command;

use saut::BadInput;
use saut::named::Named as _;
use saut::shards::submit::{Engine, Tasks, submit};
use saut::words::quoted;
use serde_json::json;
use strum::VariantArray as _;

use super::arguments::{Global, Submit};
use super::reply::{Failure, Reply};
use super::{cube, print, status};

/// Runs `saut submit`.
pub fn run(arguments: &Submit, global: &Global) -> Result<Reply, Failure> {
    let folder = cube::open(&arguments.folder)?;
    // Seen here, a wrong name is one message; seen by the engine, it is one of each piece.
    saut::backend::by_name(&arguments.how.backend)?;
    let tasks = Tasks {
        saut: std::env::current_exe()?,
        flags: flags(arguments, global),
        jobs: arguments.jobs.map(std::num::NonZero::get),
        timeout: global.timeout,
        memory_mib: global.memory,
        options: arguments.options.clone(),
    };
    let engine = engine(arguments.engine)?;
    let submission = submit(&folder, engine, &tasks)?;
    let words: Vec<String> = submission.command.iter().map(|word| quoted(word)).collect();
    let command = words.join(" ");
    let is_run = arguments.run && submission.pieces > 0;
    let document = json!({"engine": engine.name(), "script": submission.script.display().to_string(),
        "command": submission.command, "pieces": submission.pieces, "pieces_a_task": submission.pieces_a_task,
        "run": is_run});
    let text = if submission.pieces == 0 {
        let place = quoted(&folder.path().display().to_string());
        format!("every piece is done: saut merge {place}\n")
    } else {
        let pieces = print::counted(submission.pieces, "piece");
        let several = match submission.pieces_a_task {
            1 => String::new(),
            number => format!(", {number} a task"),
        };
        format!("{pieces} left{several}; {command}\n")
    };
    let reply = Reply::new(status::SOLVED, document, text);
    if !is_run {
        return Ok(reply);
    }
    // Before the engine says anything.
    reply.print(global.json)?;
    let (program, words) = submission.command.split_first().unwrap_or((&command, &[]));
    // What the engine prints must not mix with the one document that was asked for.
    let mut child = Command::new(program);
    child.args(words);
    if global.json {
        child.stdout(std::process::Stdio::null());
    }
    let ended = child.status().map_err(|error| {
        BadInput::new(program, format!("cannot be started ({error})"))
            .remedy("is the engine here, and on PATH?")
    })?;
    if ended.success() {
        return Ok(Reply::done(status::SOLVED));
    }
    let bad = format!("{command}: ended with {ended}; saut status says which pieces are left");
    Err(Failure::Other(bad))
}

/// The engine that is asked for. This machine is one without being asked, where no other could be meant.
fn engine(asked: Option<Engine>) -> Result<Engine, BadInput> {
    if let Some(engine) = asked {
        return Ok(engine);
    }
    let others = Engine::VARIANTS.iter();
    let others = others.filter(|one| **one != Engine::Local && one.is_here());
    let here: Vec<&str> = others.map(|one| one.name()).collect();
    if here.is_empty() {
        return Ok(Engine::Local);
    }
    let here = here.join(", ");
    Err(BadInput::new(
        "--engine",
        format!("not given, and on PATH there is {here}"),
    )
    .remedy(format!("say which is meant: {here} or local")))
}

/// The flags of `saut conquer` that were given.
fn flags(arguments: &Submit, global: &Global) -> Vec<String> {
    let how = &arguments.how;
    let mut flags = vec!["--backend".to_owned(), how.backend.clone()];
    let mut add = |name: &str, value: Option<String>| {
        flags.extend(value.into_iter().flat_map(|value| [name.to_owned(), value]));
    };
    add(
        "--conflicts",
        how.conflicts.map(|number| number.to_string()),
    );
    add("--parts", (how.parts != 4).then(|| how.parts.to_string()));
    add(
        "--seed",
        (global.seed != 0).then(|| global.seed.to_string()),
    );
    add(
        "--timeout",
        global.timeout.map(|seconds| seconds.to_string()),
    );
    add("--memory", global.memory.map(|mib| mib.to_string()));
    flags
}
