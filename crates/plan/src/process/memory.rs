//! Data about processes, read from `/proc` if it exists (`proc(5)`). Most of this module is about the memory of a
//! process group.

use std::fs;
use std::time::{Duration, Instant};

use rustix::process::Pid;

use crate::work::Meter;
use saut_base::stop::{Stop, StopReason};

/// Time between two measurements of the group.
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// The first measurements search all processes. Later, only one of `SEARCH_EVERY` measurements searches them, because a
/// search uses processor time that the child may need. The other measurements only read the known members.
const FIRST_LOOKS: u32 = 20;
const SEARCH_EVERY: u32 = 20;

/// Checks at intervals whether a group exceeds its memory limit, and reports its memory to a meter.
#[derive(Debug)]
pub(super) struct MemoryWatch<'a> {
    limit_mib: Option<u64>,
    group: Pid,
    /// Whether the leader of the group is a warden, whose memory does not count.
    has_warden: bool,
    next_look: Instant,
    looks: u32,
    members: Vec<String>,
    meter: Option<&'a Meter>,
}

impl<'a> MemoryWatch<'a> {
    pub(super) fn new(stop: &Stop, group: Pid, has_warden: bool, meter: Option<&'a Meter>) -> Self {
        Self {
            limit_mib: stop.memory_mib(),
            group,
            has_warden,
            next_look: Instant::now() + LOOK_EVERY,
            looks: 0,
            members: Vec::new(),
            meter,
        }
    }

    pub(super) fn stop_reason(&mut self) -> Option<StopReason> {
        if self.limit_mib.is_none() && self.meter.is_none() {
            return None;
        }
        let now = Instant::now();
        let is_due = now >= self.next_look;
        // Before the first measurement, the peak is read at every call, because the program may end early.
        if let (Some(meter), true) = (self.meter, is_due || self.looks == 0) {
            let program = self.program().filter(|it| self.is_counted(it));
            let mark = program.and_then(|it| high_water_kib(&it));
            meter.record_kib(mark.unwrap_or(0));
        }
        if !is_due {
            return None;
        }
        self.next_look = now + LOOK_EVERY;
        let resident = self.resident_kib();
        if let Some(meter) = self.meter {
            meter.record_kib(resident);
        }
        let limit = self.limit_mib?.saturating_mul(1 << 10);
        (resident > limit).then_some(StopReason::Memory)
    }

    /// Returns the process of the program: the leader of the group, or the first child of its warden.
    fn program(&self) -> Option<String> {
        let leader = self.group.as_raw_pid();
        if !self.has_warden {
            return Some(leader.to_string());
        }
        let children = fs::read_to_string(format!("/proc/{leader}/task/{leader}/children"));
        children.ok()?.split_whitespace().next().map(str::to_owned)
    }

    /// Whether the memory of a process counts. The memory of the warden does not count. A child of the warden has the
    /// memory and the command line of the warden until it executes its program.
    fn is_counted(&self, process: &str) -> bool {
        let command = |process: &str| fs::read(format!("/proc/{process}/cmdline")).ok();
        !self.has_warden || command(process) != command(&self.group.as_raw_pid().to_string())
    }

    /// Returns the resident memory of the group in KiB; 0 if `/proc` does not exist.
    fn resident_kib(&mut self) -> u64 {
        let mut members = std::mem::take(&mut self.members);
        if self.looks < FIRST_LOOKS || self.looks.is_multiple_of(SEARCH_EVERY) {
            members = processes().collect();
        }
        self.looks = self.looks.saturating_add(1);
        let mut pages = 0;
        members.retain(|process| {
            let stat = Stat::of(process);
            let its = stat.filter(|stat| stat.group == self.group.as_raw_pid());
            let its = its.filter(|_| self.is_counted(process));
            pages += its.as_ref().map_or(0, |stat| stat.resident_pages);
            its.is_some()
        });
        self.members = members;
        pages * rustix::param::page_size() as u64 / (1 << 10)
    }
}

/// Returns the IDs of all processes.
pub(super) fn processes() -> impl Iterator<Item = String> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    names.filter(|name| name.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Part of the file `/proc/PID/stat` of a process.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Stat {
    pub(super) is_zombie: bool,
    pub(super) parent: i32,
    group: i32,
    resident_pages: u64,
}

impl Stat {
    pub(super) fn of(process: &str) -> Option<Self> {
        Self::read(&fs::read_to_string(format!("/proc/{process}/stat")).ok()?)
    }

    fn read(stat: &str) -> Option<Self> {
        // The second field is a name in parentheses, which may itself contain spaces and parentheses.
        let (_, after_name) = stat.rsplit_once(')')?;
        let fields: Vec<&str> = after_name.split_whitespace().collect();
        let number = |field: usize| fields.get(field - 3).copied();
        Some(Self {
            is_zombie: number(3)? == "Z",
            parent: number(4)?.parse().ok()?,
            group: number(5)?.parse().ok()?,
            resident_pages: number(24)?.parse().ok()?,
        })
    }
}

/// Returns the peak memory of a process in KiB, according to the kernel. `self` is this process.
pub fn high_water_kib(process: &str) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line?.split_whitespace().next()?.parse().ok()
}

/// Whether this process ignores hang-up signals, for example because `nohup` started it. Such a process must survive
/// the end of its terminal. Without `/proc`, the result is always false.
pub fn ignores_hang_ups() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    ignored(&status, rustix::process::Signal::HUP.as_raw())
}

/// Whether a process ignores this signal, according to its status, which has a bit for each signal, starting with 1.
fn ignored(status: &str, signal: i32) -> bool {
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::{Stat, ignored};

    #[test]
    fn fields_are_found_behind_an_odd_name_and_a_torn_line_has_none() {
        let stat = "77 (a) b (c) S 1 42 42 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 999 1000 123 9 9";
        let wanted = Stat {
            is_zombie: false,
            parent: 1,
            group: 42,
            resident_pages: 123,
        };
        assert_eq!(Stat::read(stat), Some(wanted));
        for torn in ["77 (a) S 1 42 42 0 -1", ""] {
            assert_eq!(Stat::read(torn), None);
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn this_very_group_holds_some_memory() {
        let stop = saut_base::stop::Stop::default();
        let mut watch = super::MemoryWatch::new(&stop, rustix::process::getpgrp(), false, None);
        assert!(watch.resident_kib() > 0);
        let members = watch.members.len();
        assert!(
            (1..super::processes().count()).contains(&members),
            "{members}"
        );
    }

    #[test]
    fn the_bit_of_a_signal_says_whether_it_is_ignored() {
        let status =
            |mask: &str| format!("Name:\tsaut\nSigBlk:\t0000000000000001\nSigIgn:\t{mask}\n");
        assert!(ignored(&status("0000000000001001"), 1));
        assert!(!ignored(&status("0000000000001000"), 1));
        assert!(ignored(&status("0000000000001000"), 13));
        assert!(!ignored("Name:\tsaut\n", 1));
        assert!(!ignored(&status("none"), 1));
    }
}
