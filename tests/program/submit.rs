//! Scripts for schedulers, run by fake schedulers that parse arguments like the real ones. Every task gets the intended
//! arguments, even if folder names and solver commands have special characters.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

use crate::program::Desk;

/// A folder name with special characters of the shell, GNU parallel and Slurm. If a shell interprets it, the file
/// `marker` is created.
const FOLDER: &str = "a b'c\"d $(touch marker) `touch marker`;touch marker {} {#} {1} %j \\ *";

/// Slurm: runs the script for each number of the array, and rejects numbers above the usual limit.
const SBATCH: &str = r#"#!/bin/sh
highest=$(sed -n 's/^#SBATCH --array=0-\([0-9]*\).*/\1/p' "$1")
[ "$highest" -le 1000 ] || { echo "Invalid job array specification" >&2; exit 1; }
number=0
while [ "$number" -le "$highest" ]; do
  SLURM_ARRAY_TASK_ID=$number sh "$1"
  number=$((number + 1))
done
"#;

/// `HyperQueue`: runs the words after `--` for each line of a file. The line is passed in a variable.
const HQ: &str = r#"#!/bin/sh
while [ "$1" != -- ]; do
  case $1 in --each-line=*) list=${1#--each-line=} ;; esac
  shift
done
shift
while read -r piece; do HQ_ENTRY=$piece "$@"; done < "$list"
"#;

/// GNU parallel: joins its arguments with spaces, replaces words in braces, and passes the result to a shell.
const PARALLEL: &str = r#"#!/bin/sh
while [ "$1" != :::: ]; do
  case $1 in
    --joblog) shift ;;
    --jobs=*) ;;
    *) command="$command $1" ;;
  esac
  shift
done
number=0
while read -r piece; do
  number=$((number + 1))
  line=$(printf '%s' "$command" | sed "s/{}/$piece/g; s/{1}/$piece/g; s/{#}/$number/g; s/{[.\/]}/$piece/g")
  sh -c "$line"
done < "$2"
"#;

/// Returns a folder with the schedulers, and with a solver that records its arguments and answers UNKNOWN.
fn desk() -> Desk {
    let desk = Desk::new();
    for (name, script) in [("sbatch", SBATCH), ("hq", HQ), ("parallel", PARALLEL)] {
        let file = desk.write(name, script);
        fs::set_permissions(file, fs::Permissions::from_mode(0o755)).unwrap();
    }
    desk.write("unsure", "printf '%s\\n' \"$@\" >> asked\necho s UNKNOWN\n");
    desk
}

/// Runs a shell line with the schedulers and the program on its path.
fn shell(desk: &Desk, line: &str) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_saut")).parent().unwrap();
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{}:{path}", desk.0.path().display(), program.display());
    Command::new("sh")
        .args(["-c", line])
        .env("PATH", path)
        .current_dir(desk.0.path())
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn every_engine_takes_a_folder_as_it_is_called() {
    let desk = desk();
    for engine in ["slurm", "hq", "parallel", "local"] {
        let folder = format!("{engine} {FOLDER}");
        let words = ["cube", "pegsol-p04", &folder, "--cubes", "2"];
        let cut = desk.run(words);
        assert_eq!(cut.status, Some(0), "{cut:?}");
        let written = desk.run(["submit", &folder, "--engine", engine]);
        let (_, line) = written.out.trim_end().split_once("; ").unwrap();
        let ran = shell(&desk, line);
        let said = text(&ran.stdout) + &text(&ran.stderr);
        let status = desk.run(["status", &folder, "--json"]).json();
        // A plan in any piece ends the job.
        let merged = desk.run(["merge", &folder, "--json"]);
        assert_eq!(
            merged.json()["verdict"],
            "solved",
            "{engine}: {said}{status}"
        );
    }
    assert!(!desk.0.path().join("marker").exists());
}

#[test]
fn slurm_runs_every_piece_of_a_long_job_once() {
    let desk = desk();
    desk.gives(0, "cube hard-fr-01 job --cubes 1200");
    let written = desk.gives(0, "submit job --engine slurm");
    assert!(
        written
            .out
            .starts_with("1,200 pieces left, 2 per task; sbatch "),
        "{written:?}"
    );
    let script = desk.0.path().join("job/submit/slurm.sh");
    let text = fs::read_to_string(&script).unwrap();
    let words: Vec<&str> = text
        .lines()
        .find(|line| line.contains(" job run "))
        .unwrap()
        .split_whitespace()
        .collect();
    fs::write(&script, text.replace(words[0], "echo")).unwrap();
    let ran = shell(&desk, "sbatch job/submit/slurm.sh");
    assert!(ran.status.success(), "{ran:?}");
    let said = String::from_utf8(ran.stdout).unwrap();
    let mut pieces: Vec<usize> = said
        .lines()
        .map(|line| line.rsplit_once(' ').unwrap().1.parse().unwrap())
        .collect();
    pieces.sort_unstable();
    assert!(pieces.into_iter().eq(0..1200));
}

#[test]
fn the_words_of_a_solver_reach_it_as_they_were_given() {
    let desk = desk();
    let backend = "dimacs:/bin/sh unsure $(touch marker) `touch marker` it's {} {#} \"q\" ; &";
    for engine in ["slurm", "hq", "parallel", "local"] {
        let job = &format!("job-{engine}");
        desk.gives(0, &format!("cube hard-fr-01 {job} --cubes 2"));
        let written = desk.run(["submit", job, "--engine", engine, "--backend", backend]);
        assert_eq!(written.status, Some(0), "{written:?}");
        let (_, line) = written.out.trim_end().split_once("; ").unwrap();
        shell(&desk, line);
        let asked = fs::read_to_string(desk.0.path().join("asked")).unwrap_or_default();
        let first: Vec<&str> = asked.lines().take(9).collect();
        let meant = [
            "$(touch", "marker)", "`touch", "marker`", "it's", "{}", "{#}", "\"q\"", ";",
        ];
        assert_eq!(first, meant, "{engine}");
        fs::remove_file(desk.0.path().join("asked")).unwrap();
    }
    assert!(!desk.0.path().join("marker").exists());
}

#[test]
fn the_printed_next_command_works() {
    let desk = desk();
    let cut = desk.run(["cube", "pegsol-p04", FOLDER, "--cubes", "2"]);
    let next = cut.out.lines().find_map(|line| line.strip_prefix("next: "));
    let (submit, merge) = next.unwrap().split_once(", then ").unwrap();
    for line in [submit, merge] {
        let ran = shell(&desk, line);
        assert!(ran.status.success(), "{line}: {}", text(&ran.stderr));
    }
    assert!(!desk.0.path().join("marker").exists());
}
