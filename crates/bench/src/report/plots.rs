//! The plots: cactus, scatter, scaling, every run, and random play.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::cell::{Sample, real};
use super::chart::{Axis, Chart, Guide, Point, ReferenceLine, Scale, Series};
use super::table::{maybe, seconds_text, whole_text};
use super::tables::{self, Tries};
use super::{Report, ResultCell};
use crate::record::Record;

/// Maximum number of solvers in one plot. A plot with more lines is not readable.
const MOST_LINES: usize = 8;
/// Maximum number of time limits that are drawn in one plot.
const MOST_LIMITS: usize = 3;
/// Maximum number of instances in a report with plots of every run.
const MOST_INSTANCES: usize = 6;
/// Shorter times, in seconds, are drawn at this value, because a process cannot be timed more precisely.
const LEAST_SECONDS: f64 = 0.001;
const BEST_STYLE: usize = 8;
/// Number of marks on one line of the cactus plot.
const MARKS: usize = 12;

/// The solvers that the user has chosen for the plots, by their indices in the report.
#[derive(Clone, Debug, Default)]
pub struct Chosen {
    /// The solvers of the cactus plot. If the list is empty, these are the best solvers.
    pub cactus: Vec<usize>,
    /// The two solvers of the scatter plot. If it is `None`, these are the two best solvers.
    pub scatter: Option<(usize, usize)>,
}

/// Returns all plots of the report: the cactus plot, one scatter plot, scaling by family, every run if there are few
/// instances, and random play.
pub fn all(report: &Report, chosen: &Chosen) -> Vec<Chart> {
    let mut charts = vec![cactus(report, &chosen.cactus)];
    let best_two = (report.ranked().count() > 1).then_some((0, 1));
    charts.extend(
        chosen
            .scatter
            .or(best_two)
            .map(|pair| scatter(report, pair)),
    );
    charts.extend(scaling(report));
    if report.instances.len() <= MOST_INSTANCES {
        let instances = 0..report.instances.len();
        charts.extend(instances.map(|instance| runs(report, instance)));
    }
    charts.extend(random_play(report));
    charts
}

/// Returns the time limits of the records in seconds, ascending.
fn limits(report: &Report) -> Vec<f64> {
    let mut limits: Vec<f64> = report.runs.iter().map(|run| run.timeout_seconds).collect();
    limits.retain(|limit| *limit > 0.0);
    limits.sort_by(f64::total_cmp);
    limits.dedup();
    limits
}

/// Returns the reference lines at time limits.
fn at_limits(limits: &[f64], line: fn(f64) -> ReferenceLine) -> Vec<Guide> {
    let guide = |&limit| (line(limit), format!("limit: {} s", seconds_text(limit)));
    limits.iter().take(MOST_LIMITS).map(guide).collect()
}

/// Returns the note about the minimum at which short times are drawn. It is empty if there are no short times.
fn clamped(report: &Report) -> String {
    let mut cells = report
        .solvers
        .iter()
        .flat_map(|solver| solver.cells.values());
    if cells.any(|cell| cell.times.median().is_some_and(|it| it < LEAST_SECONDS)) {
        format!("\ntimes below {LEAST_SECONDS} s are drawn at {LEAST_SECONDS} s")
    } else {
        String::new()
    }
}

fn shown_of(report: &Report) -> String {
    match report.ranked().count() {
        all if all <= MOST_LINES => "medians over seeds".to_owned(),
        all => format!("medians over seeds; the best {MOST_LINES} of {all} solvers"),
    }
}

/// Formats a time. `None` becomes "not solved".
fn written(time: Option<f64>) -> String {
    time.map_or("not solved".to_owned(), |time| {
        format!("{} s", seconds_text(time))
    })
}

/// Returns the name with characters that are safe in file names.
pub fn file_name(name: &str) -> String {
    let safe = |symbol: char| match symbol {
        '-' | '.' => symbol,
        _ if symbol.is_ascii_alphanumeric() => symbol,
        _ => '_',
    };
    let name: String = name.chars().map(safe).take(80).collect();
    name.trim_start_matches('.').to_owned()
}

/// Returns the cactus plot: number of solved instances (x axis) within a time limit for each (y axis).
fn cactus(report: &Report, chosen: &[usize]) -> Chart {
    let medians = report.best.values().filter_map(|it| it.0);
    let is_several = report.ranked().count() > 1;
    let best = is_several.then(|| quantiles("virtual best", BEST_STYLE, medians.collect()));
    let shown = match chosen {
        [] => report.ranked().take(MOST_LINES).collect(),
        chosen => chosen.to_vec(),
    };
    let each = shown.into_iter().enumerate().map(|(style, index)| {
        let solver = &report.solvers[index];
        let medians = solver.cells.values().filter_map(|cell| cell.times.median());
        quantiles(&solver.label, style, medians.collect())
    });
    let shown = match chosen {
        [] => shown_of(report),
        _ => "medians over seeds; the chosen solvers".to_owned(),
    };
    let clamped = clamped(report);
    Chart {
        note: format!("{shown}; times of child processes include their start{clamped}"),
        x: Axis::new("instances solved", Scale::Counts),
        y: Axis::new("seconds for each instance", Scale::Logarithmic),
        series: best.into_iter().chain(each).collect(),
        guides: at_limits(&limits(report), ReferenceLine::Across),
        ..Chart::new("cactus", "Instances solved within a time")
    }
}

fn quantiles(label: &str, style: usize, mut times: Vec<f64>) -> Series {
    times.sort_by(f64::total_cmp);
    let step = times.len().div_ceil(MARKS).max(1);
    let corner = |(index, time): (usize, f64)| (real(index + 1), time.max(LEAST_SECONDS));
    let line: Vec<(f64, f64)> = times.into_iter().enumerate().map(corner).collect();
    let numbered = line.iter().zip(1..);
    let marked = numbered.filter(|(_, number)| number % step == 0 || *number == line.len());
    let points = marked.map(|(&(x, y), number)| {
        let time = seconds_text(y);
        let hint = format!("{label}: {number} instances within {time} s each");
        Point::new(x, y, hint, false)
    });
    Series {
        line: line.clone(),
        ..Series::marks(label, style, points.collect())
    }
}

/// Returns the scatter plot: the times of two solvers, with one point for each instance and one kind of mark for each
/// family.
fn scatter(report: &Report, (across, up): (usize, usize)) -> Chart {
    let [fast, other] = [across, up].map(|solver| report.solvers[solver].label.as_str());
    let pair = |(&instance, cell): (&usize, &ResultCell)| {
        let other = report.cell(up, instance)?;
        Some((instance, [cell.times.median(), other.times.median()]))
    };
    let pairs = report.solvers[across].cells.iter().filter_map(pair);
    let (pairs, neither): (Vec<_>, Vec<_>) = pairs.partition(|(_, times)| *times != [None, None]);
    let neither = match neither.len() {
        0 => String::new(),
        number => format!("; solved by neither, and not shown: {number}"),
    };
    let known = pairs.iter().flat_map(|(_, times)| times).flatten().copied();
    let largest = known.chain(limits(report)).fold(LEAST_SECONDS, f64::max);
    let unsolved = largest * 1.6;
    let point = |&(instance, times): &(usize, [Option<f64>; 2])| {
        let name = report.instances[instance].name();
        let [x_written, y_written] = times.map(written);
        let [x, y] = times.map(|time| time.map_or(unsolved, |time| time.max(LEAST_SECONDS)));
        let hint = format!("{name}: {fast} {x_written}, {other} {y_written}");
        Point::new(x, y, hint, times.contains(&None))
    };
    let families = report.families().into_iter().zip(0..);
    let series = families.map(|((family, members), number)| {
        let is_own = |(instance, _): &&(usize, _)| members.binary_search(instance).is_ok();
        let points = pairs.iter().filter(is_own).map(point);
        Series::marks(family, number % MOST_LINES, points.collect())
    });
    let edge = (largest * unsolved).sqrt();
    let guides = [
        (ReferenceLine::Times(1.0), "equal"),
        (ReferenceLine::Times(10.0), "ten times"),
        (ReferenceLine::Times(0.1), ""),
        (ReferenceLine::Across(edge), "beyond the limit: not solved"),
        (ReferenceLine::Up(edge), ""),
    ];
    let clamped = clamped(report);
    Chart {
        note: format!(
            "medians over seeds, one shape of marks per family; below the diagonal, {other} is \
             faster{neither}{clamped}"
        ),
        square: true,
        x: Axis::new(&format!("{fast}, seconds"), Scale::Logarithmic),
        y: Axis::new(&format!("{other}, seconds"), Scale::Logarithmic),
        series: series.filter(|series| !series.points.is_empty()).collect(),
        guides: guides.map(|(line, it)| (line, it.to_owned())).to_vec(),
        ..Chart::new("scatter", &format!("{other} against {fast}"))
    }
}

/// Returns the plots of time against board size: for all instances, and for each family with at least three sizes.
fn scaling(report: &Report) -> Vec<Chart> {
    let everything: Vec<usize> = (0..report.instances.len()).collect();
    let families = report.families();
    let all = (families.len() > 1).then(|| scaling_of(report, None, &everything));
    let each = families.iter();
    let each = each.map(|(family, members)| scaling_of(report, Some(family), members));
    all.into_iter().chain(each).flatten().collect()
}

fn scaling_of(report: &Report, family: Option<&str>, members: &[usize]) -> Option<Chart> {
    let holes = members.iter().map(|&it| report.instances[it].holes);
    if holes.collect::<BTreeSet<usize>>().len() < 3 {
        return None;
    }
    let solved = |solver: usize| {
        let score = report.score(Some(&report.solvers[solver]), members);
        score.map_or(0, |score| score.solved)
    };
    let mut ranked: Vec<usize> = report.ranked().collect();
    ranked.sort_by_key(|&solver| Reverse(solved(solver)));
    ranked.truncate(MOST_LINES);
    ranked.retain(|&solver| solved(solver) > 0);
    let largest = limits(report).pop();
    let is_own = ranked.iter().all(|&solver| solver < MOST_LINES);
    let series = ranked.iter().enumerate().map(|(place, &solver)| {
        let style = if is_own { solver } else { place };
        sizes_of(report, solver, style, members, largest)
    });
    let (shown, clamped) = (shown_of(report), clamped(report));
    let key = match family {
        Some(family) => format!("scaling-{}", file_name(family)),
        None => "scaling".to_owned(),
    };
    let title = format!("Time over board size: {}", family.unwrap_or("all families"));
    (!ranked.is_empty()).then(|| Chart {
        note: format!(
            "{shown}; lines join the medians of each size; faint marks at the limit are unsolved{clamped}"
        ),
        x: Axis::new("holes of the board", Scale::Linear),
        y: Axis::new("seconds", Scale::Logarithmic),
        series: series.collect(),
        guides: at_limits(largest.as_slice(), ReferenceLine::Across),
        ..Chart::new(&key, &title)
    })
}

fn sizes_of(
    report: &Report,
    solver: usize,
    style: usize,
    members: &[usize],
    limit: Option<f64>,
) -> Series {
    let label = report.solvers[solver].label.clone();
    let mut points = Vec::new();
    let mut by_size: BTreeMap<usize, Vec<Option<f64>>> = BTreeMap::new();
    for &instance in members {
        let Some(cell) = report.cell(solver, instance) else {
            continue;
        };
        let median = cell.times.median();
        let facts = &report.instances[instance];
        let (holes, name) = (facts.holes, facts.name());
        by_size.entry(holes).or_default().push(median);
        points.extend(median.or(limit).map(|y| {
            let hint = format!("{label}, {name}, {holes} holes: {}", written(median));
            Point::new(real(holes), y.max(LEAST_SECONDS), hint, median.is_none())
        }));
    }
    let line = by_size.into_iter().map_while(|(holes, medians)| {
        let runs = medians.len();
        let median = Sample::new(medians.into_iter().flatten().collect(), runs).median()?;
        Some((real(holes), median.max(LEAST_SECONDS)))
    });
    Series {
        line: line.collect(),
        ..Series::marks(&label, style, points)
    }
}

/// Returns a plot: seconds of each run on an instance (x axis), with one row for each solver and the best solver at the
/// top. A run without an accepted answer is drawn faint, at its limit.
fn runs(report: &Report, instance: usize) -> Chart {
    let asked = (0..report.solvers.len()).filter_map(|it| Some((it, report.cell(it, instance)?)));
    let asked: Vec<_> = asked.collect();
    let shown = &asked[..asked.len().min(MOST_LINES)];
    let series = shown.iter().enumerate().map(|(row, &(solver, cell))| {
        let label = &report.solvers[solver].label;
        let y = real(shown.len() - row);
        let point = |record: &Record| {
            let (outcome, time) = (record.outcome, seconds_text(record.wall_seconds));
            let hint = format!("{label}, seed {}: {outcome} after {time} s", record.seed);
            let mut x = record.wall_seconds.max(LEAST_SECONDS);
            if !record.counts() {
                x = x.max(record.timeout_seconds);
            }
            Point::new(x, y, hint, !record.counts())
        };
        let points: Vec<Point> = report.runs_of(cell).map(point).collect();
        Series {
            line: points.iter().map(|point| (point.x, y)).collect(),
            ..Series::marks(label, row, points)
        }
    });
    let more = match asked.len() - shown.len() {
        0 => String::new(),
        more => format!("; {more} more solvers are in the tables"),
    };
    let name = report.instances[instance].name();
    let key = format!("runs-{}", file_name(&name));
    Chart {
        note: format!(
            "one mark per run, one row per solver, the best solver at the top{more}\na run without a checked \
             answer is a faint mark at its limit"
        ),
        x: Axis::new("seconds of a run", Scale::Logarithmic),
        y: Axis::new("rank from below", Scale::Linear),
        series: series.collect(),
        guides: at_limits(&limits(report), ReferenceLine::Up),
        ..Chart::new(&key, &format!("Every run on {name}"))
    }
}

/// Returns three plots: time and speed against the size of the game, and tries against time. A French study of the
/// 37-hole board draws or describes these plots. A point is an instance: all tries, or all seconds, divided by all
/// wins. It is drawn faint if some runs did not win.
fn random_play(report: &Report) -> Vec<Chart> {
    type Place = fn(&Tries) -> Option<(f64, f64)>;
    let games = tables::games(report);
    let size = Axis::new("jumps of a won game", Scale::Linear);
    let logarithmic = |label| Axis::new(label, Scale::Logarithmic);
    let time = logarithmic("seconds until a game is won, mean");
    let speed = logarithmic("tries per second of processor time");
    let tries = logarithmic("tries until a game is won, mean");
    let places: [Place; 3] = [
        |it| it.jumps.map(real).zip(it.seconds_a_success),
        |it| it.jumps.map(real).zip(it.tries_a_second),
        |it| it.seconds_a_success.zip(it.tries_a_success),
    ];
    let charts = [
        ("tries-time", "Random play: time over size", &size, &time),
        ("tries-speed", "Random play: speed over size", &size, &speed),
        ("tries", "Random play: tries over time", &time, &tries),
    ];
    let charts = charts.into_iter().zip(places);
    let charts = charts.map(|((key, title, x, y), place)| {
        let point = |it: &Tries| {
            let (x, y) = place(it)?;
            Some(Point::new(x, y, hint(report, it), it.solved < it.runs))
        };
        let series = report.solvers.iter().enumerate().map(|(number, solver)| {
            let own = games.iter().filter(|game| game.solver == number);
            let points = own.filter_map(point);
            Series::marks(&solver.label, number % MOST_LINES, points.collect())
        });
        let note =
            "all tries, or all seconds, divided by all wins of an instance; faint: some runs did not win";
        Chart {
            note: note.to_owned(),
            x: x.clone(),
            y: y.clone(),
            series: series.filter(|series| !series.points.is_empty()).collect(),
            ..Chart::new(key, title)
        }
    });
    charts.filter(|chart| !chart.series.is_empty()).collect()
}

fn hint(report: &Report, it: &Tries) -> String {
    let jumps = it.jumps.map(|jumps| format!(", {jumps} jumps"));
    let jumps = jumps.unwrap_or_default();
    format!(
        "{}, {}{jumps}: {} tries, {} s a win, {} of {} runs won",
        report.solvers[it.solver].label,
        report.instances[it.instance].name(),
        maybe(it.tries_a_success, whole_text),
        maybe(it.seconds_a_success, seconds_text),
        it.solved,
        it.runs
    )
}

#[cfg(test)]
mod tests {
    use super::{Chart, Chosen, all};
    use crate::record::tests::run;
    use crate::record::{Record, RunOutcome};
    use crate::report::{Report, Runs};

    /// Returns the plots whose keys begin with this text.
    fn plots(report: &Report, begin: &str) -> Vec<Chart> {
        let mut charts = all(report, &Chosen::default());
        charts.retain(|chart| chart.key.starts_with(begin));
        charts
    }

    fn report(puzzles: usize) -> Report {
        let record = |(puzzle, seed): (usize, u64)| {
            let outcomes = [RunOutcome::Solved, RunOutcome::Timeout];
            let outcome = outcomes[usize::from(seed == 2)];
            Record {
                seed,
                ..run("b", &format!("p{puzzle}"), outcome, 0.5)
            }
        };
        let pairs = (0..puzzles).flat_map(|puzzle| [(puzzle, 1), (puzzle, 2)]);
        Report::new(Runs::from(pairs.map(record).collect::<Vec<_>>()))
    }

    #[test]
    fn the_cactus_plot_has_the_best_lines_or_the_chosen_ones() {
        let names = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];
        let slower = names.into_iter().zip(1_u32..);
        let records = slower.map(|(name, place)| {
            let seconds = f64::from(place);
            run(name, "p", RunOutcome::Solved, seconds)
        });
        let report = Report::new(Runs::from(records.collect::<Vec<_>>()));
        let lines = |cactus: &[usize]| {
            let chosen = Chosen {
                cactus: cactus.to_vec(),
                scatter: None,
            };
            let chart = all(&report, &chosen).remove(0);
            let names = chart.series.into_iter().map(|series| series.name);
            names.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(lines(&[]), "virtual best a b c d e f g h");
        assert_eq!(lines(&[9, 1]), "virtual best j b");
    }

    #[test]
    fn every_run_has_its_mark_and_an_unsolved_one_stands_at_the_limit() {
        let charts = plots(&report(2), "runs");
        assert_eq!(charts.len(), 2);
        assert_eq!(charts[0].key, "runs-p0");
        let points = &charts[0].series[0].points;
        let marks: Vec<(f64, bool)> = points.iter().map(|it| (it.x, it.censored)).collect();
        assert_eq!(marks, [(0.5, false), (10.0, true)]);
        assert!(charts[0].file().contains("b, seed 2: timeout after 0.5"));
        // A report of many instances has no plots of every run.
        assert_eq!(plots(&report(7), "runs"), []);
    }

    fn random_play(tries: [Option<u64>; 2]) -> Report {
        let run = |(number, tries): (usize, Option<u64>)| Record {
            run: number.to_string(),
            jumps: Some(20 + number),
            cpu_seconds: 0.5,
            tries,
            ..run(
                "method:random-order",
                &format!("p{number}"),
                RunOutcome::Solved,
                1.0,
            )
        };
        let runs = tries.into_iter().enumerate().map(run);
        Report::new(Runs::from(runs.collect::<Vec<_>>()))
    }

    #[test]
    fn every_instance_is_a_point_of_all_three_plots_and_without_games_there_is_none() {
        let charts = plots(&random_play([Some(100), Some(3_000)]), "tries");
        assert_eq!(charts.len(), 3);
        for (chart, (key, places)) in charts.iter().zip([
            ("tries-time", [(20.0, 1.0), (21.0, 1.0)]),
            ("tries-speed", [(20.0, 200.0), (21.0, 6_000.0)]),
            ("tries", [(1.0, 100.0), (1.0, 3_000.0)]),
        ]) {
            let points = chart.series[0].points.iter();
            let points: Vec<(f64, f64)> = points.map(|it| (it.x, it.y)).collect();
            assert_eq!((chart.key.as_str(), &points[..]), (key, &places[..]));
        }
        let hint = "p1, 21 jumps: 3,000 tries, 1.00 s a win, 1 of 1 runs won";
        assert!(charts[2].file().contains(hint));
        assert_eq!(plots(&random_play([None, None]), "tries"), []);
    }
}
