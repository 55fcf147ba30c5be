//! Tracks: which bases are neighbours.

use std::str::FromStr;

use saut_base::named::Named;
use strum::{Display, EnumMessage, IntoStaticStr, VariantArray};

use super::Base;

/// Arrangement of the bases.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Display, EnumMessage, IntoStaticStr, VariantArray,
)]
#[strum(serialize_all = "kebab-case")]
pub enum Track {
    /// The last base is a neighbour of the first.
    #[default]
    Ring,
    /// It is not.
    Line,
}

impl Track {
    /// The word used in puzzle files.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The neighbours of a base, among so many: the next one first. Two bases on a ring are
    /// neighbours once, as on a line.
    pub fn neighbours(self, bases: usize, base: Base) -> impl Iterator<Item = Base> {
        let closed = self == Self::Ring && bases > 2;
        let next = match base + 1 {
            next if next < bases => Some(next),
            _ => closed.then_some(0),
        };
        let before = match base.checked_sub(1) {
            Some(before) => Some(before),
            None => closed.then_some(bases - 1),
        };
        next.into_iter().chain(before)
    }

    /// The fewest steps of a token from one base to another.
    pub fn distance(self, bases: usize, from: Base, to: Base) -> usize {
        let straight = from.abs_diff(to);
        match self {
            Self::Ring => straight.min(bases - straight),
            Self::Line => straight,
        }
    }

    /// Whether every way from a base back to it has an even number of steps.
    pub const fn is_even(self, bases: usize) -> bool {
        matches!(self, Self::Line) || bases.is_multiple_of(2)
    }
}

impl FromStr for Track {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::by_name(text).ok_or_else(|| format!("there are {}", Self::names()))
    }
}

#[cfg(test)]
mod tests {
    use super::Track;

    #[test]
    fn a_ring_closes_and_a_line_does_not() {
        let of = |track: Track, bases, base| track.neighbours(bases, base).collect::<Vec<_>>();
        assert_eq!(of(Track::Ring, 5, 0), [1, 4]);
        assert_eq!(of(Track::Ring, 5, 4), [0, 3]);
        assert_eq!(of(Track::Line, 5, 4), [3]);
        assert_eq!(of(Track::Ring, 2, 0), [1]);
        assert_eq!(
            (Track::Ring.distance(5, 0, 4), Track::Line.distance(5, 0, 4)),
            (1, 4)
        );
    }
}
