//! The tree of a game as a printable picture or as lines of text. It shows every configuration once, either of the
//! whole game or up to a given distance from home.
//!
//! Home is at the top, and each row of the picture has the configurations of one distance. A line connects each
//! configuration with its parent: the first configuration in the row above that is one step away. The game of three
//! bases on a ring has 33 configurations in six rows, which fit on a page.

use std::fmt::Write;

use super::puzzle::steps;
use super::{Configuration, DistanceError, Distances, Track, picture};

/// Maximum number of configurations of a drawn tree.
pub const MOST_DRAWN: usize = 500;

/// Horizontal space between the configurations of a row, and vertical space between rows.
const GAP: (i32, i32) = (10, 34);

/// Draws the tree of these configurations as an SVG document.
///
/// # Errors
/// [`DistanceError::TooMany`] if there are more than [`MOST_DRAWN`] configurations.
pub fn svg(
    all: &Distances,
    track: Track,
    bases: usize,
    capacity: usize,
) -> Result<String, DistanceError> {
    if all.configurations() > MOST_DRAWN {
        return Err(DistanceError::TooMany { most: MOST_DRAWN });
    }
    let (wide, high) = picture::size(track, bases, capacity);
    let (top, bottom) = picture::joints(track, bases, capacity);
    let widest = all.by_distance().iter().map(Vec::len).max().unwrap_or(1);
    let number = |value: usize| i32::try_from(value).unwrap_or(i32::MAX / 1024);
    let (step_x, step_y) = (wide + GAP.0, high + GAP.1);
    let width = step_x * number(widest) + 60;
    let height = step_y * number(all.by_distance().len()) + 20;
    let rows = rows(track, capacity, all.by_distance());
    let (mut lines, mut nodes) = (String::new(), String::new());
    let mut above: Vec<i32> = Vec::new();
    for (distance, row) in rows.iter().enumerate() {
        let y = 10 + step_y * number(distance) + high / 2;
        let left = 50 + (width - 60 - step_x * number(row.len())) / 2;
        let _ = writeln!(
            nodes,
            "<text x=\"12\" y=\"{}\" font-size=\"18\" fill=\"#444\">{distance}</text>",
            y + 6
        );
        let mut places = Vec::new();
        for (index, (configuration, parent)) in row.iter().enumerate() {
            let x = left + step_x * number(index) + step_x / 2;
            if let Some(parent_x) = above.get(*parent).filter(|_| distance > 0) {
                let _ = writeln!(
                    lines,
                    "<line x1=\"{parent_x}\" y1=\"{}\" x2=\"{x}\" y2=\"{}\" stroke=\"#999\"/>",
                    y - step_y + bottom,
                    y - top
                );
            }
            picture::draw(&mut nodes, configuration, track, capacity, (x, y));
            places.push(x);
        }
        above = places;
    }
    Ok(picture::document(width, height, &(lines + &nodes)))
}

/// Returns the tree as lines of text, parents above their children. Each line consists of the branches, drawn with
/// characters, and of the configuration.
pub fn lines(all: &Distances, track: Track, capacity: usize) -> Vec<(String, Configuration)> {
    let rows = rows(track, capacity, all.by_distance());
    let children = |distance: usize, place: usize| -> Vec<(usize, usize)> {
        let below = rows.get(distance + 1).into_iter().flatten().enumerate();
        let below = below.filter(|(_, (_, parent))| *parent == place);
        below.map(|(child, _)| (distance + 1, child)).collect()
    };
    let mut lines = Vec::new();
    // A stack of the nodes to draw. Each has its distance, its index in the row, the branches in front of the node, and
    // the branches in front of its children.
    let mut left = vec![(0, 0, String::new(), String::new())];
    while let Some((distance, place, own, inherited)) = left.pop() {
        let Some((configuration, _)) = rows.get(distance).and_then(|row| row.get(place)) else {
            continue;
        };
        lines.push((own, configuration.clone()));
        for (number, (distance, child)) in children(distance, place).into_iter().rev().enumerate() {
            let (branch, bar) = if number == 0 {
                ("└─ ", "   ")
            } else {
                ("├─ ", "│  ")
            };
            let (own, below) = (inherited.clone() + branch, inherited.clone() + bar);
            left.push((distance, child, own, below));
        }
    }
    lines
}

/// Returns the rows of the tree. Each configuration has the index of its parent in the row above. A row is sorted by
/// parent, so that lines do not cross.
fn rows(
    track: Track,
    capacity: usize,
    by_distance: &[Vec<Configuration>],
) -> Vec<Vec<(Configuration, usize)>> {
    let mut rows: Vec<Vec<(Configuration, usize)>> = Vec::new();
    for layer in by_distance {
        let parent = |configuration: &Configuration| {
            let above = rows.last()?;
            let after = steps(track, capacity, configuration).into_iter();
            let places = after.filter_map(|step| {
                let nearer = configuration.after(step);
                above.iter().position(|(other, _)| *other == nearer)
            });
            places.min()
        };
        let mut row: Vec<(Configuration, usize)> = layer
            .iter()
            .map(|configuration| (configuration.clone(), parent(configuration).unwrap_or(0)))
            .collect();
        row.sort_by_key(|(_, parent)| *parent);
        rows.push(row);
    }
    rows
}

#[cfg(test)]
mod tests {
    use crate::baseball::{DistanceError, Track, distances, distances_up_to};

    fn svg(track: Track, bases: usize, capacity: usize) -> Result<String, DistanceError> {
        let all = distances(track, bases, capacity, || true)?;
        super::svg(&all, track, bases, capacity)
    }

    #[test]
    fn the_tree_of_three_bases_has_33_configurations_and_32_lines() {
        let drawn = svg(Track::Ring, 3, 2).unwrap();
        assert_eq!(drawn.matches("<line").count(), 32);
        assert_eq!(drawn.matches("<rect").count(), 1 + 33 * 3);
        assert!(svg(Track::Ring, 5, 2).is_err());
    }

    #[test]
    fn lines_of_text_have_every_configuration_below_one_that_is_a_step_nearer() {
        let all = distances(Track::Ring, 3, 2, || true).unwrap();
        let lines = super::lines(&all, Track::Ring, 2);
        assert_eq!(lines.len(), 33);
        let depth = |branches: &str| branches.chars().count() / 3;
        let mut above = Vec::new();
        for (branches, configuration) in &lines {
            let depth = depth(branches);
            assert!(all.by_distance()[depth].contains(configuration));
            above.truncate(depth);
            if let Some(parent) = above.last() {
                let steps = super::steps(Track::Ring, 2, configuration).into_iter();
                let mut after = steps.map(|step| configuration.after(step));
                assert!(after.any(|nearer| nearer == *parent));
            }
            assert_eq!(above.len(), depth);
            above.push(configuration.clone());
        }
        let different: std::collections::HashSet<_> = lines.iter().map(|(_, one)| one).collect();
        assert_eq!(different.len(), 33);
    }

    #[test]
    fn a_part_of_the_tree_of_five_bases_fits() {
        let all = distances_up_to((2, 500), Track::Ring, 5, 2, || true).unwrap();
        let drawn = super::svg(&all, Track::Ring, 5, 2).unwrap();
        assert_eq!(drawn.matches("<line").count(), all.configurations() - 1);
        let all = distances_up_to((9, 20_000), Track::Ring, 5, 2, || true).unwrap();
        assert!(super::svg(&all, Track::Ring, 5, 2).is_err());
    }

    /// Returns the values of an attribute of all elements of this kind, in the order of the elements.
    fn numbers<'a>(drawn: &'a str, element: &str, name: &'a str) -> Vec<i32> {
        let elements = drawn.split('<').filter(|rest| rest.starts_with(element));
        let value = |rest: &str| {
            let (_, value) = rest.split_once(&format!(" {name}=\""))?;
            value.split('"').next()?.parse().ok()
        };
        elements.filter_map(value).collect()
    }

    #[test]
    fn every_line_begins_at_a_circle_and_ends_at_a_base() {
        let drawn = svg(Track::Ring, 3, 2).unwrap();
        let (middles, radii) = (
            numbers(&drawn, "circle", "cy"),
            numbers(&drawn, "circle", "r"),
        );
        let circles: Vec<i32> = middles
            .iter()
            .zip(radii)
            .map(|(y, radius)| y + radius)
            .collect();
        let boxes = numbers(&drawn, "rect", "y");
        let lines = |end| numbers(&drawn, "line", end);
        assert!(lines("y1").iter().all(|y| circles.contains(y)));
        assert!(lines("y2").iter().all(|y| boxes.contains(y)));
    }
}
