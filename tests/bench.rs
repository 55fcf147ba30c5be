//! `saut bench` from outside: solvers that misbehave, sudden deaths, and what is left of them.

#[path = "bench/faults.rs"]
mod faults;
#[path = "bench/resume.rs"]
mod resume;
#[path = "common/saut.rs"]
mod saut_program;
#[path = "bench/table.rs"]
mod table;
