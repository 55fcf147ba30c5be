#![doc = include_str!("../README.md")]

pub mod aliases;
pub mod bundled;
pub mod census;
pub mod certificate;
mod entry;
mod game_id;
pub mod growth_file;
pub mod in_words;
pub mod latex;
mod load;
pub mod markup;
pub mod nearest;
pub mod page;
pub mod pddl;
pub mod picture;
mod place;
pub mod plan_file;
pub mod png;
mod shorthand;
pub mod shown;
pub mod state_list;
pub mod step_file;
pub mod svg;
pub mod text_kind;
pub mod toml_file;
mod track_text;

pub use aliases::with_ends;
pub use entry::Entry;
pub use load::{Loaded, Origin, ReadOptions, load, load_bytes, named};
pub use shorthand::cells;
