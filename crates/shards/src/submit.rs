//! Writes a script that passes the remaining pieces to an engine, which runs them.
//!
//! `saut` has no scheduler. Each script makes one task per piece, or puts several pieces into a task if the engine
//! limits the number of tasks. The engine decides where and when the tasks run, and restarts lost tasks. A file lists
//! the pieces, one per line, because the remaining pieces need not be consecutive, and the names of parts have several
//! numbers.
//!
//! - Slurm: `sbatch --array` counts tasks from 0, and each task reads its own lines.
//! - `HyperQueue`: `hq submit --each-line` passes each task its line in `HQ_ENTRY`.
//! - GNU parallel: the script writes a log with `--joblog`. With the additional option `--resume-failed`, a second run
//!   resumes.
//! - Local: `xargs -P`, which every system has.
//!
//! Every word is quoted for the shell that runs the script. If an engine passes the task to another shell
//! (`HyperQueue`, GNU parallel), the task is quoted for that shell, too.

use std::cmp::Reverse;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustsat::types::Lit;
use saut_base::BadInput;
use saut_base::named::Named;
use saut_base::words::quoted;
use saut_plan::backend::find_program;
use strum::{EnumMessage, IntoStaticStr, VariantArray};

use crate::folder::JobFolder;
use crate::survey::survey;

/// Engine (job scheduler) that runs the commands of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumMessage, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Engine {
    /// Slurm, with an array job.
    Slurm,
    /// hq, with a task array.
    #[strum(serialize = "hq")]
    HyperQueue,
    /// GNU parallel.
    Parallel,
    /// xargs on this machine.
    Local,
}

/// Command and limits of the tasks.
#[derive(Clone, Debug)]
pub struct Tasks {
    /// The absolute path of the program.
    pub saut: PathBuf,
    /// Options for `saut job run`.
    pub flags: Vec<String>,
    /// Maximum number of pieces that run at the same time. `HyperQueue` ignores this limit.
    pub jobs: Option<usize>,
    /// Time limit in seconds that `saut` enforces in each task. The limit of the engine is longer, so that the task can
    /// write its result.
    pub timeout: Option<f64>,
    /// Memory limit of a task.
    pub memory_mib: Option<u64>,
    /// More arguments for the engine.
    pub options: Vec<String>,
}

/// Script that passes the remaining pieces to an engine, with the command that runs the script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    /// Path of the script.
    pub script: PathBuf,
    /// The command that runs the script.
    pub command: Vec<String>,
    /// Number of pieces that the script runs.
    pub pieces: usize,
    /// Number of pieces that each task of the engine runs one after the other.
    pub pieces_a_task: usize,
}

/// Maximum number of tasks in an array. Slurm rejects indices from `MaxArraySize` on, which is 1001 if a cluster does
/// not set it. The other engines have no such limit: they read the list line by line.
const MAX_ARRAY_TASKS: usize = 1000;

/// Time that a task has after its own limit to write its result.
const GRACE: Duration = Duration::from_secs(300);

/// Writes the script for the remaining pieces. The cubes that exclude the fewest assignments come first, because they
/// probably take longest and should not start last.
///
/// # Errors
/// A file cannot be written.
pub fn submit(folder: &JobFolder, engine: Engine, tasks: &Tasks) -> Result<Submission, BadInput> {
    let mut missing = survey(folder, false).missing();
    let cubes = folder.manifest().cubes.tree.cubes();
    // A negative literal (an action that does not happen) restricts plans less than a positive literal.
    let open = |cube: &Vec<Lit>| cube.iter().filter(|literal| literal.is_neg()).count();
    missing.sort_by_key(|(name, _)| Reverse(cubes.get(name.index()).map(open)));
    let bad = |path: &Path, fact: String| BadInput::new(path.display().to_string(), fact);
    let home = std::path::absolute(folder.path())
        .map_err(|error| bad(folder.path(), format!("has no absolute path ({error})")))?;
    let below = home.join("submit");
    std::fs::create_dir_all(&below)
        .map_err(|error| bad(&below, format!("cannot be created ({error})")))?;
    let names = missing.iter().map(|(name, _)| name.to_string() + "\n");
    let list: String = names.collect();
    folder.write("submit/pieces.txt", list.as_bytes())?;
    let (pieces, file) = (missing.len(), format!("{}.sh", engine.name()));
    let text = engine.text(tasks, &home, pieces);
    folder.write(&format!("submit/{file}"), text.as_bytes())?;
    let script = below.join(file);
    let is_slurm = engine == Engine::Slurm;
    let program = if is_slurm { engine.program() } else { "sh" };
    Ok(Submission {
        command: vec![program.to_owned(), script.display().to_string()],
        script,
        pieces,
        pieces_a_task: engine.pieces_a_task(pieces),
    })
}

impl Engine {
    /// All engines.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    const fn program(self) -> &'static str {
        match self {
            Self::Slurm => "sbatch",
            Self::HyperQueue => "hq",
            Self::Parallel => "parallel",
            Self::Local => "xargs",
        }
    }

    /// Returns the engines on PATH, except xargs.
    pub fn here() -> impl Iterator<Item = Self> {
        let all = Self::ALL.iter().copied();
        all.filter(|one| *one != Self::Local && find_program(one.program()).is_some())
    }

    /// Returns the number of pieces that a task runs one after the other.
    fn pieces_a_task(self, pieces: usize) -> usize {
        match self {
            Self::Slurm => pieces.div_ceil(MAX_ARRAY_TASKS).max(1),
            Self::HyperQueue | Self::Parallel | Self::Local => 1,
        }
    }

    /// Returns the script for this number of pieces of the job in a folder.
    fn text(self, tasks: &Tasks, folder: &Path, pieces: usize) -> String {
        let word = |path: &Path| quoted(&path.display().to_string());
        let words = |words: &[String]| -> String {
            let quoted = words.iter().map(|word| format!(" {}", quoted(word)));
            quoted.collect()
        };
        let below = folder.join("submit");
        let list = word(&below.join("pieces.txt"));
        let conquer = format!(
            "{} job run {}{} --index",
            word(&tasks.saut),
            word(folder),
            words(&tasks.flags)
        );
        let options = words(&tasks.options);
        let jobs = tasks.jobs.map(|jobs| jobs.to_string());
        let line = match self {
            Self::Slurm => return slurm(tasks, &below, &list, &conquer, pieces),
            Self::HyperQueue => {
                let limit = tasks.seconds(1);
                let limit = limit.map_or(String::new(), |it| format!(" --time-limit={it}s"));
                let log = word(&below.join("hq-%{JOB_ID}-%{TASK_ID}.log"));
                // The shell of the task expands this text, not the shell of the script.
                let task = quoted(&format!("exec {conquer} \"$HQ_ENTRY\""));
                format!(
                    "hq submit --name=saut --each-line={list} --cpus=1{limit} --stdout={log} \
                     --stderr={log}{options} -- sh -c {task}"
                )
            }
            Self::Parallel => {
                let jobs = jobs.map_or(String::new(), |jobs| format!(" --jobs={jobs}"));
                let log = word(&below.join("parallel.log"));
                // GNU parallel joins its arguments and passes them to a shell. An argument that is quoted twice arrives
                // unchanged. Empty quotes after a brace prevent parallel from replacing the brace by the piece.
                let task = quoted(&format!("{} {{}}", conquer.replace('{', "{''")));
                format!("parallel{jobs} --joblog {log}{options} {task} :::: {list}")
            }
            Self::Local => {
                let jobs = jobs.unwrap_or_else(|| "$(getconf _NPROCESSORS_ONLN)".to_owned());
                format!("xargs -P {jobs} -n 1{options} {conquer} < {list}")
            }
        };
        format!("#!/bin/sh\nexec {line}\n")
    }
}

impl Tasks {
    /// Returns the engine's time limit for a task of `pieces` pieces, in whole seconds.
    fn seconds(&self, pieces: usize) -> Option<u64> {
        let limit = Duration::try_from_secs_f64(self.timeout?).ok()? + GRACE;
        let seconds = limit.as_secs().checked_mul(u64::try_from(pieces).ok()?)?;
        // A time of about a thousand years or more is not passed as a limit.
        Some(seconds).filter(|&seconds| seconds < 30_000_000_000)
    }
}

fn slurm(tasks: &Tasks, below: &Path, list: &str, conquer: &str, pieces: usize) -> String {
    let pieces_a_task = Engine::Slurm.pieces_a_task(pieces);
    let array = pieces.div_ceil(pieces_a_task);
    let highest = array.saturating_sub(1);
    let at_once = tasks.jobs.map_or(String::new(), |jobs| format!("%{jobs}"));
    let log = below.display().to_string();
    // A line of the script cannot contain a path with control characters. Without `--output`, Slurm writes its log to
    // the current folder.
    let output = (!log.contains(char::is_control)).then(|| {
        let log = log.replace('\\', r"\\").replace('"', "\\\"");
        format!("--output=\"{}/slurm-%A_%a.log\"", log.replace('%', "%%"))
    });
    // The task gets more memory than the solver, for the program itself.
    let memory = tasks.memory_mib;
    let memory = memory.map(|memory| format!("--mem={}M", memory + memory / 4 + 64));
    let time = tasks.seconds(pieces_a_task);
    let time = time.map(|seconds| format!("--time={}", seconds.div_ceil(60)));
    let limits = [output, memory, time].into_iter().flatten();
    let options = limits.chain(tasks.options.iter().cloned());
    let options = options.map(|option| format!("#SBATCH {option}\n"));
    let work = if pieces_a_task == 1 {
        format!(
            "piece=$(sed -n \"$((SLURM_ARRAY_TASK_ID + 1))p\" {list})\nexec {conquer} \"$piece\"\n"
        )
    } else {
        // The hardest pieces come first in the list, and each task begins with one of them. If a piece is not finished,
        // its task continues with the next one.
        format!(
            "failed=0\n\
             for piece in $(awk \"NR % {array} == ($SLURM_ARRAY_TASK_ID + 1) % {array}\" {list}); do\n  \
             {conquer} \"$piece\" || failed=$?\ndone\nexit \"$failed\"\n"
        )
    };
    format!(
        "#!/bin/sh\n#SBATCH --job-name=saut\n#SBATCH --array=0-{highest}{at_once}\n\
         #SBATCH --ntasks=1\n#SBATCH --cpus-per-task=1\n#SBATCH --requeue\n#SBATCH --open-mode=append\n{}{work}",
        options.collect::<String>()
    )
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Engine, Tasks};

    fn text(engine: Engine, pieces: usize) -> String {
        let tasks = Tasks {
            saut: "/bin/saut".into(),
            flags: vec!["--conflicts".to_owned(), "1000".to_owned()],
            jobs: Some(2),
            timeout: Some(3600.0),
            memory_mib: Some(4000),
            options: Vec::new(),
        };
        engine.text(&tasks, Path::new("/j"), pieces)
    }

    #[test]
    fn every_engine_runs_the_pieces_with_the_flags() {
        for &engine in Engine::ALL {
            let seven = text(engine, 7);
            assert!(seven.starts_with("#!/bin/sh\n"), "{seven}");
            let command = "/bin/saut job run /j --conflicts 1000 --index";
            assert!(seven.contains(command), "{seven}");
            assert!(seven.contains("/j/submit/pieces.txt"), "{seven}");
            if engine != Engine::Slurm {
                assert_eq!(text(engine, 100_000), seven);
                assert_eq!(engine.pieces_a_task(100_000), 1);
            }
        }
    }

    #[test]
    fn no_array_of_slurm_has_an_index_above_its_usual_limit() {
        for (pieces, tasks, a_task) in [
            (1, 1, 1),
            (7, 7, 1),
            (1000, 1000, 1),
            (1001, 501, 2),
            (1200, 600, 2),
            (100_000, 1000, 100),
        ] {
            let slurm = text(Engine::Slurm, pieces);
            let array = format!("#SBATCH --array=0-{}%2\n", tasks - 1);
            assert!(slurm.contains(&array), "{pieces}: {slurm}");
            assert_eq!(Engine::Slurm.pieces_a_task(pieces), a_task);
            // The time limit of a task is the sum over its pieces.
            let time = format!("#SBATCH --time={}\n", 65 * a_task);
            assert!(slurm.contains(&time), "{pieces}: {slurm}");
            assert_eq!(slurm.contains("exec "), a_task == 1, "{pieces}: {slurm}");
        }
    }
}
