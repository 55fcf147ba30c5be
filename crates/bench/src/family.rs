//! The benchmark family: a graded set of formulas whose answers are known, for those who build
//! or choose solvers.
//!
//! A *member* is a bundled puzzle with the sub-family that it belongs to. Of each member the
//! family has formulas of every encoding, at the smallest horizon with a plan and at the one
//! below, where these are known. What is known stands in `instances/horizons.toml`, which
//! [`measure`] makes and [`horizons`] reads; each entry names the formula that it speaks of by a
//! fingerprint, so that it is void when an encoder writes something else.

mod content;
mod evidence;
pub mod fingerprint;
mod folder;
mod formulas;
pub mod horizons;
mod index;
pub mod measure;
mod members;
mod write;

pub use evidence::{CERTIFICATES, Evidence, Expected, certificate_of};
pub use formulas::{ENCODINGS, Subject, WantedFormula};
pub use index::{FamilyIndex, IndexRow, LeftOut};
pub use members::{Member, PARTS, members};
pub use write::{FamilyError, FamilySettings, Written, write};

/// Formulas with more clauses than that are left out, unless another limit is asked for.
pub const MOST_CLAUSES: usize = 500_000;
