//! Definitions: what an experiment measures, as TOML.
//!
//! The keys at the top hold for all `[[set]]`s and may be given again in each; without any set the
//! file is one itself. `[[program]]` gives a short name to a command. Everything is read and
//! checked before anything runs: an unknown key, puzzle, encoding or backend is an error.

pub mod keys;
mod subjects;

use std::path::Path;

use saut_base::BadInput;
use saut_base::read_limited::{self, MOST_PUZZLE_BYTES};
use saut_base::stop::Stop;
use saut_task::encode::Encoding;
use serde::{Deserialize, Serialize};

use strum::EnumString;

use super::solver::Solver;
use super::subject::Subject;
pub use keys::{Keys, ProgramEntry, horizon};
use subjects::Shelf;

/// An experiment.
#[derive(Clone, Debug)]
pub struct Definition {
    /// Its name, in every record.
    pub name: String,
    /// The sets, in order.
    pub sets: Vec<Set>,
}

/// Puzzles and files of clauses that are measured alike.
#[derive(Clone, Debug)]
pub struct Set {
    /// The family that they belong to, in every record.
    pub family: String,
    /// The puzzles and files of clauses.
    pub subjects: Vec<Subject>,
    /// The encodings.
    pub encodings: Vec<Encoding>,
    /// The horizons.
    pub horizons: Vec<HorizonWish>,
    /// Solvers that are measured.
    pub solvers: Vec<Solver>,
    /// The seeds.
    pub seeds: Vec<u64>,
    /// The limits.
    pub limits: RunLimits,
}

/// The limits of a run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunLimits {
    /// Wall-clock seconds of the solver.
    pub timeout_seconds: f64,
    /// Its memory; `None` for no limit.
    pub memory_mib: Option<u64>,
    /// Wall-clock seconds for the check of a refutation.
    pub check_timeout_seconds: f64,
    /// Threads of whatever `saut` does itself.
    pub threads: usize,
}

/// Choice of horizons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString)]
#[strum(serialize_all = "lowercase")]
pub enum HorizonWish {
    /// Default of the encoding: the number of jumps where a step is one, else the smallest horizon with a plan if that
    /// is known, else the one that `decide` comes to.
    Auto,
    /// A number of steps.
    #[strum(disabled)]
    Steps(usize),
    /// The smallest with a plan, if that is known.
    Smallest,
    /// The largest known without one.
    Below,
    /// Whichever `decide` comes to.
    Search,
}

/// The limits that hold where nothing is said.
const DEFAULT: RunLimits = RunLimits {
    timeout_seconds: 60.0,
    memory_mib: Some(4096),
    check_timeout_seconds: 60.0,
    threads: 1,
};

/// The name of every comparison: the keys of its runs must not depend on what else is compared, so
/// that a later comparison in the same folder takes up the runs that are there.
const COMPARISON: &str = "comparison";

impl Definition {
    /// Reads a definition; files of puzzles are looked for beside it. What a command line asks for comes before what the
    /// file says.
    ///
    /// # Errors
    /// The file cannot be read, is no such TOML, or names what is not there.
    pub fn read(file: &Path, asked: &Keys) -> Result<Self, BadInput> {
        let place = file.display().to_string();
        let bytes = read_limited::named(file, MOST_PUZZLE_BYTES, &Stop::default())?;
        let text = read_limited::text(bytes, &place)?;
        let folder = file.parent().unwrap_or_else(|| Path::new(""));
        let keys = keys::read(&text).and_then(|keys| Self::of(keys, folder, asked));
        keys.map_err(|bad| bad.within(place))
    }

    /// Whether a text is a definition, by its keys: a file of puzzles has `[[puzzle]]`.
    pub fn is_one(text: &str) -> bool {
        match text.parse::<toml::Table>() {
            Ok(table) => !table.contains_key("puzzle"),
            Err(_) => true,
        }
    }

    /// The definition of a comparison that a command line asks for; files are looked for in the current folder.
    ///
    /// # Errors
    /// As [`Definition::read`].
    pub fn compared(asked: Keys) -> Result<Self, BadInput> {
        let keys = Keys {
            name: Some(COMPARISON.to_owned()),
            horizons: asked.horizons.or_else(|| Some(vec!["auto".into()])),
            ..asked
        };
        Self::of(keys, Path::new(""), &Keys::default())
    }

    /// The definition of these keys.
    ///
    /// # Errors
    /// As [`Definition::read`].
    pub fn of(mut file: Keys, folder: &Path, asked: &Keys) -> Result<Self, BadInput> {
        let name = file.name.take().unwrap_or_default();
        if name.trim().is_empty() {
            return Err(BadInput::new("name", "the experiment has no name")
                .remedy("records are told apart by it: name = \"encodings\""));
        }
        let programs = file
            .program
            .iter()
            .map(named_program)
            .collect::<Result<Vec<_>, _>>()?;
        let shelf = Shelf::new(folder);
        let mut sets = Vec::new();
        let own_keys = std::mem::take(&mut file.set);
        if own_keys.is_empty() {
            sets.push(read_set(&asked.clone().over(&file), &shelf, &programs)?);
        }
        for (number, own) in own_keys.into_iter().enumerate() {
            let place = match &own.family {
                Some(family) => format!("set {} ({family})", number + 1),
                None => format!("set {}", number + 1),
            };
            let set = own.check_set().and_then(|()| {
                let keys = asked.clone().over(&own.over(&file));
                read_set(&keys, &shelf, &programs)
            });
            sets.push(set.map_err(|bad| bad.within(place))?);
        }
        Ok(Self { name, sets })
    }
}

fn named_program(entry: &ProgramEntry) -> Result<Solver, BadInput> {
    let place = |bad: BadInput| bad.within(format!("program {:?}", entry.name));
    if entry.name.trim().is_empty() || entry.name == "saut" || entry.name.contains(':') {
        return Err(place(
            BadInput::new("name", "no program can be called so")
                .remedy("choose a word without a colon, other than saut"),
        ));
    }
    Solver::by_command(&entry.name, &entry.command, entry.version.clone()).map_err(place)
}

fn read_set(keys: &Keys, shelf: &Shelf, programs: &[Solver]) -> Result<Set, BadInput> {
    let subjects = listed("puzzles", keys.puzzles.as_deref(), |name: &String| {
        shelf.find(name)
    })?;
    let by_default = |key: &Option<Vec<String>>, default: &str| {
        key.clone().unwrap_or_else(|| vec![default.to_owned()])
    };
    let encodings = by_default(&keys.encodings, "r2-exists");
    let encodings = listed("encodings", Some(&encodings), |name: &String| {
        name.parse().map(|one| vec![one])
    })?;
    let horizons = keys
        .horizons
        .clone()
        .unwrap_or_else(|| vec!["smallest".into()]);
    let horizons = listed("horizons", Some(&horizons), |value| {
        wish(value).map(|one| vec![one])
    })?;
    let solvers = listed("backends", keys.backends.as_deref(), |name: &String| {
        let own = programs.iter().find(|program| program.name == *name);
        own.map_or_else(|| Solver::by_name(name), |own| Ok(own.clone()))
            .map(|one| vec![one])
    })?;
    let seeds = keys.seeds.clone().unwrap_or_else(|| vec![0]);
    let seeds = listed("seeds", Some(&seeds), |&seed| Ok(vec![seed]))?;
    Ok(Set {
        family: keys.family.clone().unwrap_or_else(|| "other".to_owned()),
        subjects,
        encodings,
        horizons,
        solvers,
        seeds,
        limits: limits(keys)?,
    })
}

/// Items that a list names; an empty list is refused, as it would make an experiment of nothing.
fn listed<T, U>(
    key: &str,
    list: Option<&[T]>,
    mut read: impl FnMut(&T) -> Result<Vec<U>, BadInput>,
) -> Result<Vec<U>, BadInput> {
    let mut all = Vec::new();
    for entry in list.unwrap_or_default() {
        all.extend(read(entry).map_err(|bad| bad.within(key))?);
    }
    if all.is_empty() {
        return Err(BadInput::new(key, "the list is missing or empty")
            .remedy("name at least one, or there is nothing to run"));
    }
    Ok(all)
}

fn wish(value: &toml::Value) -> Result<HorizonWish, BadInput> {
    let (wish, shown) = match value {
        toml::Value::Integer(steps) => {
            let wish = usize::try_from(*steps).ok().map(HorizonWish::Steps);
            (wish, steps.to_string())
        }
        toml::Value::String(word) => (word.parse().ok(), format!("{word:?}")),
        other => (None, format!("a {}", other.type_str())),
    };
    wish.filter(|wish| !matches!(wish, HorizonWish::Steps(steps) if *steps > 100_000))
        .ok_or_else(|| {
            BadInput::new("", format!("{shown} is no horizon")).remedy(
                "there are \"smallest\", \"below\", \"auto\", \"search\" and numbers of steps up \
                 to 100000",
            )
        })
}

fn limits(keys: &Keys) -> Result<RunLimits, BadInput> {
    let seconds = |key: &str, value: Option<f64>, default: f64| match value.unwrap_or(default) {
        seconds if seconds > 0.0 && seconds <= 1e7 => Ok(seconds),
        other => Err(BadInput::new(key, format!("{other} seconds are no limit"))
            .remedy("give more than 0 and at most 10000000")),
    };
    let threads = keys.threads.unwrap_or(DEFAULT.threads);
    if threads == 0 {
        return Err(BadInput::new("threads", "0 threads can do nothing").remedy("give 1 or more"));
    }
    Ok(RunLimits {
        timeout_seconds: seconds(
            "timeout_seconds",
            keys.timeout_seconds,
            DEFAULT.timeout_seconds,
        )?,
        memory_mib: keys
            .memory_mib
            .or(DEFAULT.memory_mib)
            .filter(|&mib| mib > 0),
        check_timeout_seconds: seconds(
            "check_timeout_seconds",
            keys.check_timeout_seconds,
            DEFAULT.check_timeout_seconds,
        )?,
        threads,
    })
}

#[cfg(test)]
mod tests;
