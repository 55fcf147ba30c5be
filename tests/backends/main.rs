//! Solvers, in process and as child programs.
//!
//! A target of its own: every test looks at all children of this process, so they take turns, and
//! some of them start this executable anew to see it killed.

mod contract;
mod faults;
mod watch;
