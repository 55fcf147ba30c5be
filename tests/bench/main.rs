//! Solver comparison from outside: `saut bench` with misbehaving solvers and killed runs, and the benchmark family.
//! `tests/printed/bench.txt` and `reports.txt` test its output and its errors.

mod family;
mod faults;
mod liars;
#[path = "../common/program.rs"]
mod program;
mod resume;
mod table;
