//! Formats: puzzles and plans as text, read and written.
//!
//! A puzzle comes as a bundled name, a TOML file, a PDDL problem of the planning competitions or
//! a bare picture ([`read_puzzle`] tells them apart); a plan as a list of jumps, a PDDL plan or
//! our JSON. Everything that cannot be used is a [`BadInput`](saut_base::BadInput) with place, fact
//! and remedy. Nothing here prints, and only here are types tied to a file format.

pub mod aliases;
pub mod bundled;
pub mod census;
pub mod certificate;
mod entry;
pub mod in_words;
pub mod json;
pub mod latex;
pub mod markup;
pub mod nearest;
pub mod page;
mod pair;
pub mod pddl;
pub mod picture_pair;
mod place;
mod plan_entries;
pub mod plan_file;
pub mod png;
mod read;
pub mod shown;
mod state_list;
pub mod step_file;
pub mod svg;
pub mod text_kind;
pub mod toml_file;

pub use aliases::with_ends;
pub use entry::Entry;
pub use place::shown as place_shown;
pub use read::{
    Asked, Found, find_entries, find_entry, read_bytes, read_entries, read_entry,
    read_entry_of_text, read_puzzle, read_puzzles,
};
pub use toml_file::shorthand::cells;
