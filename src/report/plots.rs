//! The plots: cactus, scatter, scaling.

use std::collections::{BTreeMap, BTreeSet};

use super::number::seconds;
use super::statistics::{Sample, real};
use super::svg::{Axis, Chart, Guide, Point, Series};
use super::{Cell, Report};

/// Solvers in one plot; more lines than this nobody reads.
pub const MOST_LINES: usize = 8;
/// The style of the virtual best.
const BEST_STYLE: usize = 8;
/// Times below this are drawn here, in seconds: a process cannot be timed more exactly.
const LEAST_SECONDS: f64 = 0.001;
/// Marks on one line of the cactus plot.
const MARKS: usize = 12;

/// All plots of the report: the cactus plot, one scatter plot, scaling by family.
pub fn all(report: &Report, pair: Option<(usize, usize)>) -> Vec<Chart> {
    let mut charts = vec![cactus(report)];
    let best_two = (report.solvers.len() > 1).then_some((0, 1));
    charts.extend(pair.or(best_two).map(|pair| scatter(report, pair)));
    charts.extend(scaling(report));
    charts
}

/// The time limits of the records, ascending, in seconds.
fn limits(report: &Report) -> Vec<f64> {
    let mut limits: Vec<f64> = report.runs.iter().map(|run| run.timeout_seconds).collect();
    limits.retain(|limit| *limit > 0.0);
    limits.sort_by(f64::total_cmp);
    limits.dedup();
    limits
}

fn shown_of(report: &Report) -> String {
    match report.solvers.len() {
        all if all <= MOST_LINES => "medians over seeds".to_owned(),
        all => format!("medians over seeds; the best {MOST_LINES} of {all} solvers"),
    }
}

/// How many instances (across) a solver solves when each may take so many seconds (up).
pub fn cactus(report: &Report) -> Chart {
    let limits = limits(report);
    let ascending = |times: Vec<Option<f64>>| {
        let mut times: Vec<f64> = times.into_iter().flatten().collect();
        times.sort_by(f64::total_cmp);
        times
            .iter()
            .map(|time| time.max(LEAST_SECONDS))
            .collect::<Vec<f64>>()
    };
    let mut lines: Vec<(String, usize, Vec<f64>)> = Vec::new();
    if report.solvers.len() > 1 {
        lines.push((
            "virtual best".to_owned(),
            BEST_STYLE,
            ascending(report.best.medians.clone()),
        ));
    }
    for (index, solver) in report.solvers.iter().enumerate().take(MOST_LINES) {
        let medians = report
            .cells_of(index)
            .map(|(_, cell)| cell.times.median())
            .collect();
        lines.push((solver.label.clone(), index, ascending(medians)));
    }
    let most = lines
        .iter()
        .map(|(_, _, times)| times.len())
        .max()
        .unwrap_or(0);
    let times = lines
        .iter()
        .flat_map(|(_, _, times)| times)
        .chain(&limits)
        .copied();
    let y = Axis::logarithmic("seconds for each", times);
    let x = Axis::counts("instances solved", most);
    let guides = limits.iter().map(|&limit| Guide {
        ends: [(x.from, limit), (x.to, limit)],
        label: format!("limit: {} s", seconds(limit)),
    });
    Chart {
        key: "cactus".to_owned(),
        title: "Instances solved within a time".to_owned(),
        note: shown_of(report),
        square: false,
        guides: guides.take(3).collect(),
        series: lines
            .into_iter()
            .map(|(label, style, times)| quantiles(label, style, &times))
            .collect(),
        x,
        y,
    }
}

fn quantiles(label: String, style: usize, times: &[f64]) -> Series {
    let step = times.len().div_ceil(MARKS).max(1);
    let line: Vec<(f64, f64)> = times
        .iter()
        .enumerate()
        .map(|(index, &time)| (real(index + 1), time))
        .collect();
    let marked = line
        .iter()
        .enumerate()
        .filter(|(index, _)| (index + 1) % step == 0 || index + 1 == line.len());
    let points = marked.map(|(index, &(x, y))| Point {
        x,
        y,
        title: format!(
            "{label}: {} instances within {} s each",
            index + 1,
            seconds(y)
        ),
        faint: false,
    });
    Series {
        points: points.collect(),
        label,
        style,
        line,
    }
}

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
        let marks: Vec<Point> = of_family
            .map(|&(instance, x, y)| Point {
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
            "medians over seeds, a mark a family; below the diagonal {} is faster{neither}",
            names[1]
        ),
        square: true,
        x: axis_of(names[0]),
        y: axis_of(names[1]),
        series,
        guides,
    }
}

fn told(time: Option<f64>) -> String {
    time.map_or_else(
        || "not solved".to_owned(),
        |time| format!("{} s", seconds(time)),
    )
}

/// Time over board size: of all instances, and of each family with three sizes or more.
pub fn scaling(report: &Report) -> Vec<Chart> {
    let everything: Vec<usize> = (0..report.instances.len()).collect();
    let families = report.families();
    let mut charts = Vec::new();
    if families.len() > 1 {
        charts.extend(scaling_of(report, None, &everything));
    }
    for (family, members) in &families {
        charts.extend(scaling_of(report, Some(family), members));
    }
    charts
}

fn scaling_of(report: &Report, family: Option<&str>, members: &[usize]) -> Option<Chart> {
    let sizes: BTreeSet<usize> = members
        .iter()
        .map(|&instance| report.instances[instance].holes)
        .collect();
    let (least, most) = (*sizes.first()?, *sizes.last()?);
    if sizes.len() < 3 {
        return None;
    }
    let mut ranked: Vec<(usize, usize)> = (0..report.solvers.len())
        .map(|solver| {
            let cells = members
                .iter()
                .filter_map(|&instance| report.cell(solver, instance));
            (cells.filter(|cell| cell.solved()).count(), solver)
        })
        .collect();
    ranked.sort_by_key(|&(solved, solver)| (std::cmp::Reverse(solved), solver));
    ranked.truncate(MOST_LINES);
    ranked.retain(|&(solved, _)| solved > 0);
    let largest = limits(report).last().copied();
    let series: Vec<Series> = ranked
        .iter()
        .enumerate()
        .map(|(place, &(_, solver))| {
            let own = ranked.iter().all(|&(_, solver)| solver < MOST_LINES);
            let style = if own { solver } else { place };
            sizes_of(report, (solver, style), members, largest)
        })
        .collect();
    let times = series
        .iter()
        .flat_map(|series| &series.points)
        .map(|point| point.y);
    let y = Axis::logarithmic("seconds", times.chain(largest));
    let x = Axis::linear("holes of the board", real(least), real(most));
    let guides = largest.map(|limit| Guide {
        ends: [(x.from, limit), (x.to, limit)],
        label: format!("limit: {} s", seconds(limit)),
    });
    let name = family.map_or_else(|| "all families".to_owned(), str::to_owned);
    let key = family.map_or_else(
        || "scaling".to_owned(),
        |family| format!("scaling-{}", file_name(family)),
    );
    (!series.is_empty()).then(|| Chart {
        key,
        title: format!("Time over board size: {name}"),
        note: format!(
            "{}; lines through the median of each size, faint marks at the limit are not solved",
            shown_of(report)
        ),
        square: false,
        x,
        y,
        series,
        guides: guides.into_iter().collect(),
    })
}

fn sizes_of(
    report: &Report,
    (solver, style): (usize, usize),
    members: &[usize],
    limit: Option<f64>,
) -> Series {
    let label = report.solvers[solver].label.clone();
    let mut points = Vec::new();
    let mut by_size: BTreeMap<usize, Vec<Option<f64>>> = BTreeMap::new();
    for &instance in members {
        let Some(median) = report
            .cell(solver, instance)
            .map(|cell: &Cell| cell.times.median())
        else {
            continue;
        };
        let facts = &report.instances[instance];
        by_size.entry(facts.holes).or_default().push(median);
        let Some(y) = median.or(limit) else {
            continue;
        };
        points.push(Point {
            x: real(facts.holes),
            y: y.max(LEAST_SECONDS),
            title: format!(
                "{label}, {}, {} holes: {}",
                facts.name(),
                facts.holes,
                told(median)
            ),
            faint: median.is_none(),
        });
    }
    let line = by_size.into_iter().map_while(|(holes, medians)| {
        let runs = medians.len();
        let median = Sample::new(medians.into_iter().flatten().collect(), runs).median()?;
        Some((real(holes), median.max(LEAST_SECONDS)))
    });
    Series {
        line: line.collect(),
        label,
        style,
        points,
    }
}

/// A name of which a file can be called.
pub fn file_name(name: &str) -> String {
    let safe = |symbol: char| {
        if symbol.is_ascii_alphanumeric() || "-.".contains(symbol) {
            symbol
        } else {
            '_'
        }
    };
    let name: String = name.chars().map(safe).take(80).collect();
    name.trim_start_matches('.').to_owned()
}
