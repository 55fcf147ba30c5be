//! `saut lint`: all errors and warnings about a domain and its problems, without planning.

use anstyle::{AnsiColor, Style};
use saut::answer::Diagnostics;
use saut::{BadInput, print};
use saut_base::visible::visible;
use saut_check::subject::{domain_beside, text_or_latin_1};
use saut_pddl::{Diagnostic, Header, Severity, Text, lint, read_header};
use std::fmt::Write as _;

use super::arguments::{Global, Lint};
use super::reply::{CommandOutput, Failure};
use super::status;

pub fn run(arguments: &Lint, global: &Global) -> Result<CommandOutput, Failure> {
    let stop = &global.stop;
    let (mut first, mut names) = (arguments.domain.clone(), arguments.problems.clone());
    let mut latin = Vec::new();
    let mut read = |name: &str| {
        let (text, note) = text_or_latin_1(name, stop)?;
        latin.extend(note.map(|message| Diagnostic {
            severity: Severity::Warning,
            message,
        }));
        Ok::<String, Failure>(text)
    };
    let mut domain = read(&first)?;
    if names.is_empty()
        && matches!(
            read_header(&domain, &first, stop)?,
            Some(Header::Problem { .. })
        )
    {
        names.push(first.clone());
        first = domain_beside(&names[0], "saut lint", "", stop)?;
        domain = read(&first)?;
    }
    let problems = names.iter().map(|name| read(name));
    let problems: Vec<String> = problems.collect::<Result<_, _>>()?;
    let text = |text, place| Text { text, place };
    let texts = problems.iter().zip(&names);
    let texts: Vec<Text> = texts.map(|(content, name)| text(content, name)).collect();
    let found = lint(text(&domain, &first), &texts, stop)?;
    let files = [&found.domain_file].into_iter().chain(&found.problem_files);
    let all: Vec<&Diagnostic> = latin
        .iter()
        .chain(files.flat_map(|file| &file.diagnostics))
        .collect();
    let mut document = Diagnostics::default();
    document.extend(all.iter().copied());
    let is_bad = document.errors > 0 || global.strict && document.warnings > 0;
    let status = if is_bad {
        status::BAD_INPUT
    } else {
        status::SOLVED
    };
    let words = words(&all, &document);
    Ok(CommandOutput::new(status, document, words))
}

/// Returns the diagnostics as text, one per line, and a line with the numbers of errors and warnings.
fn words(all: &[&Diagnostic], document: &Diagnostics) -> String {
    let mut text = String::new();
    for one in all {
        let colour = match one.severity {
            Severity::Error => AnsiColor::Red,
            Severity::Warning => AnsiColor::Yellow,
        };
        let style = Style::new().bold().fg_color(Some(colour.into()));
        let severity: &str = one.severity.into();
        let BadInput { place, at, .. } = &one.message;
        let words = one.message.text();
        let code = at.as_ref().map(|at| format!(" [{}]", at.code));
        let code = code.unwrap_or_default();
        // Writing into a string does not fail.
        let _ = writeln!(
            text,
            "{}: {style}{severity}{style:#}: {words}{code}",
            visible(place)
        );
    }
    let (errors, warnings) = (document.errors, document.warnings);
    let _ = writeln!(
        text,
        "{}, {}",
        print::counted(errors, "error"),
        print::counted(warnings, "warning")
    );
    text
}
