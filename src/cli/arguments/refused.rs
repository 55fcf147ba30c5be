//! Refused command lines, in our words: place, fact, remedy.

mod suggested;

use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{ArgMatches, CommandFactory as _, FromArgMatches as _};
use saut::BadInput;

use super::super::whole;
use super::{Arguments, names};

impl Arguments {
    /// Reads the command line; prints help and ends where that is what was asked for.
    ///
    /// # Errors
    /// It cannot be understood.
    pub fn read() -> Result<Self, BadInput> {
        let words = names::by_what_is_asked(std::env::args_os());
        let mut command = Self::command();
        let read = command
            .try_get_matches_from_mut(words)
            .and_then(|matches| Ok((Self::from_arg_matches(&matches)?, matches)));
        let (read, matches) = match read {
            Ok(read) => read,
            Err(error) => match message(&error) {
                Some(message) => return Err(message),
                None => error.exit(),
            },
        };
        let (mut asked, mut given) = (&command, &matches);
        while let Some((name, inner)) = given.subcommand() {
            asked = asked.find_subcommand(name).unwrap_or(asked);
            given = inner;
        }
        written_over(asked, given)?;
        let json = given.try_get_one("json").ok().flatten();
        let json = json.copied().unwrap_or(false);
        read.command.refuse_ending(json)?;
        Ok(Self { json, ..read })
    }
}

/// Flags of files that are written.
const WRITTEN: [&str; 7] = ["out", "proof", "svg", "html", "csv", "export", "icnf"];

/// Checks that no file is written twice, or is read as well: words without a flag, and those of flags for a FILE, name files
/// that are read, as they are or before a colon and the name of a puzzle.
fn written_over(command: &clap::Command, given: &ArgMatches) -> Result<(), BadInput> {
    let (mut outputs, mut inputs) = (Vec::new(), Vec::new());
    for argument in command.get_arguments() {
        let id = argument.get_id().as_str();
        if given.value_source(id) != Some(ValueSource::CommandLine) {
            continue;
        }
        let words = given.get_raw(id).into_iter().flatten();
        let words = words.filter_map(|word| word.to_str());
        let values = argument.get_value_names().unwrap_or_default();
        if argument
            .get_long()
            .is_some_and(|long| WRITTEN.contains(&long))
        {
            let flag = match (argument.get_short(), argument.get_long()) {
                (Some(short), _) => format!("-{short}"),
                (None, long) => format!("--{}", long.unwrap_or(id)),
            };
            outputs.extend(words.map(|word| (flag.clone(), Path::new(word))));
        } else if argument.is_positional() || values.iter().any(|value| value == "FILE") {
            for word in words {
                let file = word.rsplit_once(':').map(|(file, _)| file);
                inputs.extend([Some(word), file].into_iter().flatten().map(str::to_owned));
            }
        }
    }
    let outputs: Vec<(&str, Option<&Path>)> = outputs
        .iter()
        .map(|(flag, path)| (flag.as_str(), Some(*path)))
        .collect();
    whole::check(&outputs, &inputs.iter().collect::<Vec<_>>())
}

/// The message for a refused command line; `None` where help or the version was asked for.
fn message(error: &clap::Error) -> Option<BadInput> {
    let is_help = matches!(
        error.kind(),
        ErrorKind::DisplayHelp
            | ErrorKind::DisplayVersion
            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    );
    if is_help {
        return None;
    }
    let argument = context(error, ContextKind::InvalidArg);
    let value = context(error, ContextKind::InvalidValue).unwrap_or_default();
    let place = argument.as_deref().map_or("command line", flag).to_owned();
    let (fact, remedy) = match error.kind() {
        ErrorKind::ValueValidation => {
            let why = std::error::Error::source(error).map(ToString::to_string);
            let why = why.unwrap_or_default();
            match why.split_once("; ") {
                // A fact that names the value, or the part of it that is at fault, is a whole sentence.
                Some((fact, remedy)) if fact.contains('"') => {
                    let part = fact.split('"').nth(1).unwrap_or(&value);
                    (fact.to_owned(), nearest_listed(remedy, part))
                }
                // What the standard library says of NonZero.
                _ if why.contains("zero") => (
                    format!("\"{value}\" is too few"),
                    "give a number from 1 on".to_owned(),
                ),
                Some((fact, remedy)) => (format!("\"{value}\" is {fact}"), remedy.to_owned()),
                None => unparsed(&why, &value),
            }
        }
        ErrorKind::InvalidValue if value.is_empty() => {
            ("a value is missing".to_owned(), choices(error))
        }
        ErrorKind::InvalidValue => (
            format!("\"{value}\" is none of its values"),
            nearest_choice(error, &value),
        ),
        ErrorKind::InvalidSubcommand => {
            let name = context(error, ContextKind::InvalidSubcommand).unwrap_or_default();
            let (fact, remedy) = suggested::instead_of_command(&name);
            (fact, remedy.unwrap_or_else(help))
        }
        ErrorKind::UnknownArgument if !place.starts_with('-') => (
            format!("one argument too many: {place}"),
            if is_pddl(&place) {
                "only the commands for planning take two files of PDDL; others take the problem, and the domain behind \
                 --domain if they have that flag"
                    .to_owned()
            } else {
                "a name with spaces stands between quotes".to_owned()
            },
        ),
        ErrorKind::UnknownArgument => {
            let remedy = suggested::instead_of_flag(&place);
            let fact = "nothing like that is known here".to_owned();
            (fact, remedy.unwrap_or_else(help))
        }
        ErrorKind::MissingRequiredArgument => {
            let missing = argument.unwrap_or_default();
            (format!("{missing} is missing"), help())
        }
        ErrorKind::ArgumentConflict => {
            let other = context(error, ContextKind::PriorArg).unwrap_or_default();
            if other.is_empty() || Some(&other) == argument.as_ref() {
                ("given more than once".to_owned(), "give it once".to_owned())
            } else {
                (
                    format!("cannot be given with {other}"),
                    "give one of the two".to_owned(),
                )
            }
        }
        _ => (first_line(error), help()),
    };
    let place = match error.kind() {
        ErrorKind::MissingRequiredArgument => "command line".to_owned(),
        ErrorKind::UnknownArgument if !place.starts_with('-') => "command line".to_owned(),
        _ => place,
    };
    Some(BadInput::new(place, fact).remedy(remedy))
}

fn help() -> String {
    "--help says what there is".to_owned()
}

/// Remedy that lists the values that an argument may have.
fn choices(error: &clap::Error) -> String {
    match context(error, ContextKind::ValidValue) {
        Some(values) if !values.is_empty() => format!("there are {values}"),
        _ => help(),
    }
}

/// The value that was probably meant, and all that there are.
fn nearest_choice(error: &clap::Error, value: &str) -> String {
    let all = choices(error);
    let Some(ContextValue::Strings(values)) = error.get(ContextKind::ValidValue) else {
        return all;
    };
    let values: Vec<&str> = values.iter().map(String::as_str).collect();
    meant_of(value, &values, &all)
}

/// A remedy that lists what there is, and before it what was probably meant.
fn nearest_listed(remedy: &str, value: &str) -> String {
    let listed = remedy.strip_prefix("there are ");
    let names: Vec<&str> = listed.map_or(Vec::new(), |names| names.split(", ").collect());
    meant_of(value, &names, remedy)
}

fn meant_of(value: &str, names: &[&str], all: &str) -> String {
    match suggested::instead_of_value(value, names) {
        Some(meant) => format!("did you mean {meant}? {all}"),
        None => all.to_owned(),
    }
}

/// Fault of a value that the standard library or the parser refuses, and the remedy.
fn unparsed(why: &str, value: &str) -> (String, String) {
    if let Some(range) = out_of_range(why) {
        return (format!("\"{value}\" is out of range"), range);
    }
    let (fact, remedy) = if why.contains("invalid digit") {
        (
            "is not a whole number, 0 or more".to_owned(),
            "give one, as in 7".to_owned(),
        )
    } else if why.contains("too large to fit") {
        (
            "is too large".to_owned(),
            "give a smaller number".to_owned(),
        )
    } else if why.starts_with("not ") {
        (format!("is {why}"), help())
    } else {
        (format!("cannot be used: {why}"), help())
    };
    (format!("\"{value}\" {fact}"), remedy)
}

/// Values that may be given, where the parser says that a number `is not in 1..=10000`.
fn out_of_range(why: &str) -> Option<String> {
    let (_, range) = why.split_once(" is not in ")?;
    Some(match range.split_once("..=") {
        Some((least, "")) => format!("give a whole number from {least} on"),
        Some((least, most)) => format!("give a whole number from {least} to {most}"),
        None => format!("give a whole number from {} on", range.strip_suffix("..")?),
    })
}

fn is_pddl(argument: &str) -> bool {
    let ending = std::path::Path::new(argument).extension();
    ending.is_some_and(|ending| ending.eq_ignore_ascii_case("pddl"))
}

/// The flag of `--timeout <SECONDS>`.
fn flag(argument: &str) -> &str {
    match argument.split_once([' ', '=', '[']) {
        Some((flag, _)) if flag.starts_with('-') => flag,
        _ => argument,
    }
}

fn context(error: &clap::Error, kind: ContextKind) -> Option<String> {
    Some(match error.get(kind)? {
        ContextValue::String(text) => text.clone(),
        ContextValue::Strings(texts) => texts.join(", "),
        ContextValue::StyledStr(text) => text.to_string(),
        ContextValue::StyledStrs(texts) => {
            let texts: Vec<String> = texts.iter().map(ToString::to_string).collect();
            texts.join(", ")
        }
        ContextValue::Number(number) => number.to_string(),
        ContextValue::Bool(truth) => truth.to_string(),
        _ => return None,
    })
}

/// The parser's own first line, for what none of the above foresees.
fn first_line(error: &clap::Error) -> String {
    let text = error.to_string();
    let line = text.lines().next().unwrap_or_default();
    line.trim_start_matches("error: ").to_owned()
}
