//! Commands about the program itself: its puzzles and solvers, completions, the manual, and the guard of child
//! programs.

use std::ffi::{OsStr, OsString};
use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;

use clap::{Command, CommandFactory};
use clap_complete::Shell;
use itertools::Itertools as _;
use saut::BadInput;
use saut::backend::{self, Availability, Reads};
use saut::formats::{Entry, bundled};
use saut::named::Named as _;
use saut::peg::{Board, Expectation, boards};
use saut::process::guard;
use serde_json::{Value, json};

use super::arguments::{Arguments, List};
use super::input::known_names;
use super::reply::{CommandOutput, Failure};
use super::{census, print, status};

/// The overview that is printed without arguments.
const PURPOSES: &str = "\
solve a board, or prove it infeasible      saut solve english
play it in the terminal, with hints        saut play english
solve, play and explain in a browser       saut serve --open
see which jumps still win                  saut hint english
check a solution                           saut check english PLAN
count solutions, games and boards          saut count triangle
solve a planning task in PDDL              saut plan PROBLEM.pddl
write the formula for your own solver      saut encode english --horizon 6 -o english.cnf
list the puzzles and the solvers           saut list; saut backends
see all commands                           saut --help
";

pub fn first_words() -> CommandOutput {
    CommandOutput::text(status::SOLVED, PURPOSES)
}

/// Returns the definition of the command line without the hidden commands.
fn shown() -> Command {
    let all = Arguments::command();
    let shown = all
        .get_subcommands()
        .filter(|command| !command.is_hide_set())
        .cloned();
    let (about, after) = (all.get_about().cloned(), all.get_after_help().cloned());
    Command::new("saut")
        .version(env!("CARGO_PKG_VERSION"))
        .about(about.unwrap_or_default())
        .after_help(after.unwrap_or_default())
        .args(all.get_arguments().cloned())
        .subcommands(shown)
}

pub fn completions(shell: Shell) -> Result<CommandOutput, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut shown(), "saut", &mut script);
    if shell == Shell::Fish {
        // For fish, clap omits the values of positional arguments.
        let names: Vec<String> = known_names().map(Into::into).collect();
        writeln!(script, "complete -c saut -f -a \"{}\"", names.join(" "))?;
    }
    Ok(CommandOutput::text(status::SOLVED, script))
}

/// Prints the manual page, or writes all pages into a directory.
pub fn manual(directory: Option<&Path>) -> Result<CommandOutput, Failure> {
    let (command, mut page) = (shown(), Vec::new());
    match directory {
        None => clap_mangen::Man::new(command).render(&mut page)?,
        Some(directory) => {
            let cannot = |error| {
                let fact = format!("the manual cannot be written to this folder ({error})");
                BadInput::new(directory.display().to_string(), fact)
                    .remedy("is there a file with this name, and is the folder writable?")
            };
            std::fs::create_dir_all(directory).map_err(cannot)?;
            clap_mangen::generate_to(command, directory).map_err(cannot)?;
        }
    }
    Ok(CommandOutput::text(status::SOLVED, page))
}

/// Runs a child program, ends all processes that it leaves, and exits with its status.
pub fn guard(
    program: &OsStr,
    arguments: &[OsString],
    files: [&Path; 2],
) -> Result<CommandOutput, Failure> {
    guard::end_likewise(guard::watch(program, arguments, files)?)
}

/// Returns a text in lower case without the accents of French and German.
fn folded(text: &str) -> String {
    let fold = |symbol: char| match symbol {
        'à' | 'â' | 'ä' => 'a',
        'ç' => 'c',
        'è' | 'é' | 'ê' | 'ë' => 'e',
        'î' | 'ï' => 'i',
        'ô' | 'ö' => 'o',
        'ù' | 'û' | 'ü' => 'u',
        other => other,
    };
    text.to_lowercase().chars().map(fold).collect()
}

pub fn puzzles(arguments: &List) -> Result<CommandOutput, Failure> {
    let board = arguments.board.as_deref().map(census::board).transpose()?;
    let words = arguments.words.iter().map(|word| folded(word));
    let words: Vec<String> = words.collect();
    let is_wanted = |theme: &str, entry: &Entry| {
        let (title, expect) = title_and_expectation(entry);
        let source = match entry {
            Entry::Peg(puzzle) => puzzle.source.as_deref(),
            Entry::Baseball(puzzle) => puzzle.source.as_deref(),
        };
        let parts = [Some(entry.name()), title, Some(theme), source];
        let text = folded(&parts.into_iter().flatten().join(" "));
        let is_on = |board: &Board| matches!(entry, Entry::Peg(it) if it.board().without_put_back() == *board);
        board.as_ref().is_none_or(is_on)
            && arguments.expect.is_none_or(|wanted| wanted == expect)
            && words.iter().all(|word| text.contains(word))
    };
    let mut groups = bundled::groups();
    for (theme, entries) in &mut groups {
        entries.retain(|entry| is_wanted(theme, entry));
    }
    groups.retain(|(_, entries)| !entries.is_empty());
    let mut text = String::new();
    if groups.is_empty() {
        text += "no bundled puzzle matches; saut list shows all\n";
    }
    let names = groups.iter().flat_map(|(_, entries)| entries);
    let width = names.map(|entry| entry.name().len()).max().unwrap_or(0);
    let mut documents = Vec::new();
    for (number, (theme, entries)) in groups.iter().enumerate() {
        let (strong, space) = (print::STRONG, if number == 0 { "" } else { "\n" });
        let _ = writeln!(text, "{space}{strong}{theme}{strong:#}");
        for entry in entries {
            let (document, columns) = described(theme, entry);
            let _ = writeln!(text, "  {:width$}  {columns}", entry.name());
            documents.push(document);
        }
    }
    if words.is_empty() && arguments.expect.is_none() && board.is_none() {
        let aliases = bundled::aliases().map(|(name, meant)| format!("{name} ({meant})"));
        let (aliases, boards) = (aliases.format(", "), boards::NAMES.join(", "));
        let _ = writeln!(
            text,
            "\nshort names: {aliases}\nboards for puzzle files: {boards}"
        );
    }
    let document = json!({"puzzles": documents, "boards": boards::NAMES});
    Ok(CommandOutput::new(status::SOLVED, document, text))
}

fn title_and_expectation(entry: &Entry) -> (Option<&str>, Expectation) {
    match entry {
        Entry::Peg(puzzle) => (puzzle.title.as_deref(), puzzle.expect),
        Entry::Baseball(puzzle) => (puzzle.title.as_deref(), Expectation::Solvable),
    }
}

/// Returns a puzzle as JSON, and as a line of text with its size, expected verdict and title.
fn described(theme: &str, entry: &Entry) -> (Value, String) {
    let (title, expect) = title_and_expectation(entry);
    let mut document = json!({
        "name": entry.name(), "title": title, "theme": theme, "expect": expect.name(),
    });
    let size = match entry {
        Entry::Peg(puzzle) => {
            let pegs = puzzle.pegs_on_board(puzzle.start());
            let holes = puzzle.board().drawn().len();
            document["board"] = json!(boards::name_of(&puzzle.board().without_put_back()));
            document["holes"] = holes.into();
            document["pegs"] = pegs.into();
            format!("{holes:>3} holes {pegs:>3} pegs")
        }
        Entry::Baseball(puzzle) => {
            document["game"] = "baseball".into();
            document["track"] = puzzle.track().to_string().into();
            document["bases"] = puzzle.bases().into();
            format!("{:>3} bases, {}", puzzle.bases(), puzzle.track())
        }
    };
    let (expect, title) = (expect.name(), title.unwrap_or(""));
    (document, format!("{size:<18}  {expect:<10}  {title}"))
}

pub fn backends() -> CommandOutput {
    let (mut entries, mut text) = (Vec::new(), String::new());
    for backend in backend::all() {
        // All SMT-LIB backends support linear arithmetic, for numeric tasks.
        let (name, arithmetic) = (backend.name(), backend.reads() == Reads::SmtLib);
        let reads = if arithmetic { "smtlib" } else { "dimacs" };
        let (here, what) = match backend.availability() {
            Availability::BuiltIn { version } => (true, format!("{version}, built in")),
            Availability::Here { path, version } => {
                (true, format!("{version}, {}", path.display()))
            }
            Availability::Missing { remedy } => (false, remedy),
        };
        let (key, mark, strong) = if here {
            ("version", "installed", print::STRONG)
        } else {
            ("remedy", "not found", anstyle::Style::new().dimmed())
        };
        let abilities = [
            ("proves", backend.proves()),
            ("incremental", backend.is_incremental()),
            ("seed", backend.takes_seed()),
        ];
        let has = abilities.iter().filter(|(_, has)| *has);
        let has = has.map(|(ability, _)| *ability).join(", ");
        let _ = writeln!(
            text,
            "{strong}{name:<15}{strong:#} {reads:<7} {mark}  {has:<25}  {what}"
        );
        let [proves, incremental, seed] = abilities.map(|(_, has)| has);
        entries.push(json!({
            "name": name, "reads": reads, "arithmetic": arithmetic, "here": here,
            "proves": proves, "incremental": incremental, "seed": seed, key: what,
        }));
    }
    let _ = writeln!(
        text,
        "\nproves: writes proofs of refutations, in DRAT or LRAT; incremental: keeps a formula between \
         calls;\nseed: its random choices depend on --seed; solvers with smtlib also solve numeric tasks (saut \
         plan)\nany other program: --backend dimacs:COMMAND or --backend smtlib:COMMAND\n{}",
        backend::PLACEHOLDERS
    );
    CommandOutput::new(status::SOLVED, json!({ "backends": entries }), text)
}
