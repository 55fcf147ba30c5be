//! Names of pieces: `3` is the fourth piece, `3.0` the first that it was split into.

use std::fmt;
use std::str::FromStr;

/// A piece, by the numbers from 0 that lead to it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PieceName(Vec<usize>);

impl PieceName {
    /// More splits below each other are none of ours.
    const DEEPEST: usize = 64;

    /// The number of the piece that it is, or is a part of.
    pub fn index(&self) -> usize {
        self.0[0]
    }

    /// The numbers below the first.
    pub fn below(&self) -> &[usize] {
        &self.0[1..]
    }

    /// A part of it.
    #[must_use]
    pub fn part(&self, number: usize) -> Self {
        Self(self.0.iter().copied().chain([number]).collect())
    }

    /// Whether it is too deep to be split again.
    pub fn is_deep(&self) -> bool {
        self.0.len() >= Self::DEEPEST
    }
}

impl From<usize> for PieceName {
    fn from(index: usize) -> Self {
        Self(vec![index])
    }
}

impl fmt::Display for PieceName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, number) in self.0.iter().enumerate() {
            let dot = if place == 0 { "" } else { "." };
            write!(f, "{dot}{number}")?;
        }
        Ok(())
    }
}

impl FromStr for PieceName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.trim().split('.').map(str::parse);
        match numbers.collect::<Result<Vec<usize>, _>>() {
            Ok(numbers) if numbers.len() <= Self::DEEPEST => Ok(Self(numbers)),
            _ => {
                Err("no piece; pieces are counted from 0, as in 3, and parts as in 3.0".to_owned())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::PieceName;

    #[test]
    fn a_name_is_read_as_it_is_written() {
        let part = PieceName::from(3).part(0).part(12);
        assert_eq!(part.to_string(), "3.0.12");
        assert_eq!("3.0.12".parse(), Ok(part));
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for wrong in ["", "a", "3.", ".3", "-1", "3..0", "1/2", "../3"] {
            assert!(wrong.parse::<PieceName>().is_err(), "{wrong}");
        }
    }
}
