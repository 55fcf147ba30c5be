//! Pictures as PNG, drawn from their SVG by resvg. Only with the feature `png`: what draws letters is
//! as large as the rest of the program.
//!
//! Letters are those of the fonts that the machine has; without any, a picture has no letters.

use saut_task::bad_input::BadInput;

/// The longer side of a small picture, and the longest that any may have, in pixels.
#[cfg(feature = "png")]
const SIDES: [f32; 2] = [1200.0, 8192.0];

/// The picture of an SVG document.
///
/// # Errors
/// The document cannot be read, or this program was built without the feature.
#[cfg(not(feature = "png"))]
pub fn png(_svg: &str) -> Result<Vec<u8>, BadInput> {
    let fact = "this program was built without pictures as PNG";
    Err(BadInput::new("", fact).remedy("build it with --features png, or ask for --format svg"))
}

/// The picture of an SVG document.
///
/// # Errors
/// The document cannot be read, or this program was built without the feature.
#[cfg(feature = "png")]
pub fn png(svg: &str) -> Result<Vec<u8>, BadInput> {
    use resvg::tiny_skia::{Pixmap, Transform};
    use resvg::usvg::{Options, Tree};

    let bad = |fact: String| BadInput::new("the picture", fact);
    let mut options = Options::default();
    options.fontdb_mut().load_system_fonts();
    let tree = Tree::from_str(svg, &options).map_err(|error| bad(error.to_string()))?;
    let size = tree.size();
    let longer = size.width().max(size.height());
    let [least, most] = SIDES;
    // Twice as large, so that it is sharp on paper; a small one larger, a large one smaller.
    let scale = (2.0_f32).max(least / longer).min(most / longer);
    let pixels = size.to_int_size().scale_by(scale);
    let pixels = pixels.ok_or_else(|| bad("has no size".to_owned()))?;
    let map = Pixmap::new(pixels.width(), pixels.height());
    let mut map = map.ok_or_else(|| bad("is too large".to_owned()))?;
    resvg::render(
        &tree,
        Transform::from_scale(scale, scale),
        &mut map.as_mut(),
    );
    map.encode_png().map_err(|error| bad(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::png;
    use crate::formats::{bundled, svg};

    #[cfg(not(feature = "png"))]
    #[test]
    fn without_the_feature_it_says_how_to_get_it() {
        let puzzle = bundled::named("central").unwrap();
        let told = png(&svg::puzzle(&puzzle)).unwrap_err().to_string();
        assert!(told.contains("--features png"), "{told}");
    }

    #[cfg(feature = "png")]
    #[test]
    fn a_picture_has_its_ground_and_as_many_pegs_as_the_puzzle() {
        use resvg::tiny_skia::Pixmap;

        let puzzle = bundled::named("central").unwrap();
        let map = Pixmap::decode_png(&png(&svg::puzzle(&puzzle)).unwrap()).unwrap();
        assert!(map.width().max(map.height()) >= 1199, "{}", map.width());
        let colour = |x: u32, y: u32| {
            let pixel = map.pixel(x, y).unwrap();
            [pixel.red(), pixel.green(), pixel.blue()]
        };
        let ground = u32::from_str_radix(&svg::document::GROUND[1..], 16).unwrap();
        let [_, ground @ ..] = ground.to_be_bytes();
        assert_eq!(colour(map.width() / 2, 3), ground);
        // Pegs are dark brown; wood and vacancies are light, letters and arrows have little red.
        let is_peg = |x: u32, y: u32| {
            let [red, green, blue] = colour(x, y);
            (0x45..0xb8).contains(&red) && green < 0x80 && blue < 0x50
        };
        // Along every row, a run of the colour of pegs is a chord of one.
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
}
