//! Cache of established results: formulas and puzzles that have no model or no plan, or that
//! they have one. Kept in a file beside the records, so that nothing is proved twice.
//!
//! A fact is settled by a check of our own or a replayed plan, never by the word of a solver.
//! While one thread settles a question the others that ask the same wait for its answer.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use saut_base::BadInput;
use saut_base::files::Journal;
use serde::{Deserialize, Serialize};

/// Established result about a subject.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fact {
    /// There is no model, or no plan; how that was checked.
    None(String),
    /// There is a replayed plan.
    Plan,
    /// No result, for this reason. Never written to the file.
    Open(String),
}

/// A line of the file.
#[derive(Debug, Serialize, Deserialize)]
struct Line {
    about: String,
    fact: Fact,
}

/// All facts.
#[derive(Debug, Default)]
pub struct Facts {
    known: Mutex<HashMap<String, Arc<OnceLock<Fact>>>>,
    file: Option<Mutex<Journal>>,
}

impl Facts {
    /// The facts of a file, which need not be there yet. A line that cannot be read is no fact.
    ///
    /// # Errors
    /// As [`Journal::open`].
    pub fn open(path: &Path) -> Result<Self, BadInput> {
        let mut facts = Self::default();
        let (file, ()) = Journal::open(path, "saut bench", &["{\"about\""], |bytes| {
            for line in bytes.split(|&byte| byte == b'\n') {
                if let Ok(Line { about, fact }) = serde_json::from_slice(line) {
                    let _ = facts.cell(&about).set(fact);
                }
            }
            Ok(())
        })?;
        facts.file = Some(Mutex::new(file));
        Ok(facts)
    }

    /// Established result about a subject, if there is one.
    #[cfg(test)]
    fn get(&self, about: &str) -> Option<Fact> {
        self.cell(about).get().cloned()
    }

    /// Established result about a subject; if there is none yet, the one that `settle` finds.
    pub fn settled(&self, about: &str, settle: impl FnOnce() -> Fact) -> Fact {
        let cell = self.cell(about);
        cell.get_or_init(|| {
            let fact = settle();
            self.keep(about, &fact);
            fact
        })
        .clone()
    }

    /// A replayed plan settles it, whatever was open before.
    pub fn has_plan(&self, about: &str) {
        let cell = self.cell(about);
        match cell.get() {
            Some(Fact::Open(_)) => {
                self.known()
                    .insert(about.to_owned(), Arc::new(Fact::Plan.into()));
                self.keep(about, &Fact::Plan);
            }
            Some(_) => {}
            None => _ = self.settled(about, || Fact::Plan),
        }
    }

    fn known(&self) -> MutexGuard<'_, HashMap<String, Arc<OnceLock<Fact>>>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn cell(&self, about: &str) -> Arc<OnceLock<Fact>> {
        self.known().entry(about.to_owned()).or_default().clone()
    }

    fn keep(&self, about: &str, fact: &Fact) {
        if matches!(fact, Fact::Open(_)) {
            return;
        }
        let (about, fact) = (about.to_owned(), fact.clone());
        let line = serde_json::to_string(&Line { about, fact });
        if let (Some(file), Ok(line)) = (&self.file, line) {
            // Write errors are ignored: a lost fact is proved again.
            let _ = file
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .append(&line);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Fact, Facts};

    #[test]
    fn what_is_settled_is_kept_and_what_is_open_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.facts.jsonl");
        let proof = Fact::None("proof".to_owned());
        let facts = Facts::open(&path).unwrap();
        assert_eq!(facts.settled("a", || proof.clone()), proof);
        assert_eq!(facts.settled("a", || Fact::Plan), proof);
        facts.settled("b", || Fact::Open("too hard".to_owned()));
        facts.settled("c", || Fact::Open("too hard".to_owned()));
        facts.has_plan("c");
        drop(facts);
        std::fs::write(&path, std::fs::read_to_string(&path).unwrap() + "{\"abou").unwrap();
        let facts = Facts::open(&path).unwrap();
        assert_eq!(facts.get("a"), Some(proof));
        assert_eq!(facts.get("b"), None);
        assert_eq!(facts.get("c"), Some(Fact::Plan));
        facts.has_plan("d");
        drop(facts);
        assert_eq!(Facts::open(&path).unwrap().get("d"), Some(Fact::Plan));
    }
}
