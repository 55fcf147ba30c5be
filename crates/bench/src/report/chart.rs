//! Charts as SVG: two axes, series of points, guides, a legend at the right.
//!
//! Drawn without a plotting library: a chart is a few paths and words, and so it can have tooltips, take
//! the colours of the page that it stands in, and be the same bytes every time.
//!
//! Colours are those of Okabe and Ito, which people who see colours differently can tell apart
//! (*Color universal design*, 2008); every series has a mark and a dash of its own besides.

mod axis;

use std::fmt::Write;

use saut_formats::markup::escaped;

use axis::Range;
pub use axis::{Axis, Scale};

/// Colours and strokes, for light and for dark surroundings; a page with charts in it has this in
/// its own style.
pub const STYLE: &str = include_str!("chart/style.css");

/// A chart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chart {
    /// The name of its file and anchor: `cactus`.
    pub key: String,
    /// The heading.
    pub title: String,
    /// A line or two under the heading.
    pub note: String,
    /// Whether the field of the plot is a square, whose axes have one range.
    pub square: bool,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// The points.
    pub series: Vec<Series>,
    /// Lines to judge the points by.
    pub guides: Vec<Guide>,
}

/// Points with one mark and colour.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Name of the series in the legend.
    pub name: String,
    /// Mark and colour: 0 to 7 all differ; 8 is that of the virtual best.
    pub style: usize,
    /// The points that are marked.
    pub points: Vec<Point>,
    /// Corners of the line through it, if there is one.
    pub line: Vec<(f64, f64)>,
}

/// A point.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// Along the horizontal axis.
    pub x: f64,
    /// Along the vertical axis.
    pub y: f64,
    /// Text that is shown when the point is pointed at.
    pub hint: String,
    /// Whether it stands back, as one that is not solved.
    pub censored: bool,
}

/// A line to judge the points by, with its meaning; without if another line has the same.
pub type Guide = (Line, String);

/// The course of a guide.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Line {
    /// All points of one height.
    Across(f64),
    /// All points of one place.
    Up(f64),
    /// All points of which the height is so many times the place.
    Times(f64),
}

/// One shape a style, around its point, so that colour is not needed to tell them apart. The last three are
/// drawn by their outlines.
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
/// Letters of a label that fit into the legend.
const LEGEND_LETTERS: usize = 30;

/// The field of a chart.
struct Field {
    width: f64,
    height: f64,
    x: Range,
    y: Range,
}

impl Field {
    /// A point in the picture, as a path has it.
    fn at(&self, &(x, y): &(f64, f64)) -> String {
        let (x, y) = (
            LEFT + self.width * self.x.share(x),
            TOP + self.height * (1.0 - self.y.share(y)),
        );
        format!("{} {}", place(x), place(y))
    }

    /// The path through points.
    fn path(&self, points: &[(f64, f64)]) -> String {
        let points: Vec<String> = points.iter().map(|point| self.at(point)).collect();
        format!("M{}", points.join("L"))
    }

    /// The ends of a guide.
    fn ends(&self, line: Line) -> [(f64, f64); 2] {
        let (x, y) = (&self.x, &self.y);
        match line {
            Line::Across(height) => [(x.from, height), (x.to, height)],
            Line::Up(place) => [(place, y.from), (place, y.to)],
            Line::Times(factor) => {
                let from = x.from.max(y.from / factor);
                let to = x.to.min(y.to / factor);
                [(from, from * factor), (to, to * factor)]
            }
        }
    }
}

impl Chart {
    /// Width and height of the field, in pixels.
    const fn size(&self) -> (f64, f64) {
        if self.square {
            (460.0, 460.0)
        } else {
            (580.0, 400.0)
        }
    }

    /// The field, whose axes hold all points, lines and guides.
    fn field(&self) -> Field {
        let points = |one: &Series| one.points.iter().map(|it| (it.x, it.y)).collect::<Vec<_>>();
        let corners = self
            .series
            .iter()
            .flat_map(|one| [points(one), one.line.clone()].concat());
        let (mut xs, mut ys): (Vec<f64>, Vec<f64>) = corners.unzip();
        for (line, _) in &self.guides {
            match *line {
                Line::Across(height) => ys.push(height),
                Line::Up(place) => xs.push(place),
                Line::Times(_) => {}
            }
        }
        if self.square {
            xs.append(&mut ys);
            ys.clone_from(&xs);
        }
        let (width, height) = self.size();
        Field {
            width,
            height,
            x: self.x.range(&xs),
            y: self.y.range(&ys),
        }
    }

    /// The chart as a file of its own, with its style.
    pub fn file(&self) -> String {
        self.draw("", &format!("<style>{STYLE}</style>\n"))
    }

    /// The chart within a page that has [`STYLE`], as wide as it is drawn, so that the letters of all
    /// charts are of one size.
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
        write_words(&mut svg, "class=\"title\" x=\"16\" y=\"26\"", &self.title);
        for (line, y) in self.note.lines().zip([46, 62]) {
            write_words(
                &mut svg,
                &format!("class=\"note\" x=\"16\" y=\"{y}\""),
                line,
            );
        }
        self.draw_axes(&mut svg, &field);
        for (line, label) in &self.guides {
            let (path, label) = (field.path(&field.ends(*line)), escaped(label));
            let _ = writeln!(
                svg,
                "<path class=\"guide\" d=\"{path}\"><title>{label}</title></path>"
            );
        }
        for series in self.series.iter().rev() {
            draw_series(&mut svg, &field, series);
        }
        self.draw_legend(&mut svg);
        svg + "</svg>\n"
    }

    fn draw_axes(&self, svg: &mut String, field: &Field) {
        let (width, height) = (field.width, field.height);
        let (right, bottom) = (LEFT + width, TOP + height);
        let [mut grid, mut fine, mut words] = [const { String::new() }; 3];
        for (range, is_across) in [(&field.x, true), (&field.y, false)] {
            for (value, label) in range.ticks() {
                let share = range.share(value);
                let (line, attributes) = if is_across {
                    let x = place(LEFT + width * share);
                    let below = bottom + 18.0;
                    (
                        format!("M{x} {TOP}V{bottom}"),
                        format!("x=\"{x}\" y=\"{below}\" text-anchor=\"middle\""),
                    )
                } else {
                    let y = TOP + height * (1.0 - share);
                    let (before, base) = (LEFT - 8.0, place(y + 4.0));
                    (
                        format!("M{LEFT} {}H{right}", place(y)),
                        format!("x=\"{before}\" y=\"{base}\" text-anchor=\"end\""),
                    )
                };
                if let Some(label) = label {
                    grid += &line;
                    write_words(&mut words, &format!("class=\"tick\" {attributes}"), &label);
                } else {
                    fine += &line;
                }
            }
        }
        let _ = write!(
            svg,
            "<path class=\"fine\" d=\"{fine}\"/>\n<path class=\"grid\" d=\"{grid}\"/>\n\
             <path class=\"frame\" d=\"M{LEFT} {TOP}V{bottom}H{right}\"/>\n{words}"
        );
        let across = format!("translate({} {})", LEFT + width / 2.0, bottom + 42.0);
        let up = format!("translate(20 {}) rotate(-90)", TOP + height / 2.0);
        for (place, axis) in [(across, &self.x), (up, &self.y)] {
            let attributes = format!("transform=\"{place}\" text-anchor=\"middle\"");
            write_words(svg, &attributes, &axis.label);
        }
    }

    fn draw_legend(&self, svg: &mut String) {
        let of_series = |series: &Series| {
            let line = if series.line.is_empty() {
                ""
            } else {
                "<path class=\"line\" d=\"M0 0h28\"/>"
            };
            let mark = MARKS[series.style % MARKS.len()];
            let mark = format!("<path class=\"mark\" transform=\"translate(14)\" d=\"{mark}\"/>");
            (
                format!("<g class=\"s{}\">{line}{mark}</g>", series.style),
                series.name.clone(),
            )
        };
        let line = || "<path class=\"guide\" d=\"M0 0h28\"/>".to_owned();
        let guides = self.guides.iter().filter(|(_, label)| !label.is_empty());
        let guides = guides.map(|(_, label)| (line(), label.clone()));
        let left = LEFT + self.size().0 + 18.0;
        let mut y = TOP + 8.0;
        for (sample, label) in self.series.iter().map(of_series).chain(guides) {
            let (shown, label) = (escaped(&shortened(&label)), escaped(&label));
            let _ = writeln!(
                svg,
                "<g transform=\"translate({left} {y})\">{sample}\
                 <text class=\"tick\" x=\"36\" y=\"4\">{shown}<title>{label}</title></text></g>"
            );
            y += 21.0;
        }
    }
}

fn draw_series(svg: &mut String, field: &Field, series: &Series) {
    let _ = writeln!(svg, "<g class=\"s{}\">", series.style);
    if series.line.len() > 1 {
        let path = field.path(&series.line);
        let _ = writeln!(svg, "<path class=\"line\" d=\"{path}\"/>");
    }
    let mark = MARKS[series.style % MARKS.len()];
    for point in &series.points {
        let (at, hint) = (field.at(&(point.x, point.y)), escaped(&point.hint));
        let faint = if point.censored { " faint" } else { "" };
        let _ = writeln!(
            svg,
            "<path class=\"mark{faint}\" transform=\"translate({at})\" d=\"{mark}\"><title>{hint}</title></path>"
        );
    }
    svg.push_str("</g>\n");
}

/// Words as an element with these attributes.
fn write_words(svg: &mut String, attributes: &str, words: &str) {
    let _ = writeln!(svg, "<text {attributes}>{}</text>", escaped(words));
}

/// A coordinate in the picture, to a tenth.
fn place(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

/// A label that fits, or its beginning.
fn shortened(label: &str) -> String {
    if label.chars().count() <= LEGEND_LETTERS {
        return label.to_owned();
    }
    let begin: String = label.chars().take(LEGEND_LETTERS - 1).collect();
    begin + "…"
}

#[cfg(test)]
mod tests {
    use super::{Axis, Chart, Point, Scale, Series};

    fn chart(title: &str, label: &str) -> String {
        let point = Point {
            x: 1.0,
            y: 0.5,
            hint: label.to_owned(),
            censored: false,
        };
        let series = Series {
            name: label.to_owned(),
            style: 0,
            points: vec![point],
            line: vec![(0.0, 0.1), (1.0, f64::NAN)],
        };
        let chart = Chart {
            key: "cactus".to_owned(),
            title: title.to_owned(),
            x: Axis::new("instances", Scale::Counts),
            y: Axis::new("seconds", Scale::Logarithmic),
            series: vec![series],
            ..Chart::default()
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
}
