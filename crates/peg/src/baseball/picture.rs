//! Pictures of configurations: a line of text, or SVG.
//!
//! In text, a base is a pair of brackets with its tokens and `.` for the hole: `[4 4] [0 .] [1 1]`. In SVG, the bases
//! are on a circle or in a row. Every token has its colour and shows its number, so the picture can also be read
//! without colours. Base 0 is black. The other bases have colours from cold to warm: with five bases, blue, green,
//! yellow and red.

use std::fmt::Write;

use super::{Configuration, Step, Token, Track, TrackPuzzle};

/// Returns a configuration as a line of text.
pub fn text(configuration: &Configuration, capacity: usize) -> String {
    let base = |base| {
        let tokens = configuration.on(base).iter().map(ToString::to_string);
        let holes = capacity.saturating_sub(configuration.on(base).len());
        let places: Vec<String> = tokens.chain((0..holes).map(|_| ".".to_owned())).collect();
        format!("[{}]", places.join(" "))
    };
    let bases: Vec<String> = (0..configuration.bases()).map(base).collect();
    bases.join(" ")
}

/// The radius of a token in SVG units.
const RADIUS: i32 = 12;

/// Maximum number of pictures per row for a ring. For a line, there is one picture per row.
const IN_A_ROW: usize = 4;
/// Height of the caption below a picture.
const WORDS: i32 = 24;

/// Draws the start of a puzzle and the configuration after each step as an SVG document. The steps must be legal.
pub fn svg(puzzle: &TrackPuzzle, steps: &[Step]) -> String {
    let columns = match puzzle.track() {
        Track::Ring => IN_A_ROW.min(steps.len() + 1),
        Track::Line => 1,
    };
    sheet(puzzle, steps, columns)
}

/// Draws the same pictures as [`svg`] in one row.
pub fn strip(puzzle: &TrackPuzzle, steps: &[Step]) -> String {
    sheet(puzzle, steps, steps.len() + 1)
}

fn sheet(puzzle: &TrackPuzzle, steps: &[Step], columns: usize) -> String {
    let (width, height) = frame_size(puzzle, steps);
    let mut body = String::new();
    for (place, (configuration, caption)) in frames(puzzle, steps).into_iter().enumerate() {
        let corner = (
            number(place % columns) * width,
            number(place / columns) * height,
        );
        frame(&mut body, puzzle, &configuration, &caption, corner);
    }
    let rows = (steps.len() + 1).div_ceil(columns);
    document(number(columns) * width, number(rows) * height, &body)
}

/// Duration of each picture of an animation in milliseconds. The last picture is shown `REST` times as long.
const BEAT: usize = 800;
const REST: usize = 3;

/// Draws the same pictures as [`svg`] as an animation that repeats forever (*SVG 1.1*, chapter 19). Each picture
/// replaces the previous one.
pub fn animation(puzzle: &TrackPuzzle, steps: &[Step]) -> String {
    let beats = steps.len() + REST;
    let (width, height) = frame_size(puzzle, steps);
    let mut body = String::new();
    for (place, (configuration, caption)) in frames(puzzle, steps).into_iter().enumerate() {
        let time = |beat: usize| format!("0.{:04}", 10_000 * beat / beats);
        let (mut times, mut values) = (vec!["0".to_owned()], vec![i32::from(place == 0)]);
        if place > 0 {
            times.push(time(place));
            values.push(1);
        }
        if place < steps.len() {
            times.push(time(place + 1));
            values.push(0);
        }
        let values: Vec<String> = values.iter().map(ToString::to_string).collect();
        let _ = writeln!(body, "<g opacity=\"{}\">", values[0]);
        frame(&mut body, puzzle, &configuration, &caption, (0, 0));
        let _ = writeln!(
            body,
            "<animate attributeName=\"opacity\" calcMode=\"discrete\" dur=\"{}ms\" \
             repeatCount=\"indefinite\" keyTimes=\"{}\" values=\"{}\"/></g>",
            beats * BEAT,
            times.join(";"),
            values.join(";")
        );
    }
    document(width, height, &body)
}

/// Returns the configurations of a plan, each with its caption. Without steps, only the start is returned, and its
/// caption is empty.
fn frames(puzzle: &TrackPuzzle, steps: &[Step]) -> Vec<(Configuration, String)> {
    let mut configuration = puzzle.start().clone();
    let caption = if steps.is_empty() { "" } else { "start" };
    let mut frames = vec![(configuration.clone(), caption.to_owned())];
    for (place, &step) in (1..).zip(steps) {
        configuration.shift(step);
        let Step { token, from, to } = step;
        let caption = format!("{place}. {token}: {from} → {to}");
        frames.push((configuration.clone(), caption));
    }
    frames
}

/// Returns the size of the picture of a configuration, with space for a caption if there are steps.
fn frame_size(puzzle: &TrackPuzzle, steps: &[Step]) -> (i32, i32) {
    let (width, height) = size(puzzle.track(), puzzle.bases(), puzzle.capacity());
    (width, height + if steps.is_empty() { 0 } else { WORDS })
}

/// Draws a configuration and its caption. The upper left corner of the drawing is at `(left, top)`.
fn frame(
    out: &mut String,
    puzzle: &TrackPuzzle,
    configuration: &Configuration,
    caption: &str,
    (left, top): (i32, i32),
) {
    let (track, capacity) = (puzzle.track(), puzzle.capacity());
    let (width, height) = size(track, puzzle.bases(), capacity);
    let x = left + width / 2;
    draw(out, configuration, track, capacity, (x, top + height / 2));
    if caption.is_empty() {
        return;
    }
    let y = top + height + WORDS / 2;
    let _ = writeln!(
        out,
        "<text x=\"{x}\" y=\"{y}\" font-size=\"14\" text-anchor=\"middle\">{caption}</text>"
    );
}

/// Wraps SVG elements into a complete document.
pub(super) fn document(width: i32, height: i32, body: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"100%\" font-family=\"sans-serif\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n{body}</svg>\n"
    )
}

/// Returns the width and height of the drawing of a configuration.
pub(super) fn size(track: Track, bases: usize, capacity: usize) -> (i32, i32) {
    let (bases, capacity) = (number(bases), number(capacity));
    match track {
        Track::Ring => {
            let reach = circle(bases, capacity) + capacity * RADIUS + 10;
            (2 * reach, 2 * reach)
        }
        Track::Line => {
            let wide = bases * (2 * capacity * RADIUS + 14) / 2 + 6;
            (2 * wide, 2 * (RADIUS + 10))
        }
    }
}

/// Returns how far above and below the middle of a configuration the lines of a tree end. Above, the line from the
/// parent ends at the box of base 0. Below, the lines to the children begin at the circle, or at the boxes of a row.
pub(super) fn joints(track: Track, bases: usize, capacity: usize) -> (i32, i32) {
    let sizeheight = RADIUS + 3;
    match track {
        Track::Ring => {
            let circle = circle(number(bases), number(capacity));
            (circle + sizeheight, circle)
        }
        Track::Line => (sizeheight, sizeheight),
    }
}

fn number(value: usize) -> i32 {
    i32::try_from(value).unwrap_or(i32::MAX / 4)
}

/// Returns the radius of the circle on which the bases of a ring are drawn.
fn circle(bases: i32, capacity: i32) -> i32 {
    (bases * (2 * capacity * RADIUS + 14) * 100 / 628).max(2 * capacity * RADIUS)
}

/// Draws a configuration with its middle at `(x, y)`.
pub(super) fn draw(
    out: &mut String,
    configuration: &Configuration,
    track: Track,
    capacity: usize,
    (x, y): (i32, i32),
) {
    let (bases, places) = (number(configuration.bases()), number(capacity));
    let wide = 2 * places * RADIUS + 6;
    if track == Track::Ring {
        let radius = circle(bases, places);
        let _ = writeln!(
            out,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"none\" stroke=\"#bbb\"/>"
        );
    }
    for base in 0..configuration.bases() {
        let (cx, cy) = centre(track, number(base), bases, places, (x, y));
        let _ = writeln!(
            out,
            "<rect x=\"{}\" y=\"{}\" width=\"{wide}\" height=\"{}\" rx=\"{RADIUS}\" \
             fill=\"white\" stroke=\"{}\" stroke-width=\"2\"/>",
            cx - wide / 2,
            cy - RADIUS - 3,
            2 * RADIUS + 6,
            code(colour(base, configuration.bases()))
        );
        for place in 0..capacity {
            let left = cx - places * RADIUS + RADIUS + 2 * RADIUS * number(place);
            match configuration.on(base).get(place) {
                Some(&token) => disc(out, token, configuration.bases(), (left, cy)),
                None => {
                    let _ = writeln!(
                        out,
                        "<circle cx=\"{left}\" cy=\"{cy}\" r=\"{}\" fill=\"none\" \
                         stroke=\"#888\" stroke-dasharray=\"3 3\"/>",
                        RADIUS - 2
                    );
                }
            }
        }
    }
}

fn disc(out: &mut String, token: Token, bases: usize, (x, y): (i32, i32)) {
    let colour = colour(usize::from(token), bases);
    let ink = if is_light(colour) { "black" } else { "white" };
    let _ = writeln!(
        out,
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"{}\"/>\
         <text x=\"{x}\" y=\"{}\" font-size=\"12\" text-anchor=\"middle\" fill=\"{ink}\">{token}</text>",
        RADIUS - 1,
        code(colour),
        y + 4
    );
}

/// A colour: its red, green and blue parts from 0 to 255.
pub type Colour = [u8; 3];

/// The colour of base 0.
const BLACK: Colour = [38, 38, 38];

/// Blue, green, yellow and red. The colours of the other bases are interpolated between neighbouring ones.
const WARMTH: [Colour; 4] = [[31, 95, 191], [44, 140, 60], [240, 196, 32], [204, 36, 36]];

/// Returns the colour of a base and its tokens: black for base 0, and from cold to warm for the other bases.
pub fn colour(number: usize, bases: usize) -> Colour {
    let Some(warmer) = number.checked_sub(1) else {
        return BLACK;
    };
    let steps = bases.saturating_sub(2).max(1);
    let at = (WARMTH.len() - 1) * warmer.min(steps);
    let below = (at / steps).min(WARMTH.len() - 2);
    let above = at - below * steps;
    std::array::from_fn(|part| {
        let [low, high] = [below, below + 1].map(|one| usize::from(WARMTH[one][part]));
        u8::try_from((low * (steps - above) + high * above) / steps).unwrap_or(u8::MAX)
    })
}

/// Whether black text is more readable than white text on a colour.
pub fn is_light([red, green, blue]: Colour) -> bool {
    3 * u32::from(red) + 6 * u32::from(green) + u32::from(blue) > 1500
}

fn code([red, green, blue]: Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Returns the centre of a base. The bases of a ring are drawn clockwise from base 0 at the top. The bases of a line
/// are drawn in a row from left to right.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the coordinates of a picture fit into 32 bits"
)]
fn centre(track: Track, base: i32, bases: i32, capacity: i32, (x, y): (i32, i32)) -> (i32, i32) {
    match track {
        Track::Ring => {
            let angle = std::f64::consts::TAU * f64::from(base) / f64::from(bases);
            let radius = f64::from(circle(bases, capacity));
            let (dx, dy) = (radius * angle.sin(), -radius * angle.cos());
            (x + dx.round() as i32, y + dy.round() as i32)
        }
        Track::Line => {
            let wide = 2 * capacity * RADIUS + 14;
            (x + wide * (2 * base - bases + 1) / 2, y)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{animation, colour, is_light, strip, svg, text};
    use crate::baseball::{Configuration, Step, Track, TrackPuzzle};

    #[test]
    fn five_bases_have_the_classic_colours_and_any_number_has_distinct_ones() {
        let five = [0, 1, 2, 3, 4].map(|base| colour(base, 5));
        let [black, blue, green, yellow, red] = five;
        assert!(black.iter().all(|&part| part < 64));
        assert!(blue[2] > blue[0] && blue[2] > blue[1]);
        assert!(green[1] > green[0] && green[1] > green[2]);
        assert!(yellow[0] > 200 && yellow[1] > 150 && yellow[2] < 100);
        assert!(red[0] > red[1] && red[0] > red[2]);
        assert_eq!(five.map(is_light), [false, false, false, true, false]);
        for bases in 2..=36 {
            let all: std::collections::BTreeSet<_> =
                (0..bases).map(|one| colour(one, bases)).collect();
            assert_eq!(all.len(), bases);
        }
    }

    #[test]
    fn a_strip_has_one_row_and_an_animation_shows_each_picture_once() {
        let start = Configuration::new([vec![1, 1], vec![0]]);
        let puzzle = TrackPuzzle::new("test", Track::Line, 2, start, None).unwrap();
        let step = Step {
            token: 1,
            from: 0,
            to: 1,
        };
        let height = |drawn: &str| {
            let size = drawn.split("viewBox=\"").nth(1).unwrap();
            let numbers: Vec<i32> = size
                .split('"')
                .next()
                .unwrap()
                .split(' ')
                .map(|n| n.parse().unwrap())
                .collect();
            numbers[3]
        };
        assert_eq!(
            2 * height(&strip(&puzzle, &[step])),
            height(&svg(&puzzle, &[step]))
        );
        let moving = animation(&puzzle, &[step]);
        assert_eq!(height(&moving), height(&strip(&puzzle, &[step])));
        assert!(
            moving.contains("keyTimes=\"0;0.2500\" values=\"1;0\""),
            "{moving}"
        );
        assert!(
            moving.contains("keyTimes=\"0;0.2500\" values=\"0;1\""),
            "{moving}"
        );
    }

    #[test]
    fn a_hole_is_a_point_and_every_token_is_drawn() {
        let start = Configuration::new([vec![1, 1], vec![0]]);
        assert_eq!(text(&start, 2), "[1 1] [0 .]");
        for track in [Track::Ring, Track::Line] {
            let puzzle = TrackPuzzle::new("test", track, 2, start.clone(), None).unwrap();
            let step = Step {
                token: 1,
                from: 0,
                to: 1,
            };
            // Each picture has three tokens. The two pictures of a plan of one step also have captions.
            for (steps, texts) in [(&[][..], 3), (&[step], 8)] {
                let drawn = svg(&puzzle, steps);
                assert_eq!(drawn.matches("<text").count(), texts);
                assert!(drawn.starts_with("<svg") && drawn.ends_with("</svg>\n"));
            }
        }
    }
}
