//! Suggestions for an unknown word: a flag of the command that was typed, a value of that flag, a command, or a puzzle
//! with a command before it.

use std::ffi::OsString;
use std::path::Path;

use clap::CommandFactory;
use saut::formats::{self, nearest::nearest};
use saut::shards::submit::quoted;

use super::super::{Arguments, known_names, names};

/// Words that people type for a flag, as other programs call it.
const FLAGS: [(&str, &[&str]); 15] = [
    (
        "minimise",
        &[
            "optimal", "optimise", "optimize", "minimize", "shortest", "best", "fewest", "least",
        ],
    ),
    (
        "out",
        &[
            "to",
            "file",
            "outfile",
            "plan-file",
            "save-plan",
            "export",
            "write",
        ],
    ),
    (
        "timeout",
        &[
            "time",
            "time-limit",
            "max-time",
            "limit",
            "deadline",
            "seconds",
        ],
    ),
    ("memory", &["mem", "mem-limit", "ram"]),
    (
        "threads",
        &["jobs", "cores", "cpus", "parallel", "workers", "j"],
    ),
    (
        "jobs",
        &["threads", "cores", "cpus", "parallel", "workers", "j"],
    ),
    (
        "horizon",
        &["steps", "length", "bound", "makespan", "depth"],
    ),
    ("vacate", &["start", "from", "empty", "vacancy", "hole"]),
    ("finish", &["goal", "end", "target", "last"]),
    ("backend", &["solver", "sat-solver", "engine"]),
    ("method", &["algorithm", "strategy", "search", "heuristic"]),
    ("proof", &["certificate", "drat", "lrat"]),
    ("seed", &["random", "rng"]),
    ("geometry", &["shape", "directions", "grid", "lattice"]),
    ("all", &["every", "enumerate"]),
];

/// Words that people type for a value, and the values that come nearest, the best first.
const VALUES: [(&str, &[&str]); 5] = [
    ("cost", &["actions", "moves"]),
    ("length", &["actions", "jumps"]),
    ("plan-length", &["actions", "jumps"]),
    ("makespan", &["steps"]),
    ("sweeps", &["moves"]),
];

/// The command that was typed as clap knows it, and its words.
fn typed_command(words: impl Iterator<Item = OsString>) -> (clap::Command, String) {
    let (mut command, mut path) = (Arguments::command(), "saut".to_owned());
    for word in words {
        let is_flag = word.to_string_lossy().starts_with('-');
        match command.find_subcommand(&word).cloned() {
            Some(next) => {
                path = format!("{path} {}", next.get_name());
                command = next;
            }
            None if is_flag => {}
            None => break,
        }
    }
    (command, path)
}

/// The long names of the flags of a command.
fn flags(command: &clap::Command) -> Vec<&str> {
    let arguments = command.get_arguments().filter(|one| !one.is_hide_set());
    let names = arguments.filter_map(clap::Arg::get_long_and_visible_aliases);
    names.flatten().chain(["help"]).collect()
}

/// Replacement for a flag that the command does not have.
pub fn instead_of_flag(wanted: &str) -> Option<String> {
    if !wanted.starts_with('-') {
        return None;
    }
    let name = wanted.trim_start_matches('-');
    let words = || std::env::args_os();
    let (command, path) = typed_command(names::by_what_is_asked(words()).into_iter().skip(1));
    let own = flags(&command);
    if own.contains(&name) {
        return Some(format!(
            "flags stand behind the command, as in {path} {wanted}"
        ));
    }
    if flags(&typed_command(words().skip(1)).0).contains(&name) {
        return Some(format!(
            "what is asked about is for {path}, and {path} --help says what there is"
        ));
    }
    let all = Arguments::command();
    let others = || all.get_subcommands().filter(|one| !one.is_hide_set());
    let every: Vec<&str> = others().flat_map(flags).collect();
    let found = flag_like(name, &own, &every)?;
    if own.contains(&found) {
        let values = values_of(&command, found);
        return Some(format!("did you mean --{found}{values}?"));
    }
    let has_it = others().filter(|other| flags(other).contains(&found));
    let has_it: Vec<String> = has_it
        .take(3)
        .map(|one| format!("saut {}", one.get_name()))
        .collect();
    Some(format!("--{found} is a flag of {}", has_it.join(", ")))
}

/// The flag that a word resembles: of `own` as others call it or as a part of the word, else of `every` command by
/// its letters.
fn flag_like<'a>(wanted: &str, own: &[&'a str], every: &[&'a str]) -> Option<&'a str> {
    let called = |word: &str| {
        let known = FLAGS.iter().filter(|(_, others)| others.contains(&word));
        known
            .map(|(flag, _)| *flag)
            .find_map(|flag| own.iter().find(|one| **one == flag))
    };
    let parts = || wanted.split(['-', '_']).filter(|part| part.len() > 2);
    called(wanted)
        .or_else(|| own.iter().find(|one| parts().any(|part| part == **one)))
        .copied()
        .or_else(|| {
            nearest(wanted, own.iter().chain(every).copied())
                .first()
                .copied()
        })
        .or_else(|| parts().find_map(called).copied())
}

/// The values of a flag that has few, in words.
fn values_of(command: &clap::Command, flag: &str) -> String {
    const MOST: usize = 6;
    let argument = command
        .get_arguments()
        .find(|one| one.get_long() == Some(flag));
    let takes = argument.filter(|one| one.get_action().takes_values());
    let values = takes
        .map(clap::Arg::get_possible_values)
        .unwrap_or_default();
    let names: Vec<&str> = values
        .iter()
        .map(clap::builder::PossibleValue::get_name)
        .collect();
    match names.split_last() {
        Some((last, others)) if (1..MOST).contains(&others.len()) => {
            format!(" with {} or {last}", others.join(", "))
        }
        _ => String::new(),
    }
}

/// The value that was meant, of those that there are.
pub fn instead_of_value<'a>(wanted: &str, values: &[&'a str]) -> Option<&'a str> {
    let wanted = wanted.to_lowercase();
    let known = VALUES.iter().find(|(word, _)| *word == wanted);
    let meant = known.into_iter().flat_map(|(_, meant)| meant.iter());
    let mut meant = meant.filter_map(|one| values.iter().find(|value| *value == one));
    meant
        .next()
        .copied()
        .or_else(|| nearest(&wanted, values.iter().copied()).first().copied())
}

/// Fact about a word where a command should stand, and its replacement.
pub fn instead_of_command(wanted: &str) -> (String, Option<String>) {
    let word = quoted(wanted);
    if Path::new(wanted).is_file() {
        let ending = Path::new(wanted).extension().unwrap_or_default();
        let command = match ending.to_str() {
            Some("pddl") => format!("saut plan {word}, or saut solve {word} for a board"),
            Some("sas") => format!("saut plan --sas {word}"),
            Some("json" | "plan") => format!("saut check PUZZLE {word}"),
            Some("jsonl") => format!("saut report {word}"),
            _ => format!("saut solve {word}"),
        };
        let fact = format!("\"{wanted}\" is a file, and a command must stand before it");
        return (fact, Some(format!("did you mean {command}?")));
    }
    if formats::read_entry(wanted, std::io::empty(), None).is_ok() {
        let fact = format!("\"{wanted}\" is a puzzle, and a command must stand before it");
        return (fact, Some(format!("did you mean saut solve {word}?")));
    }
    let all = Arguments::command();
    let commands = all.get_subcommands().filter(|one| !one.is_hide_set());
    let commands: Vec<&str> = commands.map(clap::Command::get_name).collect();
    let puzzles: Vec<&str> = known_names().collect();
    let names = commands.iter().chain(&puzzles).copied();
    let remedy = nearest(wanted, names).first().map(|name| {
        if commands.contains(name) {
            format!("did you mean {name}?")
        } else {
            format!("did you mean saut solve {name}?")
        }
    });
    (format!("no command is called \"{wanted}\""), remedy)
}

#[cfg(test)]
mod tests {
    use super::{flag_like, instead_of_command, instead_of_value, typed_command};

    #[test]
    fn a_flag_is_found_by_what_others_call_it_by_a_part_and_by_its_letters() {
        let flags = [
            "minimise",
            "seed",
            "timeout",
            "threads",
            "out",
            "output",
            "jump-bounds",
        ];
        for (typed, meant) in [
            ("optimal", "minimise"),
            ("shortest", "minimise"),
            ("minimize", "minimise"),
            ("seed-file", "seed"),
            ("output-file", "output"),
            ("time_limit", "timeout"),
            ("tmeout", "timeout"),
            ("time", "timeout"),
            ("j", "threads"),
            ("jump-bound", "jump-bounds"),
        ] {
            assert_eq!(flag_like(typed, &flags, &[]), Some(meant), "{typed}");
        }
        for typed in ["", "x", "colour", "zzzzzz"] {
            assert_eq!(flag_like(typed, &flags, &[]), None, "{typed}");
        }
        assert_eq!(flag_like("optimal", &["seed"], &["minimise"]), None);
        // What another command has is nearer than what resembles it a little.
        assert_eq!(flag_like("timout", &["out"], &["timeout"]), Some("timeout"));
        assert_eq!(flag_like("sas", &["save"], &["sas", "save"]), Some("sas"));
    }

    #[test]
    fn a_value_is_found_in_the_same_way() {
        assert_eq!(
            instead_of_value("cost", &["steps", "actions"]),
            Some("actions")
        );
        assert_eq!(
            instead_of_value("cost", &["jumps", "moves", "steps"]),
            Some("moves")
        );
        assert_eq!(
            instead_of_value("Step", &["steps", "actions"]),
            Some("steps")
        );
        assert_eq!(instead_of_value("colour", &["steps", "actions"]), None);
    }

    #[test]
    fn a_puzzle_or_its_misspelt_name_gets_a_command_before_it() {
        let said = |word: &str| instead_of_command(word).1;
        assert_eq!(
            said("english").as_deref(),
            Some("did you mean saut solve english?")
        );
        assert_eq!(
            said("English-44-41").as_deref(),
            Some("did you mean saut solve English-44-41?")
        );
        assert_eq!(
            said("englsh").as_deref(),
            Some("did you mean saut solve english?")
        );
        assert_eq!(said("solvee").as_deref(), Some("did you mean solve?"));
        assert_eq!(said("qqqqqqqq"), None);
    }

    #[test]
    fn the_command_is_what_stands_before_the_first_other_word() {
        let words = |line: &str| {
            let words: Vec<std::ffi::OsString> = line.split(' ').map(Into::into).collect();
            typed_command(words.into_iter()).1
        };
        assert_eq!(words("solve central plan"), "saut solve");
        assert_eq!(words("--json baseball count 5"), "saut baseball count");
        assert_eq!(words("central solve"), "saut");
    }
}
