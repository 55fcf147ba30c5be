//! Descendants of this process: finds and ends them.
//!
//! A program may fork, leave its process group and let its parent die. Orphans are given to the nearest ancestor that
//! asked for them (`prctl(2)`, `PR_SET_CHILD_SUBREAPER`), so that this ancestor finds all of them among its
//! descendants. This needs `/proc`; without it, only process groups are ended.

use std::time::{Duration, Instant};

use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitOptions, getpid, kill_process, wait};

use super::memory::{self, Stat};

/// Time limit for ending all descendants. A killed process that waits for a slow disk does not disappear immediately.
const PATIENCE: Duration = Duration::from_secs(10);
const NAP: Duration = Duration::from_millis(1);

/// Makes orphaned descendants of this process its children, from now on.
pub fn adopt_orphans() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_child_subreaper(Some(getpid()));
}

/// Kills all descendants of this process and reaps its children. The caller must not wait for another child at that
/// time.
///
/// The function returns when the system reports that there is no child left. Reading `/proc` is not enough: it is not a
/// snapshot, and a process whose parent dies meanwhile is not found as a descendant.
pub fn end_all() {
    let began = Instant::now();
    loop {
        let living = below(getpid());
        for &process in &living {
            let _ = kill_process(process, Signal::KILL);
        }
        let has_children = loop {
            match wait(WaitOptions::NOHANG) {
                Ok(Some(_)) | Err(Errno::INTR) => {}
                Ok(None) => break true,
                Err(_) => break false,
            }
        };
        if !has_children || began.elapsed() > PATIENCE {
            return;
        }
        std::thread::sleep(NAP);
    }
}

/// Kills a child with all its descendants. The child is stopped first, so that it cannot fork meanwhile.
pub fn end_tree(root: Pid) {
    let _ = kill_process(root, Signal::STOP);
    let began = Instant::now();
    while began.elapsed() < PATIENCE {
        let living = below(root);
        if living.is_empty() {
            break;
        }
        for process in living {
            let _ = kill_process(process, Signal::KILL);
        }
        std::thread::sleep(NAP);
    }
    let _ = kill_process(root, Signal::KILL);
}

/// Returns the living descendants of a process.
fn below(root: Pid) -> Vec<Pid> {
    let all: Vec<(Pid, Pid)> = processes();
    let mut found = vec![root];
    let mut next = 0;
    while let Some(&parent) = found.get(next) {
        let children = all.iter().filter(|(_, above)| *above == parent);
        found.extend(children.map(|(process, _)| *process));
        next += 1;
    }
    found.split_off(1)
}

/// Returns all living processes with their parents, if `/proc` exists; zombies are not included.
fn processes() -> Vec<(Pid, Pid)> {
    let process = |number: String| {
        let stat = Stat::of(&number).filter(|stat| !stat.is_zombie)?;
        let process = Pid::from_raw(number.parse().ok()?)?;
        Some((process, Pid::from_raw(stat.parent)?))
    };
    memory::processes().filter_map(process).collect()
}

#[cfg(target_os = "linux")]
#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    use rustix::process::Pid;

    use super::{below, end_tree};

    #[test]
    fn a_tree_is_ended_with_its_branches_in_other_groups() {
        let script = "setsid sh -c 'sleep 60 & sleep 60' & echo up; wait";
        let mut child = Command::new("/bin/sh")
            .args(["-c", script])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut line).unwrap();
        let root = Pid::from_raw(i32::try_from(child.id()).unwrap()).unwrap();
        let began = Instant::now();
        while below(root).len() < 3 && began.elapsed() < Duration::from_secs(10) {
            std::thread::sleep(Duration::from_millis(5));
        }
        let tree = below(root);
        assert!(tree.len() >= 3, "{tree:?}");
        end_tree(root);
        child.wait().unwrap();
        let is_alive = |process: &Pid| {
            let left = std::fs::read_to_string(format!("/proc/{}/stat", process.as_raw_pid()));
            left.is_ok_and(|stat| !stat.contains(") Z "))
        };
        // On a busy machine, a killed process may need some time to disappear.
        while tree.iter().any(is_alive) && began.elapsed() < Duration::from_secs(30) {
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!(!tree.iter().any(is_alive), "{tree:?}");
    }
}
