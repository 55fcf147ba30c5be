//! A chart: two axes, series of points, guides, a legend at the right.

use std::fmt::Write;

use super::axis::Axis;
use super::mark::mark;
use super::{STYLE, place};
use saut_puzzles::formats::markup::escaped;

/// A chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// The name of its file and anchor: `cactus`.
    pub key: String,
    /// The heading.
    pub title: String,
    /// A line or two under the heading.
    pub note: String,
    /// Whether the field of the plot is a square.
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
    /// What they are.
    pub label: String,
    /// Which mark and colour: 0 to 7 all differ; 8 is that of the virtual best.
    pub style: usize,
    /// The points that are marked.
    pub points: Vec<ChartPoint>,
    /// Corners of the line through it, if there is one.
    pub line: Vec<(f64, f64)>,
}

/// A point.
#[derive(Clone, Debug, PartialEq)]
pub struct ChartPoint {
    /// Along the horizontal axis.
    pub x: f64,
    /// Along the vertical axis.
    pub y: f64,
    /// What it is, shown when pointed at.
    pub title: String,
    /// Whether it stands back, as one that is not solved.
    pub faint: bool,
}

/// A line to judge the points by.
#[derive(Clone, Debug, PartialEq)]
pub struct Guide {
    /// Its ends.
    pub ends: [(f64, f64); 2],
    /// What it means.
    pub label: String,
}

const LEFT: f64 = 72.0;
const TOP: f64 = 78.0;
const LEGEND: f64 = 250.0;
/// Letters of a label that fit into the legend.
const LEGEND_LETTERS: usize = 30;

impl Chart {
    /// Width and height of the field, in pixels.
    fn field(&self) -> (f64, f64) {
        if self.square {
            (460.0, 460.0)
        } else {
            (580.0, 400.0)
        }
    }

    fn at(&self, (x, y): (f64, f64)) -> (f64, f64) {
        let (width, height) = self.field();
        (
            LEFT + width * self.x.share(x),
            TOP + height * (1.0 - self.y.share(y)),
        )
    }

    /// The chart as a file of its own, with its style.
    pub fn file(&self) -> String {
        self.draw("", &format!("<style>{STYLE}</style>\n"))
    }

    /// The chart within a page that has [`super::STYLE`], as wide as it is drawn, so that the letters of
    /// all charts are of one size.
    pub fn inline(&self) -> String {
        let (width, _) = self.size();
        self.draw(&format!(" width=\"{width}\""), "")
    }

    /// Width and height of the whole, in pixels.
    fn size(&self) -> (f64, f64) {
        let (width, height) = self.field();
        (LEFT + width + LEGEND, TOP + height + 56.0)
    }

    fn draw(&self, attributes: &str, style: &str) -> String {
        let (width, height) = self.size();
        let title = escaped(&self.title);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\"{attributes} viewBox=\"0 0 {width} {height}\" \
             role=\"img\" aria-label=\"{title}\">\n{style}<rect class=\"paper\" width=\"{width}\" \
             height=\"{height}\"/>\n<text class=\"title\" x=\"16\" y=\"26\">{title}</text>\n"
        );
        for (line, y) in self.note.lines().zip([46, 62]) {
            let line = escaped(line);
            let _ = writeln!(svg, "<text class=\"note\" x=\"16\" y=\"{y}\">{line}</text>");
        }
        self.draw_axes(&mut svg);
        for guide in &self.guides {
            let [(x1, y1), (x2, y2)] = guide.ends.map(|end| self.at(end));
            let _ = writeln!(
                svg,
                "<path class=\"guide\" d=\"M{} {}L{} {}\"><title>{}</title></path>",
                place(x1),
                place(y1),
                place(x2),
                place(y2),
                escaped(&guide.label)
            );
        }
        for series in self.series.iter().rev() {
            self.draw_series(&mut svg, series);
        }
        self.draw_legend(&mut svg);
        svg + "</svg>\n"
    }

    fn draw_axes(&self, svg: &mut String) {
        let (width, height) = self.field();
        let (right, bottom) = (LEFT + width, TOP + height);
        let [mut grid, mut fine] = [String::new(), String::new()];
        let mut words = String::new();
        for (value, label) in self.x.ticks() {
            let x = place(self.at((value, self.y.from)).0);
            let lines = if label.is_some() {
                &mut grid
            } else {
                &mut fine
            };
            let _ = write!(lines, "M{x} {TOP}V{bottom}");
            if let Some(label) = label {
                let y = bottom + 18.0;
                let _ = writeln!(
                    words,
                    "<text class=\"tick\" x=\"{x}\" y=\"{y}\" text-anchor=\"middle\">{label}</text>"
                );
            }
        }
        for (value, label) in self.y.ticks() {
            let y = self.at((self.x.from, value)).1;
            let lines = if label.is_some() {
                &mut grid
            } else {
                &mut fine
            };
            let _ = write!(lines, "M{LEFT} {}H{right}", place(y));
            if let Some(label) = label {
                let (x, y) = (LEFT - 8.0, place(y + 4.0));
                let _ = writeln!(
                    words,
                    "<text class=\"tick\" x=\"{x}\" y=\"{y}\" text-anchor=\"end\">{label}</text>"
                );
            }
        }
        let (middle_x, middle_y) = (LEFT + width / 2.0, TOP + height / 2.0);
        let _ = write!(
            svg,
            "<path class=\"fine\" d=\"{fine}\"/>\n<path class=\"grid\" d=\"{grid}\"/>\n\
             <path class=\"frame\" d=\"M{LEFT} {TOP}V{bottom}H{right}\"/>\n{words}\
             <text x=\"{middle_x}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n\
             <text transform=\"translate(20 {middle_y}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
            bottom + 42.0,
            escaped(&self.x.label),
            escaped(&self.y.label)
        );
    }

    fn draw_series(&self, svg: &mut String, series: &Series) {
        let _ = writeln!(svg, "<g class=\"s{}\">", series.style);
        if series.line.len() > 1 {
            let corners: Vec<String> = series
                .line
                .iter()
                .map(|&corner| {
                    let (x, y) = self.at(corner);
                    format!("{} {}", place(x), place(y))
                })
                .collect();
            let _ = writeln!(
                svg,
                "<path class=\"line d{}\" d=\"M{}\"/>",
                dash(series.style),
                corners.join("L")
            );
        }
        for point in &series.points {
            let (x, y) = self.at((point.x, point.y));
            let (path, open) = mark(series.style, x, y);
            let class = if open { "open" } else { "mark" };
            let faint = if point.faint { " faint" } else { "" };
            let _ = writeln!(
                svg,
                "<path class=\"{class}{faint}\" d=\"{path}\"><title>{}</title></path>",
                escaped(&point.title)
            );
        }
        svg.push_str("</g>\n");
    }

    fn draw_legend(&self, svg: &mut String) {
        let left = LEFT + self.field().0 + 18.0;
        let mut y = TOP + 8.0;
        for series in &self.series {
            let style = series.style;
            let (path, open) = mark(style, left + 14.0, y);
            let class = if open { "open" } else { "mark" };
            let line = if series.line.is_empty() {
                String::new()
            } else {
                format!(
                    "<path class=\"line d{}\" d=\"M{left} {y}h28\"/>",
                    dash(style)
                )
            };
            let _ = writeln!(
                svg,
                "<g class=\"s{style}\">{line}<path class=\"{class}\" d=\"{path}\"/></g>\
                 <text class=\"tick\" x=\"{}\" y=\"{}\">{}<title>{}</title></text>",
                left + 36.0,
                y + 4.0,
                escaped(&shortened(&series.label)),
                escaped(&series.label)
            );
            y += 21.0;
        }
        for guide in self.guides.iter().filter(|guide| !guide.label.is_empty()) {
            let _ = writeln!(
                svg,
                "<path class=\"guide\" d=\"M{left} {y}h28\"/><text class=\"tick\" x=\"{}\" y=\"{}\">{}</text>",
                left + 36.0,
                y + 4.0,
                escaped(&shortened(&guide.label))
            );
            y += 21.0;
        }
    }
}

/// Which dash a series has: none twice next to each other.
const fn dash(style: usize) -> usize {
    style % 4
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
    use super::{Chart, ChartPoint, Series};
    use crate::report::svg::Axis;

    fn chart(title: &str, label: &str) -> String {
        let point = ChartPoint {
            x: 1.0,
            y: 0.5,
            title: label.to_owned(),
            faint: false,
        };
        let series = Series {
            label: label.to_owned(),
            style: 0,
            points: vec![point],
            line: vec![(0.0, 0.1), (1.0, f64::NAN)],
        };
        let chart = Chart {
            key: "cactus".to_owned(),
            title: title.to_owned(),
            note: String::new(),
            square: false,
            x: Axis::counts("instances", 3),
            y: Axis::logarithmic("seconds", [0.1, 3.0]),
            series: vec![series],
            guides: Vec::new(),
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
