//! `saut submit`: writes the script that hands a job to an engine, and runs it if asked.

use std::io::Write;
use std::process::Command;

use saut::BadInput;
use saut::shards::submit::{Tasks, submit};
use serde_json::json;

use super::arguments::Submit;
use super::failure::Failure;
use super::{cube, print, status};

/// Runs `saut submit`.
pub fn run(arguments: &Submit) -> Result<u8, Failure> {
    let folder = cube::open(&arguments.folder)?;
    // Seen here, a wrong name is one message; seen by the engine, it is one of each piece.
    saut::backend::by_name(&arguments.how.backend)?;
    let tasks = Tasks {
        saut: std::env::current_exe()?,
        flags: flags(arguments),
        jobs: arguments.jobs.map(std::num::NonZero::get),
        timeout: arguments.how.timeout,
        memory_mib: arguments.how.memory,
        options: arguments.options.clone(),
    };
    let submission = submit(&folder, arguments.engine, &tasks)?;
    let command = submission.command.join(" ");
    let mut out = anstream::stdout();
    if arguments.output.json {
        let document = json!({"script": submission.script.display().to_string(),
            "command": submission.command, "pieces": submission.pieces,
            "run": arguments.run && submission.pieces > 0});
        writeln!(out, "{document}")?;
    } else if submission.pieces == 0 {
        writeln!(
            out,
            "every piece is done: saut merge {}",
            folder.path().display()
        )?;
    } else {
        let pieces = print::counted(submission.pieces, "piece");
        writeln!(out, "{pieces} left; {command}")?;
    }
    if !arguments.run || submission.pieces == 0 {
        return Ok(status::SOLVED);
    }
    let (program, words) = submission.command.split_first().unwrap_or((&command, &[]));
    // What the engine prints must not mix with the one document that was asked for.
    let mut child = Command::new(program);
    child.args(words);
    if arguments.output.json {
        child.stdout(std::process::Stdio::null());
    }
    let ended = child.status().map_err(|error| {
        BadInput::new(program, format!("cannot be started ({error})"))
            .remedy("is the engine here, and on PATH?")
    })?;
    if ended.success() {
        return Ok(status::SOLVED);
    }
    let bad = format!("{command}: ended with {ended}; saut status says which pieces are left");
    Err(Failure::Other(bad))
}

/// The flags of `saut conquer` that were given.
fn flags(arguments: &Submit) -> Vec<String> {
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
    add("--seed", (how.seed != 0).then(|| how.seed.to_string()));
    add(
        "--timeout",
        arguments.how.timeout.map(|seconds| seconds.to_string()),
    );
    add("--memory", arguments.how.memory.map(|mib| mib.to_string()));
    flags
}
