//! Scaling plots: time over board size.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::super::Report;
use super::super::statistics::{Sample, real};
use super::super::svg::{Axis, Chart, ChartPoint, Series};
use super::conventions::{
    LEAST_SECONDS, MOST_LINES, clamped, file_name, limit_at, limits, shown_of, told,
};

/// Time over board size: of all instances, and of each family with three sizes or more.
pub fn scaling(report: &Report) -> Vec<Chart> {
    let everything: Vec<usize> = (0..report.instances.len()).collect();
    let families = report.families();
    let all = (families.len() > 1).then(|| scaling_of(report, None, &everything));
    let each = families
        .iter()
        .map(|(family, members)| scaling_of(report, Some(family), members));
    all.into_iter().chain(each).flatten().collect()
}

fn scaling_of(report: &Report, family: Option<&str>, members: &[usize]) -> Option<Chart> {
    let holes = members
        .iter()
        .map(|&instance| report.instances[instance].holes);
    let sizes: BTreeSet<usize> = holes.collect();
    if sizes.len() < 3 {
        return None;
    }
    let solved = |solver: usize| {
        let cells = members
            .iter()
            .filter_map(|&instance| report.cell(solver, instance));
        cells.filter(|cell| cell.solved()).count()
    };
    let mut ranked: Vec<usize> = report.ranked().collect();
    ranked.sort_by_key(|&solver| Reverse(solved(solver)));
    ranked.truncate(MOST_LINES);
    ranked.retain(|&solver| solved(solver) > 0);
    let largest = limits(report).last().copied();
    let is_own = ranked.iter().all(|&solver| solver < MOST_LINES);
    let series = ranked.iter().enumerate().map(|(place, &solver)| Series {
        style: if is_own { solver } else { place },
        ..sizes_of(report, solver, members, largest)
    });
    let series: Vec<Series> = series.collect();
    let times = series
        .iter()
        .flat_map(|series| &series.points)
        .map(|point| point.y);
    let y = Axis::logarithmic("seconds", times.chain(largest));
    let x = Axis::linear(
        "holes of the board",
        real(*sizes.first()?),
        real(*sizes.last()?),
    );
    let guide = |limit| limit_at(limit, [(x.from, limit), (x.to, limit)]);
    let guides = largest.map(guide).into_iter().collect();
    let key = family.map_or(String::new(), |family| format!("-{}", file_name(family)));
    let title = format!("Time over board size: {}", family.unwrap_or("all families"));
    let note = format!(
        "{}; lines through the median of each size, faint marks at the limit are not solved{}",
        shown_of(report),
        clamped(report)
    );
    (!series.is_empty()).then(|| Chart {
        key: format!("scaling{key}"),
        title,
        note,
        x,
        y,
        series,
        guides,
        ..Chart::default()
    })
}

fn sizes_of(report: &Report, solver: usize, members: &[usize], limit: Option<f64>) -> Series {
    let label = report.solvers[solver].label.clone();
    let mut points = Vec::new();
    let mut by_size: BTreeMap<usize, Vec<Option<f64>>> = BTreeMap::new();
    let asked = members
        .iter()
        .filter_map(|&it| Some((it, report.cell(solver, it)?)));
    for (instance, cell) in asked {
        let median = cell.times.median();
        let facts = &report.instances[instance];
        let (holes, name) = (facts.holes, facts.name());
        by_size.entry(holes).or_default().push(median);
        points.extend(median.or(limit).map(|y| ChartPoint {
            x: real(holes),
            y: y.max(LEAST_SECONDS),
            title: format!("{label}, {name}, {holes} holes: {}", told(median)),
            faint: median.is_none(),
        }));
    }
    let line = by_size.into_iter().map_while(|(holes, medians)| {
        let runs = medians.len();
        let median = Sample::new(medians.into_iter().flatten().collect(), runs).median()?;
        Some((real(holes), median.max(LEAST_SECONDS)))
    });
    Series {
        line: line.collect(),
        label,
        style: 0,
        points,
    }
}
