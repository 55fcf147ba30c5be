//! Colour baseball on the command line: what differs from peg solitaire, and its own commands.

mod show;
mod tables;
mod tree;

use saut::baseball::Configuration;

pub use show::show;
pub use tables::run;

/// The tokens of every base, for JSON.
fn bases(configuration: &Configuration) -> Vec<&[u8]> {
    (0..configuration.bases())
        .map(|base| configuration.on(base))
        .collect()
}
