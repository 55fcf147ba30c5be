//! The command line: arguments and output, with a module for each command.
//!
//! All commands use the library. Only these files depend on clap, colours and the progress line.

/// Prints a message on standard error. A closed standard error is ignored.
macro_rules! tell {
    ($($words:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(anstream::stderr(), $($words)*);
    }};
}

pub mod arguments;
pub mod baseball;
pub mod bench;
pub mod census;
pub mod check;
pub mod classify;
pub mod clauses;
pub mod count;
pub mod encode;
pub mod explain;
pub mod family;
pub mod formula;
pub mod generate;
pub mod growth;
pub mod hint;
pub mod input;
pub mod interrupt;
pub mod job;
pub mod lint;
pub mod lsp;
pub mod meta;
pub mod plan;
pub mod plans;
pub mod play;
pub mod progress;
pub mod reply;
pub mod report;
#[cfg(test)]
mod schemas {
    mod tests;
}
pub mod serve;
pub mod settings;
pub mod shorten;
pub mod show;
pub mod solve;
pub mod transform;

use reply::whole;
use saut::answer::status;
use saut::print;
