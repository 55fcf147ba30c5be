//! Definitions of experiments in TOML.
//!
//! The keys at the top apply to every `[[set]]`, and each set can override them. A file without sets is itself one set.
//! `[[program]]` gives a short name to a command. Everything is read and checked before anything runs: an unknown key,
//! puzzle, encoding or backend is an error.

use std::collections::BTreeMap;
use std::path::Path;
use std::str::FromStr;

use saut_base::BadInput;
use saut_base::read_limited::{self, MOST_PUZZLE_BYTES};
use saut_base::stop::Stop;
use saut_formats::toml_file::parse_toml;
use saut_task::encode::Encoding;
use serde::{Deserialize, Serialize};
use strum::EnumString;

use super::solver::Solver;
use super::subject::{self, Subject};

/// An experiment: a name and sets of measurements.
#[derive(Clone, Debug)]
pub struct Definition {
    /// Name of the experiment, which every record contains.
    pub name: String,
    /// The sets in the order of the file.
    pub sets: Vec<RunGroup>,
}

/// Puzzles, tasks and files of clauses that are measured in the same way.
#[derive(Clone, Debug)]
pub struct RunGroup {
    /// Family of the subjects that belong to none of the `kinds`. Every record names the family of its subject.
    pub family: String,
    /// For each family, the patterns for the names of its subjects.
    pub kinds: BTreeMap<String, Vec<String>>,
    /// The puzzles, tasks and files of clauses.
    pub subjects: Vec<Subject>,
    /// Encodings of the formulas.
    pub encodings: Vec<Encoding>,
    /// Horizons of the formulas.
    pub horizons: Vec<HorizonSpec>,
    /// The measured solvers.
    pub solvers: Vec<Solver>,
    /// Seeds of the runs.
    pub seeds: Vec<u64>,
    /// Limits of each run.
    pub limits: RunLimits,
}

/// The limits of a run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunLimits {
    /// Wall-clock limit of the solver, in seconds.
    pub timeout_seconds: f64,
    /// Memory limit of the solver, in MiB, or `None` for no limit.
    pub memory_mib: Option<u64>,
    /// Wall-clock limit for the check of a refutation, in seconds.
    pub check_timeout_seconds: f64,
    /// Number of threads that `saut` may use.
    pub threads: usize,
}

/// A horizon, or a rule that chooses a horizon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, EnumString)]
#[serde(try_from = "toml::Value")]
#[strum(serialize_all = "lowercase")]
pub enum HorizonSpec {
    /// Default of the encoding: the number of jumps if a step is one jump, and otherwise the smallest known horizon
    /// with a plan. If no such horizon is known, the horizon at which `decide` finds a plan.
    Auto,
    /// A number of steps.
    #[strum(disabled)]
    Steps(usize),
    /// The smallest horizon with a plan, if it is known.
    Smallest,
    /// The largest horizon whose refutation was checked. If no refutation was checked, the horizon before the smallest
    /// horizon with a plan.
    Below,
    /// The horizon at which `decide` finds a plan.
    Search,
}

impl HorizonSpec {
    /// Parses a number of steps or the name of a rule.
    ///
    /// # Errors
    /// The word is neither a number up to 100,000 nor the name of a rule.
    pub fn by_word(word: &str) -> Result<Self, BadInput> {
        let number = word.parse().map(toml::Value::Integer);
        Self::try_from(number.unwrap_or_else(|_| word.into())).map_err(|bad| bad.within("horizons"))
    }
}

impl TryFrom<toml::Value> for HorizonSpec {
    type Error = BadInput;

    fn try_from(value: toml::Value) -> Result<Self, BadInput> {
        let spec = match &value {
            toml::Value::Integer(steps @ 0..=100_000) => {
                usize::try_from(*steps).ok().map(Self::Steps)
            }
            toml::Value::String(word) => Self::from_str(word).ok(),
            _ => None,
        };
        spec.ok_or_else(|| {
            BadInput::new("", format!("invalid horizon: {value}")).remedy(
                "write \"smallest\", \"below\", \"auto\", \"search\" or a number of steps up to \
                 100000",
            )
        })
    }
}

/// The keys of a file, of a set in a file, or of a command line. Only a file has a name, programs and sets. All keys
/// are in one struct, because serde cannot reject unknown keys of a flattened struct.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExperimentKeys {
    /// The name of the experiment.
    pub name: Option<String>,
    /// Short names for commands.
    #[serde(default)]
    pub program: Vec<ProgramEntry>,
    /// The sets.
    #[serde(default)]
    pub set: Vec<Self>,
    /// Family of the subjects that belong to none of the `kinds`.
    pub family: Option<String>,
    /// For each family, patterns for the names of its subjects. `*` matches any text. If several patterns match a name,
    /// the longest pattern determines the family.
    pub kinds: Option<BTreeMap<String, Vec<String>>>,
    /// Names of bundled puzzles, and paths of files (puzzles, tasks or clauses) or folders.
    pub puzzles: Option<Vec<String>>,
    /// The encodings. The default is `r2-exists`.
    pub encodings: Option<Vec<Encoding>>,
    /// Horizons of the formulas.
    pub horizons: Option<Vec<HorizonSpec>>,
    /// Names of the solvers.
    pub backends: Option<Vec<String>>,
    /// Seeds of the runs.
    pub seeds: Option<Vec<u64>>,
    /// Wall-clock limit of each run, in seconds.
    pub timeout_seconds: Option<f64>,
    /// Memory limit of each run, in MiB, or 0 for no limit.
    pub memory_mib: Option<u64>,
    /// Wall-clock limit for the check of a refutation, in seconds.
    pub check_timeout_seconds: Option<f64>,
    /// Number of threads that `saut` may use.
    pub threads: Option<usize>,
}

/// A short name for a command.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ProgramEntry {
    /// Short name of the command.
    pub name: String,
    /// Command line of the program.
    pub command: String,
    /// The command that prints the version. In a machine file, the version itself.
    pub version: Option<String>,
}

impl ExperimentKeys {
    /// Builds a set from layers of keys: each key is taken from the first layer that has it.
    fn resolve(layers: &[&Self], folder: &Path, programs: &[Solver]) -> Result<RunGroup, BadInput> {
        fn first<T>(layers: &[&ExperimentKeys], of: fn(&ExperimentKeys) -> Option<T>) -> Option<T> {
            layers.iter().find_map(|keys| of(keys))
        }
        let mut subjects = Vec::new();
        for name in full("puzzles", first(layers, |it| it.puzzles.clone()))? {
            subjects.extend(subject::find(folder, &name).map_err(|bad| bad.within("puzzles"))?);
        }
        let solver = |name: String| {
            let own = programs.iter().find(|program| program.name == name);
            own.map_or_else(|| Solver::by_name(&name), |own| Ok(own.clone()))
                .map_err(|bad| bad.within("backends"))
        };
        let backends = full("backends", first(layers, |it| it.backends.clone()))?;
        let solvers = backends.into_iter().map(solver);
        let seconds = |key: &str, value: Option<f64>| match value.unwrap_or(60.0) {
            seconds if seconds > 0.0 && seconds <= 1e7 => Ok(seconds),
            other => Err(
                BadInput::new(key, format!("invalid time limit: {other} seconds"))
                    .remedy("give more than 0 and at most 10000000"),
            ),
        };
        let timeout = first(layers, |it| it.timeout_seconds);
        let check_timeout = first(layers, |it| it.check_timeout_seconds);
        let threads = first(layers, |it| it.threads).unwrap_or(1);
        if threads == 0 {
            let bad = BadInput::new("threads", "0 threads are not enough");
            return Err(bad.remedy("give 1 or more"));
        }
        let encodings = first(layers, |it| it.encodings.clone());
        let encodings = encodings.unwrap_or_else(|| vec![Encoding::R2_EXISTS]);
        let horizons = first(layers, |it| it.horizons.clone());
        let horizons = horizons.unwrap_or_else(|| vec![HorizonSpec::Smallest]);
        let seeds = first(layers, |it| it.seeds.clone()).or(Some(vec![0]));
        let family = first(layers, |it| it.family.clone());
        let memory_mib = first(layers, |it| it.memory_mib).unwrap_or(4096);
        Ok(RunGroup {
            family: family.unwrap_or_else(|| "other".to_owned()),
            kinds: first(layers, |it| it.kinds.clone()).unwrap_or_default(),
            subjects,
            encodings: full("encodings", Some(encodings))?,
            horizons: full("horizons", Some(horizons))?,
            solvers: solvers.collect::<Result<_, _>>()?,
            seeds: full("seeds", seeds)?,
            limits: RunLimits {
                timeout_seconds: seconds("timeout_seconds", timeout)?,
                memory_mib: Some(memory_mib).filter(|&mib| mib > 0),
                check_timeout_seconds: seconds("check_timeout_seconds", check_timeout)?,
                threads,
            },
        })
    }
}

impl RunGroup {
    /// Returns the family of a subject.
    pub fn family_of(&self, subject: &Subject) -> &str {
        let name = subject.name();
        let patterns = self.kinds.iter();
        let patterns = patterns.flat_map(|(kind, all)| all.iter().map(move |it| (it, kind)));
        let matching = patterns.filter(|(pattern, _)| matches(pattern, &name));
        let longest = matching.max_by_key(|(pattern, _)| pattern.len());
        longest.map_or(&self.family, |(_, kind)| kind)
    }
}

/// Whether a name matches a pattern, in which `*` matches any text.
fn matches(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((before, rest)) => name.strip_prefix(before).is_some_and(|name| {
            let ends = name.char_indices().map(|(at, _)| at).chain([name.len()]);
            ends.into_iter().any(|at| matches(rest, &name[at..]))
        }),
    }
}

/// Returns the items of a list. Rejects an empty list, which would give an experiment without runs.
fn full<T>(key: &str, list: Option<Vec<T>>) -> Result<Vec<T>, BadInput> {
    list.filter(|list| !list.is_empty()).ok_or_else(|| {
        BadInput::new(key, "this list is missing or empty").remedy("name at least one")
    })
}

/// Name of every comparison. The name is always the same, because the key of a run must not depend on the other
/// solvers. A later comparison in the same folder therefore reuses the existing runs.
const COMPARISON: &str = "comparison";

impl Definition {
    /// Reads a definition. Paths of puzzles are relative to the folder of the file. The keys of the command line
    /// override the file.
    ///
    /// # Errors
    /// The file cannot be read, is not a definition in TOML, or contains an unknown name.
    pub fn read(file: &Path, asked: &ExperimentKeys) -> Result<Self, BadInput> {
        let place = file.display().to_string();
        let bytes = read_limited::named(file, MOST_PUZZLE_BYTES, &Stop::default())?;
        let text = read_limited::text(bytes, &place)?;
        let folder = file.parent().unwrap_or_else(|| Path::new(""));
        Self::of(&text, folder, asked).map_err(|bad| bad.within(place))
    }

    /// Whether a text can be a definition. A TOML file with `[[puzzle]]` is not one.
    pub fn is_one(text: &str) -> bool {
        let table = text.parse::<toml::Table>();
        !table.is_ok_and(|table| table.contains_key("puzzle"))
    }

    /// Returns the definition of a comparison from the command line. Paths of puzzles are relative to the current
    /// folder.
    ///
    /// # Errors
    /// Same as [`Definition::read`].
    pub fn compared(asked: ExperimentKeys) -> Result<Self, BadInput> {
        let keys = ExperimentKeys {
            name: Some(COMPARISON.to_owned()),
            horizons: asked.horizons.or_else(|| Some(vec![HorizonSpec::Auto])),
            ..asked
        };
        Self::new(keys, Path::new(""), &ExperimentKeys::default())
    }

    /// Parses a definition.
    ///
    /// # Errors
    /// Same as [`Definition::read`].
    pub(super) fn of(text: &str, folder: &Path, asked: &ExperimentKeys) -> Result<Self, BadInput> {
        Self::new(parse_toml(text)?, folder, asked)
    }

    fn new(
        mut file: ExperimentKeys,
        folder: &Path,
        asked: &ExperimentKeys,
    ) -> Result<Self, BadInput> {
        let name = file.name.take().unwrap_or_default();
        if name.trim().is_empty() {
            return Err(BadInput::new("name", "the experiment has no name")
                .remedy("records are labelled with the name, as in name = \"encodings\""));
        }
        let programs = file.program.iter().map(named_program);
        let programs = programs.collect::<Result<Vec<_>, _>>()?;
        let own_keys = std::mem::take(&mut file.set);
        let set = |layers: &[&ExperimentKeys]| ExperimentKeys::resolve(layers, folder, &programs);
        if own_keys.is_empty() {
            let sets = vec![set(&[asked, &file])?];
            return Ok(Self { name, sets });
        }
        let sets = own_keys.into_iter().enumerate().map(|(number, own)| {
            let family = own.family.as_ref();
            let family = family.map_or_else(String::new, |family| format!(" ({family})"));
            let place = format!("set {}{family}", number + 1);
            let only_of_files = [
                ("name", own.name.is_some()),
                ("program", !own.program.is_empty()),
                ("set", !own.set.is_empty()),
            ];
            // A set must not have keys that only a file can have.
            let set = match only_of_files.into_iter().find(|(_, given)| *given) {
                Some((key, _)) => Err(BadInput::new(key, "this key is not allowed in a [[set]]")
                    .remedy("write the key above the first [[set]]")),
                None => set(&[asked, &own, &file]),
            };
            set.map_err(|bad| bad.within(place))
        });
        let sets = sets.collect::<Result<_, _>>()?;
        Ok(Self { name, sets })
    }
}

fn named_program(entry: &ProgramEntry) -> Result<Solver, BadInput> {
    let place = |bad: BadInput| bad.within(format!("program {:?}", entry.name));
    if entry.name.trim().is_empty() || entry.name == "saut" || entry.name.contains(':') {
        return Err(place(
            BadInput::new("name", "a program cannot have this name")
                .remedy("choose a word without a colon, other than saut"),
        ));
    }
    Solver::by_command(&entry.name, &entry.command, entry.version.clone()).map_err(place)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Definition, ExperimentKeys, HorizonSpec};

    const GOOD: &str = r#"
name = "encodings"
timeout_seconds = 20
seeds = [1, 2]
encodings = ["sequential/ladder", "smt"]
horizons = ["smallest", 7, "search"]
backends = ["varisat", "lama", "dimacs:x -y"]
[[program]]
name = "lama"
command = "planner:fd --alias lama-first {domain} {problem}"
[[set]]
family = "english"
puzzles = ["central", "corsair"]
[[set]]
family = "others"
puzzles = ["tiny.toml:plus"]
seeds = [5]
memory_mib = 100
"#;

    fn read(text: &str) -> Result<Definition, String> {
        let folder = tempfile::tempdir().unwrap();
        let puzzle = "[[puzzle]]\nname = \"plus\"\nstart = \"oo.\"\ngoal = \"..o\"\n";
        std::fs::write(folder.path().join("tiny.toml"), puzzle).unwrap();
        let definition = Definition::of(text, folder.path(), &ExperimentKeys::default());
        definition.map_err(|bad| bad.to_string())
    }

    #[test]
    fn sets_take_what_they_do_not_say_from_the_top() {
        let definition = read(GOOD).unwrap();
        let [english, others] = &definition.sets[..] else {
            panic!("{definition:?}")
        };
        assert_eq!((english.subjects.len(), others.subjects.len()), (2, 1));
        assert_eq!(
            (&english.seeds[..], &others.seeds[..]),
            (&[1, 2][..], &[5][..])
        );
        assert_eq!(english.limits.memory_mib, Some(4096));
        assert_eq!(others.limits.memory_mib, Some(100));
        assert_eq!(others.limits.timeout_seconds.to_bits(), 20.0_f64.to_bits());
        assert_eq!(others.solvers[1].name, "lama");
        let wishes = [
            HorizonSpec::Smallest,
            HorizonSpec::Steps(7),
            HorizonSpec::Search,
        ];
        assert_eq!(others.horizons, wishes);
    }

    #[test]
    fn the_command_line_comes_before_the_file() {
        let asked = ExperimentKeys {
            timeout_seconds: Some(2.5),
            memory_mib: Some(0),
            ..ExperimentKeys::default()
        };
        let text = "name = \"x\"\npuzzles = [\"central\"]\nbackends = [\"saut\"]\nmemory_mib = 9\n";
        let limits = Definition::of(text, Path::new(""), &asked).unwrap().sets[0].limits;
        assert_eq!(limits.timeout_seconds.to_bits(), 2.5_f64.to_bits());
        assert_eq!(limits.memory_mib, None);
        // A definition without sets is itself one set.
        let set = read(text).unwrap().sets.remove(0);
        assert_eq!((set.family.as_str(), &set.seeds[..]), ("other", &[0][..]));
    }

    #[test]
    fn an_instance_is_of_the_kind_with_the_longest_matching_pattern() {
        let kinds = "[kinds]\ncentral = [\"cen*\"]\nboards = [\"*-0*\", \"*al\"]\n";
        let text = "name = \"x\"\npuzzles = [\"central\", \"pegsol-p05\", \"corsair\"]\nbackends = [\"saut\"]\n";
        let set = read(&format!("{text}{kinds}")).unwrap().sets.remove(0);
        let families = set.subjects.iter().map(|it| set.family_of(it));
        assert_eq!(families.collect::<Vec<_>>(), ["central", "other", "other"]);
        let set = read(&format!("{text}[kinds]\np = [\"pegsol-p*5\"]\n")).unwrap();
        assert_eq!(set.sets[0].family_of(&set.sets[0].subjects[1]), "p");
        let bad = read(&format!("{text}[kinds]\np = 5\n")).unwrap_err();
        assert!(bad.contains("kinds") || bad.contains("line"), "{bad}");
    }

    /// A part of the definition, the text that replaces it, and the expected message.
    const REFUSED: &str = r#"
seeds = [1, 2] | seed = [1] | line 4, column 1: unknown field `seed`
seeds = [5] | name = "y" | set 2 (others): name: this key is not allowed in a [[set]]; write the key above
"corsair" | "corsar" | set 1 (english): puzzles: "corsar" is neither
tiny.toml:plus | tiny.toml:minus | the file has no puzzle called "minus"
tiny.toml:plus | - | cannot read standard input
"smt" | "smd" | line 5, column 13: there is no encoding "smd"; choose one of naive, sequential
ladder | chute | has no option "chute"; choose one of pairwise
"search" | "all" | line 6, column 12: invalid horizon: "all"; write
7 | -7 | line 6, column 12: invalid horizon: -7
"varisat" | "varist" | backends: there is no backend "varist"; did you mean
seeds = [1, 2] | seeds = [] | seeds: this list is missing or empty; name
timeout_seconds = 20 | timeout_seconds = 0 | invalid time limit: 0 seconds; give more
name = "encodings" | # | name: the experiment has no name
name = "lama" | name = "saut" | a program cannot have this name
memory_mib = 100 | threads = 0 | 0 threads are not enough"#;

    #[test]
    fn what_cannot_be_used_is_refused_with_place_and_remedy() {
        for row in REFUSED.lines().skip(1) {
            let [from, to, message] = row.split(" | ").collect::<Vec<_>>()[..] else {
                panic!("{row}")
            };
            assert!(GOOD.contains(from), "{from}");
            let bad = read(&GOOD.replacen(from, to, 1)).unwrap_err();
            assert!(bad.contains(message), "{to}: {bad}");
        }
    }
}
