//! The experiment that is asked for: a definition in a file, or a comparison that the command line defines, with a folder
//! for its page, plots and tables.

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use saut::BadInput;
use saut::bench::definition::HorizonSpec;
use saut::bench::{Definition, Keys};
use saut::census::Shard;
use saut::read_limited::{self, MOST_PUZZLE_BYTES};
use saut::report::files::{self, Format};
use saut::report::{Report, Runs};
use saut::stop::Stop;

use super::super::arguments::{Bench, Global};
use super::super::reply::unusable;
use super::super::report;

/// The experiment that is asked for, and the place of its records.
pub struct Experiment {
    pub definition: Definition,
    pub records: PathBuf,
    /// Folder of page, plots and tables of a comparison.
    pub folder: Option<PathBuf>,
}

impl Experiment {
    pub fn new(arguments: &Bench, global: &Global) -> Result<Self, BadInput> {
        let is_definition = |name: &&String| {
            let path = Path::new(name);
            let is_toml = path.extension().is_some_and(|ending| ending == "toml");
            let text = || read_limited::text_file(path, MOST_PUZZLE_BYTES).ok();
            is_toml && path.is_file() && text().is_none_or(|text| Definition::is_one(&text))
        };
        match arguments.subjects.iter().find(is_definition) {
            Some(name) => Self::defined(arguments, global, name),
            None => Self::compared(arguments, global),
        }
    }

    fn defined(arguments: &Bench, global: &Global, name: &str) -> Result<Self, BadInput> {
        if arguments.subjects.len() > 1 {
            let fact = "this is a definition and goes alone: it names its own puzzles";
            let remedy = "leave the rest out; a file of puzzles has [[puzzle]] entries";
            return unusable(name, fact, remedy);
        }
        let own = ["backends", "encodings", "horizons", "seeds"];
        let mut given = global.given.iter().map(String::as_str);
        let threads = global.threads.map(|_| "threads");
        if let Some(flag) = given.find(|flag| own.contains(flag)).or(threads) {
            let flag = format!("--{flag}");
            let fact = format!("{name} is a definition, which says this itself");
            let remedy = "change it there, or name puzzles instead of a definition";
            return unusable(flag, fact, remedy);
        }
        let file = Path::new(name);
        let definition = Definition::read(file, &keys(global))?;
        let own = || beside(file, arguments.shard);
        let records = global.out.clone().unwrap_or_else(own);
        if records == file {
            let fact = "this is the definition";
            return unusable(name, fact, "give the records a file of their own with -o");
        }
        Ok(Self {
            definition,
            records,
            folder: None,
        })
    }

    fn compared(arguments: &Bench, global: &Global) -> Result<Self, BadInput> {
        let mut backends = arguments.solvers();
        if backends.is_empty() {
            backends = vec!["batsat".to_owned(), "varisat".to_owned()];
        }
        let encodings = arguments.encodings.iter();
        let horizons = arguments.horizons.iter();
        let horizons = horizons.map(|word| HorizonSpec::by_word(word));
        let horizons = horizons.collect::<Result<Vec<_>, _>>()?;
        let definition = Definition::compared(Keys {
            puzzles: Some(arguments.subjects.clone()),
            encodings: some(encodings.map(|named| named.encoding)),
            horizons: some(horizons.into_iter()),
            backends: Some(backends),
            seeds: Some((1..=arguments.seeds.unwrap_or(3)).collect()),
            threads: global.threads.map(NonZeroUsize::get),
            ..keys(global)
        })?;
        let out = global.out.clone().unwrap_or_else(|| "saut-bench".into());
        let (folder, records) = if out.extension().is_some_and(|ending| ending == "jsonl") {
            (out.with_extension(""), out)
        } else {
            let records = beside(&out.join("records.jsonl"), arguments.shard);
            (out, records)
        };
        Ok(Self {
            definition,
            records,
            folder: Some(folder),
        })
    }

    /// Writes page, plots and tables of all runs in the file of records, and removes plots of instances that have no run
    /// any more. Gives the names of the files.
    pub fn report(&self, folder: &Path, stop: &Stop) -> Result<(Report, Vec<String>), BadInput> {
        let report = if fs::metadata(&self.records).is_ok_and(|file| file.len() == 0) {
            Report::new(Runs::default())
        } else {
            report::report_of(&[self.records.display().to_string()], stop)?
        };
        if report.runs.is_empty() {
            return Ok((report, Vec::new()));
        }
        let subjects = self.definition.sets.iter().flat_map(|set| &set.subjects);
        let own = subjects.filter_map(|subject| subject.puzzle().cloned());
        let find = report::finder(own.collect());
        let formats = [Format::Html, Format::Svg, Format::Csv, Format::Markdown];
        let files = formats.map(|format| files::files(&report, &[format], None, &find));
        let files = files.concat();
        report::write_all(folder, &files)?;
        let names: Vec<String> = files.into_iter().map(|(name, _)| name).collect();
        for entry in folder.read_dir().into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let is_plot = name.starts_with("runs-") && is_svg(&name);
            if is_plot && !names.contains(&name) {
                // A plot that stays does no harm.
                let _ = fs::remove_file(entry.path());
            }
        }
        Ok((report, names))
    }
}

/// The limits of runs that are asked for.
fn keys(global: &Global) -> Keys {
    Keys {
        timeout_seconds: global.timeout,
        memory_mib: global.memory,
        ..Keys::default()
    }
}

/// A list, if anything is in it.
fn some<T>(items: impl Iterator<Item = T>) -> Option<Vec<T>> {
    Some(items.collect()).filter(|items: &Vec<T>| !items.is_empty())
}

/// Whether the name of a file says that it is a picture in SVG.
pub fn is_svg(name: &str) -> bool {
    let ending = Path::new(name).extension();
    ending.is_some_and(|ending| ending == "svg")
}

/// `x.toml` → `x.jsonl`, or `x.2-of-3.jsonl` for a shard.
fn beside(definition: &Path, shard: Option<Shard>) -> PathBuf {
    let part = shard.map(|shard| shard.to_string().replace('/', "-of-") + ".");
    definition.with_extension(part.unwrap_or_default() + "jsonl")
}
