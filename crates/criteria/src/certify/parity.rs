//! Parity classes of holes: column and row, each odd or even.
//!
//! A jump is two holes long, so a peg never leaves the class of its hole; and what it jumps over
//! is always of another class. (Not to be confused with position classes.)

use serde::{Deserialize, Serialize};

use super::RejectedCertificate;
use saut_peg::peg::{Board, Hole};

/// One of the four classes of holes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "[u8; 2]", into = "[u8; 2]")]
pub struct Parity {
    /// Column from the left modulo 2, from 0.
    pub x: u8,
    /// Row from the top modulo 2, from 0.
    pub y: u8,
}

impl From<[u8; 2]> for Parity {
    fn from([x, y]: [u8; 2]) -> Self {
        Self { x, y }
    }
}

impl From<Parity> for [u8; 2] {
    fn from(Parity { x, y }: Parity) -> Self {
        [x, y]
    }
}

impl Parity {
    /// The four classes.
    pub const ALL: [Self; 4] = [
        Self { x: 0, y: 0 },
        Self { x: 1, y: 0 },
        Self { x: 0, y: 1 },
        Self { x: 1, y: 1 },
    ];

    /// The class of a hole.
    pub fn of(board: &Board, hole: Hole) -> Self {
        let cell = board.cell(hole);
        let parity = |value: i16| u8::from(value & 1 == 1);
        Self {
            x: parity(cell.x),
            y: parity(cell.y),
        }
    }

    /// Whether pegs of this class jump over holes of the other.
    pub fn jumps_over(self, board: &Board, other: Self) -> bool {
        let apart = |step: i16, a: u8, b: u8| step & 1 == i16::from(a ^ b);
        let mut directions = board.geometry().directions().iter();
        directions.any(|&(dx, dy)| apart(dx, self.x, other.x) && apart(dy, self.y, other.y))
    }

    /// Checks that column and row are what a class may say.
    pub(super) fn check(self) -> Result<(), RejectedCertificate> {
        let Self { x, y } = self;
        if x < 2 && y < 2 {
            return Ok(());
        }
        let fact = format!("{x} and {y} are no parities of column and row");
        Err(RejectedCertificate::Malformed(fact))
    }
}

#[cfg(test)]
mod tests {
    use super::Parity;
    use saut_peg::peg::boards;

    #[test]
    fn the_classes_of_the_english_board_have_the_known_sizes() {
        let board = boards::named("english").unwrap();
        let sizes = Parity::ALL.map(|class| {
            (0..33)
                .filter(|&hole| Parity::of(&board, hole) == class)
                .count()
        });
        assert_eq!(sizes, [12, 8, 8, 5]);
    }

    #[test]
    fn a_jump_stays_in_its_class_and_goes_over_another() {
        for name in ["english", "triangle-5"] {
            let board = boards::named(name).unwrap();
            for &jump in board.jumps() {
                let [from, over, to] = board.holes_of(jump).map(|hole| Parity::of(&board, hole));
                assert_eq!(from, to);
                assert_ne!(from, over);
                assert!(from.jumps_over(&board, over) && !from.jumps_over(&board, from));
            }
        }
    }
}
