//! The program `saut`: a command line for solving, checking, counting and playing puzzles and planning tasks.

mod cli;
mod web;

use std::process::ExitCode;

use cli::arguments::{Arguments, Command, Global, JobCommand};
use cli::reply::{CommandOutput, Failure, deliver, tell_of_panics};
use cli::{
    baseball, bench, census, check, classify, clauses, count, encode, explain, family, generate,
    growth, hint, input, job, lint, lsp, meta, plan, play, report, serve, show, solve, transform,
};
use saut::BadInput;
use saut::answer::status;

/// Parses the arguments, runs the command, prints its reply and returns the exit status. A panic is reported as an
/// internal error and never becomes an answer.
fn main() -> ExitCode {
    tell_of_panics();
    let status = std::panic::catch_unwind(parse_and_work);
    ExitCode::from(status.unwrap_or(status::FAILED))
}

fn parse_and_work() -> u8 {
    if std::env::args_os().len() < 2 {
        return deliver(None, false, || Ok(meta::first_words()));
    }
    if let Some(words) = check::val::arguments() {
        return deliver(None, false, || check::val::run(words));
    }
    let Arguments { command, global } = match Arguments::read() {
        Ok(arguments) => arguments,
        Err(bad) => return Failure::from(bad).report(),
    };
    if global.json && command.has_text_alone() {
        let bad = BadInput::new("--json", "this command has no JSON document");
        return Failure::from(bad.remedy("leave it out")).report();
    }
    if !matches!(command, Command::GuardChild { .. })
        && let Ok(exe) = std::env::current_exe()
    {
        saut::process::guard::set_guard(exe);
    }
    let out = global.out.as_deref();
    let printed = out.filter(|_| !command.writes_its_file());
    deliver(printed, global.json, || work(&command, &global))
}

fn work(command: &Command, global: &Global) -> Result<CommandOutput, Failure> {
    match command {
        Command::Solve(arguments) => {
            let names = input::names(&arguments.subject, "saut plan");
            if arguments.subject.is_formula() {
                clauses::solve(arguments, &names, global)
            } else if names.is_task() {
                plan::run(arguments, &names, global)
            } else {
                solve::run(arguments, &names, global)
            }
        }
        Command::Check(arguments) => check::run(arguments, global),
        Command::Improve(arguments) => plan::improve(arguments, global),
        Command::Explain(arguments) => explain::run(arguments, global),
        Command::Lint(arguments) => lint::run(arguments, global),
        Command::Lsp => lsp::run(global),
        Command::Count(arguments) => count::run(arguments, global),
        Command::Growth(arguments) => growth::run(arguments, global),
        Command::Hint(arguments) => hint::run(arguments, global),
        Command::Encode(arguments) => encode::encode(arguments, global),
        Command::Decode(arguments) => encode::decode(arguments, global),
        Command::Show(arguments) => show::run(arguments, global),
        Command::Transform(arguments) => transform::run(arguments, global),
        Command::Play(arguments) => play::run(arguments, global),
        Command::Serve(arguments) => serve::run(arguments, global),
        Command::Family(arguments) => family::run(arguments, global),
        Command::Report(arguments) => report::run(arguments, global),
        Command::Census(arguments) => census::run(arguments, global),
        Command::Generate(arguments) => generate::run(arguments, global),
        Command::Classify(arguments) => classify::run(arguments, global),
        Command::Job(JobCommand::Split(arguments)) | Command::Cube(arguments) => {
            job::split(arguments, global)
        }
        Command::Job(JobCommand::Run(arguments)) | Command::Conquer(arguments) => {
            job::run(arguments, global)
        }
        Command::Job(JobCommand::Merge(arguments)) | Command::Merge(arguments) => {
            job::merge(arguments, global)
        }
        Command::Job(JobCommand::Status(arguments)) | Command::Status(arguments) => {
            job::status(arguments)
        }
        Command::Job(JobCommand::Submit(arguments)) | Command::Submit(arguments) => {
            job::submit(arguments, global)
        }
        Command::Baseball(command) => baseball::run(command, global),
        Command::List(arguments) => meta::puzzles(arguments),
        Command::Backends => Ok(meta::backends()),
        Command::Completions { shell } => meta::completions(*shell),
        Command::Manual { directory } => meta::manual(directory.as_deref()),
        Command::Bench(arguments) => bench::run(arguments, global),
        Command::BenchRun => Ok(CommandOutput::text(
            status::SOLVED,
            saut::bench::run_job()? + "\n",
        )),
        Command::AnswerTask => {
            web::answer_task()?;
            Ok(CommandOutput::done(status::SOLVED))
        }
        Command::GuardChild {
            input,
            peak,
            program,
            arguments,
        } => meta::guard(program, arguments, [input, peak]),
    }
}
