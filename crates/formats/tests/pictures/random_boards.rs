//! Random boards in every style. Each picture is parsed as the drawn board, or is ambiguous with this board among its
//! readings.
//!
//! The ordinary test draws 500 boards. The full run is `SAUT_PICTURES=10000 cargo test --release -p saut-formats --test
//! pictures`.

use saut_base::random::Random;
use saut_formats::picture::{self, Drawn};
use saut_peg::peg::picture::{Content, Picture};
use saut_peg::peg::{Cell, Geometry};

use super::styles::{self, LAYOUTS, Layout, Pair, SETTINGS, SIGNS, Setting};

/// Number of boards in the ordinary test: a twentieth of the full run.
const BOARDS: usize = 500;

/// Returns a connected board with at most 30 holes, and a start with at least one peg and one vacancy. In half of the
/// boards, one line is removed or added at random, so that many boards have no symmetry.
pub fn board(random: &mut Random, geometry: Geometry) -> Vec<Cell> {
    let wanted = 3 + random.below(28);
    let (width, height) = (2 + random.below(8), 1 + random.below(8));
    let small = |value: usize| i16::try_from(value).unwrap();
    let mut cells = vec![Cell::new(
        small(random.below(width)),
        small(random.below(height)),
    )];
    for _ in 0..400 {
        if cells.len() >= wanted {
            break;
        }
        let from = cells[random.below(cells.len())];
        let directions = geometry.directions();
        let next = from.step(directions[random.below(directions.len())], 1);
        let is_inside = (0..small(width)).contains(&next.x) && (0..small(height)).contains(&next.y);
        if is_inside && !cells.contains(&next) {
            cells.push(next);
        }
    }
    let left = cells.iter().map(|cell| cell.x).min().unwrap();
    let top = cells.iter().map(|cell| cell.y).min().unwrap();
    for cell in &mut cells {
        *cell = Cell::new(cell.x - left, cell.y - top);
    }
    cells.sort_unstable();
    cells
}

/// Returns a start and optionally a goal.
fn pair(random: &mut Random) -> Pair {
    use Geometry::{Square, SquareDiagonal, Triangle};
    let geometry = [Square, Square, Triangle, SquareDiagonal][random.below(4)];
    let cells = board(random, geometry);
    let share = 2 + random.below(5);
    let mut content = |&cell| match random.below(share) {
        0 => (cell, Content::Vacancy),
        _ => (cell, Content::Peg),
    };
    let mut start: Vec<(Cell, Content)> = cells.iter().map(&mut content).collect();
    let (peg, vacancy) = (random.below(cells.len()), random.below(cells.len() - 1));
    start[peg].1 = Content::Peg;
    start[if vacancy >= peg { vacancy + 1 } else { vacancy }].1 = Content::Vacancy;
    let pegs = start.iter().filter(|hole| hole.1 == Content::Peg).count();
    let goal = (random.below(2) == 0).then(|| {
        let mut left = 1 + random.below(pegs);
        let mut goal: Vec<(Cell, Content)> =
            cells.iter().map(|&cell| (cell, Content::Vacancy)).collect();
        for hole in &mut goal {
            match random.below(4) {
                0 if left > 0 => {
                    hole.1 = Content::Peg;
                    left -= 1;
                }
                1 if random.below(6) == 0 => hole.1 = Content::Open,
                _ => {}
            }
        }
        goal
    });
    Pair {
        geometry,
        start,
        goal,
    }
}

/// Shapes that cannot be drawn with aligned rows: with the option for triangular boards, stairs are read as a triangle.
fn is_stairs(pair: &Pair) -> bool {
    let rows = pair.start.iter().map(|(cell, _)| cell.y).max().unwrap_or(0) + 1;
    let length = |y: i16| pair.start.iter().filter(|(cell, _)| cell.y == y).count();
    let steps: Vec<isize> = (1..rows)
        .map(|y| length(y).cast_signed() - length(y - 1).cast_signed())
        .collect();
    rows >= 3 && (steps.iter().all(|&step| step == 1) || steps.iter().all(|&step| step == -1))
}

/// Whether two readings are the same board with the same positions. For a single row, all geometries are the same.
fn is_same(one: &Drawn, other: &Drawn) -> bool {
    let jumps = |drawn: &Drawn| drawn.start.board(drawn.geometry).unwrap().jumps().to_vec();
    one.start == other.start
        && one.goal == other.goal
        && (one.geometry == other.geometry || jumps(one) == jumps(other))
}

#[derive(Debug, Default)]
struct Tally {
    decided: usize,
    asked: usize,
    drawn: usize,
}

#[test]
fn random_boards_come_back_or_are_asked_about() {
    let wanted = std::env::var("SAUT_PICTURES").ok();
    let boards = wanted.map_or(BOARDS, |number| number.parse().unwrap());
    let mut random = Random::new(28);
    let mut tally = Tally::default();
    for number in 0..boards {
        let pair = pair(&mut random);
        for signs in SIGNS {
            let layout = LAYOUTS[random.below(LAYOUTS.len())];
            let setting = SETTINGS[random.below(SETTINGS.len())];
            for layout in [Layout::Dense, Layout::Spaced, layout] {
                let is_own_shape = layout == Layout::WithFlag
                    && pair.geometry == Geometry::Triangle
                    && is_stairs(&pair);
                // Without spaces between them, wide signs do not show how many columns they take.
                let is_crooked = setting == Setting::Arrow && signs.none != " ";
                // Two letters below two columns can be two signs, so they are rejected.
                let is_narrow =
                    layout == Layout::Labelled && pair.start.iter().all(|(cell, _)| cell.x < 2);
                if !styles::fits(layout, signs, pair.geometry)
                    || is_own_shape
                    || is_narrow
                    || is_crooked
                {
                    continue;
                }
                tally.drawn += 1;
                let text = styles::draw(&pair, signs, layout, setting);
                let picture = |holes: &Vec<_>| Picture::of(holes.iter().copied());
                let meant = Drawn {
                    geometry: pair.geometry,
                    start: picture(&pair.start),
                    goal: pair.goal.as_ref().map(picture),
                };
                let style = format!(
                    "board {number}, {}, {layout:?}, {setting:?}:\n{text}",
                    signs.name
                );
                let readings = picture::read(&text, 1, styles::choice(layout, pair.geometry))
                    .unwrap_or_else(|bad| panic!("{style}\n{bad}"));
                let holds = readings
                    .iter()
                    .any(|reading| is_same(&reading.drawn, &meant));
                assert!(holds, "{style}\nread {readings:#?}\nmeant {meant:?}");
                if readings.len() > 1 {
                    tally.asked += 1;
                } else {
                    tally.decided += 1;
                }
            }
        }
    }
    println!("{tally:?}");
    // Three of four styles have only one reading. Most of their pictures are parsed without a question.
    assert!(tally.decided * 2 > tally.drawn, "{tally:?}");
}
