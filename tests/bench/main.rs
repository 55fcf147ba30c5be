//! Solvers compared, from outside: `saut bench` with solvers that misbehave and sudden deaths, and the
//! benchmark family. What is printed and refused is in `tests/printed/bench.txt` and `reports.txt`.

mod family;
mod faults;
mod liars;
#[path = "../common/program.rs"]
mod program;
mod resume;
mod table;
