//! An SMT solver that keeps running on a growing script.
//!
//! The solver keeps the script. Each query is sent between `push` and `pop`. An `echo` after the query marks the end of
//! the answer. Barrett, Fontaine, Tinelli: *The SMT-LIB Standard 2.6*, ch. 4.2.

use super::call::{arguments, crash};
use super::program::Program;
use crate::backend::{
    Answer, BackendError, Fault, GrowingSession, Response, Session, SolveLimits, SolverEffort,
};
use crate::process::{ChildProgram, Conversation, End};
use saut_base::stop::StopReason;
use saut_task::model::read_smtlib;

pub(super) struct SmtlibSession {
    name: String,
    conversation: Conversation,
    /// Length of the part of the script that was already sent.
    told: usize,
    symbols: Vec<String>,
    marks: usize,
    waits_for: Option<Wanted>,
}

/// The part of an answer that the session waits for.
#[derive(Clone, Copy)]
enum Wanted {
    Status,
    Values,
}

impl SmtlibSession {
    pub(super) fn begin(program: &Program, run: &SolveLimits) -> Result<Self, BackendError> {
        let path = program.find()?;
        let mut arguments = arguments(program, run);
        arguments.extend(program.growing.iter().flatten().cloned());
        let job = ChildProgram {
            program: path,
            arguments: arguments.into_iter().map(Into::into).collect(),
            ..ChildProgram::default()
        };
        let conversation = Conversation::begin(job)
            .map_err(|error| BackendError::new(&program.name, Fault::System, error))?;
        let mut session = Self {
            name: program.name.clone(),
            conversation,
            told: 0,
            symbols: Vec::new(),
            marks: 0,
            waits_for: None,
        };
        if let Some(option) = program.seed_option(run) {
            session.conversation.say(&option);
        }
        Ok(session)
    }

    fn mark(&self) -> String {
        format!("end of answer {}", self.marks)
    }

    /// Sends a query, followed by a mark for the end of its answer.
    fn want(&mut self, wanted: Wanted, question: &str) {
        self.marks += 1;
        let text = format!("{question}(echo \"{}\")\n", self.mark());
        self.conversation.say(&text);
        self.waits_for = Some(wanted);
    }

    /// Reads a part of the answer. Returns its text, or the reason why it is not complete yet.
    fn hear(&mut self, run: &SolveLimits) -> Result<Result<String, StopReason>, BackendError> {
        let mark = self.mark();
        let heard = self
            .conversation
            .hear(&mark, &run.stop, run.meter.as_deref())
            .map_err(|error| BackendError::new(&self.name, Fault::System, error))?;
        match heard {
            Ok(text) => Ok(Ok(text)),
            Err(End::Stopped(why)) => Ok(Err(why)),
            Err(End::TooMuchOutput) => Err(BackendError::new(
                &self.name,
                Fault::Garbage,
                "the program printed too much",
            )),
            Err(End::Exited(exit)) => match read_smtlib(&exit.output, &[]) {
                Err(bad) if exit.output.contains("(error") => {
                    Err(BackendError::new(&self.name, Fault::Garbage, bad))
                }
                _ => Err(crash(&self.name, &exit)),
            },
        }
    }
}

impl Session for SmtlibSession {
    fn go_on(&mut self, run: &SolveLimits) -> Result<Response, BackendError> {
        let answer = loop {
            let Some(wanted) = self.waits_for else {
                break Answer::Unknown(StopReason::NothingLeft);
            };
            let text = match self.hear(run)? {
                Ok(text) => text,
                Err(why) => break Answer::Unknown(why),
            };
            let is_sat = text.lines().any(|line| line.trim() == "sat");
            let reading = match wanted {
                Wanted::Status if is_sat && !text.contains("(error") => {
                    let question = match &self.symbols[..] {
                        [] => String::new(),
                        symbols => format!("(get-value ({}))\n", symbols.join(" ")),
                    };
                    self.want(Wanted::Values, &question);
                    continue;
                }
                Wanted::Status => read_smtlib(&text, &[]),
                Wanted::Values => read_smtlib(&format!("sat\n{text}"), &self.symbols),
            };
            self.waits_for = None;
            self.conversation.say("(pop 1)\n");
            let answer =
                reading.map_err(|bad| BackendError::new(&self.name, Fault::Garbage, bad))?;
            break match answer {
                Answer::Unknown(why) => Answer::Unknown(run.stop.stop_reason().unwrap_or(why)),
                answer => answer,
            };
        };
        Ok(Response::new(answer, SolverEffort::default()))
    }
}

impl GrowingSession for SmtlibSession {
    fn ask(&mut self, script: &str, formula: &str, symbols: &[String]) {
        self.conversation.say(&script[self.told..]);
        self.told = script.len();
        self.symbols = symbols.to_vec();
        let question = format!("(push 1)\n(assert {formula})\n(check-sat)\n");
        self.want(Wanted::Status, &question);
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::super::program::table;
    use super::SmtlibSession;
    use crate::backend::{Answer, BackendError, GrowingSession, Session, SolveLimits};
    use saut_base::stop::{Stop, StopReason};
    use saut_task::model::{Model, Value};

    /// Starts a session with a shell script that acts as a solver: it runs `check` at `check-sat`, prints `values` at
    /// `get-value`, and echoes the lines with `echo`.
    fn session(check: &str, values: &str) -> SmtlibSession {
        let script = format!(
            "says=sat; while read -r line; do case $line in \
             '(assert false)') says=unsat;; '(pop 1)') says=sat;; \
             '(check-sat)') {check};; '(get-value'*) echo '{values}';; '(echo'*) echo \"$line\";; \
             esac; done"
        );
        let z3 = table().into_iter().find(|program| program.name == "z3");
        let mut program = z3.unwrap();
        program.files = vec!["/bin/sh".to_owned()];
        program.arguments = vec!["-c".to_owned(), script];
        SmtlibSession::begin(&program, &SolveLimits::default()).unwrap()
    }

    fn ask(session: &mut SmtlibSession, formula: &str) -> Result<Answer, BackendError> {
        session.ask("(declare-fun a () Bool)\n", formula, &["a".to_owned()]);
        go_on(session, Duration::from_secs(20))
    }

    fn go_on(session: &mut SmtlibSession, time: Duration) -> Result<Answer, BackendError> {
        let run = SolveLimits {
            stop: Stop::new(Some(time), None),
            ..SolveLimits::default()
        };
        session.go_on(&run).map(|response| response.answer)
    }

    #[test]
    fn questions_are_answered_one_after_the_other() {
        let mut solver = session("echo $says", "((a true))");
        for _ in 0..3 {
            assert_eq!(ask(&mut solver, "false").unwrap(), Answer::Unsat);
            let Answer::Sat(Model::Symbols(values)) = ask(&mut solver, "a").unwrap() else {
                panic!("it is satisfiable");
            };
            assert_eq!(values.get("a"), Some(&Value::Boolean(true)));
        }
    }

    #[test]
    fn one_that_gives_up_is_told_from_one_that_breaks() {
        let gives_up = ask(&mut session("echo unknown", ""), "a").unwrap();
        assert_eq!(gives_up, Answer::Unknown(StopReason::SolverGaveUp));
        let broken = [
            ("exit 3", "((a true))", "exit status 3"),
            ("kill -9 $$", "((a true))", "killed by signal 9"),
            ("echo '(error \"no push\")'", "", "no push"),
            ("echo hello", "", "hello"),
            ("echo sat", "", "a"),
            ("echo sat", "((a 1) (b", ""),
        ];
        for (check, values, told) in broken {
            let error = ask(&mut session(check, values), "a")
                .unwrap_err()
                .to_string();
            assert!(
                error.contains("z3") && error.contains(told),
                "{check}: {error}"
            );
        }
    }

    #[test]
    fn one_that_is_slow_goes_on_in_the_next_turn_and_one_that_hangs_holds_nobody_up() {
        let began = Instant::now();
        let mut slow = session("sleep 0.5; echo $says", "((a true))");
        slow.ask("", "false", &[]);
        let first = go_on(&mut slow, Duration::from_millis(20)).unwrap();
        assert_eq!(first, Answer::Unknown(StopReason::Timeout));
        let second = go_on(&mut slow, Duration::from_secs(20)).unwrap();
        assert_eq!(second, Answer::Unsat);
        let mut hangs = session("sleep 60", "");
        hangs.ask("", "a", &[]);
        let answer = go_on(&mut hangs, Duration::from_millis(50)).unwrap();
        assert_eq!(answer, Answer::Unknown(StopReason::Timeout));
        drop(hangs);
        assert!(began.elapsed() < Duration::from_secs(20));
    }
}
