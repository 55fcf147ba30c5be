//! Proofs kept in files: the DRAT proof under the name given, its formula beside it as `NAME.cnf`.

use std::path::{Path, PathBuf};

use saut::encode::Encoding;
use saut::formula::{Formula, dimacs};
use saut::proof::RefutedHorizon;
use saut::task::Task;

use super::failure::Failure;
use super::whole;

/// Writes a proof about a task, and its formula.
pub fn keep(
    task: &Task,
    encoding: Encoding,
    horizon: usize,
    drat: &[u8],
    file: &Path,
) -> Result<(), Failure> {
    whole::write(file, drat)?;
    if let Formula::Cnf { cnf, names } = encoding.encode(task, horizon).formula {
        let mut text = Vec::new();
        dimacs::write(&mut text, &cnf, names.len())?;
        whole::write(&with(file, ".cnf"), &text)?;
    }
    Ok(())
}

/// Writes the proof of every refuted horizon; the greatest has the name given, the others have
/// their horizon in the name. The names, in the order of the proofs.
pub fn keep_all(
    task: &Task,
    refuted: &[RefutedHorizon],
    file: &Path,
) -> Result<Vec<PathBuf>, Failure> {
    let greatest = refuted.iter().map(|one| one.proof().horizon).max();
    let mut files = Vec::new();
    for one in refuted {
        let proof = one.proof();
        let name = if Some(proof.horizon) == greatest {
            file.to_owned()
        } else {
            with(file, &format!(".{}", proof.horizon))
        };
        keep(task, proof.encoding, proof.horizon, &proof.drat, &name)?;
        files.push(name);
    }
    Ok(files)
}

fn with(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}
