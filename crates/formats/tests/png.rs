//! A picture as PNG, pixel by pixel. This test needs the feature `png`. It is not a unit test, because then all unit
//! tests would be compiled again.

use resvg::tiny_skia::Pixmap;
use saut_formats::png::png;
use saut_formats::{bundled, svg};

#[test]
fn a_picture_has_its_ground_and_as_many_pegs_as_the_puzzle() {
    let puzzle = bundled::named("central").unwrap();
    let drawn = svg::puzzle(&puzzle);
    let map = Pixmap::decode_png(&png(&drawn).unwrap()).unwrap();
    assert!(map.width().max(map.height()) >= 1199, "{}", map.width());
    let colour = |x: u32, y: u32| {
        let pixel = map.pixel(x, y).unwrap();
        [pixel.red(), pixel.green(), pixel.blue()]
    };
    let (_, ground) = drawn.split_once("rx=\"6\" fill=\"#").unwrap();
    let [_, ground @ ..] = u32::from_str_radix(&ground[..6], 16).unwrap().to_be_bytes();
    assert_eq!(colour(map.width() / 2, 3), ground);
    // Pegs are dark brown, wood and vacancies are light, and letters and arrows have a low red value.
    let is_peg = |x: u32, y: u32| {
        let [red, green, blue] = colour(x, y);
        (0x45..0xb8).contains(&red) && green < 0x80 && blue < 0x50
    };
    // In every row, a run of pixels in the colour of pegs is a chord of a peg.
    let (mut runs, mut most) = (0, 0);
    let (column, above) = (map.width() / 4, |y: u32| y.max(1) - 1);
    for y in 0..map.height() {
        let begins = |x: u32| is_peg(x, y) && !is_peg(x - 1, y);
        most = (1..map.width()).filter(|&x| begins(x)).count().max(most);
        runs += usize::from(is_peg(column, y) && !is_peg(column, above(y)));
    }
    assert!(most >= 7, "{most} pegs in the longest row");
    assert!(runs >= 3, "{runs} pegs in a column");
    assert!(png("<svg").is_err());
}
