//! Solvers, in process and as child programs.
//!
//! A separate target: every test checks all children of this process, so the tests run one at a time, and some of them
//! start this executable again to kill it.

mod contract;
mod faults;
mod watch;
