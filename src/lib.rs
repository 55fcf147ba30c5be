//! saut decides jump-and-slide puzzles by SAT and SMT.
#![doc = include_str!("../README.md")]

pub use saut_answer::{self as answer, Answer, Question, load, load_within, print, solve};
pub use saut_bench::{baseline, bench, family, method, record, report};
pub use saut_plan::{
    BadInput, attempt, backend, beside, claims, cubing, decode, digest, domain, encode, formula,
    model, named, plan, portfolio, process, progress, proof, random, read_limited, refute,
    settings, shortest, stop, task, visible,
};
pub use saut_puzzles::{
    baseball, census, certify, compile, count, decide, explore, formats, packages, peg, play,
    search, simulate, transform,
};

pub use saut_shards as shards;

pub use saut_puzzles::decide::{Decision, Settings, Verdict, decide};
