//! The commands and flags of `saut`, defined for clap. The parser also checks that flags and file names do not
//! contradict each other. Completions and man pages are generated from these definitions.

mod examine;
mod formula;
mod global;
mod measure;
mod named;
mod show;
mod solve;

use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::builder::styling::{AnsiColor, Styles};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{ArgMatches, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use saut::BadInput;
use saut::formats::nearest::nearest;
use saut::named::Named as _;
use saut::read_limited::ending;
use saut::stop::Stop;

use super::input::known_names;
use super::whole;
use global::content_of;

pub use examine::{
    Check, Count, Explain, ExplainFormat, Growth, GrowthFormat, Hint, Lint, Transform,
};
pub use formula::{
    Decode, Encode, EncodingArguments, Format, FormulaArguments, JobFolderArgument, Names,
    PddlName, RunPiece, Split, Submit, solver_names,
};
pub use global::Global;
pub use measure::{Bench, CensusOptions, Classify, FamilyOptions, Generate, Report};
pub use named::{SuggestingParser, method_named};
pub use show::{
    BaseballCommand, List, Play, Serve, Show, ShowFormat, SvgStyle, TreeFormat, TreeOptions,
};
pub use solve::{Improve, MinimiseName, PlanFormat, Save, Shorten, Solve};

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold());

const STATUS: &str = "Exit status: 0 solved, or done; 10 a satisfiable formula; 20 infeasible; 30 undecided \
    within the limits; 3 a rejected plan or certificate; 2 unusable input; 1 anything else.";

/// Solve peg solitaire, colour baseball and planning tasks in PDDL or SAS+, by SAT and SMT. Every answer is checked:
/// plans are replayed, and certificates of infeasibility are verified.
#[derive(Debug, Parser)]
#[command(name = "saut", version, styles = STYLES, after_help = STATUS, arg_required_else_help = true)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
    #[command(flatten)]
    pub global: Global,
}

/// The commands by purpose, in the order of `saut --help`.
const PURPOSES: [(&str, &[&str]); 5] = [
    (
        "Solve",
        &[
            "solve", "check", "explain", "improve", "lint", "lsp", "classify",
        ],
    ),
    (
        "Play and draw",
        &["serve", "play", "hint", "show", "transform", "list"],
    ),
    (
        "Count and find",
        &["count", "growth", "census", "generate", "baseball"],
    ),
    (
        "Formulas and solvers",
        &[
            "encode", "decode", "bench", "report", "family", "job", "backends",
        ],
    ),
    ("This program", &["completions", "manual"]),
];

/// Hides the list of encodings in the help of commands that are not about formulas.
fn without_encodings(command: clap::Command) -> clap::Command {
    command.mut_arg("encoding", |flag| {
        let help = "Use this encoding, with options after slashes, as in `saut encode --help`";
        flag.hide_possible_values(true).help(help).long_help(None)
    })
}

/// Replaces the list of commands in the help by a list that is ordered by purpose.
fn by_purpose(command: clap::Command) -> clap::Command {
    let command = command
        .mut_subcommand("solve", without_encodings)
        .mut_subcommand("decode", without_encodings);
    let (header, literal) = (STYLES.get_header(), STYLES.get_literal());
    let mut list = String::new();
    for (purpose, names) in PURPOSES {
        let _ = writeln!(list, "{header}{purpose}:{header:#}");
        let listed = names.iter();
        let listed = listed.filter_map(|name| command.find_subcommand(name));
        for one in listed {
            let (name, about) = (one.get_name(), one.get_about().cloned());
            let about = about.unwrap_or_default();
            let _ = write!(list, "  {literal}{name:<12}{literal:#} {about}");
            for alias in one.get_visible_aliases() {
                let _ = write!(list, " [alias: {alias}]");
            }
            list.push('\n');
        }
    }
    command.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{list}\
         {header}Options:{header:#}\n{{options}}{{after-help}}"
    ))
}

impl Command {
    /// Whether the limits apply to each run of the command and not to the whole command.
    pub fn limits_its_runs(&self) -> bool {
        matches!(
            self,
            Self::Bench(_)
                | Self::Serve(_)
                | Self::Family(_)
                | Self::Job(JobCommand::Run(_) | JobCommand::Submit(_))
                | Self::Conquer(_)
                | Self::Submit(_)
        )
    }

    /// Whether the command has no JSON document.
    pub fn has_text_alone(&self) -> bool {
        matches!(
            self,
            Self::Play(_)
                | Self::Serve(_)
                | Self::Lsp
                | Self::Completions { .. }
                | Self::Manual { .. }
        )
    }

    /// Whether the command itself writes the file of `-o`. For the other commands, the file receives the printed
    /// output.
    pub fn writes_its_file(&self) -> bool {
        let is_plan = matches!(self, Self::Solve(arguments) if arguments.subject.is_task());
        is_plan
            || matches!(
                self,
                Self::Improve(_)
                    | Self::Encode(_)
                    | Self::Show(_)
                    | Self::Bench(_)
                    | Self::Report(_)
                    | Self::Census(_)
                    | Self::Generate(_)
                    | Self::Baseball(BaseballCommand::Tree(_))
            )
    }
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Solve a puzzle, a planning task or a formula (.cnf), or prove that it has no solution
    #[command(
        visible_alias = "plan",
        before_help = "Example: saut solve english --vacate 44 --finish 44",
        override_usage = "saut solve [OPTIONS] [PUZZLE|FORMULA]\n       saut plan [OPTIONS] [DOMAIN] PROBLEM",
        after_help = STATUS
    )]
    Solve(Solve),
    /// Check a plan, a certificate, or a solver's answer to a formula, without any solver
    #[command(visible_alias = "validate", before_help = "Example: saut check central plan.json", after_help = STATUS)]
    Check(Check),
    /// Make the plan of a task cheaper, and bound its gap to the optimum
    #[command(before_help = "Example: saut improve domain.pddl problem.pddl plan --timeout 60", after_help = STATUS)]
    Improve(Improve),
    /// Explain why a puzzle or a task has no plan, and suggest changes that give it one
    #[command(
        before_help = "Example: saut explain french-central\n         saut explain domain.pddl problem.pddl",
        override_usage = "saut explain [OPTIONS] [PUZZLE]\n       saut explain [OPTIONS] [DOMAIN] PROBLEM",
        after_help = STATUS
    )]
    Explain(Explain),
    /// List all errors and warnings of a domain and its problems, without planning
    #[command(before_help = "Example: saut lint domain.pddl problem.pddl", after_help = STATUS)]
    Lint(Lint),
    /// Serve editors: diagnostics, completion, rename and more for PDDL
    #[command(before_help = "Example: saut lsp")]
    Lsp,
    /// Count solutions, games and boards exactly
    #[command(before_help = "Example: saut count triangle-15-corner --games", after_help = STATUS)]
    Count(Count),
    /// Count boards by their distance from given boards
    #[command(before_help = "Example: saut growth docs/growth-french.toml --distance 4", after_help = STATUS)]
    Growth(Growth),
    /// Show which jumps keep a position solvable, and find mistakes
    #[command(before_help = "Example: saut hint pegsol-p05 --count", after_help = STATUS)]
    Hint(Hint),
    /// Write the formula of a puzzle or a task, or the PDDL of a puzzle
    #[command(
        before_help = "Example: saut encode pegsol-p01 --encoding r2-exists --horizon 3 -o p01.cnf"
    )]
    Encode(Encode),
    /// Turn the model that a solver printed into a plan, and replay the plan
    #[command(before_help = "Example: saut decode p01.cnf --model p01.out", after_help = STATUS)]
    Decode(Decode),
    /// Draw a puzzle, or a plan jump by jump
    #[command(before_help = "Example: saut show central plan.json --format html -o central.html")]
    Show(Show),
    /// Play a puzzle in the terminal, with hints
    #[command(before_help = "Example: saut play english")]
    Play(Play),
    /// Transform a puzzle and its plan: inverse, reversal, symmetries
    #[command(before_help = "Example: saut transform central plan.json --complement")]
    Transform(Transform),
    /// Open the studio in a browser: solve, play and explain puzzles
    #[command(before_help = "Example: saut serve --open")]
    Serve(Serve),
    /// Measure solvers and encodings, with every claim checked
    #[command(
        before_help = "Example: saut bench pegsol-p05 --backends batsat,cadical --encodings sequential,r2-exists"
    )]
    Bench(Bench),
    /// Write formulas of graded hardness with known answers
    #[command(before_help = "Example: saut family FOLDER --only pegsol-p01")]
    Family(FamilyOptions),
    /// Turn records of measured runs into tables and plots
    #[command(before_help = "Example: saut report saut-bench/records.jsonl -o report")]
    Report(Report),
    /// Decide for every figure (start position) with a symmetry whether it can be played to one peg
    #[command(
        before_help = "Example: saut census --board french --symmetry four-axes -o french.jsonl --html french.html"
    )]
    Census(CensusOptions),
    /// Generate solvable puzzles with a symmetry, rated by difficulty
    #[command(
        before_help = "Example: saut generate --board english --symmetry two-axes --count 6 -o new.toml"
    )]
    Generate(Generate),
    /// Decide whether a puzzle is possible on its board or on a larger one
    #[command(before_help = "Example: saut classify french-central", after_help = STATUS)]
    Classify(Classify),
    /// Split a refutation into pieces for many machines, and merge them
    #[command(
        before_help = "Example: saut job split hard-fr-03 job --cubes 16",
        subcommand
    )]
    Job(JobCommand),
    /// Colour baseball: compare, count, distances, tree
    #[command(before_help = "Example: saut baseball compare baseball-5", subcommand)]
    Baseball(BaseballCommand),
    /// List the bundled puzzles and boards
    #[command(before_help = "Example: saut list square --expect solvable")]
    List(List),
    /// List the known solvers: which are installed, and how to install the others
    #[command(before_help = "Example: saut backends")]
    Backends,
    /// Print completions for a shell
    #[command(before_help = "Example: saut completions bash")]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page, or write the manual pages of all commands
    #[command(before_help = "Example: saut manual man")]
    Manual {
        /// Directory for saut.1, saut-solve.1 and so on
        directory: Option<PathBuf>,
    },
    /// The old name of `job split`
    #[command(hide = true)]
    Cube(Split),
    /// The old name of `job run`
    #[command(hide = true, after_help = STATUS)]
    Conquer(RunPiece),
    /// The old name of `job merge`
    #[command(hide = true, after_help = STATUS)]
    Merge(JobFolderArgument),
    /// The old name of `job status`
    #[command(hide = true)]
    Status(JobFolderArgument),
    /// The old name of `job submit`
    #[command(hide = true)]
    Submit(Submit),
    /// Do one run of a benchmark, whose description is read from standard input
    #[command(hide = true, name = saut::bench::COMMAND)]
    BenchRun,
    /// Answer a request of the studio about a task, which is read from standard input
    #[command(hide = true, name = crate::web::COMMAND)]
    AnswerTask,
    /// Run a child program, and end all processes that it leaves, even if the parent process dies
    #[command(hide = true, name = saut::process::guard::COMMAND)]
    GuardChild {
        /// File that the program reads on standard input
        input: PathBuf,
        /// File for the peak memory of the program in KiB
        peak: PathBuf,
        /// The program
        program: OsString,
        /// Arguments of the program
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
}

/// `saut job`
#[derive(Debug, Subcommand)]
pub enum JobCommand {
    /// Make a job: split the refutation of a puzzle or a planning task into pieces
    #[command(before_help = "Example: saut job split hard-fr-03 job --cubes 16")]
    Split(Split),
    /// Run one piece
    #[command(before_help = "Example: saut job run job --index 0", after_help = STATUS)]
    Run(RunPiece),
    /// Merge the pieces into one answer, or list the missing pieces
    #[command(before_help = "Example: saut job merge job --json", after_help = STATUS)]
    Merge(JobFolderArgument),
    /// Show the progress, and estimate the total processor time
    #[command(before_help = "Example: saut job status job")]
    Status(JobFolderArgument),
    /// Write the script that submits the pieces to Slurm, hq, GNU parallel or this machine
    #[command(before_help = "Example: saut job submit job --engine slurm --run")]
    Submit(Submit),
}

impl Arguments {
    /// Parses the command line. If help or the version is requested, prints it and exits.
    ///
    /// # Errors
    /// The command line is invalid, a file would be written twice or both written and read, or the extension of the
    /// output file names another format than its content.
    pub fn read() -> Result<Self, BadInput> {
        let mut command = Self::command();
        let words = std::env::args_os;
        let matches = command.try_get_matches_from_mut(words());
        let matches = matches.or_else(|error| match error.kind() {
            ErrorKind::DisplayHelp => by_purpose(Self::command()).try_get_matches_from(words()),
            _ => Err(error),
        });
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

/// Converts an error of clap. If the command is missing before the name of a puzzle or a file, the message suggests
/// `saut solve`. A request for help or the version is not an error: it is printed, and the program exits.
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

/// Flags that name output files.
const WRITTEN: [&str; 7] = ["out", "proof", "svg", "html", "csv", "export", "icnf"];

fn is_given(argument: &clap::Arg, given: &ArgMatches) -> bool {
    given.value_source(argument.get_id().as_str()) == Some(ValueSource::CommandLine)
}

/// Checks that no file is written twice, or both written and read. Positional arguments and values of flags for a FILE
/// can name files to read. In `FILE:NAME`, the file is the part before the last colon.
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
    whole::check(&outputs, &inputs)
}

impl Command {
    /// Rejects a file of `-o` whose extension names another format than the command writes.
    fn refuse_ending(&self, global: &Global) -> Result<(), BadInput> {
        let (Some(file), Some(content)) = (global.out.as_deref(), self.content(global)) else {
            return Ok(());
        };
        let named = ending(file).and_then(|ending| content_of(&ending));
        let Some(named) = named.filter(|named| *named != content) else {
            return Ok(());
        };
        let remedy = match (self, named) {
            (Self::Solve(_) | Self::Improve(_), "JSON") if self.writes_its_file() => {
                "give the plan file another extension; for a JSON document, use --json"
            }
            (Self::Explain(_), "SVG") => "add --format svg, or give another extension",
            (_, "JSON") if !self.writes_its_file() => "add --json, or give another extension",
            _ => "give another extension",
        };
        let fact = format!("{} would contain {content}, not {named}", file.display());
        Err(BadInput::new("-o", fact).remedy(remedy))
    }

    /// Returns the format that the command writes to the file of `-o`. `None` if a folder is written, or if the format
    /// is requested explicitly or follows from the extension.
    fn content(&self, global: &Global) -> Option<&'static str> {
        let format = match self {
            Self::Show(arguments) if arguments.format.is_none() => arguments.format(global).name(),
            Self::Encode(arguments) if arguments.format.is_none() => {
                arguments.language(global).name()
            }
            Self::Baseball(BaseballCommand::Tree(arguments)) if arguments.format.is_none() => {
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

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::{Arguments, PURPOSES};

    #[test]
    fn the_help_lists_every_command_that_is_not_hidden() {
        let command = Arguments::command();
        let shown = command.get_subcommands().filter(|one| !one.is_hide_set());
        let mut shown: Vec<&str> = shown.map(clap::Command::get_name).collect();
        let mut listed = PURPOSES.map(|(_, names)| names).concat();
        shown.sort_unstable();
        listed.sort_unstable();
        assert_eq!(shown, listed);
    }
}
