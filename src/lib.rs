//! saut decides jump-and-slide puzzles by SAT and SMT.
#![doc = include_str!("../README.md")]

pub use saut_bench::{baseline, bench, family, method, record, report};
pub use saut_plan::{
    BadInput, attempt, backend, decode, domain, encode, formula, model, named, plan, portfolio,
    process, progress, proof, random, refute, settings, shortest, solve, stop, task,
};
pub use saut_puzzles::{
    baseball, census, certify, count, decide, explore, formats, peg, pose, search, simulate,
};

pub use saut_puzzles::decide::{Decision, Settings, Verdict, decide};
