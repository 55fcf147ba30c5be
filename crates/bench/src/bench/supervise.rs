//! Supervising: a job in a child process of its own, which is ended with all below it.
//!
//! The child keeps the limits by itself. Here stands the second line: a child that has not
//! answered long after its limits is killed, whatever it is doing.

use std::path::Path;
use std::time::Duration;

use saut_base::stop::{Stop, StopReason};
use saut_plan::process::{self, End, Exited, ending};

use super::job::{COMMAND, Job, Performed};

/// End of a job.
#[derive(Clone, Debug, PartialEq)]
pub enum Ended {
    /// With an answer.
    Performed(Box<Performed>),
    /// It was killed, because of a limit or an interruption.
    Killed(StopReason),
    /// It broke.
    Broken(String),
}

/// Time beyond its limits that a child may take: the limit once more for encoding and decoding, that of a check, and this.
const GRACE: Duration = Duration::from_secs(10);
const GRACE_MIB: u64 = 512;

/// Runs a job with this program, the executable of `saut`.
pub fn run(saut: &Path, job: &Job, stop: &Stop) -> Ended {
    let mut input = match serde_json::to_vec(job) {
        Ok(input) => input,
        Err(error) => return Ended::Broken(error.to_string()),
    };
    input.push(b'\n');
    let limits = &job.limits;
    let seconds = 2.0 * limits.timeout_seconds + limits.check_timeout_seconds;
    let timeout = Duration::from_secs_f64(seconds) + GRACE;
    let mut limits = stop.with_timeout(timeout);
    if let Some(mib) = job.limits.memory_mib {
        limits = limits.with_memory(mib.saturating_add(GRACE_MIB));
    }
    let child = process::ChildProgram {
        program: saut.to_owned(),
        arguments: vec![COMMAND.into()],
        input,
        is_own: true,
        ..process::ChildProgram::default()
    };
    match process::run(child, &limits, None) {
        Err(error) => Ended::Broken(error.to_string()),
        Ok(End::Stopped(why)) => Ended::Killed(why),
        Ok(End::TooMuchOutput) => Ended::Broken("it printed without end".to_owned()),
        Ok(End::Exited(Exited {
            status,
            output,
            said,
        })) => match serde_json::from_str(&output) {
            Ok(answer) if status.success() => Ended::Performed(Box::new(answer)),
            _ => {
                let mut lines = said.lines().map(str::trim);
                let last = lines.rfind(|line| !line.is_empty()).unwrap_or_default();
                Ended::Broken(format!(
                    "the run itself failed ({}): {last}",
                    ending(status)
                ))
            }
        },
    }
}
