//! The scatter plot: two solvers, instance by instance.

use super::super::Report;
use super::super::svg::{Axis, Chart, ChartPoint, Guide, Series};
use super::conventions::{LEAST_SECONDS, MOST_LINES, clamped, limits, told};

/// One solver against another, a point an instance, a mark a family.
pub fn scatter(report: &Report, (across, up): (usize, usize)) -> Chart {
    let names = [across, up].map(|solver| report.solvers[solver].label.as_str());
    let pair = |(instance, cell): (usize, &super::super::ResultCell)| {
        let other = report.cell(up, instance)?;
        Some((instance, [cell.times.median(), other.times.median()]))
    };
    let mut pairs: Vec<(usize, [Option<f64>; 2])> =
        report.cells_of(across).filter_map(pair).collect();
    let asked = pairs.len();
    pairs.retain(|(_, times)| *times != [None, None]);
    let neither = match asked - pairs.len() {
        0 => String::new(),
        number => format!("; solved by neither, and not shown: {number}"),
    };
    let known = pairs.iter().flat_map(|(_, times)| times).flatten().copied();
    let largest = known.chain(limits(report)).fold(LEAST_SECONDS, f64::max);
    let unsolved = largest * 1.6;
    let place = |time: Option<f64>| time.map_or(unsolved, |time| time.max(LEAST_SECONDS));
    let point = |&(instance, times): &(usize, [Option<f64>; 2])| {
        let name = report.instances[instance].name();
        let [x_told, y_told] = times.map(told);
        let [x, y] = times.map(place);
        ChartPoint {
            x,
            y,
            title: format!("{name}: {} {x_told}, {} {y_told}", names[0], names[1]),
            faint: times.contains(&None),
        }
    };
    let series = report
        .families()
        .into_iter()
        .enumerate()
        .map(|(number, (family, members))| {
            let own = pairs
                .iter()
                .filter(|(instance, _)| members.binary_search(instance).is_ok());
            Series {
                label: family.to_owned(),
                style: number % MOST_LINES,
                points: own.map(point).collect(),
                line: Vec::new(),
            }
        });
    let series: Vec<Series> = series.filter(|series| !series.points.is_empty()).collect();
    let values = pairs.iter().flat_map(|(_, times)| times.map(place));
    let axis = Axis {
        to: unsolved * 1.25,
        ..Axis::logarithmic("", values.chain([unsolved]))
    };
    let (low, high) = (axis.from, axis.to);
    let edge = (largest * unsolved).sqrt();
    let guides = [
        ([(low, low), (high, high)], "equal"),
        ([(low, low * 10.0), (high / 10.0, high)], "ten times"),
        ([(low * 10.0, low), (high, high / 10.0)], ""),
        ([(low, edge), (high, edge)], "beyond: not solved"),
        ([(edge, low), (edge, high)], ""),
    ];
    let [x, y] = names.map(|name| Axis {
        label: format!("{name}, seconds"),
        ..axis.clone()
    });
    let [other, fast] = names;
    let note = format!(
        "medians over seeds, a mark a family; below the diagonal {fast} is faster{neither}{}",
        clamped(report)
    );
    let title = format!("{fast} against {other}");
    let guide = |(ends, label): ([(f64, f64); 2], &str)| Guide {
        ends,
        label: label.to_owned(),
    };
    Chart {
        key: "scatter".to_owned(),
        title,
        note,
        square: true,
        x,
        y,
        series,
        guides: guides.map(guide).to_vec(),
    }
}
