//! Commands about the program itself: completions, the manual, and the guard of child programs.

use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::path::Path;

use clap::{Command, CommandFactory};
use clap_complete::Shell;
use saut::BadInput;
use saut::process::guard;

use super::arguments::{Arguments, known_names};
use super::reply::{Failure, Reply};
use super::status;

/// Purposes for which people come, and the command for each.
const PURPOSES: &str = "\
solve a board, or hear why it cannot be    saut solve english
play it in the terminal, with hints        saut play english
solve, play and explain in a browser       saut serve --open
see which jumps still win                  saut hint english
check somebody's solution                  saut check english PLAN
count solutions, games and boards          saut count triangle
solve a planning task in PDDL              saut plan PROBLEM.pddl
write the formula for your own solver      saut encode english -o english.cnf
see the puzzles and the solvers there are  saut list; saut backends
see all commands                           saut --help
";

/// What the program is for, if its name alone is typed.
pub fn first_words() -> Reply {
    Reply::text(status::SOLVED, PURPOSES)
}

/// The commands that people are told of.
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

/// Prints completions.
pub fn completions(shell: Shell) -> Result<Reply, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut shown(), "saut", &mut script);
    if shell == Shell::Fish {
        // Its generator leaves out the values of arguments without a flag.
        let names: Vec<String> = known_names().map(Into::into).collect();
        writeln!(script, "complete -c saut -f -a \"{}\"", names.join(" "))?;
    }
    Ok(Reply::text(status::SOLVED, script))
}

/// Prints the manual page, or writes all pages into a directory.
pub fn manual(directory: Option<&Path>) -> Result<Reply, Failure> {
    let (command, mut page) = (shown(), Vec::new());
    match directory {
        None => clap_mangen::Man::new(command).render(&mut page)?,
        Some(directory) => {
            let cannot = |error| {
                let fact = format!("the manual cannot be written there ({error})");
                BadInput::new(directory.display().to_string(), fact)
                    .remedy("is there a file in its place, and may you write there?")
            };
            std::fs::create_dir_all(directory).map_err(cannot)?;
            clap_mangen::generate_to(command, directory).map_err(cannot)?;
        }
    }
    Ok(Reply::text(status::SOLVED, page))
}

/// Runs a child program as its warden, and ends as that does.
pub fn guard(program: &OsStr, arguments: &[OsString], input: &Path) -> Result<Reply, Failure> {
    guard::end_likewise(guard::watch(program, arguments, input)?)
}
