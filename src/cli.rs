//! The command line: what is typed in, what is printed, and the exit status.
//!
//! Everything here goes through the library; only these files know of clap, colours and the
//! progress line.

/// Says something on standard error. That nobody is there to read it changes nothing.
macro_rules! tell {
    ($($words:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(anstream::stderr(), $($words)*);
    }};
}

mod answer;
mod arguments;
mod baseball;
mod bench;
mod census;
mod check;
mod classify;
mod conquer;
mod count;
mod cube;
mod decode;
mod encode;
pub mod explain;
mod family;
mod formula;
mod generate;
mod grounding;
mod growth;
mod hint;
mod improve;
mod input;
mod job;
mod list;
mod merge;
mod meta;
pub mod plan;
mod planning;
mod plans;
mod play;
mod progress;
pub mod proofs;
pub mod question;
mod reply;
mod report;
mod save;
mod serve;
mod settings;
mod shorten;
mod show;
pub mod solve;
mod submit;
mod transform;
mod validate;

use std::process::ExitCode;

use arguments::{Arguments, Command, EncodingArguments};
use reply::{Failure, Reply, deliver, whole};
use saut::answer::status;
use saut::print;

/// Parses, works and prints. A panic is an internal error like any other that we find: it is told,
/// and nothing is taken for an answer.
pub fn run() -> ExitCode {
    reply::tell_of_panics();
    let status = std::panic::catch_unwind(parse_and_work);
    ExitCode::from(status.unwrap_or(status::FAILED))
}

fn parse_and_work() -> u8 {
    if std::env::args_os().len() < 2 {
        return deliver(None, false, || Ok(meta::first_words()));
    }
    let Arguments { command, json } = match Arguments::read() {
        Ok(arguments) => arguments,
        Err(bad) => return Failure::from(bad).report(),
    };
    if let Some(limits) = command.limits() {
        input::obey(limits);
    }
    let encoding = command.encoding();
    if let Some((flag, of)) = encoding.and_then(EncodingArguments::unused) {
        tell!("saut: warning: {flag} is of {of}, and the encoding is another; it does nothing");
    }
    if let (false, Ok(exe)) = (
        matches!(command, Command::GuardChild { .. }),
        std::env::current_exe(),
    ) {
        saut::process::guard::set_guard(exe);
    }
    deliver(command.out(), json, || work(&command))
}

fn work(command: &Command) -> Result<Reply, Failure> {
    match command {
        Command::Solve(arguments) => solve::run(arguments),
        Command::Check(arguments) => check::run(arguments),
        Command::Plan(arguments) => plan::run(arguments),
        Command::Validate(arguments) => validate::run(arguments),
        Command::Improve(arguments) => improve::run(arguments),
        Command::Explain(arguments) => explain::run(arguments),
        Command::ExplainTask(arguments) => explain::task::run(arguments),
        Command::Count(arguments) => count::run(arguments),
        Command::Growth(arguments) => growth::run(arguments),
        Command::Hint(arguments) => hint::run(arguments),
        Command::Encode(arguments) => encode::run(arguments),
        Command::Decode(arguments) => decode::run(arguments),
        Command::Show(arguments) => show::run(arguments),
        Command::Transform(arguments) => transform::run(arguments),
        Command::Play(arguments) => play::run(arguments),
        Command::Serve(arguments) => serve::run(arguments),
        Command::Family(arguments) => family::run(arguments),
        Command::Report(arguments) => report::run(arguments),
        Command::Census(arguments) => census::run(arguments),
        Command::Generate(arguments) => generate::run(arguments),
        Command::Classify(arguments) => classify::run(arguments),
        Command::Cube(arguments) => cube::run(arguments),
        Command::Conquer(arguments) => conquer::run(arguments),
        Command::Merge(arguments) => merge::run(arguments),
        Command::Status(arguments) => job::run(arguments),
        Command::Submit(arguments) => submit::run(arguments),
        Command::Baseball(command) => baseball::run(command),
        Command::List(arguments) => list::puzzles(arguments),
        Command::Backends(_) => Ok(list::backends()),
        Command::Completions { shell } => meta::completions(*shell),
        Command::Manual { directory } => meta::manual(directory.as_deref()),
        Command::Bench(arguments) => bench::run(arguments),
        Command::BenchRun => bench::one_run(),
        Command::AnswerTask => serve::answer_task(),
        Command::GuardChild {
            input,
            program,
            arguments,
        } => meta::guard(program, arguments, input),
    }
}
