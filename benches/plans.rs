//! Median time to a checked plan: the table of the README.
//!
//! `cargo bench --bench plans` runs every puzzle with several seeds in the default portfolio and
//! prints a Markdown table; `-- --seeds N` and puzzle names narrow it. The reference, `CaDiCaL` on
//! `sequential`, runs in between if the program is here. No time is a test: machines differ.

use std::time::Duration;

use saut::decide::{EncodingChoice, Minimise, Settings, Verdict};
use saut::encode::Encoding;
use saut::formats::bundled;
use saut::peg::Puzzle;
use saut::stop::Stop;

/// The puzzles of the table, with the time that each may take.
const PUZZLES: [(&str, u64); 8] = [
    ("central", 60),
    ("corsair", 60),
    ("square-6-central", 60),
    ("square-9-central", 60),
    ("german-central", 120),
    ("square-11", 120),
    ("square-12-central", 240),
    ("army-4", 60),
];

/// Only run when named: minutes a seed.
const LONG: [(&str, u64); 1] = [("square-15-central", 600)];

fn main() {
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| a != "--bench")
        .collect();
    let after = |flag: &str| arguments.iter().skip_while(|a| *a != flag).nth(1);
    let seeds: u64 = after("--seeds").and_then(|n| n.parse().ok()).unwrap_or(5);
    let named = |name: &str| arguments.iter().any(|a| a == name);
    let some_named = PUZZLES.iter().chain(&LONG).any(|(name, _)| named(name));

    println!("| puzzle | seeds | median s | fastest | slowest |\n|---|---|---|---|---|");
    for (name, limit) in PUZZLES {
        if !some_named || named(name) {
            row(name, &times(name, seeds, &Settings::default(), limit));
        }
    }
    for (name, limit) in LONG {
        if named(name) {
            row(name, &times(name, seeds, &Settings::default(), limit));
        }
    }
    if !some_named || named("minimise") {
        let fewest = Settings {
            minimise: Some(Minimise::Actions),
            ..Settings::default()
        };
        row(
            "army-4, fewest jumps",
            &times("army-4", seeds, &fewest, 120),
        );
    }
    if !some_named || named("catalogue") {
        let all: Vec<f64> = (1..=seeds).map(catalogue).collect();
        row("the 141 catalogue puzzles together", &all);
    }
    if !some_named || named("reference") {
        let reference = Settings {
            backends: vec!["cadical".to_owned()],
            encoding: Some(EncodingChoice::Fixed(Encoding::SEQUENTIAL)),
            threads: std::num::NonZeroUsize::new(1),
            ..Settings::default()
        };
        row(
            "central, CaDiCaL on sequential",
            &times("central", seeds, &reference, 300),
        );
    }
}

fn row(name: &str, times: &[f64]) {
    let mut sorted = times.to_vec();
    sorted.sort_by(f64::total_cmp);
    if let (Some(first), Some(last)) = (sorted.first(), sorted.last()) {
        let median = sorted[sorted.len() / 2];
        println!(
            "| {name} | {} | {median:.3} | {first:.3} | {last:.3} |",
            sorted.len()
        );
    }
}

/// Seconds to a checked plan, by seed; infinite if there was none in time.
fn times(name: &str, seeds: u64, settings: &Settings, limit: u64) -> Vec<f64> {
    let puzzle = bundled::named(name).expect("a bundled puzzle");
    (1..=seeds)
        .map(|seed| solve(&puzzle, settings, seed, limit))
        .collect()
}

fn solve(puzzle: &Puzzle, settings: &Settings, seed: u64, limit: u64) -> f64 {
    let stop = Stop::new(Some(Duration::from_secs(limit)), None);
    match saut::decide(
        puzzle,
        &Settings {
            seed,
            stop,
            ..settings.clone()
        },
    ) {
        Ok(decision) if matches!(decision.verdict, Verdict::Solved(_)) => {
            decision.elapsed.as_secs_f64()
        }
        Ok(_) => f64::INFINITY,
        Err(error) => {
            eprintln!("{}: {error}", puzzle.name());
            f64::NAN
        }
    }
}

/// All catalogue puzzles, one after another.
fn catalogue(seed: u64) -> f64 {
    let (_, text) = bundled::FILES[3];
    let records = saut::formats::toml_file::read_toml(text, "catalogue").expect("it is bundled");
    records
        .iter()
        .map(|puzzle| solve(puzzle, &Settings::default(), seed, 60))
        .sum()
}
