//! The bundled boards, by name.
//!
//! The boards are English (33 holes), French or European (37), German or Wiegleb (45), diamond (41), `triangle-N` with
//! N rows, `hexagon-N` with N holes on a side, `star-N` with six points of N rows, `square-N` and `rectangle-WxH`.
//! Their shapes are from Beasley, *The Ins and Outs of Peg Solitaire*, and Bell's pages on peg solitaire.

use super::{Board, Cell, Geometry};

/// The names of the bundled boards, without synonyms. In the last five names, numbers replace the capital letters.
pub const NAMES: [&str; 9] = [
    "english",
    "french",
    "german",
    "diamond",
    "triangle-N",
    "hexagon-N",
    "star-N",
    "square-N",
    "rectangle-WxH",
];

/// Returns the board with this name, or `None` if the name is unknown or its number is 0 or too
/// large.
pub fn named(name: &str) -> Option<Board> {
    match name {
        "english" => square(7, 7, |x, y| (2..5).contains(&x) || (2..5).contains(&y)),
        "french" | "european" => square(7, 7, |x, y| {
            let (from_middle_x, from_middle_y) = ((x - 3).abs(), (y - 3).abs());
            from_middle_x + from_middle_y <= 4
        }),
        "german" | "wiegleb" => square(9, 9, |x, y| (3..6).contains(&x) || (3..6).contains(&y)),
        "diamond" => square(9, 9, |x, y| (x - 4).abs() + (y - 4).abs() <= 4),
        _ => sized(name).filter(|size| !size.is_too_large())?.board(),
    }
}

/// Whether the name describes a board of more than [`Board::MOST_HOLES`] holes, for which [`named`] returns `None`.
pub fn is_too_large(name: &str) -> bool {
    sized(name).is_some_and(|size| size.is_too_large())
}

/// Returns the name of the triangle, hexagon or star whose number of holes is the number in the given name:
/// `triangle-6` for `triangle-21`. `None` if there is no such board. `None` also below 13, because the number then
/// probably means a side, as in `triangle-10`.
pub fn by_number_of_holes(name: &str) -> Option<String> {
    const SMALLEST: u64 = 13;
    let (family, number) = name.split_once('-')?;
    let holes: u64 = number.parse().ok().filter(|&holes| holes >= SMALLEST)?;
    let other = (2..64).map(|side| format!("{family}-{side}"));
    let mut other = other.filter_map(|name| Some((sized(&name)?.holes(), name)));
    ["triangle", "hexagon", "star"]
        .contains(&family)
        .then_some(())?;
    other.find_map(|(other, name)| (other == holes).then_some(name))
}

/// Returns the number of holes of the board with this name, if the name has a size. `None` for other names.
pub fn holes_of(name: &str) -> Option<u64> {
    sized(name).map(|size| size.holes())
}

/// The numbers in the name of a board, in holes: rows of a triangle, the side of a hexagon, rows of the points of a
/// star, width and height of a rectangle.
enum Size {
    Triangle(u32),
    Hexagon(u32),
    Star(u32),
    Rectangle(u32, u32),
}

/// Parses the size in a name. The size may exceed the limit for boards.
fn sized(name: &str) -> Option<Size> {
    let number = |text: &str| text.parse().ok();
    if let Some(rows) = name.strip_prefix("triangle-").and_then(number) {
        Some(Size::Triangle(rows))
    } else if let Some(side) = name.strip_prefix("hexagon-").and_then(number) {
        Some(Size::Hexagon(side))
    } else if let Some(rows) = name.strip_prefix("star-").and_then(number) {
        Some(Size::Star(rows))
    } else if let Some(side) = name.strip_prefix("square-").and_then(number) {
        Some(Size::Rectangle(side, side))
    } else {
        let (width, height) = name.strip_prefix("rectangle-")?.split_once('x')?;
        Some(Size::Rectangle(number(width)?, number(height)?))
    }
}

impl Size {
    fn holes(&self) -> u64 {
        match *self {
            Self::Triangle(rows) => u64::from(rows) * (u64::from(rows) + 1) / 2,
            Self::Hexagon(side) => {
                let rings = u64::from(side).saturating_sub(1);
                rings.saturating_mul(rings + 1).saturating_mul(3) + u64::from(side > 0)
            }
            Self::Star(rows) => {
                let rows = u64::from(rows);
                let points = rows.saturating_mul(rows + 1).saturating_mul(6);
                points + u64::from(rows > 0)
            }
            Self::Rectangle(width, height) => u64::from(width) * u64::from(height),
        }
    }

    fn is_too_large(&self) -> bool {
        self.holes() > Board::MOST_HOLES as u64
    }

    fn board(&self) -> Option<Board> {
        let side = |number: u32| i16::try_from(number).ok();
        match *self {
            Self::Triangle(rows) => triangle(side(rows)?),
            Self::Hexagon(holes) => {
                let rings = side(holes)? - 1;
                hexagonal(rings, |[a, b, c]| {
                    a.max(b).max(c) <= rings && a.min(b).min(c) >= -rings
                })
            }
            // A star consists of two triangles, one of them upside down.
            Self::Star(0) => None,
            Self::Star(rows) => {
                let rows = side(rows)?;
                hexagonal(2 * rows, |[a, b, c]| {
                    a.max(b).max(c) <= rows || a.min(b).min(c) >= -rows
                })
            }
            Self::Rectangle(width, height) => square(side(width)?, side(height)?, |_, _| true),
        }
    }
}

/// Returns the name of a board, if it has one.
pub fn name_of(board: &Board) -> Option<String> {
    let (width, height) = (board.width(), board.height());
    let classics = ["english", "french", "german", "diamond"].map(str::to_owned);
    let sized = [
        format!("triangle-{height}"),
        format!("hexagon-{}", height / 2 + 1),
        format!("star-{}", height / 4),
        format!("square-{width}"),
        format!("rectangle-{width}x{height}"),
    ];
    let mut names = classics.into_iter().chain(sized);
    names.find(|name| named(name).is_some_and(|other| other == *board))
}

/// Whether a board is well known: it has a name, and is not a rectangle with different sides.
pub fn is_well_known(board: &Board) -> bool {
    let is_oblong = |size| matches!(size, Size::Rectangle(width, height) if width != height);
    name_of(board).is_some_and(|name| !sized(&name).is_some_and(is_oblong))
}

fn square(width: i16, height: i16, is_hole: impl Fn(i16, i16) -> bool) -> Option<Board> {
    let cells = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let cells = cells
        .filter(|&(x, y)| is_hole(x, y))
        .map(|(x, y)| Cell::new(x, y));
    Board::new(Geometry::Square, cells).ok()
}

fn triangle(rows: i16) -> Option<Board> {
    let cells = (0..rows).flat_map(|y| (0..=y).map(move |x| Cell::new(x, y)));
    Board::new(Geometry::Triangle, cells).ok()
}

/// Returns a board on the triangular grid with its middle hole at (0, 0). It has the cells with `x` and `y` from
/// −`distance` to `distance` that meet `is_hole`. This condition is on three coordinates whose sum is 0.
fn hexagonal(distance: i16, is_hole: impl Fn([i16; 3]) -> bool) -> Option<Board> {
    let range = -distance..=distance;
    let cells = range
        .clone()
        .flat_map(|y| range.clone().map(move |x| (x, y)));
    let cells = cells
        .filter(|&(x, y)| is_hole([x, -y, y - x]))
        .map(|(x, y)| Cell::new(x, y));
    Board::new(Geometry::Triangle, cells).ok()
}

#[cfg(test)]
mod tests {
    use super::{by_number_of_holes, holes_of, is_too_large, is_well_known, name_of, named};

    #[test]
    fn bundled_boards_have_the_holes_and_jumps_of_the_literature() {
        for (name, holes, jumps) in [
            ("english", 33, 76),
            ("french", 37, 92),
            ("german", 45, 108),
            ("diamond", 41, 100),
            ("triangle-5", 15, 36),
            ("hexagon-4", 37, 138),
            ("star-1", 13, 30),
            ("star-2", 37, 126),
            ("square-6", 36, 96),
            ("rectangle-3x1", 3, 2),
        ] {
            let board = named(name).unwrap();
            assert_eq!((board.len(), board.jumps().len()), (holes, jumps), "{name}");
            assert_eq!(name_of(&board).as_deref(), Some(name));
            assert_eq!(is_well_known(&board), name != "rectangle-3x1", "{name}");
        }
        let odd = crate::peg::picture::Picture::read("oo.o", 1).unwrap();
        let odd = odd.board(crate::peg::Geometry::SquareDiagonal).unwrap();
        assert_eq!((name_of(&odd), is_well_known(&odd)), (None, false));
    }

    #[test]
    fn a_number_of_holes_names_the_board_that_has_as_many() {
        for (name, meant) in [
            ("triangle-21", "triangle-6"),
            ("triangle-28", "triangle-7"),
            ("hexagon-19", "hexagon-3"),
            ("hexagon-37", "hexagon-4"),
            ("star-37", "star-2"),
        ] {
            assert_eq!(by_number_of_holes(name).as_deref(), Some(meant), "{name}");
            let board = named(meant).unwrap();
            assert_eq!(holes_of(meant), Some(board.len() as u64), "{meant}");
        }
        for name in [
            "triangle-10",
            "triangle-20",
            "square-25",
            "english",
            "star-x",
        ] {
            assert_eq!(by_number_of_holes(name), None, "{name}");
        }
    }

    #[test]
    fn exactly_the_too_large_sizes_have_no_board() {
        for family in ["triangle", "square", "hexagon", "star"] {
            for number in 1..120 {
                let name = format!("{family}-{number}");
                assert_eq!(is_too_large(&name), named(&name).is_none(), "{name}");
            }
        }
        assert!(is_too_large("rectangle-4294967295x4294967295"));
        for name in [
            "square-0",
            "square-x",
            "rectangle-64x64",
            "rectangle-9",
            "english",
        ] {
            assert!(!is_too_large(name), "{name}");
        }
        for name in ["hexagon-0", "star-0"] {
            assert!(named(name).is_none() && !is_too_large(name), "{name}");
        }
        let absurd = "anglais square-0 square--1 square-9999 rectangle-3 triangle-x";
        for name in absurd.split(' ').chain([""]) {
            assert!(named(name).is_none(), "{name}");
        }
    }
}
