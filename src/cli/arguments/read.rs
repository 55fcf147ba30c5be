//! Reading the command line, and checks over all flags of a command.

use std::path::Path;
use std::time::Duration;

use clap::error::{ContextKind, ContextValue};
use clap::parser::ValueSource;
use clap::{ArgMatches, CommandFactory as _, FromArgMatches as _};
use saut::BadInput;
use saut::formats::nearest::nearest;
use saut::named::Named as _;
use saut::stop::Stop;

use super::super::whole;
use super::global::content_of;
use super::{Arguments, Baseball, Command, ExplainFormat, Global, known_names};

impl Arguments {
    /// Reads the command line. If it asks for help, prints that and exits.
    ///
    /// # Errors
    /// It cannot be parsed; a file is written twice, or written and read; its name contradicts its content.
    pub fn read() -> Result<Self, BadInput> {
        let mut command = Self::command();
        let matches = command.try_get_matches_from_mut(std::env::args_os());
        let matches = matches.map_err(message)?;
        let mut read = Self::from_arg_matches(&matches).map_err(message)?;
        let (mut asked, mut given) = (&command, &matches);
        while let Some((name, inner)) = given.subcommand() {
            asked = asked.find_subcommand(name).unwrap_or(asked);
            given = inner;
        }
        written_over(asked, given)?;
        let flags = asked.get_arguments().filter(|flag| !flag.is_global_set());
        let flags = flags.filter(|flag| is_given(flag, given));
        let flags = flags.filter_map(|flag| Some(flag.get_long()?.to_owned()));
        read.global.given = flags.collect();
        if !read.command.limits_its_runs() {
            let timeout = read.global.timeout.map(Duration::from_secs_f64);
            read.global.stop = Stop::new(timeout, read.global.memory);
        }
        read.command.refuse_ending(&read.global)?;
        Ok(read)
    }
}

/// The parser's message; if a puzzle or a file is in place of the command, with the command before it as a tip.
fn message(mut error: clap::Error) -> BadInput {
    if !error.use_stderr() {
        error.exit();
    }
    if let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) {
        let puzzle = if Path::new(word).is_file() {
            Some(word.as_str())
        } else {
            nearest(word, known_names()).first().copied()
        };
        if let Some(puzzle) = puzzle {
            let tip = format!("to solve it: 'saut solve {puzzle}'").into();
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
        }
    }
    let text = error.render().to_string();
    BadInput::new("", text.trim_start_matches("error: ").trim_end())
}

/// Flags of files that are written.
const WRITTEN: [&str; 7] = ["out", "proof", "svg", "html", "csv", "export", "icnf"];

fn is_given(argument: &clap::Arg, given: &ArgMatches) -> bool {
    given.value_source(argument.get_id().as_str()) == Some(ValueSource::CommandLine)
}

/// Checks that no file is written twice, or is read as well: words without a flag, and those of flags for a FILE, name files
/// that are read, as they are or before a colon and the name of a puzzle.
fn written_over(command: &clap::Command, given: &ArgMatches) -> Result<(), BadInput> {
    let (mut outputs, mut inputs) = (Vec::new(), Vec::new());
    for argument in command.get_arguments() {
        let id = argument.get_id().as_str();
        if !is_given(argument, given) {
            continue;
        }
        let words = given.get_raw(id).into_iter().flatten();
        let words = words.filter_map(|word| word.to_str());
        let values = argument.get_value_names().unwrap_or_default();
        if WRITTEN.contains(&argument.get_long().unwrap_or_default()) {
            let short = argument.get_short().map(|short| format!("-{short}"));
            let flag = short.unwrap_or_else(|| format!("--{id}"));
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

impl Command {
    /// Refuses a file of `-o` whose ending names another format than the command writes.
    fn refuse_ending(&self, global: &Global) -> Result<(), BadInput> {
        let (Some(file), Some(content)) = (global.out.as_deref(), self.content(global)) else {
            return Ok(());
        };
        let named = file
            .extension()
            .and_then(|ending| content_of(ending.to_str()?));
        let Some(named) = named.filter(|named| *named != content) else {
            return Ok(());
        };
        let remedy = match (self, named) {
            (Self::Solve(_) | Self::Improve(_), "JSON") if self.writes_its_file() => {
                "give a plan file another ending; the document of --json is printed"
            }
            (Self::Explain(_), "SVG") => "add --format svg, or give another ending",
            (_, "JSON") if !self.writes_its_file() => "add --json, or give another ending",
            _ => "give another ending",
        };
        let fact = format!("{} would hold {content}, and not {named}", file.display());
        Err(BadInput::new("-o", fact).remedy(remedy))
    }

    /// The content of the file of `-o`; `None` if it is a folder, or `--format` says the content.
    fn content(&self, global: &Global) -> Option<&'static str> {
        let format = match self {
            Self::Show(arguments) if arguments.format.is_none() => arguments.format(global).name(),
            Self::Encode(arguments) if arguments.format.is_none() => {
                arguments.language(global).name()
            }
            Self::Baseball(Baseball::Tree(arguments)) if arguments.format.is_none() => {
                arguments.format(global).name()
            }
            Self::Improve(_) => "text",
            Self::Solve(arguments) if arguments.subject.is_task() => "text",
            Self::Census(_) => "jsonl",
            Self::Generate(_) => "toml",
            Self::Explain(arguments) if arguments.format == ExplainFormat::Svg => return None,
            Self::Transform(arguments) if !global.json && !arguments.moves => "toml",
            _ if self.writes_its_file() => return None,
            _ if global.json => "json",
            _ => "text",
        };
        content_of(format).or(Some("text"))
    }
}
