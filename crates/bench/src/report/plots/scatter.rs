//! The scatter plot: two solvers, instance by instance.

use super::super::Report;
use super::super::svg::{Axis, Chart, ChartPoint, Guide, Series};
use super::{LEAST_SECONDS, MOST_LINES, clamped, limits, told};

/// One solver against another, a point an instance, a mark a family.
pub fn scatter(report: &Report, (across, up): (usize, usize)) -> Chart {
    let names = [across, up].map(|solver| report.solvers[solver].label.as_str());
    let mut points: Vec<(usize, Option<f64>, Option<f64>)> = Vec::new();
    let mut neither = 0;
    for (instance, cell) in report.cells_of(across) {
        let Some(other) = report.cell(up, instance) else {
            continue;
        };
        match (cell.times.median(), other.times.median()) {
            (None, None) => neither += 1,
            (x, y) => points.push((instance, x, y)),
        }
    }
    let known = points.iter().flat_map(|&(_, x, y)| [x, y]).flatten();
    let largest = known.chain(limits(report)).fold(LEAST_SECONDS, f64::max);
    let unsolved = largest * 1.6;
    let place = |time: Option<f64>| time.map_or(unsolved, |time| time.max(LEAST_SECONDS));
    let values = points.iter().flat_map(|&(_, x, y)| [place(x), place(y)]);
    let mut axis = Axis::logarithmic("", values.chain([unsolved]));
    axis.to = unsolved * 1.25;
    let families = report.families();
    let mut series = Vec::new();
    for (number, (family, members)) in families.iter().enumerate() {
        let of_family = points
            .iter()
            .filter(|(instance, _, _)| members.binary_search(instance).is_ok());
        let marks: Vec<ChartPoint> = of_family
            .map(|&(instance, x, y)| ChartPoint {
                x: place(x),
                y: place(y),
                title: format!(
                    "{}: {} {}, {} {}",
                    report.instances[instance].name(),
                    names[0],
                    told(x),
                    names[1],
                    told(y)
                ),
                faint: x.is_none() || y.is_none(),
            })
            .collect();
        if !marks.is_empty() {
            series.push(Series {
                label: (*family).to_owned(),
                style: number % MOST_LINES,
                points: marks,
                line: Vec::new(),
            });
        }
    }
    let (low, high) = (axis.from, axis.to);
    let diagonal = |factor: f64, label: &str| Guide {
        ends: [(low, low * factor), (high / factor, high)],
        label: label.to_owned(),
    };
    let mirrored = Guide {
        ends: [(low * 10.0, low), (high, high / 10.0)],
        label: String::new(),
    };
    let edge = (largest * unsolved).sqrt();
    let guides = vec![
        diagonal(1.0, "equal"),
        diagonal(10.0, "ten times"),
        mirrored,
        Guide {
            ends: [(low, edge), (high, edge)],
            label: "beyond: not solved".to_owned(),
        },
        Guide {
            ends: [(edge, low), (edge, high)],
            label: String::new(),
        },
    ];
    let axis_of = |label: &str| Axis {
        label: format!("{label}, seconds"),
        ..axis.clone()
    };
    let neither = match neither {
        0 => String::new(),
        number => format!("; solved by neither, and not shown: {number}"),
    };
    Chart {
        key: "scatter".to_owned(),
        title: format!("{} against {}", names[1], names[0]),
        note: format!(
            "medians over seeds, a mark a family; below the diagonal {} is faster{neither}{}",
            names[1],
            clamped(report)
        ),
        square: true,
        x: axis_of(names[0]),
        y: axis_of(names[1]),
        series,
        guides,
    }
}
