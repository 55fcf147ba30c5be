//! Tests of the library: encodings, searches, counts, certificates and parsers are compared with independent
//! computations and with the numbers of the literature.

mod baseball;
mod brute_force;
mod census;
mod central_ends;
mod certificate_files;
mod certificates;
mod counts;
mod criteria_facts;
mod difficulties;
mod encoding_sizes;
mod exhaustive;
mod explore;
mod figures;
mod golden;
mod hard_infeasible;
mod mutated_certificates;
mod old_rule;
mod random_puzzles;
mod readers_never_panic;
mod single_vacancy;
mod third_game;
mod truth_tables;

use saut::BadInput;
use saut::formats::{Entry, ReadOptions, load_bytes};
use saut::peg::Puzzle;
use saut::search::SearchSettings;

/// Returns the puzzles of a TOML file, including puzzles under the old French rule.
fn read_toml(text: &str, file: &str) -> Result<Vec<Puzzle>, BadInput> {
    let loaded = load_bytes(text.as_bytes(), file, &ReadOptions::default())?;
    let entries = loaded.entries.into_iter();
    entries.map(Entry::peg_under_any_rule).collect()
}

fn one_thread() -> SearchSettings {
    SearchSettings {
        threads: 1,
        ..SearchSettings::default()
    }
}
