//! Small formulas for the tests of backends, and a check that a call leaves no processes and files.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rustsat::instances::Cnf;
use rustsat::types::Clause;
use saut::backend::{Backend, BackendError, Response, SolveLimits};
use saut::formula::{Formula, VarName, literal};
use saut::stop::Stop;

/// Returns a lock by which the tests run one at a time, because each test checks all child processes of this process.
pub fn turn() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns a formula with these clauses, given in DIMACS numbers.
pub fn formula(variables: usize, clauses: &[&[i64]]) -> Formula {
    let lit = |&number: &i64| {
        let lit = literal(usize::try_from(number.abs() - 1).unwrap());
        if number > 0 { lit } else { !lit }
    };
    let cnf: Cnf = clauses
        .iter()
        .map(|clause| clause.iter().map(lit).collect::<Clause>())
        .collect();
    Formula::Cnf {
        cnf,
        names: vec![VarName::Auxiliary; variables],
    }
}

pub fn limited(milliseconds: u64) -> SolveLimits {
    let stop = Stop::new(Some(Duration::from_millis(milliseconds)), None);
    SolveLimits {
        stop,
        ..SolveLimits::default()
    }
}

/// Solves a formula, and asserts that no child process and no temporary file is left.
pub fn solve(
    backend: &dyn Backend,
    formula: &Formula,
    run: &SolveLimits,
) -> Result<Response, BackendError> {
    // An earlier process with the same ID can have been killed, and has then left its files.
    let before = temporary_files();
    let result = backend.solve(formula, run);
    let children = processes(|parent, _| parent == std::process::id());
    assert_eq!(
        children,
        Vec::<u32>::new(),
        "{}: children left",
        backend.name()
    );
    let left = temporary_files();
    let left: Vec<_> = left.difference(&before).collect();
    assert!(left.is_empty(), "{}: files left: {left:?}", backend.name());
    result
}

/// Returns the temporary files whose names contain the ID of this process.
fn temporary_files() -> BTreeSet<PathBuf> {
    let prefix = format!("saut-{}-", std::process::id());
    let files = fs::read_dir(std::env::temp_dir()).unwrap().flatten();
    files
        .filter(|file| file.file_name().to_string_lossy().starts_with(&prefix))
        .map(|file| file.path())
        .collect()
}

/// Returns the running processes whose parent and group satisfy the condition. Without `/proc`, the list is empty.
pub fn processes(wanted: impl Fn(u32, u32) -> bool) -> Vec<u32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let number = |entry: fs::DirEntry| entry.file_name().to_str()?.parse::<u32>().ok();
    let is_wanted = |process: &u32| {
        let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        let Some((_, fields)) = stat.rsplit_once(')') else {
            return false;
        };
        let mut fields = fields.split_whitespace();
        let zombie = fields.next() == Some("Z");
        let mut next = || {
            fields
                .next()
                .and_then(|field| field.parse().ok())
                .unwrap_or(0)
        };
        let (parent, group) = (next(), next());
        // Zombies count only if they are children of this process, which must reap them.
        (!zombie || parent == std::process::id()) && wanted(parent, group)
    };
    entries.filter_map(number).filter(is_wanted).collect()
}
