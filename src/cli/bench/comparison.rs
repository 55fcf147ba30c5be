//! A comparison that the command line asks for: its table, and its page with plots.

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use saut::BadInput;
use saut::bench::definition::horizon;
use saut::bench::{Definition, Keys};
use saut::census::Shard;
use saut::report::files::{self, File, Format};
use saut::report::table::Table;
use saut::report::{Report, Runs, spread};
use saut::stop::Stop;
use serde_json::Value;

use super::super::arguments::{Bench, Global};
use super::super::{print, report};

/// Folder if none is named.
const FOLDER: &str = "saut-bench";
const RECORDS: &str = "records.jsonl";
/// Solvers that are compared if none is named: those of every build.
const SOLVERS: [&str; 2] = ["batsat", "varisat"];
const SEEDS: u64 = 3;
/// The columns of the table on the terminal.
const COLUMNS: [&str; 15] = [
    "instance",
    "solver",
    "horizon",
    "outcome",
    "evidence",
    "checked_by",
    "runs_solved",
    "median_seconds",
    "fastest_seconds",
    "slowest_seconds",
    "median_cpu_seconds",
    "variables",
    "clauses",
    "conflicts",
    "peak_mib",
];

/// Comparison that the command line asks for.
pub fn wanted(arguments: &Bench, global: &Global) -> Keys {
    let mut backends = arguments.solvers();
    if backends.is_empty() {
        backends = SOLVERS.map(str::to_owned).to_vec();
    }
    let encodings = arguments
        .encodings
        .iter()
        .map(|named| named.encoding.to_string());
    let horizons = arguments.horizons.iter().map(|word| horizon(word));
    Keys {
        puzzles: Some(arguments.subjects.clone()),
        encodings: some(encodings),
        horizons: some(horizons),
        backends: Some(backends),
        seeds: Some((1..=arguments.seeds.unwrap_or(SEEDS)).collect()),
        timeout_seconds: global.timeout,
        memory_mib: global.memory,
        threads: global.threads.map(NonZeroUsize::get),
        ..Keys::default()
    }
}

/// A list, if anything is in it.
fn some<T>(items: impl Iterator<Item = T>) -> Option<Vec<T>> {
    Some(items.collect()).filter(|items: &Vec<T>| !items.is_empty())
}

/// The folder of page, plots and tables.
pub struct Comparison {
    folder: PathBuf,
}

impl Comparison {
    /// The folder, and the file of records in it or, where a file is named, beside it.
    pub fn place(arguments: &Bench, global: &Global) -> (Self, PathBuf) {
        let out = global.out.clone().unwrap_or_else(|| FOLDER.into());
        let is_file = out.extension().is_some_and(|ending| ending == "jsonl");
        let (folder, mut records) = if is_file {
            (out.with_extension(""), out)
        } else {
            (out.clone(), out.join(RECORDS))
        };
        if !is_file && arguments.shard.is_some() {
            records = beside(&records, arguments.shard);
        }
        (Self { folder }, records)
    }

    /// Makes the folder, before anything runs.
    pub fn make_folder(&self) -> Result<(), BadInput> {
        fs::create_dir_all(&self.folder).map_err(|error| {
            let place = self.folder.display().to_string();
            BadInput::new(place, format!("the folder cannot be made ({error})"))
                .remedy("name another with -o")
        })
    }

    /// Writes page, plots and tables of all runs in the file of records, and removes plots of none of them.
    pub fn report(
        &self,
        definition: &Definition,
        records: &Path,
        stop: &Stop,
    ) -> Result<Compared, BadInput> {
        let report = if fs::metadata(records).is_ok_and(|file| file.len() == 0) {
            Report::new(Runs::default())
        } else {
            report::report_of(&[records.display().to_string()], stop)?
        };
        let sets = definition.sets.iter();
        let subjects = sets.flat_map(|set| &set.subjects);
        let own = subjects.filter_map(|subject| subject.puzzle().cloned());
        let find = report::finder(own.collect());
        let mut files = Vec::new();
        if !report.runs.is_empty() {
            for format in [Format::Html, Format::Svg, Format::Csv, Format::Markdown] {
                files.extend(files::files(&report, &[format], None, &find));
            }
            report::write_all(&self.folder, &files)?;
            self.remove_plots_but(&files);
        }
        Ok(Compared {
            folder: self.folder.clone(),
            files: files.into_iter().map(|(name, _)| name).collect(),
            report,
        })
    }
}

impl Comparison {
    /// Removes the plots of single instances that an earlier page had; one that stays does no harm.
    fn remove_plots_but(&self, files: &[File]) {
        for entry in self.folder.read_dir().into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let is_plot = name.starts_with("runs-")
                && Path::new(&name).extension().is_some_and(|end| end == "svg");
            if is_plot && !files.iter().any(|(written, _)| *written == name) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

/// A comparison that was made, as far as it went.
pub struct Compared {
    folder: PathBuf,
    files: Vec<String>,
    report: Report,
}

impl Compared {
    /// The runs that are shown.
    pub fn runs(&self) -> usize {
        self.report.runs.len()
    }

    /// The table and where the rest is.
    pub fn text(&self) -> String {
        if self.report.runs.is_empty() {
            return "no run has ended, and there is nothing to compare\n".to_owned();
        }
        let table = spread::cells(&self.report).only(&COLUMNS);
        let mut lines = lines(&table);
        lines.push(format!("\n{}", table.note));
        let warnings = self.report.warnings.iter();
        lines.extend(warnings.map(|warning| format!("note: {warning}")));
        let page = self.folder.join("index.html");
        let plots = self.files.iter().filter(|name| {
            let ending = Path::new(&name).extension();
            ending.is_some_and(|ending| ending == "svg")
        });
        let plots: Vec<&str> = plots.map(String::as_str).collect();
        let (page, plots) = (page.display(), plots.join(", "));
        lines.push(format!("page: {page}; plots beside it: {plots}\n"));
        lines.join("\n")
    }

    /// Adds the table and where the rest is to a document.
    pub fn add_to(&self, document: &mut Value) {
        document["table"] = spread::cells(&self.report).json().into();
        document["notes"] = self.report.warnings.iter().map(String::as_str).collect();
        document["folder"] = self.folder.display().to_string().into();
        document["files"] = self.files.iter().map(String::as_str).collect();
    }
}

/// The lines of a table, its head strong.
pub fn lines(table: &Table) -> Vec<String> {
    let strong = print::STRONG;
    let mut lines = table.lines();
    lines[0] = format!("{strong}{}{strong:#}", lines[0]);
    lines
}

/// `x.toml` → `x.jsonl`, or `x.2-of-3.jsonl` for a shard.
pub fn beside(definition: &Path, shard: Option<Shard>) -> PathBuf {
    match shard {
        Some(shard) => {
            let part = shard.to_string().replace('/', "-of-");
            definition.with_extension(format!("{part}.jsonl"))
        }
        None => definition.with_extension("jsonl"),
    }
}
