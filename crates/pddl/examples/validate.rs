//! Replays plan files on lifted tasks.
//!
//! `cargo run --release --example validate -- DOMAIN PROBLEM PLAN [DOMAIN PROBLEM PLAN ...]`, or
//! triples on standard input. For each a line: the plan's file, and what the validator says.

use saut_pddl::{BadInput, NamedPlan, read_domain, read_problem, validate};
use std::io::Read as _;

fn main() {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    if words.is_empty() {
        let mut text = String::new();
        if std::io::stdin().read_to_string(&mut text).is_ok() {
            words = text.split_whitespace().map(str::to_owned).collect();
        }
    }
    for triple in words.chunks_exact(3) {
        let verdict = one(triple).unwrap_or_else(|bad| bad.to_string());
        println!("{}\t{verdict}", triple[2]);
    }
}

fn one(triple: &[String]) -> Result<String, BadInput> {
    let text = |path: &str| {
        std::fs::read_to_string(path).map_err(|error| BadInput::new(path, error.to_string()))
    };
    let domain = read_domain(&text(&triple[0])?, &triple[0])?;
    let problem = read_problem(&text(&triple[1])?, &triple[1], &domain)?;
    let plan = NamedPlan::read(&text(&triple[2])?, &triple[2])?;
    Ok(match validate(&problem, &plan) {
        Ok(valid) => format!("valid\t{}\t{}", valid.length(), valid.cost()),
        Err(why) => format!("invalid\t{why}"),
    })
}
