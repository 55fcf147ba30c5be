//! The benchmark family: a graded set of formulas whose answers are known, for those who build
//! or choose solvers.
//!
//! A *member* is a bundled puzzle with the sub-family that it belongs to. Of each member the
//! family has formulas of every encoding, at the smallest horizon with a plan and at the one
//! below, where these are known. The known ones are in `instances/horizons.toml`, which
//! [`horizons`] measures and reads; each entry names its formula by a
//! fingerprint, so that it is void when an encoder writes something else.

mod folder;
mod formulas;
pub mod horizons;
mod write;

use saut_formats::bundled;
use saut_peg::peg::{Expectation, Puzzle};

pub use formulas::{Expected, certificate_of};
pub use write::{FamilyError, FamilySettings, IndexRow, Written, write};

/// Formulas with more clauses than that are left out, unless another limit is asked for.
pub const MOST_CLAUSES: usize = 500_000;

/// The parts, in the order in which they are written.
pub const PARTS: [&str; 10] = [
    "english",
    "french",
    "german",
    "diamond",
    "triangle",
    "squares",
    "army",
    "pegsol",
    "catalogue",
    "infeasible",
];

/// Stride through the catalogue: every sixth puzzle is taken.
const EVERY: usize = 6;

/// The bundled files that the family is made of. It stays as it is when others are bundled, because
/// its formulas have recorded evidence.
const FILES: [&str; 7] = [
    "instances/classics.toml",
    "instances/singles.toml",
    "instances/army.toml",
    "instances/pegsol.toml",
    "instances/twins.toml",
    "instances/catalogue.toml",
    "instances/hard-infeasible.toml",
];

/// A puzzle of the family.
#[derive(Clone, Debug)]
pub struct Member {
    /// The part that it belongs to, one of [`PARTS`].
    pub part: &'static str,
    /// The puzzle.
    pub puzzle: Puzzle,
}

/// All members, part by part.
pub fn members() -> Vec<Member> {
    let mut catalogue = 0;
    let mut members: Vec<Member> = bundled::in_files(&FILES)
        .into_iter()
        .filter_map(|puzzle| part(&puzzle).map(|part| Member { part, puzzle }))
        .filter(|member| {
            catalogue += usize::from(member.part == "catalogue");
            member.part != "catalogue" || catalogue % EVERY == 1
        })
        .collect();
    members.sort_by_key(|member| PARTS.iter().position(|part| *part == member.part));
    members
}

/// The part that a bundled puzzle belongs to, or `None` if nothing is known of it.
fn part(puzzle: &Puzzle) -> Option<&'static str> {
    let name = puzzle.name();
    let begins = |prefix: &str| name.starts_with(prefix);
    Some(match (puzzle.expect, name) {
        (Expectation::Open, _) => return None,
        (_, _) if begins("army-") => "army",
        (Expectation::Infeasible, _) => "infeasible",
        (_, "central") => "english",
        (_, "corsair") => "french",
        (_, _) => PARTS
            .into_iter()
            .find(|part| begins(&format!("{}-", part.trim_end_matches('s'))))
            .unwrap_or("catalogue"),
    })
}

#[cfg(test)]
mod tests {
    use super::{PARTS, members};

    #[test]
    fn every_part_has_members_and_no_puzzle_is_in_two() {
        let members = members();
        for part in PARTS {
            assert!(members.iter().any(|member| member.part == part), "{part}");
        }
        let mut names: Vec<&str> = members.iter().map(|member| member.puzzle.name()).collect();
        names.sort_unstable();
        let all = names.len();
        names.dedup();
        assert_eq!(names.len(), all);
    }

    #[test]
    fn parts_are_told_by_name_and_expectation() {
        let part = |name: &str| {
            let members = members();
            let found = members.iter().find(|member| member.puzzle.name() == name);
            found.map(|member| member.part)
        };
        assert_eq!(part("central"), Some("english"));
        assert_eq!(part("square-12-central"), Some("squares"));
        assert_eq!(part("square-7-central"), Some("infeasible"));
        assert_eq!(part("army-5"), Some("army"));
        assert_eq!(part("en-001"), Some("catalogue"));
        assert_eq!(part("en-002"), None);
    }
}
