//! The journal: the file of records, one line each.

use std::collections::HashMap;
use std::path::Path;

use crate::record::Record;
use saut_base::{BadInput, files};

/// An open file of records.
#[derive(Debug)]
pub struct Journal {
    lines: files::Journal,
    /// The records in it, the last one of each run.
    pub records: Vec<Record>,
}

impl Journal {
    /// Opens or makes the file, and recovers it.
    ///
    /// # Errors
    /// As [`files::Journal::open`], or a line in it is no record.
    pub fn open(path: &Path) -> Result<Self, BadInput> {
        let (lines, records) = files::Journal::open(path, "saut bench", &["{\"run\":\""], read)?;
        Ok(Self { lines, records })
    }

    /// Appends a record.
    ///
    /// # Errors
    /// Error of the system; the line may then be torn.
    pub fn append(&mut self, record: Record) -> std::io::Result<()> {
        self.lines.append(&serde_json::to_string(&record)?)?;
        self.records.push(record);
        Ok(())
    }
}

/// The records of a text, the last one of each run where that stands first.
fn read(bytes: &[u8]) -> Result<Vec<Record>, BadInput> {
    let mut records: Vec<Record> = Vec::new();
    for (number, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
        if line.is_empty() {
            continue;
        }
        let record: Record = serde_json::from_slice(line).map_err(|error| {
            BadInput::new(
                format!("line {}", number + 1),
                format!("this is no record ({error})"),
            )
            .remedy("is it the right file? A line that was torn by hand can be deleted")
        })?;
        records.push(record);
    }
    Ok(last_of_each(records))
}

/// The last record of each run, where the first stood.
pub fn last_of_each(records: Vec<Record>) -> Vec<Record> {
    let mut last: Vec<Record> = Vec::with_capacity(records.len());
    let mut place: HashMap<String, usize> = HashMap::new();
    for record in records {
        if let Some(&at) = place.get(&record.run) {
            last[at] = record;
        } else {
            place.insert(record.run.clone(), last.len());
            last.push(record);
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::Journal;
    use crate::record::{Record, RunOutcome};

    fn record(run: &str, outcome: RunOutcome) -> Record {
        let run = run.to_owned();
        Record {
            run,
            outcome,
            ..Record::default()
        }
    }

    #[test]
    fn a_torn_line_is_cut_off_wherever_it_was_torn() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.jsonl");
        let mut journal = Journal::open(&path).unwrap();
        for run in ["a", "b"] {
            journal.append(record(run, RunOutcome::Solved)).unwrap();
        }
        drop(journal);
        let whole = fs::read(&path).unwrap();
        let first = whole.iter().position(|&byte| byte == b'\n').unwrap() + 1;
        for length in 0..=whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            let mut journal = Journal::open(&path).unwrap();
            let left = usize::from(length >= first) + usize::from(length >= whole.len());
            assert_eq!(journal.records.len(), left, "{length}");
            journal.append(record("c", RunOutcome::Solved)).unwrap();
            drop(journal);
            assert_eq!(Journal::open(&path).unwrap().records.len(), left + 1);
        }
    }

    #[test]
    fn the_last_record_of_a_run_counts() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.jsonl");
        let mut journal = Journal::open(&path).unwrap();
        for outcome in [RunOutcome::Unchecked, RunOutcome::Wrong] {
            journal.append(record("a", outcome)).unwrap();
        }
        drop(journal);
        let records = Journal::open(&path).unwrap().records;
        assert_eq!(records, [record("a", RunOutcome::Wrong)]);
    }

    #[test]
    fn two_cannot_write_at_once_and_other_files_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.jsonl");
        let first = Journal::open(&path).unwrap();
        let second = Journal::open(&path).unwrap_err().to_string();
        assert!(second.contains("another saut bench"), "{second}");
        drop(first);
        assert!(Journal::open(&path).is_ok());
        fs::write(&path, "\n# title\n").unwrap();
        let refused = Journal::open(&path).unwrap_err().to_string();
        assert!(refused.contains("line 2: this is no record"), "{refused}");
        fs::write(&path, "words").unwrap();
        assert!(Journal::open(&path).is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "words");
        let device = Journal::open("/dev/full".as_ref()).unwrap_err().to_string();
        assert!(device.contains("no regular file"), "{device}");
    }
}
