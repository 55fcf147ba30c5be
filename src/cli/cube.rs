//! `saut cube`: makes a job of a puzzle or a planning task; and what the others that make jobs share.

use std::path::Path;

use saut::BadInput;
use saut::certify::{CheckedCertificate, quick_within};
use saut::decide;
use saut::encode::Encoding;
use saut::formats::certificate;
use saut::peg::Puzzle;
use saut::shards::cube::{self, CubeSettings};
use saut::shards::{JobFolder, Manifest};
use saut::words::quoted;

use super::arguments::{Cube, Global};
use super::reply::{Failure, Reply};
use super::solve::interruptible;
use super::{input, print, status, whole};

/// Runs `saut cube`.
pub fn run(arguments: &Cube, global: &Global) -> Result<Reply, Failure> {
    let stop = interruptible(&global.stop);
    let settings = CubeSettings {
        encoding: arguments.encoding.named().unwrap_or(Encoding::SEQUENTIAL),
        horizon: arguments.encoding.horizon.0,
        cubes: arguments.cubes.get(),
        jump_bounds: arguments.jump_bounds,
        first_jumps: arguments.first_jumps,
        stop: stop.clone(),
    };
    let manifest = if let Some(domain) = &arguments.domain {
        let (domain, problem) = (
            input::text(domain, &stop)?,
            input::text(&arguments.puzzle, &stop)?,
        );
        cube::task(&domain, &problem, &settings)?
    } else {
        let puzzle = input::entry_named(&arguments.puzzle, &arguments.directions, &stop)?.peg()?;
        // Who names a horizon wants that formula, whatever else is known.
        let quick = || quick_within(&puzzle, &stop);
        if let Some(refuted) = settings
            .horizon
            .is_none()
            .then(quick)
            .transpose()
            .map_err(decide::Error::from)?
            .flatten()
        {
            return told_at_once(&puzzle, &refuted);
        }
        cube::puzzle(&puzzle, &settings)?
    };
    if let Some(why) = stop.stop_reason() {
        let mut bad = BadInput::new(
            "saut cube",
            format!("ended ({}) before all was split", why.name()),
        );
        bad.limit = Some(why);
        return Err(bad
            .remedy("give it more time, or ask for fewer cubes")
            .into());
    }
    if let Some(file) = &arguments.icnf {
        whole::write(file, cube::icnf(&manifest, &stop)?)?;
    }
    make(&arguments.folder, &manifest)
}

/// Says that there is nothing to split: a criterion refutes the puzzle without any formula. No job is made.
fn told_at_once(puzzle: &Puzzle, refuted: &CheckedCertificate) -> Result<Reply, Failure> {
    let entry = serde_json::to_value(certificate::entry(refuted.certificate(), None))?;
    let document = serde_json::json!({"puzzle": puzzle.name(), "verdict": "infeasible",
        "certificate": entry, "checked": true});
    let reason = match refuted.kind() {
        "class" => "its class".to_owned(),
        kind => format!("a certificate ({kind})"),
    };
    let name = quoted(puzzle.name());
    let text = format!(
        "{name} is already refuted by {reason}: no job is made; saut explain {name} says more\n"
    );
    Ok(Reply::new(status::INFEASIBLE, document, text))
}

/// Makes the folder of a job and says what to do next.
pub fn make(path: &Path, manifest: &Manifest) -> Result<Reply, Failure> {
    let folder = JobFolder::create(path, manifest)?
        .path()
        .display()
        .to_string();
    let place = quoted(&folder);
    let text = format!(
        "{}: {} in {place}\n\
         next: saut submit {place} --engine local --run, then saut merge {place}\n",
        manifest.name(),
        print::counted(manifest.pieces, "piece")
    );
    let document = serde_json::json!({
        "question": manifest.name(),
        "pieces": manifest.pieces,
        "job": folder,
        "manifest_sha256": manifest.sha256,
    });
    Ok(Reply::new(status::SOLVED, document, text))
}

/// An open job.
pub fn open(path: &Path) -> Result<JobFolder, Failure> {
    Ok(JobFolder::open(path)?)
}
