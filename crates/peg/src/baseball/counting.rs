//! Number of configurations.
//!
//! C(n) is the number of configurations on n bases of two places; P(n) is that of the game without
//! a hole, in which colour 0 has two tokens like every other. Taking a base and a colour away gives
//! C(n) = n·P(n−1) + n(n−1)·C(n−1) and P(n) = n·P(n−1) + n(n−1)/2·C(n−1), C(1) = P(1) = 1.

use num_bigint::BigUint;

/// The two numbers of the recurrence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts {
    /// C(n): the configurations of n bases.
    pub configurations: BigUint,
    /// P(n): the same without a hole.
    pub without_hole: BigUint,
}

/// C(n) and P(n), exactly; for n = 0 as for n = 1.
pub fn counts(bases: u32) -> Counts {
    let (mut c, mut p) = (BigUint::from(1_u32), BigUint::from(1_u32));
    for n in 2..=bases {
        let pairs = u64::from(n) * u64::from(n - 1);
        let (first, next_c, next_p) = (&p * n, &c * pairs, &c * (pairs / 2));
        (c, p) = (&first + next_c, first + next_p);
    }
    Counts {
        configurations: c,
        without_hole: p,
    }
}

#[cfg(test)]
mod tests {
    use super::counts;

    #[test]
    fn the_recurrence_gives_the_known_numbers() {
        let c = |bases| counts(bases).configurations.to_string();
        let first: Vec<String> = (1..=8).map(c).collect();
        let known = [
            "1",
            "4",
            "33",
            "480",
            "11010",
            "367560",
            "16854390",
            "1016930880",
        ];
        assert_eq!(first, known);
        assert_eq!(
            c(36),
            "42455401649578494363719011532171848425042920018952834717989556295601557094400000000"
        );
        let p: Vec<String> = (1..=4)
            .map(|n| counts(n).without_hole.to_string())
            .collect();
        assert_eq!(p, ["1", "3", "21", "282"]);
    }
}
