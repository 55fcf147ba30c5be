//! Solvers compared, from outside: `saut bench` with solvers that misbehave and sudden deaths, the
//! benchmark family, and reports of records.

mod comparison;
mod family;
mod faults;
mod liars;
#[path = "../common/program.rs"]
mod program;
mod report;
mod resume;
mod table;
mod tasks;
