//! Calls of a solver program: its arguments, its files and its output.
//!
//! A file is created only if the command has its placeholder, and is deleted after the call.

use tempfile::NamedTempFile;

use super::program::{FORMULA, PROOF, Program, RESULT, SEED, THREADS, TIMEOUT};
use crate::backend::{BackendError, Fault, SolveLimits};
use crate::process::{ChildProgram, End, Exited, run, temporary_file};
use saut_base::read_limited;
use saut_base::stop::StopReason;

/// Output of a program that ended.
#[derive(Clone, Debug)]
pub(super) struct CallResult {
    /// Content of the result file, or the standard output of the program if there is no result file.
    pub answer: String,
    /// Exit status or signal of the program, with its standard output and error.
    pub exit: Exited,
    /// Content of the proof file, if there is one.
    pub proof: Option<Vec<u8>>,
}

/// Returns the error for a program that ended without an answer.
pub(super) fn crash(name: &str, exit: &Exited) -> BackendError {
    let (ended, hint) = match exit.status.code() {
        None => ("crashed", ""),
        Some(_) if name.contains(':') => (
            "ended without an answer",
            "; a command without {formula} gets the formula on standard input (saut backends)",
        ),
        Some(_) => ("ended without an answer", ""),
    };
    let fact = format_args!("{ended} {}{hint}", exit.in_words());
    BackendError::new(name, Fault::Crashed, fact)
}

/// Runs the program with these arguments on a formula.
pub(super) fn call(
    program: &Program,
    arguments: &[String],
    formula: Vec<u8>,
    limits: &SolveLimits,
) -> Result<Result<CallResult, StopReason>, BackendError> {
    let failed = |error| BackendError::new(&program.name, Fault::System, error);
    let path = program.find()?;
    let file = |mark: &str| {
        let wants = arguments.iter().any(|argument| argument.contains(mark));
        let content = if mark == FORMULA { &formula[..] } else { &[] };
        let file = wants.then(|| temporary_file(content));
        file.transpose().map_err(failed)
    };
    let (formula_file, result_file, proof_file) = (file(FORMULA)?, file(RESULT)?, file(PROOF)?);
    let files = [
        (FORMULA, &formula_file),
        (RESULT, &result_file),
        (PROOF, &proof_file),
    ];
    let filled = |argument: &String| {
        let paths = files.iter().filter_map(|(mark, file)| {
            let path = file.as_ref()?.path().to_str()?;
            Some((mark, path))
        });
        let filled = paths.fold(argument.clone(), |it, (mark, path)| it.replace(mark, path));
        filled.into()
    };
    let job = ChildProgram {
        program: path,
        arguments: arguments.iter().map(filled).collect(),
        input: if formula_file.is_some() {
            Vec::new()
        } else {
            formula
        },
        ..ChildProgram::default()
    };
    match run(job, &limits.stop, limits.meter.as_deref()).map_err(failed)? {
        End::Stopped(why) => Ok(Err(why)),
        End::TooMuchOutput => Err(BackendError::new(
            &program.name,
            Fault::Garbage,
            "the program printed too much",
        )),
        End::Exited(exit) => {
            let answer = match &result_file {
                Some(file) => read_limited::file(file.path(), MOST_RESULT)
                    .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
                    .map_err(|bad| failed(std::io::Error::other(bad.to_string())))?,
                None => exit.output.clone(),
            };
            Ok(Ok(CallResult {
                answer,
                exit,
                proof: proof_file.and_then(|file| read_proof(&file)),
            }))
        }
    }
}

/// Number that replaces `{seed}` for seed 0. It differs from every other small seed, and every solver accepts it.
const SEED_OF_0: u64 = 1_000_000_000;

/// Number of seconds that replaces `{timeout}` if there is no time limit. It fits into a signed 32-bit integer.
const NO_LIMIT: u64 = 1_000_000_000;

/// Maximum size of a result file that is read, in bytes.
const MOST_RESULT: u64 = 1 << 30;

/// Maximum size of a proof file that is read, in bytes; a longer proof could not be checked in memory.
const MOST_PROOF: u64 = 1 << 30;

/// Returns the proof that a program wrote; `None` if it is empty, too long or unreadable.
fn read_proof(file: &NamedTempFile) -> Option<Vec<u8>> {
    let proof = read_limited::file(file.path(), MOST_PROOF).ok()?;
    (!proof.is_empty()).then_some(proof)
}

/// Returns the arguments of a call: options first, then the fixed arguments, because most programs expect file names
/// last.
pub(super) fn arguments(program: &Program, limits: &SolveLimits) -> Vec<String> {
    let seed = (limits.seed != 0).then(|| limits.seed_number());
    let conflicts = limits.conflicts.map(|most| most.min(i32::MAX as u64));
    let mut arguments = Vec::new();
    for (templates, number) in [(&program.seed, seed), (&program.conflicts, conflicts)] {
        if let Some(number) = number {
            let filled = templates.iter();
            arguments.extend(filled.map(|template| template.replace("{}", &number.to_string())));
        }
    }
    let proves = limits.proof && !program.proof.is_empty();
    let fixed = if proves {
        &program.proof
    } else {
        &program.arguments
    };
    let time = limits.stop.time_left().map_or(NO_LIMIT, |left| {
        left.as_secs() + u64::from(left.subsec_nanos() > 0)
    });
    let numbers = [
        (SEED, seed.unwrap_or(SEED_OF_0)),
        (TIMEOUT, time.max(1)),
        (THREADS, limits.threads.max(1) as u64),
    ];
    let filled = |argument: &String| {
        let numbers = numbers.iter();
        numbers.fold(argument.clone(), |it, (mark, number)| {
            it.replace(mark, &number.to_string())
        })
    };
    arguments.extend(fixed.iter().map(filled));
    arguments
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::program::{Program, table};
    use super::arguments;
    use crate::backend::{Reads, SolveLimits};
    use saut_base::stop::Stop;

    #[test]
    fn seed_budget_and_proof_are_given_only_if_asked_for_and_known() {
        for (name, seed, conflicts, proof, wanted) in [
            ("cadical", 0, None, false, ""),
            ("cadical", 7, Some(100), false, "--seed=7 -c 100"),
            (
                "minisat",
                7,
                Some(100),
                false,
                "-rnd-init -rnd-seed=7 {formula} {result}",
            ),
            (
                "z3",
                3,
                None,
                false,
                "sat.random_seed=3 smt.random_seed=3 -in -smt2 -st",
            ),
            ("cadical", 0, None, true, "{formula} {proof}"),
            ("minisat", 0, None, true, "{formula} {result}"),
        ] {
            let program = table().into_iter().find(|program| program.name == name);
            let limits = SolveLimits {
                seed,
                conflicts,
                proof,
                ..SolveLimits::default()
            };
            assert_eq!(arguments(&program.unwrap(), &limits).join(" "), wanted);
        }
    }

    #[test]
    fn placeholders_of_a_command_are_replaced_by_numbers() {
        let command = "x -s{seed} -t {timeout} --threads={threads}";
        let program = Program::by_command("dimacs:x", Reads::Clauses, command).unwrap();
        let filled = |seed, time: Option<Duration>, threads| {
            let limits = SolveLimits {
                stop: Stop::new(time, None),
                seed,
                threads,
                ..SolveLimits::default()
            };
            arguments(&program, &limits).join(" ")
        };
        assert_eq!(filled(0, None, 0), "-s1000000000 -t 1000000000 --threads=1");
        let time = Some(Duration::from_millis(9_500));
        assert_eq!(filled(7, time, 4), "-s7 -t 10 --threads=4");
    }

    #[test]
    fn seeds_fit_every_program_and_are_never_0() {
        let number = |seed| {
            let run = SolveLimits {
                seed,
                ..SolveLimits::default()
            };
            run.seed_number()
        };
        assert_eq!(
            [1, 5, 1_000_000_000, 1_000_000_001].map(number),
            [1, 5, 1_000_000_000, 1]
        );
        assert!((1..=1_000_000_000).contains(&number(u64::MAX)));
    }
}
