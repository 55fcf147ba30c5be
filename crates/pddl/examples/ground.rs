//! Grounds tasks and prints their sizes and times.
//!
//! Run `cargo run --release --example ground -- DOMAIN PROBLEM [DOMAIN PROBLEM ...]`, or pass one pair `DOMAIN PROBLEM`
//! per line on standard input. The columns are: reachable facts and actions, relevant facts and actions, mutex groups
//! (and how many of them are exactly-one groups), axioms, parser warnings, seconds. With `--names` before the first
//! pair, also prints the names of the relevant facts and actions, one per line.

use saut_base::stop::Stop;
use saut_pddl::{
    BadInput, GroundingError, GroundingLimits, Quality, ground, read_domain, read_problem,
};
use saut_task::task::GroupKind;
use std::io::Read as _;
use std::time::{Duration, Instant};

fn main() {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    if words.is_empty() {
        let mut text = String::new();
        if std::io::stdin().read_to_string(&mut text).is_ok() {
            words = text.split_whitespace().map(str::to_owned).collect();
        }
    }
    let names = words.first().is_some_and(|word| word == "--names");
    for pair in words[usize::from(names)..].chunks_exact(2) {
        let start = Instant::now();
        let outcome = one(&pair[0], &pair[1], names).unwrap_or_else(|bad| bad.to_string());
        println!(
            "{}\t{outcome}\t{:.3}",
            pair[1],
            start.elapsed().as_secs_f64()
        );
    }
}

fn one(domain: &str, problem: &str, names: bool) -> Result<String, BadInput> {
    let text = |path: &str| {
        std::fs::read_to_string(path).map_err(|error| BadInput::new(path, error.to_string()))
    };
    let domain = read_domain(&text(domain)?, domain)?;
    let problem = read_problem(&text(problem)?, problem, &domain)?;
    let warnings = domain.warnings().len() + problem.warnings().len();
    let limits = GroundingLimits::until(&Stop::new(Some(Duration::from_secs(60)), None));
    Ok(match ground(&problem, Quality::AnyPlan, &limits) {
        Ok(task) => {
            if names {
                for fact in &task.facts {
                    println!("{fact}");
                }
                for action in &task.actions {
                    println!("{}", action.name);
                }
            }
            let exactly = task
                .mutex_groups
                .iter()
                .filter(|group| group.kind == GroupKind::ExactlyOne)
                .count();
            format!(
                "{}\t{}\t{}\t{}\t{}\t{exactly}\t{}\t{warnings}",
                task.reachable_facts,
                task.reachable_actions,
                task.facts.len(),
                task.actions.len(),
                task.mutex_groups.len(),
                task.axioms.len(),
            )
        }
        Err(GroundingError::GoalUnreachable { atom }) => format!("unreachable: {atom}"),
        Err(why) => format!("stopped: {why}"),
    })
}
