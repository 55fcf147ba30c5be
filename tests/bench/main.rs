//! Tests of `saut bench` with misbehaving solvers and killed runs, and of the benchmark family. The output and the
//! errors are tested by `tests/printed/bench.txt` and `reports.txt`.

mod family;
mod faults;
mod liars;
#[path = "../common/program.rs"]
mod program;
mod resume;
mod table;
