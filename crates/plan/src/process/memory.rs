//! The memory of a process group, where `/proc` tells.
//!
//! `proc(5)`: `/proc/PID/stat` has the group in field 5 and the resident pages in field 24, after
//! a name in parentheses that may itself hold spaces and parentheses.

use std::fs;
use std::time::{Duration, Instant};

use rustix::process::Pid;

use crate::meter::Meter;
use saut_base::stop::{Stop, StopReason};

/// Time between two sums over the group.
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// At first every look goes through all processes; later only one of so many does, because that
/// costs time of the processor that the child may be running on. Between, known members are read.
const FIRST_LOOKS: u32 = 20;
const SEARCH_EVERY: u32 = 20;

/// Looks now and then whether a group holds more than it may, and tells a meter.
#[derive(Debug)]
pub(super) struct MemoryWatch<'a> {
    limit_mib: Option<u64>,
    group: Pid,
    /// Whether the leader of the group is a warden, whose memory is not the program's.
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
        // Who ends before the first look is watched more closely.
        if let (Some(meter), true) = (self.meter, is_due || self.looks == 0) {
            meter.saw_kib(
                self.program()
                    .and_then(|it| high_water_kib(&it))
                    .unwrap_or(0),
            );
        }
        if !is_due {
            return None;
        }
        self.next_look = now + LOOK_EVERY;
        let resident = self.resident_kib();
        if let Some(meter) = self.meter {
            meter.saw_kib(resident);
        }
        let limit = self.limit_mib?.saturating_mul(1 << 10);
        (resident > limit).then_some(StopReason::Memory)
    }

    /// The process of the program: the leader of the group, or the first child of its warden.
    fn program(&self) -> Option<String> {
        let leader = self.group.as_raw_pid();
        if !self.has_warden {
            return Some(leader.to_string());
        }
        let children = fs::read_to_string(format!("/proc/{leader}/task/{leader}/children"));
        children.ok()?.split_whitespace().next().map(str::to_owned)
    }

    /// The resident memory of the group in KiB; 0 where `/proc` does not tell.
    fn resident_kib(&mut self) -> u64 {
        if self.looks < FIRST_LOOKS || self.looks.is_multiple_of(SEARCH_EVERY) {
            self.members = processes();
            if self.has_warden {
                let warden = self.group.as_raw_pid().to_string();
                self.members.retain(|process| *process != warden);
            }
        }
        self.looks = self.looks.saturating_add(1);
        let mut pages = 0;
        self.members.retain(|process| {
            let stat = fs::read_to_string(format!("/proc/{process}/stat"));
            let its = stat.ok().and_then(|stat| resident_pages(&stat, self.group));
            pages += its.unwrap_or(0);
            its.is_some()
        });
        pages * rustix::param::page_size() as u64 / (1 << 10)
    }
}

/// The numbers of all processes.
fn processes() -> Vec<String> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter(|name| name.bytes().all(|byte| byte.is_ascii_digit()))
        .collect()
}

/// The most memory that a process ever had, in KiB, by the kernel's own mark.
fn high_water_kib(process: &str) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line?.split_whitespace().next()?.parse().ok()
}

/// The resident pages of a process, if it is of that group.
fn resident_pages(stat: &str, group: Pid) -> Option<u64> {
    let (_, after_name) = stat.rsplit_once(')')?;
    let mut fields = after_name.split_whitespace().skip(2); // state, parent
    let its_group: i32 = fields.next()?.parse().ok()?;
    if its_group != group.as_raw_pid() {
        return None;
    }
    fields.nth(18)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use rustix::process::Pid;

    use super::resident_pages;

    #[test]
    fn group_and_pages_are_found_behind_an_odd_name() {
        let stat = "77 (a) b (c) S 1 42 42 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 999 1000 123 9 9";
        assert_eq!(resident_pages(stat, Pid::from_raw(42).unwrap()), Some(123));
    }

    #[test]
    fn another_group_or_a_torn_line_counts_nothing() {
        let group = Pid::from_raw(43).unwrap();
        assert_eq!(resident_pages("77 (a) S 1 42 42 0 -1", group), None);
        assert_eq!(resident_pages("77 (a) S 1 43 42 0 -1", group), None);
        assert_eq!(resident_pages("", group), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn this_very_group_holds_some_memory() {
        let stop = saut_base::stop::Stop::default();
        let mut watch = super::MemoryWatch::new(&stop, rustix::process::getpgrp(), false, None);
        assert!(watch.resident_kib() > 0);
        let members = watch.members.len();
        assert!(
            (1..super::processes().len()).contains(&members),
            "{members}"
        );
    }
}
