//! Solver programs: their names, how to call them, and how to get them.
//!
//! The table `programs.json` has one entry per program. Any other program that reads a formula on standard input can be
//! named by its command: `dimacs:COMMAND` or `smtlib:COMMAND`.

use std::env;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Deserialize;

use crate::backend::{BackendError, Fault, Reads, SolveLimits};
use crate::process::{ChildProgram, End, run};
use saut_base::BadInput;
use saut_base::digest::sha256;
use saut_base::stop::Stop;

/// Placeholder in an argument for the path of a file with the formula.
pub(super) const FORMULA: &str = "{formula}";
/// Placeholder in an argument for the path of the file to which the program writes its answer.
pub(super) const RESULT: &str = "{result}";

/// Placeholder in an argument for the path of the file to which the program writes a DRAT or LRAT proof.
pub(super) const PROOF: &str = "{proof}";

/// Placeholder in an argument for the seed, which is at least 1.
pub(super) const SEED: &str = "{seed}";
/// Placeholder in an argument for the remaining seconds, rounded up.
pub(super) const TIMEOUT: &str = "{timeout}";
/// Placeholder in an argument for the number of threads that the program may use.
pub(super) const THREADS: &str = "{threads}";

/// A synonym of [`RESULT`] in commands.
const MODEL: &str = "{model}";

/// Explanation of the placeholders in a command.
pub const PLACEHOLDERS: &str = "in a command, {formula} is a file with the formula, {result} a file for the \
    answer, {proof} a file for a DRAT or LRAT proof, {seed} the seed, {timeout} the remaining seconds and \
    {threads} the number of threads; without {formula}, the formula comes on standard input, and without {seed}, \
    the program runs once, not once per thread";

/// A solver program. In an argument that takes a number, `{}` is replaced by the number.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Program {
    pub name: String,
    pub reads: Reads,
    /// Names of executables that are searched for on PATH, in this order.
    pub files: Vec<String>,
    /// Arguments of a call without a proof.
    #[serde(default)]
    pub arguments: Vec<String>,
    /// Arguments of a call with a proof; empty if the program cannot write proofs.
    #[serde(default)]
    pub proof: Vec<String>,
    /// Arguments for a seed other than 0.
    #[serde(default)]
    pub seed: Vec<String>,
    /// Arguments for a conflict limit.
    #[serde(default)]
    pub conflicts: Vec<String>,
    /// Additional arguments for a session on a growing script; `None` if the program does not support such sessions.
    #[serde(default)]
    pub growing: Option<Vec<String>>,
    /// Arguments that make the program print its version; empty if there are none.
    #[serde(default)]
    pub version: Vec<String>,
    pub remedy: String,
}

/// Returns the programs known by name.
pub(super) fn table() -> Vec<Program> {
    serde_json::from_str(include_str!("programs.json")).expect("a table of programs")
}

impl Program {
    /// Whether an argument contains this placeholder.
    pub(super) fn has(&self, mark: &str) -> bool {
        let arguments = self.arguments.iter().chain(&self.proof);
        arguments.into_iter().any(|it| it.contains(mark))
    }

    pub(super) fn by_command(name: &str, reads: Reads, command: &str) -> Result<Self, BadInput> {
        let known = |program: &Self| program.name == command.trim() && program.reads == reads;
        if let Some(known) = table().into_iter().find(known) {
            let name = name.to_owned();
            return Ok(Self { name, ..known });
        }
        let mut words = words(command).into_iter();
        let Some(program) = words.next() else {
            return Err(
                BadInput::new("--backend", format!("{name} names no program"))
                    .remedy(format!("write {name}PROGRAM with its arguments")),
            );
        };
        let mut remedy = format!("no executable {program} is on PATH; is it spelled correctly?");
        if program.contains(',') {
            remedy += " A comma does not end a command; name other backends before the command, or repeat \
                the flag";
        }
        let arguments: Vec<String> = words.map(|word| word.replace(MODEL, RESULT)).collect();
        for argument in &arguments {
            refuse_unknown_placeholder(argument)?;
        }
        let proof = if arguments.iter().any(|argument| argument.contains(PROOF)) {
            arguments.clone()
        } else {
            Vec::new()
        };
        Ok(Self {
            name: name.to_owned(),
            reads,
            files: vec![program],
            arguments,
            proof,
            seed: Vec::new(),
            conflicts: Vec::new(),
            growing: None,
            version: Vec::new(),
            remedy,
        })
    }

    /// Returns the SMT-LIB command that sets the seed; `None` for seed 0, or if an argument sets the seed.
    pub(super) fn seed_option(&self, limits: &SolveLimits) -> Option<String> {
        (limits.seed != 0 && self.seed.is_empty())
            .then(|| format!("(set-option :random-seed {})\n", limits.seed_number()))
    }

    pub(super) fn find(&self) -> Result<PathBuf, BackendError> {
        let found = self.files.iter().find_map(|file| find_program(file));
        found.ok_or_else(|| BackendError::new(&self.name, Fault::Missing, &self.remedy))
    }

    /// Returns the version that the program reports, or a fingerprint of its files if it reports no version.
    pub(super) fn version_or_fingerprint(&self, path: &Path) -> String {
        let asks = !self.version.is_empty();
        let asked = asks.then(|| version_of(path.to_owned(), &self.version));
        let version = asked.flatten().or_else(|| self.fingerprint(path));
        version.unwrap_or_else(|| "unknown".to_owned())
    }

    /// Returns the first 12 digits of a SHA-256 hash of the program and of the files in its command, for example the
    /// script that an interpreter runs. A rebuilt solver has another fingerprint.
    fn fingerprint(&self, program: &Path) -> Option<String> {
        const DIGITS: usize = 12;
        let named = self.arguments.iter().map(Path::new);
        let mut bytes = fs::read(program).ok()?;
        for file in named.filter(|file| file.is_file()) {
            bytes.extend(fs::read(file).ok()?);
        }
        let mut digits = sha256(&bytes);
        digits.truncate(DIGITS);
        Some(digits)
    }
}

/// Runs a command that prints a version, and returns this version.
pub fn ask_version(command: &str) -> Option<String> {
    let words = words(command);
    let (program, arguments) = words.split_first()?;
    version_of(find_program(program)?, arguments)
}

fn version_of(program: PathBuf, arguments: &[String]) -> Option<String> {
    const PATIENCE: Duration = Duration::from_secs(10);
    let arguments = arguments.iter().map(Into::into).collect();
    let job = ChildProgram {
        program,
        arguments,
        ..ChildProgram::default()
    };
    match run(job, &Stop::new(Some(PATIENCE), None), None).ok()? {
        End::Exited(exit) => version_in(&exit.output).or_else(|| version_in(&exit.said)),
        End::TooMuchOutput | End::Stopped(_) => None,
    }
}

/// Returns the first word that looks like a version, otherwise the first nonempty line.
fn version_in(text: &str) -> Option<String> {
    let is_version =
        |word: &&str| word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('.');
    let mut words = text
        .split_whitespace()
        .map(|word| word.trim_matches([',', ';', '(', ')']));
    let first_line = || text.lines().map(str::trim).find(|line| !line.is_empty());
    let version = words.find(is_version).or_else(first_line)?;
    Some(version.chars().take(40).collect())
}

/// Rejects an unknown placeholder such as `{cnf}`: no program expects this text.
fn refuse_unknown_placeholder(argument: &str) -> Result<(), BadInput> {
    let known = [FORMULA, RESULT, PROOF, SEED, TIMEOUT, THREADS];
    let without = |rest: String, known: &str| rest.replace(known, "");
    let rest = known.into_iter().fold(argument.to_owned(), without);
    let inside = rest.split_once('{');
    let inside = inside.and_then(|(_, rest)| rest.split_once('}'));
    match inside {
        Some((name, _)) if !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase()) => Err(
            BadInput::new("--backend", format!("unknown placeholder {{{name}}}"))
                .remedy(PLACEHOLDERS),
        ),
        _ => Ok(()),
    }
}

/// Returns the first executable file with this name on PATH. A name with a slash is a path.
pub fn find_program(name: &str) -> Option<PathBuf> {
    if name.contains('/') {
        return Some(PathBuf::from(name)).filter(|path| is_executable(path));
    }
    let folders = env::var_os("PATH")?;
    let mut files = env::split_paths(&folders)
        .filter(|folder| !folder.as_os_str().is_empty())
        .map(|folder| folder.join(name));
    files.find(|file| is_executable(file))
}

fn is_executable(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::{Program, find_program, table, version_in};
    use crate::backend::Backend as _;
    use crate::backend::{Availability, Reads};

    #[test]
    fn every_program_of_the_table_says_how_to_get_it() {
        for program in table() {
            assert!(
                !program.remedy.is_empty() && !program.files.is_empty(),
                "{}",
                program.name
            );
        }
    }

    #[test]
    fn versions_are_found_in_what_programs_say() {
        for (text, version) in [
            ("Z3 version 4.8.12 - 64 bit\n", "4.8.12"),
            ("c CryptoMiniSat version 5.11.4\nc more 1.2\n", "5.11.4"),
            ("\nsc2021\n", "sc2021"),
            ("965\n", "965"),
        ] {
            assert_eq!(version_in(text).as_deref(), Some(version));
        }
        assert_eq!(version_in(" \n"), None);
    }

    #[test]
    fn a_command_is_split_and_an_empty_one_refused() {
        let program = |command: &str| {
            Program::by_command(&format!("dimacs:{command}"), Reads::Clauses, command.trim())
        };
        // A command that is the name of a known program gets the arguments of the table.
        for (command, file, arguments) in [
            ("sh -c x", "sh", &["-c", "x"][..]),
            ("x {formula} {model}", "x", &["{formula}", "{result}"]),
            ("x {} a{1}", "x", &["{}", "a{1}"]),
            ("minisat", "minisat", &["{formula}", "{result}"]),
        ] {
            let found = program(command).unwrap();
            assert_eq!(found.name, format!("dimacs:{command}"));
            assert_eq!(
                (&*found.files[0], &found.arguments[..]),
                (file, &owned(arguments)[..])
            );
        }
        for (command, wanted) in [
            (
                "x {cnf}",
                "unknown placeholder {cnf}; in a command, {formula} is",
            ),
            (" ", "dimacs:  names no program"),
        ] {
            let refused = program(command).unwrap_err().to_string();
            assert!(refused.contains(wanted), "{refused}");
        }
    }

    fn owned(words: &[&str]) -> Vec<String> {
        words.iter().map(|&word| word.to_owned()).collect()
    }

    #[test]
    fn a_program_without_a_version_is_known_by_its_bytes_and_those_of_its_script() {
        let folder = tempfile::tempdir().unwrap();
        let script = folder.path().join("s");
        let version = |text: &str| {
            std::fs::write(&script, text).unwrap();
            let command = format!("/bin/sh {}", script.display());
            let name = format!("dimacs:{command}");
            let program = Program::by_command(&name, Reads::Clauses, &command).unwrap();
            match program.availability() {
                Availability::Here { version, .. } => version,
                other => panic!("{other:?}"),
            }
        };
        let old = version("exit 10");
        assert!(old.len() == 12 && old.chars().all(|c| c.is_ascii_hexdigit()));
        assert_eq!(version("exit 10"), old);
        assert_ne!(version("exit 20"), old);
    }

    #[test]
    fn a_command_that_swallowed_a_backend_says_how_to_part_them() {
        let remedy = |command| {
            let name = format!("dimacs:{command}");
            Program::by_command(&name, Reads::Clauses, command)
                .unwrap()
                .remedy
        };
        assert!(remedy("/x/lie.sh,cadical").contains("repeat the flag"));
        assert!(!remedy("/x/lie.sh").contains("repeat the flag"));
    }

    #[test]
    fn a_program_that_is_not_here_says_so() {
        let program = Program::by_command("dimacs:no-such", Reads::Clauses, "no-such").unwrap();
        let availability = program.availability();
        let says_so = |remedy: &String| remedy.contains("no-such");
        assert!(matches!(availability, Availability::Missing { remedy } if says_so(&remedy)));
        let error = program.find().unwrap_err().to_string();
        assert!(error.contains("backend dimacs:no-such"), "{error}");
    }

    #[test]
    fn the_shell_is_found_by_name_and_by_path() {
        assert!(find_program("sh").is_some_and(|path| path.is_absolute()));
        assert_eq!(find_program("/bin/sh"), Some("/bin/sh".into()));
    }

    #[test]
    fn a_folder_a_plain_file_and_nothing_are_no_programs() {
        for name in [
            "/bin",
            "/etc/passwd",
            "/nowhere/sh",
            "no-such-program-anywhere",
            "",
        ] {
            assert_eq!(find_program(name), None, "{name}");
        }
    }
}
