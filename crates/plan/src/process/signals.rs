//! Signals that this program ignores by the way in which it was started.

/// Whether hang-ups are ignored, as `nohup` has it: a program that is started so is to stay when its terminal is
/// closed. Only where `/proc` tells; elsewhere nothing is said to be ignored.
pub fn ignores_hang_ups() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    ignored(&status, rustix::process::Signal::HUP.as_raw())
}

/// Whether the status of a process says that this signal is ignored: it has a bit for each signal, from 1.
fn ignored(status: &str, signal: i32) -> bool {
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::ignored;

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
