#![doc = include_str!("../README.md")]

use std::ffi::OsString;
use std::process::ExitCode;
use std::time::Duration;

use lexopt::prelude::*;
use saut_base::BadInput;
use saut_base::stop::Stop;
use saut_check::subject::{SubjectNames, text_or_latin_1};
use saut_check::{Document, Fault, Report, check};
use saut_levels::search::SearchSettings;
use serde_json::json;

const HELP: &str = "\
Example: saut-check domain.pddl problem.pddl answer.json

saut-check PUZZLE DOCUMENT
saut-check DOMAIN PROBLEM DOCUMENT
saut-check --sas FILE DOCUMENT

Checks an answer without a solver: replays a plan by the rules, or checks a certificate.
PUZZLE is a bundled name or a file. DOCUMENT is the output of saut --json, or a plan.

  --timeout SECONDS    time limit
  --memory MIB         memory limit
  --json               print one JSON document
  -h, --help           print this text
  -V, --version        print the version

Exit status: 0 accepted, 1 rejected, 30 not finished, 2 unusable input.
";

const VERSION: &str = concat!("saut-check ", env!("CARGO_PKG_VERSION"), "\n");

#[derive(Debug)]
struct Arguments {
    /// A puzzle, or a domain and a problem.
    subject: Vec<String>,
    /// File of a task in SAS+.
    sas: Option<String>,
    document: String,
    stop: Stop,
    json: bool,
}

impl Arguments {
    /// Reads the arguments. Returns a text to print instead if help or the version is requested.
    ///
    /// # Errors
    /// The arguments are invalid.
    fn read(
        words: impl IntoIterator<Item = OsString>,
    ) -> Result<Result<Self, &'static str>, BadInput> {
        let bad = |error: lexopt::Error| bad(error.to_string());
        let mut parser = lexopt::Parser::from_iter(words);
        let (mut files, mut sas, mut timeout, mut memory) = (Vec::new(), None, None, None);
        let mut json = false;
        while let Some(argument) = parser.next().map_err(bad)? {
            match argument {
                Short('h') | Long("help") => return Ok(Err(HELP)),
                Short('V') | Long("version") => return Ok(Err(VERSION)),
                Long("json") => json = true,
                Long("sas") => sas = Some(word(&mut parser)?),
                Long("timeout") => timeout = Some(seconds(&word(&mut parser)?)?),
                Long("memory") => {
                    let value = parser.value().and_then(|value| value.parse::<u64>());
                    memory = Some(value.map_err(bad)?);
                }
                Value(value) => files.push(value.string().map_err(bad)?),
                other => return Err(bad(other.unexpected())),
            }
        }
        let Some(document) = files.pop() else {
            return Err(self::bad("a document is missing".to_owned()));
        };
        let fits = match sas {
            Some(_) => files.is_empty(),
            None => matches!(files.len(), 1 | 2),
        };
        if !fits {
            let fact = "expected PUZZLE DOCUMENT, DOMAIN PROBLEM DOCUMENT or --sas FILE DOCUMENT";
            return Err(self::bad(fact.to_owned()));
        }
        let stop = Stop::new(timeout, memory);
        Ok(Ok(Self {
            subject: files,
            sas,
            document,
            stop,
            json,
        }))
    }
}

fn bad(fact: String) -> BadInput {
    BadInput::new("arguments", fact).remedy("saut-check --help lists the options")
}

fn word(parser: &mut lexopt::Parser) -> Result<String, BadInput> {
    let value = parser.value().and_then(ValueExt::string);
    value.map_err(|error| bad(error.to_string()))
}

fn seconds(text: &str) -> Result<Duration, BadInput> {
    let seconds = text.parse().ok().map(Duration::try_from_secs_f64);
    let wrong = || bad(format!("--timeout {text}: not a valid number of seconds"));
    seconds.and_then(Result::ok).ok_or_else(wrong)
}

fn main() -> ExitCode {
    let arguments = match Arguments::read(std::env::args_os()) {
        Ok(Err(text)) => {
            print!("{text}");
            return ExitCode::SUCCESS;
        }
        Ok(Ok(arguments)) => arguments,
        Err(bad) => return unusable(&bad),
    };
    let (status, document, text) = match checked(&arguments) {
        Ok(report) => {
            let unverified = report.unverified_names();
            let not_verified = match &unverified[..] {
                [] => String::new(),
                names => format!("not verified: {}", names.join(", ")),
            };
            let text = format!(
                "accepted: {}\n{}{not_verified}",
                report.fact, report.details
            );
            let text = text.trim_end().to_owned();
            let document =
                json!({"outcome": "accepted", "fact": report.fact, "unverified": unverified});
            (0, document, text)
        }
        Err(fault @ (Fault::Refused(_) | Fault::Invalid(_))) => {
            let fact = fault.to_string();
            let text = format!("refused: {fact}");
            (1, json!({"outcome": "refused", "fact": fact}), text)
        }
        Err(Fault::Unfinished(_, why)) => {
            let reason = why.name();
            let text = format!("not finished ({reason})");
            (30, json!({"outcome": "unfinished", "reason": reason}), text)
        }
        Err(Fault::Unusable(bad)) => return unusable(&bad),
        Err(Fault::Internal(fact)) => {
            eprintln!("saut-check: internal error: {fact}; please report it");
            return ExitCode::FAILURE;
        }
    };
    if arguments.json {
        println!("{document}");
    } else {
        println!("{text}");
    }
    ExitCode::from(status)
}

fn checked(arguments: &Arguments) -> Result<Report, Fault> {
    let (sas, stop, place) = (&arguments.sas, &arguments.stop, &arguments.document);
    let names = SubjectNames {
        first: sas.as_ref().unwrap_or_else(|| &arguments.subject[0]),
        problem: arguments.subject.get(1).map(String::as_str),
        is_sas: sas.is_some(),
        command: ("saut-check", " DOCUMENT"),
        ..SubjectNames::default()
    };
    let (subject, notes) = names.load_with_notes(stop)?;
    let (text, told) = text_or_latin_1(place, stop)?;
    let document = Document::read(&text, place, None)?;
    let search = SearchSettings::new(stop, 0);
    let report = check(&subject, &document, &search, &())?;
    let told = told.map(|told| told.to_string());
    for note in notes.iter().chain(&told).chain(&report.notes) {
        eprintln!("saut-check: note: {note}");
    }
    Ok(report)
}

fn unusable(bad: &BadInput) -> ExitCode {
    eprintln!("saut-check: {bad}");
    ExitCode::from(2)
}

#[cfg(test)]
mod tests {
    use super::Arguments;

    fn read(words: &[&str]) -> Result<Result<Arguments, &'static str>, saut_base::BadInput> {
        let words = ["saut-check"].iter().chain(words);
        Arguments::read(words.map(std::ffi::OsString::from))
    }

    #[test]
    fn the_arguments_determine_the_question() {
        let subject = |words: &[&str]| {
            let read = read(words).unwrap().unwrap();
            (read.subject, read.sas)
        };
        let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        assert_eq!(subject(&["p", "d"]), (names(&["p"]), None));
        let pddl = subject(&["a", "b", "--timeout", "2.5", "d"]);
        assert_eq!(pddl, (names(&["a", "b"]), None));
        let sas = subject(&["--sas", "s", "d"]);
        assert_eq!(sas, (names(&[]), Some("s".to_owned())));
    }

    #[test]
    fn senseless_arguments_are_rejected() {
        for words in [
            &[][..],
            &["d"],
            &["a", "b", "c", "d"],
            &["--sas", "s", "a", "d"],
            &["--timeout", "-1", "p", "d"],
            &["--timeout", "NaN", "p", "d"],
            &["--memory", "x", "p", "d"],
            &["--what", "p", "d"],
        ] {
            assert!(read(words).is_err(), "{words:?}");
        }
        assert_eq!(read(&["--help"]).unwrap().unwrap_err(), super::HELP);
        assert_eq!(read(&["-V"]).unwrap().unwrap_err(), super::VERSION);
        assert!(super::HELP.starts_with("Example: saut-check "));
        let json = |words: &[&str]| read(words).unwrap().unwrap().json;
        assert!(json(&["p", "d", "--json"]) && !json(&["p", "d"]));
    }
}
