//! Marks: one shape a series, so that colour is not needed to tell them apart.

use super::place;

/// The path of a mark around a point, and whether it is drawn by its outline alone.
pub fn mark(series: usize, x: f64, y: f64) -> (String, bool) {
    let at = |dx: f64, dy: f64| format!("{} {}", place(x + dx), place(y + dy));
    let polygon = |corners: &[(f64, f64)]| {
        let corners: Vec<String> = corners.iter().map(|&(dx, dy)| at(dx, dy)).collect();
        format!("M{}Z", corners.join("L"))
    };
    let round = |r: f64| {
        let (start, across) = (at(-r, 0.0), place(2.0 * r));
        format!("M{start}a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0 -{across} 0Z")
    };
    match series % 8 {
        0 => (round(3.8), false),
        1 => (
            polygon(&[(-3.6, -3.6), (3.6, -3.6), (3.6, 3.6), (-3.6, 3.6)]),
            false,
        ),
        2 => (polygon(&[(0.0, -4.8), (4.4, 3.4), (-4.4, 3.4)]), false),
        3 => (
            polygon(&[(0.0, -5.0), (5.0, 0.0), (0.0, 5.0), (-5.0, 0.0)]),
            false,
        ),
        4 => (polygon(&[(0.0, 4.8), (4.4, -3.4), (-4.4, -3.4)]), false),
        5 => {
            let (a, b) = (
                format!("M{}L{}", at(-4.0, -4.0), at(4.0, 4.0)),
                at(-4.0, 4.0),
            );
            (format!("{a}M{b}L{}", at(4.0, -4.0)), true)
        }
        6 => {
            let (a, b) = (
                format!("M{}L{}", at(-5.0, 0.0), at(5.0, 0.0)),
                at(0.0, -5.0),
            );
            (format!("{a}M{b}L{}", at(0.0, 5.0)), true)
        }
        _ => (round(3.6), true),
    }
}
