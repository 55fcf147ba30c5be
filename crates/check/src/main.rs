#![doc = include_str!("../README.md")]

mod arguments;

use std::process::ExitCode;

use arguments::Arguments;
use saut_base::BadInput;
use saut_check::subject::{SubjectNames, files};
use saut_check::{Document, Fault, NoMore, Report, check};
use saut_levels::search::SearchSettings;
use serde_json::json;

fn main() -> ExitCode {
    let arguments = match Arguments::read(std::env::args_os()) {
        Ok(None) => {
            print!("{}", arguments::HELP);
            return ExitCode::SUCCESS;
        }
        Ok(Some(arguments)) => arguments,
        Err(bad) => return unusable(&bad),
    };
    let json = arguments.json;
    let (status, document, text) = match checked(arguments) {
        Ok(report) => {
            let unverified = report.unverified_names();
            let not_here = match &unverified[..] {
                [] => String::new(),
                names => format!("\nnot verified here: {}", names.join(", ")),
            };
            let text = format!("accepted: {}{not_here}", report.fact);
            let document =
                json!({"outcome": "accepted", "fact": report.fact, "unverified": unverified});
            (0, document, text)
        }
        Err(Fault::Refused(bad)) => {
            let fact = bad.to_string();
            let text = format!("refused: {fact}");
            (1, json!({"outcome": "refused", "fact": fact}), text)
        }
        Err(Fault::Unfinished(_, why)) => {
            let reason = why.name();
            let text = format!("not finished ({reason})");
            (30, json!({"outcome": "unfinished", "reason": reason}), text)
        }
        Err(Fault::Unusable(bad)) => return unusable(&bad),
    };
    if json {
        println!("{document}");
    } else {
        println!("{text}");
    }
    ExitCode::from(status)
}

fn checked(arguments: Arguments) -> Result<Report, Fault> {
    let Arguments {
        subject,
        sas,
        document: place,
        stop,
        ..
    } = arguments;
    let names = SubjectNames {
        first: sas.as_deref().unwrap_or_else(|| &subject[0]),
        problem: subject.get(1).map(String::as_str),
        is_sas: sas.is_some(),
        command: ("saut-check", " DOCUMENT"),
        ..SubjectNames::default()
    };
    let (subject, notes) = names.load_with_notes(&stop)?;
    let (text, told) = files::text_or_latin_1(&place, &stop)?;
    let document = Document::read(&text, &place, None)?;
    let search = SearchSettings {
        stop,
        ..SearchSettings::default()
    };
    let report = check(&subject, &document, &search, &NoMore)?;
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
