//! A whole document: its ground, and what all boards in it use.

use super::layout::Point;
use crate::markup::escaped;

/// The ground and the colour of text: those of the pages (ground, ink).
pub const GROUND: &str = "#faf8f4";
pub(super) const INK: &str = "#26221c";

/// Peg, vacancy and open hole of a goal, as the studio draws them, around the point (0, 0).
const DEFINITIONS: &str = "<defs>\n\
    <radialGradient id=\"saut-sphere\" cx=\"0.36\" cy=\"0.3\" r=\"0.75\"><stop offset=\"0\" stop-color=\"#b3774a\"/>\
    <stop offset=\"0.55\" stop-color=\"#7a4a29\"/><stop offset=\"1\" stop-color=\"#452611\"/></radialGradient>\n\
    <circle id=\"saut-vacancy\" r=\"5.6\" fill=\"#cdb489\" stroke=\"#b3966a\" stroke-width=\"0.7\"/>\n\
    <g id=\"saut-peg\"><ellipse cx=\"0.7\" cy=\"1.5\" rx=\"7.3\" ry=\"7.1\" fill=\"#452611\" fill-opacity=\"0.3\"/>\
    <circle r=\"7\" fill=\"url(#saut-sphere) #7a4a29\"/>\
    <ellipse cx=\"-2.2\" cy=\"-2.7\" rx=\"1.9\" ry=\"1.3\" fill=\"#ffffff\" fill-opacity=\"0.28\"/></g>\n\
    <g id=\"saut-open\"><circle r=\"5.6\" fill=\"#cdb489\" stroke=\"#b3966a\" stroke-width=\"0.7\"/>\
    <circle r=\"8.4\" fill=\"none\" stroke=\"#0b6b7f\" stroke-width=\"0.9\" stroke-dasharray=\"2.4 2\"/></g>\n\
    </defs>\n";

/// A whole document around a body of this size.
pub(super) fn document(
    title: &str,
    description: &str,
    Point { x, y }: Point,
    draw: impl FnOnce(&mut String),
) -> String {
    let mut body = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {x} {y}\" width=\"100%\" \
         role=\"img\">\n<title>{}</title>\n<desc>{}</desc>\n\
         {DEFINITIONS}<rect width=\"{x}\" height=\"{y}\" rx=\"6\" fill=\"{GROUND}\"/>\n\
         <g font-family=\"sans-serif\" text-anchor=\"middle\" fill=\"{INK}\">\n",
        escaped(title),
        escaped(description),
    );
    draw(&mut body);
    body.push_str("</g>\n</svg>\n");
    body
}
