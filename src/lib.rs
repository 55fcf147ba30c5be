//! Solves peg solitaire and planning tasks by SAT and SMT, and checks every answer.
#![doc = include_str!("../README.md")]

pub use saut_answer::{self as answer, Answer, Question, load, print, solve};
pub use saut_base::{
    BadInput, beside, digest, files, named, random, read_limited, stop, visible, words,
};
pub use saut_bench::{bench, family, method, record, report};
pub use saut_criteria::{certify, compile};
pub use saut_formats as formats;
pub use saut_levels::{count, explore, packages, search};
pub use saut_peg::{baseball, peg, simulate};
pub use saut_plan::{attempt, backend, cubing, portfolio, process, refute, settings, shortest};
pub use saut_puzzles::{baseline, census, decide, play, transform};
pub use saut_task::{decode, domain, encode, formula, model, plan, progress, proof, task};

pub use saut_shards as shards;

pub use saut_puzzles::decide::{Decision, Settings, Verdict, decide};
