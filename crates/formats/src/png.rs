//! Converts SVG pictures to PNG with resvg. The conversion needs the feature `png`, because the code that draws letters
//! is large.
//!
//! Letters use the fonts that are installed on the machine. Without fonts, a picture has no letters.

use saut_base::bad_input::BadInput;

/// Lengths in pixels: the longer side of a small picture, and the maximum for a side of any picture.
#[cfg(feature = "png")]
const SIDES: [f32; 2] = [1200.0, 8192.0];

/// Returns the picture of an SVG document.
///
/// # Errors
/// The document cannot be read, or this program was built without the feature.
#[cfg(not(feature = "png"))]
pub fn png(_svg: &str) -> Result<Vec<u8>, BadInput> {
    let fact = "saut was built without PNG";
    Err(BadInput::new("", fact).remedy("build saut with --features png, or give --format svg"))
}

/// Returns the picture of an SVG document.
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
    // The picture has twice the size of the SVG, so that it is sharp on paper. A small picture is scaled more, a large
    // picture is scaled less.
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

#[cfg(all(test, not(feature = "png")))]
mod tests {
    use super::png;
    use crate::{bundled, svg};

    #[test]
    fn without_the_feature_the_error_explains_how_to_enable_it() {
        let puzzle = bundled::named("central").unwrap();
        let told = png(&svg::puzzle(&puzzle)).unwrap_err().to_string();
        assert!(told.contains("--features png"), "{told}");
    }
}
