//! saut decides jump-and-slide puzzles by SAT and SMT.
#![doc = include_str!("../README.md")]

pub use saut_bench::{baseline, bench, family, method, record, report};
pub use saut_plan::{
    BadInput, attempt, backend, decode, domain, encode, formula, model, named, plan, portfolio,
    process, progress, proof, random, read_limited, refute, settings, shortest, solve, stop, task,
    visible,
};
pub use saut_puzzles::{
    baseball, census, certify, compile, count, decide, explore, formats, peg, search, simulate,
};

pub use saut_puzzles::decide::{Decision, Settings, Verdict, decide};
