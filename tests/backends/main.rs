//! Tests of the backends: solvers in process and as child programs.
//!
//! This is a separate program, because every test checks all child processes of this process. So the tests run one at a
//! time. Some tests start this program again, and kill it.

mod contract;
mod faults;
mod watch;
