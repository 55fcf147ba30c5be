//! Planning by SAT and SMT, of no game.

pub mod backend;
pub mod bad_input;
pub mod decode;
pub mod encode;
pub mod formula;
pub mod model;
pub mod named;
pub mod plan;
pub mod process;
pub mod random;
pub mod stop;
pub mod task;

pub use bad_input::BadInput;
