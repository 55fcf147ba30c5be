//! `saut solve` for colour baseball.

use std::io::Write;

use saut::answer::baseball_document;
use saut::baseball::Puzzle;
use saut::decide::Method;
use saut::decide::baseball::{self, Decision, Verdict};
use saut::simulate::baseball::ReplayedSteps;
use saut::stop::StopReason;

use super::{describe, print_steps, trace};
use crate::cli::arguments::Solve;
use crate::cli::failure::Failure;
use crate::cli::progress::Line;
use crate::cli::proofs;
use crate::cli::question::Question;
use crate::cli::settings::found_settings;
use crate::cli::solve::answer::reason_of_none;
use crate::cli::solve::interrupt::stop_at_ctrl_c;
use crate::cli::solve::text;
use crate::cli::{print, status};

/// Runs `saut solve` for a puzzle of colour baseball.
pub fn solve(arguments: &Solve, question: Question, puzzle: &Puzzle) -> Result<u8, Failure> {
    let mut settings = found_settings(arguments, question)?;
    let stop = settings.stop.clone();
    let decided = if let Question::ByHand(strategy) = question {
        baseball::by_hand(puzzle, strategy)?
    } else {
        stop_at_ctrl_c(&stop);
        let line = Line::new();
        settings.progress = Some(line.clone());
        let decided = baseball::solve(puzzle, &settings);
        line.clear();
        decided?
    };
    let kept = proofs::keep_all(
        &decided.refuted,
        arguments.proof.as_deref(),
        &why_none(&decided),
        &stop,
    )?;
    if arguments.output.json {
        let mut document = baseball_document(puzzle, &decided, method(arguments, &decided), kept)?;
        if let (true, Verdict::Solved(plan)) = (arguments.trace, &decided.verdict) {
            document = trace::write_into(&document, puzzle, &plan.steps())?;
        }
        writeln!(anstream::stdout(), "{document}")?;
    } else {
        print_text(arguments, puzzle, &decided)?;
    }
    Ok(if decided.is_decided() {
        status::SOLVED
    } else {
        status::UNDECIDED
    })
}

/// Why there is no proof to keep.
fn why_none(decided: &Decision) -> String {
    match &decided.verdict {
        Verdict::Solved(_) => reason_of_none(decided.optimal).to_owned(),
        Verdict::Infeasible(never) => match **never {},
        Verdict::Undecided(why) => format!("nothing was proved, the end was {}", why.name()),
    }
}

fn method(arguments: &Solve, decided: &Decision) -> String {
    match (&decided.method, arguments.strategy) {
        (Some(method), _) => method.name().to_owned(),
        (None, Some(strategy)) => strategy.name().to_owned(),
        (None, None) => String::new(),
    }
}

fn print_text(arguments: &Solve, puzzle: &Puzzle, decided: &Decision) -> Result<(), Failure> {
    let strong = print::STRONG;
    let mut out = anstream::stdout().lock();
    describe(&mut out, puzzle)?;
    match &decided.verdict {
        Verdict::Solved(plan) => {
            let length = print::counted(plan.plan().len(), "step");
            writeln!(
                out,
                "{strong}solved{strong:#}: {length}{}",
                optimal(decided, plan)
            )?;
            if arguments.trace {
                trace::print(&mut out, puzzle, &plan.steps())?;
            } else {
                print_steps(&mut out, &plan.steps())?;
            }
            writeln!(
                out,
                "\na step is token:from>to; replayed by the simulator; {}",
                cost(arguments, decided)
            )?;
        }
        Verdict::Infeasible(never) => match **never {},
        Verdict::Undecided(why) => {
            writeln!(out, "{strong}undecided{strong:#} ({})", why.name())?;
            if let StopReason::HorizonRefuted { horizon, is_proved } = *why {
                let sentence = text::horizon_refuted(horizon, is_proved, decided.method.as_ref());
                writeln!(out, "{sentence}")?;
            }
            writeln!(out, "{}", cost(arguments, decided))?;
        }
    }
    Ok(out.flush()?)
}

fn optimal(decided: &Decision, plan: &ReplayedSteps) -> String {
    let lengths: Vec<String> = decided
        .refuted
        .iter()
        .map(|one| one.proof().horizon.to_string())
        .collect();
    match decided.optimal {
        None => String::new(),
        Some(false) => ", not proved to be the fewest".to_owned(),
        Some(true) if lengths.is_empty() => {
            format!(
                ", the fewest: the tokens' distances add up to {}",
                plan.plan().len()
            )
        }
        Some(true) => format!(
            ", the fewest: the checker accepted the proof that {} {} not enough",
            lengths.join(" and "),
            if lengths.len() == 1 { "is" } else { "are" },
        ),
    }
}

fn cost(arguments: &Solve, decided: &Decision) -> String {
    let how = match &decided.method {
        Some(formula @ Method::Formula { .. }) => text::formula(formula),
        _ => match method(arguments, decided) {
            name if name.is_empty() => String::new(),
            name => format!("by {name}; "),
        },
    };
    let formulas = match decided.attempts {
        0 => String::new(),
        attempts => format!(", {}", print::counted(attempts, "formula")),
    };
    format!("{how}{:.2} s{formulas}", decided.elapsed.as_secs_f64())
}
