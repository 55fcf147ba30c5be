//! Draws charts as SVG, with two axes, series of points, reference lines, and a legend at the right.
//!
//! No plotting library is used, because a chart is only a few paths and texts. The charts have tooltips and the colours
//! of their page, and the same input gives the same bytes.
//!
//! The palette is by Okabe and Ito, for people with any kind of colour vision (*Color universal design*, 2008). Each of
//! the eight styles also has its own mark, and consecutive styles have different dashes.

use itertools::Itertools as _;
use saut_base::words::grouped;
use saut_formats::markup::escaped;

/// CSS of the colours and strokes, for light and dark backgrounds. A page with charts includes it in its style.
pub const STYLE: &str = include_str!("chart/style.css");

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chart {
    /// Name of the file and the anchor of the chart: `cactus`.
    pub key: String,
    pub title: String,
    /// One or two lines under the heading.
    pub note: String,
    /// Whether the plot is a square with the same range on both axes.
    pub square: bool,
    pub x: Axis,
    pub y: Axis,
    pub series: Vec<Series>,
    pub guides: Vec<Guide>,
}

/// Points with the same mark and colour.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Name of the series in the legend.
    pub name: String,
    /// Number of the mark and colour. The styles 0 to 7 are all different. Style 8 is for the virtual best.
    pub style: usize,
    /// The marked points.
    pub points: Vec<Point>,
    /// Corners of the line through the series, if there is one.
    pub line: Vec<(f64, f64)>,
}

impl Series {
    /// Creates a series of points without a line.
    pub fn marks(name: &str, style: usize, points: Vec<Point>) -> Self {
        Self {
            name: name.to_owned(),
            style,
            points,
            line: Vec::new(),
        }
    }

    const fn mark(&self) -> &'static str {
        MARKS[self.style % MARKS.len()]
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// Value on the horizontal axis.
    pub x: f64,
    /// Value on the vertical axis.
    pub y: f64,
    pub hint: String,
    /// Whether the point is an unsolved run, which is drawn faint.
    pub censored: bool,
}

impl Point {
    pub const fn new(x: f64, y: f64, hint: String, censored: bool) -> Self {
        Self {
            x,
            y,
            hint,
            censored,
        }
    }
}

/// A reference line with its label. The label is empty if another line has the same label.
pub type Guide = (ReferenceLine, String);

/// A reference line in the plot area.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ReferenceLine {
    /// All points with this y.
    Across(f64),
    /// All points with this x.
    Up(f64),
    /// All points whose y is this multiple of x.
    Times(f64),
}

/// The shape of each style, around its point. Shapes distinguish the series without colour. The last three are drawn as
/// outlines.
const MARKS: [&str; 8] = [
    "M-3.8 0a3.8 3.8 0 1 0 7.6 0a3.8 3.8 0 1 0-7.6 0Z",
    "M-3.6-3.6H3.6V3.6H-3.6Z",
    "M0-4.8L4.4 3.4H-4.4Z",
    "M0-5L5 0L0 5L-5 0Z",
    "M0 4.8L4.4-3.4H-4.4Z",
    "M-4-4L4 4M-4 4L4-4",
    "M-5 0H5M0-5V5",
    "M-3.6 0a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0-7.2 0Z",
];

const LEFT: f64 = 72.0;
const TOP: f64 = 78.0;
const LEGEND: f64 = 250.0;
/// Number of letters of a label that fit into the legend.
const LEGEND_LETTERS: usize = 30;

/// The plot area of a chart.
struct Field {
    width: f64,
    height: f64,
    x: Range,
    y: Range,
}

impl Field {
    fn left(&self, x: f64) -> f64 {
        LEFT + self.width * self.x.share(x)
    }

    fn top(&self, y: f64) -> f64 {
        TOP + self.height * (1.0 - self.y.share(y))
    }

    /// Returns the position of a point in the picture, in the syntax of an SVG path.
    fn at(&self, &(x, y): &(f64, f64)) -> String {
        format!("{} {}", place(self.left(x)), place(self.top(y)))
    }

    fn path(&self, points: &[(f64, f64)]) -> String {
        let points: Vec<String> = points.iter().map(|point| self.at(point)).collect();
        format!("M{}", points.join("L"))
    }

    /// Returns the ends of a reference line.
    fn ends(&self, line: ReferenceLine) -> [(f64, f64); 2] {
        let (x, y) = (&self.x, &self.y);
        match line {
            ReferenceLine::Across(height) => [(x.from, height), (x.to, height)],
            ReferenceLine::Up(place) => [(place, y.from), (place, y.to)],
            ReferenceLine::Times(factor) => {
                let from = x.from.max(y.from / factor);
                let to = x.to.min(y.to / factor);
                [(from, from * factor), (to, to * factor)]
            }
        }
    }
}

impl Chart {
    pub fn new(key: &str, title: &str) -> Self {
        Self {
            key: key.to_owned(),
            title: title.to_owned(),
            ..Self::default()
        }
    }

    /// Returns the width and height of the plot area, in pixels.
    const fn size(&self) -> (f64, f64) {
        if self.square {
            (460.0, 460.0)
        } else {
            (580.0, 400.0)
        }
    }

    /// Returns the plot area, whose axes contain all points, lines and reference lines.
    fn field(&self) -> Field {
        let (mut xs, mut ys) = (Vec::new(), Vec::new());
        for series in &self.series {
            let points = series.points.iter().map(|it| (it.x, it.y));
            for (x, y) in points.chain(series.line.iter().copied()) {
                xs.push(x);
                ys.push(y);
            }
        }
        for (line, _) in &self.guides {
            match *line {
                ReferenceLine::Across(height) => ys.push(height),
                ReferenceLine::Up(place) => xs.push(place),
                ReferenceLine::Times(_) => {}
            }
        }
        if self.square {
            xs.append(&mut ys);
            ys.clone_from(&xs);
        }
        let (width, height) = self.size();
        let (x, y) = (self.x.range(&xs), self.y.range(&ys));
        Field {
            width,
            height,
            x,
            y,
        }
    }

    /// Returns the chart as a separate file, with its style.
    pub fn file(&self) -> String {
        self.draw("", &format!("<style>{STYLE}</style>\n"))
    }

    /// Returns the chart for a page that has [`STYLE`]. All charts have the same width, so that their letters have the
    /// same size.
    pub fn inline(&self) -> String {
        self.draw(&format!(" width=\"{}\"", LEFT + self.size().0 + LEGEND), "")
    }

    fn draw(&self, attributes: &str, style: &str) -> String {
        let field = self.field();
        let (width, height) = (LEFT + field.width + LEGEND, TOP + field.height + 56.0);
        let title = escaped(&self.title);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\"{attributes} viewBox=\"0 0 {width} {height}\" \
             role=\"img\" aria-label=\"{title}\">\n{style}<rect class=\"paper\" width=\"{width}\" \
             height=\"{height}\"/>\n"
        );
        svg += &words("class=\"title\" x=\"16\" y=\"26\"", &self.title);
        for (line, y) in self.note.lines().zip([46, 62]) {
            svg += &words(&format!("class=\"note\" x=\"16\" y=\"{y}\""), line);
        }
        svg += &self.axes(&field);
        svg.extend(self.guides.iter().map(|(line, label)| {
            let (path, label) = (field.path(&field.ends(*line)), escaped(label));
            format!("<path class=\"guide\" d=\"{path}\"><title>{label}</title></path>\n")
        }));
        svg.extend(self.series.iter().rev().map(|series| drawn(series, &field)));
        svg + &self.legend() + "</svg>\n"
    }

    fn axes(&self, field: &Field) -> String {
        let (right, bottom) = (LEFT + field.width, TOP + field.height);
        let (below, before) = ((bottom + 18.0).to_string(), (LEFT - 8.0).to_string());
        let [mut grid, mut fine, mut labels] = [const { String::new() }; 3];
        let mut tick = |line: String, label: Option<String>, x: &str, y: &str, anchor: &str| {
            let Some(label) = label else {
                return fine += &line;
            };
            grid += &line;
            let at = format!("class=\"tick\" x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\"");
            labels += &words(&at, &label);
        };
        for (value, label) in field.x.ticks() {
            let x = place(field.left(value));
            tick(format!("M{x} {TOP}V{bottom}"), label, &x, &below, "middle");
        }
        for (value, label) in field.y.ticks() {
            let y = field.top(value);
            let line = format!("M{LEFT} {}H{right}", place(y));
            tick(line, label, &before, &place(y + 4.0), "end");
        }
        let mut svg = format!(
            "<path class=\"fine\" d=\"{fine}\"/>\n<path class=\"grid\" d=\"{grid}\"/>\n\
             <path class=\"frame\" d=\"M{LEFT} {TOP}V{bottom}H{right}\"/>\n{labels}"
        );
        let across = format!("translate({} {})", LEFT + field.width / 2.0, bottom + 42.0);
        let up = format!("translate(20 {}) rotate(-90)", TOP + field.height / 2.0);
        for (place, axis) in [(across, &self.x), (up, &self.y)] {
            let at = format!("transform=\"{place}\" text-anchor=\"middle\"");
            svg += &words(&at, &axis.label);
        }
        svg
    }

    fn legend(&self) -> String {
        let series = self.series.iter().map(|series| {
            let is_line = !series.line.is_empty();
            let line = if is_line { "<path class=\"line\" d=\"M0 0h28\"/>" } else { "" };
            let (style, mark) = (series.style, series.mark());
            let sample = format!(
                "<g class=\"s{style}\">{line}<path class=\"mark\" transform=\"translate(14)\" d=\"{mark}\"/></g>"
            );
            (sample, &series.name)
        });
        let guides = self.guides.iter().filter(|(_, label)| !label.is_empty());
        let line = "<path class=\"guide\" d=\"M0 0h28\"/>";
        let guides = guides.map(|(_, label)| (line.to_owned(), label));
        let left = LEFT + self.size().0 + 18.0;
        let entries = series.chain(guides).zip(0_u16..);
        let entries = entries.map(|((sample, label), row)| {
            let y = TOP + 8.0 + 21.0 * f64::from(row);
            let (shown, label) = (escaped(&shortened(label)), escaped(label));
            format!(
                "<g transform=\"translate({left} {y})\">{sample}\
                 <text class=\"tick\" x=\"36\" y=\"4\">{shown}<title>{label}</title></text></g>\n"
            )
        });
        entries.collect()
    }
}

fn drawn(series: &Series, field: &Field) -> String {
    let (style, mark) = (series.style, series.mark());
    let path = field.path(&series.line);
    let has_line = series.line.len() > 1;
    let line = has_line.then(|| format!("<path class=\"line\" d=\"{path}\"/>\n"));
    let marks = series.points.iter().map(|point| {
        let (at, hint) = (field.at(&(point.x, point.y)), escaped(&point.hint));
        let faint = if point.censored { " faint" } else { "" };
        format!(
            "<path class=\"mark{faint}\" transform=\"translate({at})\" d=\"{mark}\"><title>{hint}</title></path>\n"
        )
    });
    let drawn: String = line.into_iter().chain(marks).collect();
    format!("<g class=\"s{style}\">\n{drawn}</g>\n")
}

/// Returns a text element with these attributes.
fn words(attributes: &str, words: &str) -> String {
    format!("<text {attributes}>{}</text>\n", escaped(words))
}

/// Formats a coordinate of the picture with at most one decimal.
fn place(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

/// Shortens a label so that it fits into the legend.
fn shortened(label: &str) -> String {
    if label.chars().count() <= LEGEND_LETTERS {
        return label.to_owned();
    }
    let begin: String = label.chars().take(LEGEND_LETTERS - 1).collect();
    begin + "…"
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Axis {
    /// Quantity on the axis, with its unit.
    pub label: String,
    pub scale: Scale,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// Linear, with some space at both ends.
    #[default]
    Linear,
    /// Linear, starting at 0.
    Counts,
    /// Logarithmic, for positive values. The ends of the axis are powers of √10.
    Logarithmic,
}

impl Axis {
    pub fn new(label: &str, scale: Scale) -> Self {
        let label = label.to_owned();
        Self { label, scale }
    }

    /// Returns a range that contains these values.
    pub(super) fn range(&self, values: &[f64]) -> Range {
        let finite = || values.iter().copied().filter(|value| value.is_finite());
        let ends = |positive: bool| {
            let values = finite().filter(|value| !positive || *value > 0.0);
            values.minmax_by(f64::total_cmp).into_option()
        };
        let (from, to) = match self.scale {
            Scale::Linear => {
                let (low, high) = ends(false).unwrap_or((0.0, 0.0));
                let room = ((high - low) * 0.05).max(1.0);
                ((low - room).max(0.0), high + room)
            }
            Scale::Counts => (0.0, finite().fold(1.0, f64::max) * 1.02),
            Scale::Logarithmic => {
                let (low, high) = ends(true).unwrap_or((0.1, 10.0));
                let from = (low.log10() * 2.0 - 0.1).floor() / 2.0;
                let to = ((high.log10() * 2.0 + 0.1).ceil() / 2.0).max(from + 1.0);
                (10f64.powf(from), 10f64.powf(to))
            }
        };
        Range {
            is_logarithmic: self.scale == Scale::Logarithmic,
            from,
            to,
        }
    }
}

/// The range of values that an axis shows.
pub struct Range {
    is_logarithmic: bool,
    pub from: f64,
    /// The end, which is greater than `from`.
    pub to: f64,
}

/// A tick: its value, and a label if it is a major tick.
type Tick = (f64, Option<String>);

impl Range {
    /// Returns the position of a value on the axis: 0 at the beginning, 1 at the end, clamped to this range.
    pub fn share(&self, value: f64) -> f64 {
        let logarithm = |value: f64| value.max(f64::MIN_POSITIVE).log10();
        let place = |value| {
            if self.is_logarithmic {
                logarithm(value)
            } else {
                value
            }
        };
        let share = (place(value) - place(self.from)) / (place(self.to) - place(self.from));
        if share.is_finite() {
            share.clamp(0.0, 1.0)
        } else {
            0.0
        }
    }

    /// Returns the ticks of the axis in ascending order.
    pub fn ticks(&self) -> Vec<Tick> {
        let powers = |exponents| itertools::iproduct!(exponents, 1..10);
        let value = |(exponent, digit): (i32, i32)| f64::from(digit) * 10f64.powi(exponent);
        let is_main = |digit| matches!(digit, 1 | 2 | 5);
        if self.is_logarithmic {
            let is_close = (self.to / self.from).log10() < 2.5;
            let inside = self.from * 0.999..=self.to * 1.001;
            let ticks = powers(-9..12).filter(|&power| inside.contains(&value(power)));
            let tick = |(exponent, digit)| {
                let is_labelled = digit == 1 || (is_close && is_main(digit));
                let label = is_labelled.then(|| power_label(digit, exponent));
                (value((exponent, digit)), label)
            };
            return ticks.map(tick).collect();
        }
        let span = self.to - self.from;
        let mut steps = powers(0..12).filter(|power| is_main(power.1)).map(value);
        let step = steps.find(|step| span / step <= 8.0).unwrap_or(span);
        let first = (self.from / step).ceil();
        let ticks = (0..20).map(|number| (first + f64::from(number)) * step);
        let ticks = ticks.take_while(|value| *value <= self.to);
        ticks
            .map(|value| (value, Some(format!("{value:.0}"))))
            .collect()
    }
}

/// Formats a digit times a power of ten as a decimal number.
fn power_label(digit: i32, exponent: i32) -> String {
    let places = usize::try_from(-exponent).unwrap_or(0);
    let value = f64::from(digit) * 10f64.powi(exponent);
    grouped(format!("{value:.places$}"))
}

#[cfg(test)]
mod tests {
    use super::{Axis, Chart, Point, Range, Scale, Series};

    fn chart(title: &str, label: &str) -> String {
        let point = Point::new(1.0, 0.5, label.to_owned(), false);
        let series = Series {
            line: vec![(0.0, 0.1), (1.0, f64::NAN)],
            ..Series::marks(label, 0, vec![point])
        };
        let chart = Chart {
            x: Axis::new("instances", Scale::Counts),
            y: Axis::new("seconds", Scale::Logarithmic),
            series: vec![series],
            ..Chart::new("cactus", title)
        };
        chart.file()
    }

    #[test]
    fn names_are_text_and_not_markup() {
        let svg = chart("a <b> & \"c\"", "<script>");
        assert!(svg.contains("a &lt;b&gt; &amp; &quot;c&quot;</text>"));
        assert!(svg.contains("<title>&lt;script&gt;</title>"));
        assert!(!svg.contains("<script"));
    }

    #[test]
    fn the_same_chart_is_the_same_bytes_and_holds_no_infinite_places() {
        assert_eq!(chart("a", "b"), chart("a", "b"));
        assert!(!chart("a", "b").contains("NaN") && !chart("a", "b").contains("inf"));
    }

    fn range(scale: Scale, values: &[f64]) -> Range {
        Axis::new("", scale).range(values)
    }

    #[test]
    fn an_axis_names_decades_or_twos_and_fives_or_whole_counts() {
        for (scale, values, wanted) in [
            (Scale::Logarithmic, &[0.004, 250.0][..], "0.01 0.1 1 10 100"),
            (Scale::Logarithmic, &[2.0, 3.0], "1 2 5 10"),
            (
                Scale::Logarithmic,
                &[20_000.0],
                "10,000 20,000 50,000 100,000",
            ),
            (Scale::Logarithmic, &[0.002], "0.001 0.002 0.005 0.01"),
            (Scale::Counts, &[3.0], "0 1 2 3"),
            (Scale::Counts, &[60.0], "0 10 20 30 40 50 60"),
            (Scale::Counts, &[], "0 1"),
        ] {
            let ticks = range(scale, values).ticks().into_iter();
            let labels: Vec<String> = ticks.filter_map(|(_, label)| label).collect();
            assert_eq!(labels.join(" "), wanted);
        }
        let wide = range(Scale::Logarithmic, &[0.004, 250.0]);
        assert!(wide.ticks().len() > 30);
        assert!(wide.share(wide.from).abs() < 1e-9 && (wide.share(wide.to) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn what_is_no_place_on_the_axis_stays_inside_the_picture() {
        let axis = range(Scale::Logarithmic, &[f64::NAN, 0.0, -1.0]);
        for value in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e300] {
            assert!((0.0..=1.0).contains(&axis.share(value)), "{value}");
        }
        let point = range(Scale::Linear, &[33.0]);
        assert!((point.share(33.0) - 0.5).abs() < 1e-9);
    }
}
