//! Scaling plots: time over board size.

use std::collections::{BTreeMap, BTreeSet};

use super::super::number::seconds;
use super::super::statistics::{Sample, real};
use super::super::svg::{Axis, Chart, ChartPoint, Guide, Series};
use super::super::{Report, ResultCell};
use super::{LEAST_SECONDS, MOST_LINES, clamped, file_name, limits, shown_of, told};

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
            "{}; lines through the median of each size, faint marks at the limit are not solved{}",
            shown_of(report),
            clamped(report)
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
            .map(|cell: &ResultCell| cell.times.median())
        else {
            continue;
        };
        let facts = &report.instances[instance];
        by_size.entry(facts.holes).or_default().push(median);
        let Some(y) = median.or(limit) else {
            continue;
        };
        points.push(ChartPoint {
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
