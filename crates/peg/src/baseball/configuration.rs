//! Tracks and configurations. A track defines which bases are neighbours. A configuration defines which tokens are on
//! each base; the places of a base are not distinguished.

use serde::{Deserialize, Serialize};
use strum::{Display, EnumMessage, IntoStaticStr, VariantArray};

/// The number of a base, counted from 0.
pub type Base = usize;

/// The colour of a token: the number of its home base.
pub type Token = u8;

/// A step: a token moves to a neighbouring base.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Step {
    /// The colour of the token.
    pub token: Token,
    /// The base that the token leaves.
    pub from: Base,
    /// The base to which the token moves.
    pub to: Base,
}

/// The tokens on each base, sorted by colour.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Configuration(Vec<Vec<Token>>);

impl Configuration {
    /// Creates the configuration with these tokens on each base. The order of the tokens of a base does not matter.
    pub fn new(bases: impl IntoIterator<Item = Vec<Token>>) -> Self {
        let sorted = bases.into_iter().map(|mut tokens| {
            tokens.sort_unstable();
            tokens
        });
        Self(sorted.collect())
    }

    /// Returns the configuration with every token on its home base.
    pub fn home(bases: usize, capacity: usize) -> Self {
        let tokens = |base: Base| {
            let number = capacity - usize::from(base == 0);
            vec![Token::try_from(base).unwrap_or(Token::MAX); number]
        };
        Self((0..bases).map(tokens).collect())
    }

    /// Returns the number of bases.
    pub fn bases(&self) -> usize {
        self.0.len()
    }

    /// Returns the tokens on a base, sorted by colour.
    pub fn on(&self, base: Base) -> &[Token] {
        self.0.get(base).map_or(&[], Vec::as_slice)
    }

    /// Returns the number of tokens of a colour on a base.
    pub fn count(&self, token: Token, base: Base) -> usize {
        let same = self.on(base).iter().copied().filter(|&on| on == token);
        same.count()
    }

    /// Returns the first base with fewer tokens than places, which has the hole.
    pub fn hole(&self, capacity: usize) -> Option<Base> {
        self.0.iter().position(|tokens| tokens.len() < capacity)
    }

    /// Returns the configuration after a step. It is unchanged if the token is not on the base `from`.
    #[must_use]
    pub fn after(&self, step: Step) -> Self {
        let mut next = self.clone();
        next.shift(step);
        next
    }

    /// Moves a token, if it is on the base `from`.
    pub fn shift(&mut self, step: Step) {
        let place = self
            .on(step.from)
            .iter()
            .position(|&other| other == step.token);
        if let (Some(place), true) = (place, step.to < self.0.len()) {
            self.0[step.from].remove(place);
            let to = &mut self.0[step.to];
            let place = to.partition_point(|&other| other < step.token);
            to.insert(place, step.token);
        }
    }

    /// Replaces every token for which `is_kept` is false by `other`.
    pub(super) fn project(&self, is_kept: impl Fn(Token) -> bool, other: Token) -> Self {
        let kept = |&token: &Token| if is_kept(token) { token } else { other };
        Self::new(
            self.0
                .iter()
                .map(|tokens| tokens.iter().map(kept).collect()),
        )
    }
}

/// The arrangement of the bases.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Display, EnumMessage, IntoStaticStr, VariantArray,
)]
#[strum(serialize_all = "kebab-case")]
pub enum Track {
    /// The last base is a neighbour of the first.
    #[default]
    Ring,
    /// The last base is not a neighbour of the first.
    Line,
}

impl Track {
    /// Returns the neighbours of a base on a track of `bases` bases: first the next base, then the previous base. On a
    /// ring of two bases, each base has one neighbour, as on a line.
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

    /// Returns the minimum number of steps of a token from one base to another.
    pub fn distance(self, bases: usize, from: Base, to: Base) -> usize {
        let straight = from.abs_diff(to);
        match self {
            Self::Ring => straight.min(bases - straight),
            Self::Line => straight,
        }
    }

    /// Whether every closed walk on the track has an even number of steps.
    pub const fn is_even(self, bases: usize) -> bool {
        matches!(self, Self::Line) || bases.is_multiple_of(2)
    }
}

#[cfg(test)]
mod tests {
    use super::{Configuration, Step, Track};

    #[test]
    fn places_on_a_base_are_not_distinguished() {
        let one = Configuration::new([vec![1, 0], vec![1]]);
        assert_eq!(one, Configuration::new([vec![0, 1], vec![1]]));
        assert_eq!((one.hole(2), one.count(1, 0)), (Some(1), 1));
        let step = Step {
            token: 1,
            from: 0,
            to: 1,
        };
        assert_eq!(one.after(step), Configuration::home(2, 2));
    }

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
