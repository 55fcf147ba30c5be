//! Engines: how each is told to run a command for every line of a file.
//!
//! Slurm: `sbatch --array` counts tasks from 0, each reads its lines: one, or several if there are more pieces than
//! an array may have tasks. `HyperQueue`: `hq submit
//! --each-line` gives a task its line in `HQ_ENTRY`. GNU parallel: `--joblog` with `--resume-failed`
//! goes on where it was. Local: `xargs -P`, which every system has.
//!
//! Every word is quoted for whoever reads it: the shell that runs the script, and where an engine hands the task to
//! another shell (`HyperQueue`, GNU parallel), for that one, too.

use saut_base::words::quoted;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use saut_plan::backend::find_program;
use strum::{EnumMessage, IntoStaticStr, VariantArray};

/// Engine that runs the commands of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumMessage, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Engine {
    /// Slurm, by an array job.
    Slurm,
    /// `HyperQueue`, by a task array.
    #[strum(serialize = "hq")]
    HyperQueue,
    /// GNU parallel.
    Parallel,
    /// `xargs`, on this machine.
    Local,
}

/// Command and limits of the tasks.
#[derive(Clone, Debug)]
pub struct Tasks {
    /// The program.
    pub saut: PathBuf,
    /// Flags for `saut conquer`.
    pub flags: Vec<String>,
    /// Number of pieces at once, where the engine asks.
    pub jobs: Option<usize>,
    /// The longest that a task runs by itself, in seconds; the engine's limit is a little longer.
    pub timeout: Option<f64>,
    /// The memory of a task.
    pub memory_mib: Option<u64>,
    /// Further words for the engine.
    pub options: Vec<String>,
}

/// Facts that a script is written from.
pub struct Words<'a> {
    /// The program.
    pub saut: &'a Path,
    /// The folder of the job.
    pub folder: &'a Path,
    /// The list of pieces.
    pub list: &'a Path,
    /// File for the output of the engine.
    pub log: &'a Path,
    /// The number of pieces.
    pub pieces: usize,
    /// Command and limits of the tasks.
    pub tasks: &'a Tasks,
}

/// The most tasks of an array. Slurm refuses an index of `MaxArraySize` and more, which is 1001 if a cluster does
/// not set it. The other engines have no such limit: they read the list line by line.
const MOST_ARRAY_TASKS: usize = 1000;

/// The time that a task has, beyond its own limit, to write down what it has.
const GRACE: Duration = Duration::from_secs(300);

impl Engine {
    /// The program that it is, on PATH.
    const fn program(self) -> &'static str {
        match self {
            Self::Slurm => "sbatch",
            Self::HyperQueue => "hq",
            Self::Parallel => "parallel",
            Self::Local => "xargs",
        }
    }

    /// Whether its program is on PATH.
    pub fn is_here(self) -> bool {
        find_program(self.program()).is_some()
    }

    /// The number of pieces that a task runs, one after the other.
    pub fn pieces_a_task(self, pieces: usize) -> usize {
        match self {
            Self::Slurm => pieces.div_ceil(MOST_ARRAY_TASKS).max(1),
            Self::HyperQueue | Self::Parallel | Self::Local => 1,
        }
    }

    /// The command that runs the script.
    pub fn command(self, script: &Path) -> Vec<String> {
        let program = match self {
            Self::Slurm => self.program(),
            Self::HyperQueue | Self::Parallel | Self::Local => "sh",
        };
        vec![program.to_owned(), script.display().to_string()]
    }

    /// The script.
    pub fn text(self, words: &Words<'_>) -> String {
        match self {
            Self::Slurm => slurm(words),
            Self::HyperQueue => hyper_queue(words),
            Self::Parallel => parallel(words),
            Self::Local => local(words),
        }
    }
}

impl Words<'_> {
    /// `saut conquer DIR FLAGS --index`, each word quoted.
    fn conquer(&self) -> String {
        let mut words = vec![
            quoted(&self.saut.display().to_string()),
            "conquer".to_owned(),
            quoted(&self.folder.display().to_string()),
        ];
        words.extend(self.tasks.flags.iter().map(|flag| quoted(flag)));
        words.push("--index".to_owned());
        words.join(" ")
    }

    fn options(&self) -> String {
        let mut text = String::new();
        for option in &self.tasks.options {
            text += " ";
            text += &quoted(option);
        }
        text
    }

    /// The limit of the engine for a task of this many pieces, in whole seconds.
    fn seconds(&self, pieces: usize) -> Option<u64> {
        let limit = Duration::try_from_secs_f64(self.tasks.timeout?).ok()? + GRACE;
        let seconds = limit.as_secs().checked_mul(u64::try_from(pieces).ok()?)?;
        // A thousand years and more are no limit.
        Some(seconds).filter(|&seconds| seconds < 30_000_000_000)
    }
}

fn slurm(words: &Words<'_>) -> String {
    let pieces_a_task = Engine::Slurm.pieces_a_task(words.pieces);
    let tasks = words.pieces.div_ceil(pieces_a_task);
    let highest = tasks.saturating_sub(1);
    let at_once = words
        .tasks
        .jobs
        .map_or(String::new(), |jobs| format!("%{jobs}"));
    let mut text = format!(
        "#!/bin/sh\n#SBATCH --job-name=saut\n#SBATCH --array=0-{highest}{at_once}\n\
         #SBATCH --ntasks=1\n#SBATCH --cpus-per-task=1\n#SBATCH --requeue\n#SBATCH --open-mode=append\n"
    );
    let log = words.log.display().to_string();
    // A line of the script cannot hold every name; without one Slurm writes its log to where it was called.
    if !log.contains(char::is_control) {
        let log = log
            .replace('\\', r"\\")
            .replace('"', "\\\"")
            .replace('%', "%%");
        let _ = writeln!(text, "#SBATCH --output=\"{log}/slurm-%A_%a.log\"");
    }
    if let Some(memory) = words.tasks.memory_mib {
        // Room for the program itself above the limit that it keeps.
        let _ = writeln!(text, "#SBATCH --mem={}M", memory + memory / 4 + 64);
    }
    if let Some(seconds) = words.seconds(pieces_a_task) {
        let _ = writeln!(text, "#SBATCH --time={}", seconds.div_ceil(60));
    }
    for option in &words.tasks.options {
        let _ = writeln!(text, "#SBATCH {option}");
    }
    let list = quoted(&words.list.display().to_string());
    let conquer = words.conquer();
    let _ = if pieces_a_task == 1 {
        write!(
            text,
            "piece=$(sed -n \"$((SLURM_ARRAY_TASK_ID + 1))p\" {list})\nexec {conquer} \"$piece\"\n"
        )
    } else {
        // The hardest pieces come first in the list: each task begins with one of them. A piece that is not done does
        // not keep the task from the next.
        write!(
            text,
            "failed=0\n\
             for piece in $(awk \"NR % {tasks} == ($SLURM_ARRAY_TASK_ID + 1) % {tasks}\" {list}); do\n  \
             {conquer} \"$piece\" || failed=$?\ndone\nexit \"$failed\"\n"
        )
    };
    text
}

fn hyper_queue(words: &Words<'_>) -> String {
    let list = quoted(&words.list.display().to_string());
    let limit = words
        .seconds(1)
        .map_or(String::new(), |seconds| format!(" --time-limit={seconds}s"));
    let (options, log) = (words.options(), words.log.display());
    let log = quoted(&format!("{log}/hq-%{{JOB_ID}}-%{{TASK_ID}}.log"));
    // The task's shell reads its line; nothing of it is read by this one.
    let task = quoted(&format!("exec {} \"$HQ_ENTRY\"", words.conquer()));
    format!(
        "#!/bin/sh\nexec hq submit --name=saut --each-line={list} --cpus=1{limit} --stdout={log} \
         --stderr={log}{options} -- sh -c {task}\n"
    )
}

fn parallel(words: &Words<'_>) -> String {
    let list = quoted(&words.list.display().to_string());
    let jobs = words
        .tasks
        .jobs
        .map_or(String::new(), |jobs| format!(" --jobs={jobs}"));
    let log = quoted(&words.log.join("parallel.log").display().to_string());
    // It joins its words and gives them to a shell. One word, quoted twice, is read as it was meant, and a brace with
    // empty quotes behind it is not where the piece is put.
    let task = quoted(&format!("{} {{}}", words.conquer().replace('{', "{''")));
    format!(
        "#!/bin/sh\nexec parallel{jobs} --joblog {log}{} {task} :::: {list}\n",
        words.options()
    )
}

fn local(words: &Words<'_>) -> String {
    let list = quoted(&words.list.display().to_string());
    let jobs = words
        .tasks
        .jobs
        .map_or("$(getconf _NPROCESSORS_ONLN)".to_owned(), |jobs| {
            jobs.to_string()
        });
    format!(
        "#!/bin/sh\nexec xargs -P {jobs} -n 1{} {} < {list}\n",
        words.options(),
        words.conquer()
    )
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use strum::VariantArray as _;

    use super::{Engine, Words};
    use crate::submit::Tasks;
    use saut_base::words::quoted;

    fn text(engine: Engine, folder: &str) -> String {
        text_of(engine, folder, 7)
    }

    fn text_of(engine: Engine, folder: &str, pieces: usize) -> String {
        let tasks = Tasks {
            saut: "/bin/saut".into(),
            flags: vec!["--conflicts".to_owned(), "1000".to_owned()],
            jobs: Some(2),
            timeout: Some(3600.0),
            memory_mib: Some(4000),
            options: Vec::new(),
        };
        engine.text(&Words {
            saut: &tasks.saut,
            folder: Path::new(folder),
            list: Path::new("/j/submit/pieces.txt"),
            log: Path::new("/j/submit"),
            pieces,
            tasks: &tasks,
        })
    }

    #[test]
    fn every_engine_runs_one_piece_a_task_with_the_flags() {
        for &engine in Engine::VARIANTS {
            let text = text(engine, "/j");
            assert!(text.starts_with("#!/bin/sh\n"), "{text}");
            let command = "/bin/saut conquer /j --conflicts 1000 --index";
            assert!(text.contains(command), "{text}");
            assert!(text.contains("/j/submit/pieces.txt"), "{text}");
        }
        let slurm = text(Engine::Slurm, "/j");
        assert!(slurm.contains("#SBATCH --array=0-6%2\n"), "{slurm}");
        assert!(slurm.contains("#SBATCH --time=65\n"), "{slurm}");
    }

    #[test]
    fn no_array_of_slurm_has_an_index_above_its_usual_limit() {
        for (pieces, tasks, a_task) in [
            (1, 1, 1),
            (1000, 1000, 1),
            (1001, 501, 2),
            (1200, 600, 2),
            (100_000, 1000, 100),
        ] {
            let slurm = text_of(Engine::Slurm, "/j", pieces);
            let array = format!("#SBATCH --array=0-{}%2\n", tasks - 1);
            assert!(slurm.contains(&array), "{pieces}: {slurm}");
            assert_eq!(Engine::Slurm.pieces_a_task(pieces), a_task);
            // The time of a task is that of its pieces together.
            let time = format!("#SBATCH --time={}\n", 65 * a_task);
            assert!(slurm.contains(&time), "{pieces}: {slurm}");
            assert_eq!(slurm.contains("exec "), a_task == 1, "{pieces}: {slurm}");
        }
        for engine in [Engine::HyperQueue, Engine::Parallel, Engine::Local] {
            assert_eq!(text_of(engine, "/j", 100_000), text(engine, "/j"));
            assert_eq!(engine.pieces_a_task(100_000), 1);
        }
    }

    #[test]
    fn a_folder_with_a_quote_and_a_space_stays_one_word() {
        assert_eq!(quoted("a b'c"), r"'a b'\''c'");
        assert_eq!(quoted("/a/b-1.txt"), "/a/b-1.txt");
        assert_eq!(quoted(""), "''");
        let local = text(Engine::Local, "/j j; rm x");
        assert!(
            local.contains("conquer '/j j; rm x' --conflicts"),
            "{local}"
        );
    }
}
