//! Merging an experiment: every run of the definition, once, in its order, with the machines that
//! made them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use saut_base::BadInput;
use saut_base::read_limited::{self, MOST_DOCUMENT_BYTES};
use saut_bench::record::{Record, RunOutcome};

use super::Merged;
use crate::folder::{JobFolder, MOST_FILE_BYTES};
use crate::shard::definition;
use crate::survey::{JobSurvey, Lack};

/// The file with all runs.
const RECORDS: &str = "runs.jsonl";

/// Merges.
pub fn merge(folder: &JobFolder, survey: &JobSurvey) -> Result<Merged, BadInput> {
    let manifest = folder.manifest();
    let no_bench = || BadInput::new("manifest", "this job is no bench");
    let (_, keys) = definition(&manifest.question)?.ok_or_else(no_bench)?;
    let mut runs: BTreeMap<String, Record> = BTreeMap::new();
    let mut missing = Vec::new();
    for records in survey.records(folder) {
        let (piece, path, shard) = records?;
        let own = read(&path)?;
        for (number, key) in keys.iter().enumerate() {
            if !shard.has(number) {
                continue;
            }
            if let Some(record) = own.get(key) {
                runs.insert(key.clone(), record.clone());
            } else {
                let fact = format!("the run {key} is not there");
                missing.push((piece.clone(), Lack::Damaged(fact)));
            }
        }
    }
    if !missing.is_empty() {
        return Ok(Merged::Missing(missing));
    }
    let mut text = String::new();
    let mut wrong = 0;
    let in_order = || keys.iter().filter_map(|key| runs.get(key));
    for record in in_order() {
        let line = serde_json::to_string(record);
        text += &(line.map_err(|error| BadInput::new(RECORDS, error.to_string()))? + "\n");
        wrong += usize::from(record.outcome == RunOutcome::Wrong);
    }
    for machine in in_order()
        .map(|record| &record.machine)
        .collect::<BTreeSet<_>>()
    {
        keep_machine(folder, machine)?;
    }
    folder.write(RECORDS, text.as_bytes())?;
    Ok(Merged::Runs {
        number: in_order().count(),
        wrong,
        records: folder.path().join(RECORDS),
    })
}

/// The runs of a file by their keys; the last record of a run counts.
fn read(path: &Path) -> Result<BTreeMap<String, Record>, BadInput> {
    let place = path.display().to_string();
    let text = read_limited::text(read_limited::file(path, MOST_FILE_BYTES)?, &place)?;
    let mut runs = BTreeMap::new();
    for (number, line) in text.lines().enumerate() {
        let record: Record = serde_json::from_str(line).map_err(|error| {
            BadInput::new(
                format!("{place}: line {}", number + 1),
                format!("this is no record ({error})"),
            )
        })?;
        runs.insert(record.run.clone(), record);
    }
    Ok(runs)
}

/// Puts the description of a machine beside the merged records, which name it.
fn keep_machine(folder: &JobFolder, name: &str) -> Result<(), BadInput> {
    let file = Path::new(name);
    if file.file_name() != Some(file.as_os_str()) {
        return Err(BadInput::new(
            name,
            "is no name of a machine file beside the records",
        ));
    }
    let path = folder.path().join("pieces").join(file);
    let bytes = read_limited::file(&path, MOST_DOCUMENT_BYTES)?;
    folder.write(name, &bytes)
}
