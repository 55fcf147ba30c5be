//! Configurations: which tokens stand on which base. Places within a base are not told apart.

/// A base, by number from 0.
pub type Base = usize;

use serde::{Deserialize, Serialize};

/// A token, by its colour, which is the number of its own base.
pub type Token = u8;

/// One step: a token moves to a neighbouring base.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Step {
    /// The colour of the token.
    pub token: Token,
    /// The base that it leaves.
    pub from: Base,
    /// The base that it moves to.
    pub to: Base,
}

/// The tokens of every base, in order of colour.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Configuration(Vec<Vec<Token>>);

impl Configuration {
    /// The configuration with these tokens on its bases, in any order.
    pub fn new(bases: impl IntoIterator<Item = Vec<Token>>) -> Self {
        let sorted = bases.into_iter().map(|mut tokens| {
            tokens.sort_unstable();
            tokens
        });
        Self(sorted.collect())
    }

    /// Every token on its own base.
    pub fn home(bases: usize, capacity: usize) -> Self {
        let tokens = |base: Base| {
            let number = capacity - usize::from(base == 0);
            vec![Token::try_from(base).unwrap_or(Token::MAX); number]
        };
        Self((0..bases).map(tokens).collect())
    }

    /// The number of bases.
    pub fn bases(&self) -> usize {
        self.0.len()
    }

    /// The tokens on a base, in order of colour.
    pub fn on(&self, base: Base) -> &[Token] {
        self.0.get(base).map_or(&[], Vec::as_slice)
    }

    /// Number of tokens of a colour on a base.
    pub fn count(&self, token: Token, base: Base) -> usize {
        let same = self.on(base).iter().copied().filter(|&on| on == token);
        same.count()
    }

    /// The base with the hole: the first with fewer tokens than places.
    pub fn hole(&self, capacity: usize) -> Option<Base> {
        self.0.iter().position(|tokens| tokens.len() < capacity)
    }

    /// The configuration after a step; the same tokens if there is no such token to move.
    #[must_use]
    pub fn after(&self, step: Step) -> Self {
        let mut next = self.clone();
        next.shift(step);
        next
    }

    /// Moves a token, if it is there.
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

    /// The configuration with every token for which `is_kept` is false replaced by `other`.
    pub(super) fn project(&self, is_kept: impl Fn(Token) -> bool, other: Token) -> Self {
        let kept = |&token: &Token| if is_kept(token) { token } else { other };
        Self::new(
            self.0
                .iter()
                .map(|tokens| tokens.iter().map(kept).collect()),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::{Configuration, Step};

    #[test]
    fn places_are_not_told_apart() {
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
}
