//! Lists the figures with a symmetry, one for each set of figures that are images of each other.
//!
//! A figure with the symmetry is a union of orbits of holes. So n orbits give 2^n figures, including the empty figure:
//! 2^8 with four axes of symmetry on the 37-hole board, 2^7 on the 33-hole board. If a symmetry of the board maps one
//! figure to another figure with the same symmetry, the figure whose picture comes first represents both.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use saut_base::bad_input::BadInput;
use saut_base::named::Named as _;
use saut_base::stop::{Stop, StopReason, Ticker};
use saut_peg::peg::{Board, Position, Symmetry, SymmetryKind};

use super::sample::Sampler;

/// A choice of figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    /// The symmetry that every figure has.
    pub kind: SymmetryKind,
    /// Range of the number of pegs.
    pub pegs: RangeInclusive<usize>,
    /// Number of figures to draw at random, and the seed; `None` for all figures.
    pub sample: Option<(usize, u64)>,
    /// The part of the list of figures.
    pub shard: Shard,
}

/// Part `number` of `of` parts, counted from 1: every `of`-th figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    number: usize,
    of: usize,
}

impl Shard {
    /// The whole list of figures.
    pub const WHOLE: Self = Self { number: 1, of: 1 };

    /// Whether this part contains the figure with this index.
    pub const fn has(self, index: usize) -> bool {
        index % self.of == self.number - 1
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once('/');
        let parts = parts.and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match parts {
            Some((number, of)) if (1..=of).contains(&number) => Ok(Self { number, of }),
            _ => Err(format!("\"{text}\" is not a part such as 1/4")),
        }
    }
}

impl Selection {
    /// Maximum number of figures that can be listed.
    pub const MAX_LISTED: u128 = 1 << 24;

    /// Returns all figures with a symmetry.
    pub fn all(kind: SymmetryKind) -> Self {
        Self {
            kind,
            pegs: 0..=usize::MAX,
            sample: None,
            shard: Shard::WHOLE,
        }
    }

    /// Returns the figures, by number of pegs and then by picture.
    ///
    /// # Errors
    /// The board lacks the symmetry, there are too many figures and no sample is requested, or a limit was reached.
    pub fn figures(&self, board: &Board, stop: &Stop) -> Result<Vec<Position>, BadInput> {
        // A short list is always completed: the limit is for deciding the figures.
        let stop = &Ticker::lazy(stop);
        let space = FigureSpace::new(board, self.kind)?;
        let figures = match self.sample {
            None => self.listed(&space, stop)?,
            Some((number, seed)) => self.sampled(&space, number, seed, stop)?,
        };
        let figures = figures.into_iter().enumerate();
        let shard = figures.filter(|(index, _)| self.shard.has(*index));
        Ok(shard.map(|(_, figure)| figure).collect())
    }

    fn bad(&self, fact: String) -> BadInput {
        BadInput::new(format!("symmetry {}", self.kind), fact)
    }

    /// Returns an error if a limit was reached.
    fn obeys(&self, stop: &Ticker) -> Result<(), BadInput> {
        let Some(why) = stop.stop_reason() else {
            return Ok(());
        };
        let (fact, remedy) = match why {
            StopReason::Timeout => ("the time limit was reached", "give a longer --timeout"),
            StopReason::Memory => ("the memory limit was reached", "give more --memory"),
            _ => ("the command was interrupted", "start again"),
        };
        let remedy = format!("{remedy}, or choose fewer figures with --sample N or --pegs A..B");
        let bad = self.bad(format!("{fact} before the figures were listed"));
        let mut bad = bad.remedy(remedy);
        bad.limit = Some(why);
        Err(bad)
    }

    /// Lists the figures: takes or omits each orbit while the number of pegs can still be in the range. The orbits are
    /// in the order of their first holes, so figures with the same number of pegs are in the order of their pictures.
    fn listed(&self, space: &FigureSpace<'_>, stop: &Ticker) -> Result<Vec<Position>, BadInput> {
        let orbits = &space.orbits;
        let all = Sampler::new(orbits, self.pegs.clone(), 0)?.all_ways();
        if all > Self::MAX_LISTED {
            let fact = if all.is_power_of_two() {
                format!("there are 2^{} figures with this symmetry", all.ilog2())
            } else {
                format!("there are {all} figures with this symmetry and number of pegs")
            };
            let remedy = "choose some at random with --sample N, or fewer pegs with --pegs A..B";
            return Err(self.bad(fact).remedy(remedy));
        }
        let pegs_from = |first: usize| orbits[first..].iter().map(Position::pegs).sum();
        let rest: Vec<usize> = (0..=orbits.len()).map(pegs_from).collect();
        let mut figures = Vec::new();
        let mut open = vec![(0, 0, 0_u128)];
        while let Some((orbit, pegs, taken)) = open.pop() {
            self.obeys(stop)?;
            if pegs > *self.pegs.end() || pegs + rest[orbit] < *self.pegs.start() {
                continue;
            }
            if orbit < orbits.len() {
                let with = taken | 1 << orbit;
                open.push((orbit + 1, pegs, taken));
                open.push((orbit + 1, pegs + orbits[orbit].pegs(), with));
                continue;
            }
            let figure = space.union(|orbit| taken >> orbit & 1 == 1);
            if space.stands_for_all(&figure) {
                figures.push(figure);
            }
        }
        figures.sort_by_key(Position::pegs);
        Ok(figures)
    }

    fn sampled(
        &self,
        space: &FigureSpace<'_>,
        number: usize,
        seed: u64,
        stop: &Ticker,
    ) -> Result<Vec<Position>, BadInput> {
        let mut sampler = Sampler::new(&space.orbits, self.pegs.clone(), seed)?;
        let mut figures = BTreeMap::new();
        for _ in 0..number.saturating_mul(64).saturating_add(1024) {
            self.obeys(stop)?;
            if figures.len() == number {
                break;
            }
            let Some(chosen) = sampler.draw() else { break };
            let figure = space.least(&space.union(|orbit| chosen[orbit]));
            figures.insert((figure.pegs(), picture_key(&figure)), figure);
        }
        Ok(figures.into_values().collect())
    }
}

/// Returns a sort key that puts pegs before vacancies: the figure with the earlier peg comes first.
fn picture_key(figure: &Position) -> Vec<bool> {
    (0..figure.len()).map(|hole| !figure.has(hole)).collect()
}

/// All figures of a board with a symmetry.
pub(super) struct FigureSpace<'a> {
    board: &'a Board,
    /// The orbits of holes. Every figure is a union of orbits.
    pub orbits: Vec<Position>,
    /// The symmetries of the board.
    all: Vec<Symmetry>,
    /// The symmetries of the figures.
    kind: Vec<Symmetry>,
}

impl<'a> FigureSpace<'a> {
    /// Computes the orbits of the symmetry.
    ///
    /// # Errors
    /// The board lacks the symmetry.
    pub fn new(board: &'a Board, kind: SymmetryKind) -> Result<Self, BadInput> {
        let orbits = kind.orbits(board).ok_or_else(|| {
            let has: Vec<&str> = SymmetryKind::of(board)
                .into_iter()
                .map(SymmetryKind::name)
                .collect();
            BadInput::new(
                format!("symmetry {kind}"),
                "the board does not have this symmetry",
            )
            .remedy(format!("the board has {}", has.join(", ")))
        })?;
        Ok(Self {
            board,
            orbits,
            all: board.symmetries(),
            kind: kind.group(board).unwrap_or_default(),
        })
    }

    pub fn union(&self, is_chosen: impl Fn(usize) -> bool) -> Position {
        let orbits = self.orbits.iter().enumerate();
        let chosen = orbits.filter(|(orbit, _)| is_chosen(*orbit));
        Position::from_holes(
            self.board.len(),
            chosen.flat_map(|(_, orbit)| orbit.holes()),
        )
    }

    /// Returns the image of a figure whose picture comes first.
    pub fn least_image(&self, figure: &Position) -> Position {
        self.least_with(figure, |_| true)
    }

    /// As [`Self::least_image`], but considers only images with the symmetry of the figures.
    pub fn least(&self, figure: &Position) -> Position {
        self.least_with(figure, |image| {
            self.kind.iter().all(|kept| kept.position(image) == *image)
        })
    }

    fn least_with(&self, figure: &Position, counts: impl Fn(&Position) -> bool) -> Position {
        let images = self.all.iter().map(|symmetry| symmetry.position(figure));
        let least = images.filter(counts).min_by_key(picture_key);
        least.unwrap_or_else(|| figure.clone())
    }

    fn stands_for_all(&self, figure: &Position) -> bool {
        self.kind.len() == self.all.len() || self.least(figure) == *figure
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{FigureSpace, Selection, Shard, picture_key};
    use saut_base::stop::{Stop, StopReason};
    use saut_peg::peg::{SymmetryKind, boards};

    #[test]
    fn the_number_of_figures_agrees_with_burnside() {
        use SymmetryKind::{FourAxes, None, TwoAxes};
        for (board, kind, pegs, number) in [
            // The figures are the unions of 8 or of 7 orbits, including the empty union.
            ("french", FourAxes, 0..=37, 256),
            ("english", FourAxes, 0..=33, 128),
            // A quarter turn acts on the twelve orbits; it fixes the figures with quarter turns and axes.
            ("english", TwoAxes, 0..=33, (1 << 11) + (1 << 6)),
            // A quarter turn fixes none of the 528 pairs of holes, the half turn 16, an axis 7·6/2 + 13 = 34 and a
            // diagonal 3·2/2 + 15 = 18.
            ("english", None, 2..=2, (528 + 16 + 2 * 34 + 2 * 18) / 8),
        ] {
            let all = Selection::all(kind);
            let board = boards::named(board).unwrap();
            let figures = Selection { pegs, ..all }.figures(&board, &Stop::default());
            assert_eq!(figures.unwrap().len(), number);
        }
    }

    #[test]
    fn parts_have_every_figure_once_and_the_range_of_pegs_is_kept() {
        let board = boards::named("english").unwrap();
        let with = |shard: &str| Selection {
            pegs: 10..=12,
            shard: shard.parse().unwrap(),
            ..Selection::all(SymmetryKind::TwoDiagonals)
        };
        let all = with("1/1").figures(&board, &Stop::default()).unwrap();
        assert!(all.iter().all(|figure| (10..=12).contains(&figure.pegs())));
        let mut parts: Vec<_> = ["1/3", "2/3", "3/3"]
            .iter()
            .flat_map(|shard| with(shard).figures(&board, &Stop::default()).unwrap())
            .collect();
        assert_eq!(parts.len(), all.len());
        parts.sort_unstable();
        parts.dedup();
        assert_eq!(parts.len(), all.len());
        for bad in ["0/3", "4/3", "1/0", "1", "x/2"] {
            assert!(bad.parse::<Shard>().is_err(), "{bad}");
        }
    }

    #[test]
    fn a_sample_is_the_same_for_the_same_seed_and_has_nothing_twice() {
        let board = boards::named("french").unwrap();
        let sample = |seed| {
            let selection = Selection {
                pegs: 18..=20,
                sample: Some((50, seed)),
                ..Selection::all(SymmetryKind::OneAxis)
            };
            selection.figures(&board, &Stop::default()).unwrap()
        };
        let figures = sample(1);
        assert_eq!(figures, sample(1));
        assert_ne!(figures, sample(2));
        assert_eq!(figures.len(), 50);
        let space = FigureSpace::new(&board, SymmetryKind::None).unwrap();
        let images = figures.iter().map(|figure| space.least_image(figure));
        let mut images: Vec<_> = images.collect();
        images.sort_unstable();
        images.dedup();
        assert_eq!(images.len(), 50);
    }

    #[test]
    fn figures_come_by_pegs_and_then_by_picture() {
        for (board, kind) in [
            ("english", SymmetryKind::TwoAxes),
            ("triangle-5", SymmetryKind::OneAxis),
        ] {
            let board = boards::named(board).unwrap();
            let all = Selection::all(kind);
            let sample = Selection {
                sample: Some((60, 1)),
                ..all.clone()
            };
            for selection in [all, sample] {
                let figures = selection.figures(&board, &Stop::default()).unwrap();
                let mut sorted = figures.clone();
                sorted.sort_by_cached_key(|figure| (figure.pegs(), picture_key(figure)));
                assert_eq!(figures, sorted);
            }
        }
    }

    #[test]
    fn a_limit_ends_a_long_list_and_a_large_sample_but_no_short_ones() {
        let board = boards::named("french").unwrap();
        let over = Stop::new(Some(Duration::ZERO), None);
        let long = Selection::all(SymmetryKind::OneAxis);
        let large = Selection {
            sample: Some((100_000, 1)),
            ..Selection::all(SymmetryKind::None)
        };
        for selection in [long, large] {
            let bad = selection.figures(&board, &over).unwrap_err();
            assert_eq!(bad.limit, Some(StopReason::Timeout));
        }
        let short = Selection::all(SymmetryKind::FourAxes);
        assert_eq!(short.figures(&board, &over).unwrap().len(), 256);
    }

    #[test]
    fn too_many_figures_are_rejected_unless_sampled() {
        let board = boards::named("english").unwrap();
        let selection = Selection::all(SymmetryKind::None);
        let bad = selection.figures(&board, &Stop::default()).unwrap_err();
        assert_eq!(bad.fact, "there are 2^33 figures with this symmetry");
        for (pegs, fact) in [
            (5..=20, "figures with this symmetry and number of pegs"),
            (34..=40, ""),
        ] {
            let selection = Selection {
                pegs,
                ..selection.clone()
            };
            let bad = selection.figures(&board, &Stop::default()).unwrap_err();
            assert!(bad.fact.ends_with(fact), "{bad}");
        }
        let sampled = Selection {
            sample: Some((10, 0)),
            ..selection
        };
        assert_eq!(sampled.figures(&board, &Stop::default()).unwrap().len(), 10);
    }
}
