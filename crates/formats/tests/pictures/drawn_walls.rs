//! Boards with all walls drawn: the parser returns the drawn board, for every shape.

use saut_base::random::Random;
use saut_formats::picture::{self, Choice, Drawn, GivenSigns};
use saut_peg::peg::picture::{Content, Picture};
use saut_peg::peg::{Cell, Geometry};

/// Number of boards in the test.
const BOARDS: usize = 3000;

/// Returns the signs of a small random board, row by row: pegs `o`, vacancies `.` and walls `#`, some with a frame.
/// There is at least one peg.
fn signs(random: &mut Random) -> Vec<Vec<char>> {
    let (width, height) = (1 + random.below(6), 1 + random.below(5));
    let walls = 1 + random.below(4);
    let mut rows: Vec<Vec<char>> = (0..height)
        .map(|_| {
            let sign = |_| match random.below(2 + walls) {
                0 => 'o',
                1 => '.',
                _ => '#',
            };
            (0..width).map(sign).collect()
        })
        .collect();
    rows[random.below(height)][random.below(width)] = 'o';
    if random.below(3) == 0 {
        for row in &mut rows {
            row.insert(0, '#');
            row.push('#');
        }
        rows.insert(0, vec!['#'; width + 2]);
        rows.push(vec!['#'; width + 2]);
    }
    rows
}

/// Returns the signs of the picture by position.
fn meant(rows: &[Vec<char>]) -> Picture {
    let mut holes = Vec::new();
    for (y, row) in (0..).zip(rows) {
        for (x, sign) in (0..).zip(row) {
            match sign {
                'o' => holes.push((Cell::new(x, y), Content::Peg)),
                '.' => holes.push((Cell::new(x, y), Content::Vacancy)),
                _ => {}
            }
        }
    }
    Picture::of(holes)
}

fn text(rows: &[Vec<char>], between: &str) -> String {
    let line = |row: &Vec<char>| {
        let signs: Vec<String> = row.iter().map(char::to_string).collect();
        signs.join(between) + "\n"
    };
    rows.iter().map(line).collect()
}

#[test]
fn a_board_with_drawn_walls_is_the_board_as_drawn() {
    let mut random = Random::new(31);
    let mut asked = 0;
    for _ in 0..BOARDS {
        let rows = signs(&mut random);
        let start = meant(&rows);
        let has_walls = rows.iter().flatten().any(|&sign| sign == '#');
        let given = GivenSigns {
            wall: has_walls.then_some('#'),
            ..GivenSigns::default()
        };
        let read = |text: &str, geometry| {
            picture::read(text, 1, Choice { geometry, given }).map_err(|bad| format!("{text}{bad}"))
        };
        // Without a wall, blanks only separate signs.
        let spaces: &[&str] = if has_walls { &["", " ", "  "] } else { &[""] };
        for between in spaces {
            let text = text(&rows, between);
            for geometry in [Geometry::Square, Geometry::SquareDiagonal] {
                let drawn = Drawn {
                    geometry,
                    start: start.clone(),
                    goal: None,
                };
                let read = picture::only(read(&text, Some(geometry)).unwrap());
                assert_eq!(read, Ok(drawn), "{text}");
            }
        }
        let text = text(&rows, "");
        let is_meant = |drawn: &Drawn| drawn.geometry == Geometry::Square && drawn.start == start;
        // Holes on the fields of one colour of a chessboard also form a triangular board.
        let readings = read(&text, None).unwrap();
        let holds = readings.iter().any(|reading| is_meant(&reading.drawn));
        assert!(holds, "{text}{readings:?}");
        asked += usize::from(readings.len() > 1);
    }
    assert!(asked * 4 < BOARDS, "{asked} asked");
}
